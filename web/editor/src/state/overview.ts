// What is playing on the open site, what needs attention, and its counts.

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Numbers, SiteOverview } from '@marquee/api/editor.gen.ts';
import { call, download } from './api/client.ts';
import { useOpenSite } from './drafts.ts';

/** Days of a period of counts. */
export type PeriodDays = 28 | 365;

/** How often the overview is read again while it is shown, in milliseconds. */
const REFRESH = 60_000;

const overviewQuery = (site: string) =>
  queryOptions({
    queryKey: ['overview', site],
    queryFn: () => call<SiteOverview>('GET', `${site}/overview`),
  });

export function useOverview() {
  const { site } = useOpenSite();
  return useQuery({ ...overviewQuery(site.key), refetchInterval: REFRESH });
}

/** Loads the overview for the time without a connection. */
export function useOverviewAhead(): void {
  const { site } = useOpenSite();
  useQuery({ ...overviewQuery(site.key), staleTime: Infinity, retry: false });
}

export function useNumbers(days: PeriodDays) {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['numbers', site.key, days],
    queryFn: () => call<Numbers>('GET', `${site.key}/numbers?days=${days}`),
  });
}

/** Saves the file with the counts of a period. The server requires a recent password. */
export const saveNumbers = (site: string, days: PeriodDays): Promise<void> =>
  download(`${site}/numbers.csv?days=${days}`, 'numbers.csv');
