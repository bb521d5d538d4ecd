// What is playing on the open site, what needs attention, and its counts.

import { useQuery } from '@tanstack/react-query';
import type { Numbers, SiteOverview } from '@marquee/api/editor.gen.ts';
import { call, download } from './api/client.ts';
import { useOpenSite } from './drafts.ts';

/** Days of a period of counts. */
export type PeriodDays = 28 | 365;

/** How often the overview is read again while it is shown, in milliseconds. */
const REFRESH = 60_000;

export function useOverview() {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['overview', site.key],
    queryFn: () => call<SiteOverview>('GET', `${site.key}/overview`),
    refetchInterval: REFRESH,
  });
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
