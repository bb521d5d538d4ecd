// Fetches the shows that were canceled or moved, for orders of the member area.

import type { ChangedShow } from '@marquee/api/schema.gen.ts';
import { type ShowChange, changedShowsOf, showChange } from '@marquee/rules/loyalty/payments/changed-shows.ts';
import { type Order, isUpcoming } from '@marquee/rules/loyalty/payments/orders.ts';
import { CHANGED_SHOWS_PATH } from '@marquee/rules/paths.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { usePage } from '../page.ts';

async function fetchChangedShows(href: string): Promise<readonly ChangedShow[]> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  return changedShowsOf(await response.json());
}

/** What has become of the show of an order. Undefined if it plays as ordered, is over, or the site could not be asked. */
export function useShowChange(order: Order, now: number): ShowChange | undefined {
  const href = usePage().site.homeHref.replace(/\/$/, '') + CHANGED_SHOWS_PATH;
  const isAsked = order.kind === 'show' && isUpcoming(order, now);
  const { data } = useQuery({ queryKey: ['changed-shows', href], queryFn: () => fetchChangedShows(href), enabled: isAsked });
  return data === undefined || !isAsked ? undefined : showChange(order, data);
}
