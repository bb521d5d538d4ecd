// Fetches the shows that were canceled or moved, for orders of the member area.

import type { ChangedShow } from '@marquee/api/schema.gen.ts';
import { changedShowsOf, mayHaveChanged, withShowChange } from '@marquee/rules/loyalty/payments/changed-shows.ts';
import type { Order } from '@marquee/rules/loyalty/payments/orders.ts';
import { CHANGED_SHOWS_PATH } from '@marquee/rules/paths.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { usePage } from '../page.ts';

async function fetchChangedShows(href: string): Promise<readonly ChangedShow[]> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status}`);
  return changedShowsOf(await response.json());
}

/** Orders with what has become of their shows; as they are if the site could not be asked. */
export function useShowChanges(orders: readonly Order[], now: number): readonly Order[] {
  const href = usePage().site.homeHref.replace(/\/$/, '') + CHANGED_SHOWS_PATH;
  const enabled = orders.some((order) => mayHaveChanged(order, now));
  const { data } = useQuery({ queryKey: ['changed-shows', href], queryFn: () => fetchChangedShows(href), enabled });
  return data === undefined ? orders : orders.map((order) => (mayHaveChanged(order, now) ? withShowChange(order, data) : order));
}
