// Alerts of theaters. They are no part of the draft: a change is live at once.

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EditorAlert, EditorAlerts, NewAlert } from '@marquee/api/editor.gen.ts';
import { call } from './api/client.ts';
import { useOpenSite } from './drafts.ts';

/** Maximum length of a message in characters. The server refuses longer ones. */
export const MAX_ALERT_CHARACTERS = 160;

/** How often alerts are read again while they are shown, in milliseconds: they end by themselves. */
const REFRESH = 60_000;

const alertsQuery = (site: string) =>
  queryOptions({
    queryKey: ['alerts', site],
    queryFn: async () => (await call<EditorAlerts>('GET', `${site}/alerts`)).alerts,
  });

/** The alerts that have not ended. */
export function useAlerts() {
  const { site } = useOpenSite();
  return useQuery({ ...alertsQuery(site.key), refetchInterval: REFRESH });
}

/** Starts the alert of a theater, changes it, or ends it. */
export function useAlertChange(theater: string) {
  const { site } = useOpenSite();
  const client = useQueryClient();
  const path = `${site.key}/alerts/${encodeURIComponent(theater)}`;
  const onSettled = () => client.invalidateQueries({ queryKey: ['alerts', site.key] });
  return {
    set: useMutation({ mutationFn: (alert: NewAlert) => call<EditorAlert>('PUT', path, alert), onSettled }),
    end: useMutation({ mutationFn: () => call('DELETE', path), onSettled }),
  };
}
