// The people with access to the open site.

import { useQuery } from '@tanstack/react-query';
import type { Team } from '@marquee/api/editor.gen.ts';
import { call } from './api/client.ts';
import { useOpenSite } from './drafts.ts';
import { can } from './roles.ts';

/** How often the people are read again while they are shown, in milliseconds. */
const REFRESH = 30_000;

/** The people and the open invitations. Not requested for roles that may not see them. */
export function useTeam() {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['team', site.key],
    queryFn: () => call<Team>('GET', `${site.key}/team`),
    refetchInterval: REFRESH,
    enabled: can(site, 'people'),
  });
}
