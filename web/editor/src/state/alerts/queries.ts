// Alerts of theaters. They are no part of the draft: a change is live at once.

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EditorAlert, EditorAlerts, NewAlert } from '@marquee/api/editor.gen.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';
import { useClockOffset } from '../clock.ts';
import { useOpenSite } from '../drafts.ts';
import { type SiteAccess, canSomewhere } from '../roles.ts';
import { type UnsentAlert, storeAlerts, storedAlerts } from './queue.ts';
import { AlertSender } from './sender.ts';

/** Maximum length of a message in characters. The server refuses longer ones. */
export const MAX_ALERT_CHARACTERS = 160;

/** How often alerts are read again while they are shown, in milliseconds: they end by themselves. */
const REFRESH = 60_000;

const alertsQuery = (site: string) =>
  queryOptions({
    queryKey: ['alerts', site],
    queryFn: async () => (await call<EditorAlerts>('GET', `${site}/alerts`)).alerts,
  });

const alertPath = (site: string, theater: string): string => `${site}/alerts/${encodeURIComponent(theater)}`;

/** The alerts that have not ended. */
export function useAlerts() {
  const { site } = useOpenSite();
  return useQuery({ ...alertsQuery(site.key), refetchInterval: REFRESH });
}

/** Starts the alert of a theater, changes it, or ends it. */
export function useAlertChange(theater: string) {
  const { site } = useOpenSite();
  const client = useQueryClient();
  const path = alertPath(site.key, theater);
  const onSettled = () => client.invalidateQueries({ queryKey: ['alerts', site.key] });
  return {
    set: useMutation({ mutationFn: (alert: NewAlert) => call<EditorAlert>('PUT', path, alert), onSettled }),
    end: useMutation({ mutationFn: () => call('DELETE', path), onSettled }),
  };
}

/** The unsent alerts of a site and operator. `onSent`: called with the number of changes that visitors have now. */
export function useAlertSender({ key }: SiteAccess, operator: string, onSent: (count: number) => void): AlertSender {
  const client = useQueryClient();
  return useMemo(() => new AlertSender(portsOf(key, operator, client, onSent)), [key, operator, client, onSent]);
}

const portsOf = (key: string, operator: string, client: QueryClient, onSent: (count: number) => void) => ({
  // What visitors see is not known without a connection, so this does not wait for one as other queries do.
  load: async () => {
    const { alerts } = await call<EditorAlerts>('GET', `${key}/alerts`);
    client.setQueryData(alertsQuery(key).queryKey, alerts);
    return alerts;
  },
  set: (theater: string, alert: NewAlert) => call<EditorAlert>('PUT', alertPath(key, theater), alert),
  end: (theater: string) => call('DELETE', alertPath(key, theater)),
  stored: () => storedAlerts(localStorage, key, operator),
  store: (alerts: readonly UnsentAlert[]) => storeAlerts(localStorage, key, operator, alerts),
  later(run: () => void, delay: number) {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
  onSent(count: number) {
    void client.invalidateQueries({ queryKey: alertsQuery(key).queryKey });
    onSent(count);
  },
});

/** Sends unsent alerts while the site is open, and loads the alerts for the time without a connection. */
export function useAlertSending(): void {
  const { site, alerts } = useOpenSite();
  const offset = useClockOffset();
  useQuery({ ...alertsQuery(site.key), enabled: canSomewhere(site, 'alerts') });
  useEffect(() => {
    const flush = (): void => void alerts.flush();
    addEventListener('online', flush);
    const stop = alerts.start(() => Date.now() + offset);
    return () => {
      removeEventListener('online', flush);
      stop();
    };
  }, [alerts, offset]);
}

export function useUnsentAlerts(): readonly UnsentAlert[] {
  const { alerts } = useOpenSite();
  return useSyncExternalStore(alerts.subscribe, alerts.unsent);
}
