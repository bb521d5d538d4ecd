// Who may create sites.

import { useQuery } from '@tanstack/react-query';
import type { Team } from '@marquee/api/editor.gen.ts';
import { call } from './api/client.ts';
import { type SiteAccess, can } from './roles.ts';
import { useSession } from './session.ts';

/** Whether the operator is an owner of all sites, who may create more. The team of a site says so. */
export function useMayCreateSites(site: SiteAccess): boolean {
  const { data: session } = useSession();
  const { data } = useQuery({
    queryKey: ['team', site.key],
    queryFn: () => call<Team>('GET', `${site.key}/team`),
    staleTime: 600_000,
    enabled: site.role === 'owner' && can(site, 'people'),
  });
  return (
    data?.people.some(({ id, isEverywhere, role }) => id === session?.operator.id && isEverywhere && role === 'owner') === true
  );
}
