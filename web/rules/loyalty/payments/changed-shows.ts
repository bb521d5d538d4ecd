// Shows that were canceled or moved, in members' orders. An order names its show only by theater, film and start.

import type { ChangedShow, ChangedShows } from '@marquee/api/schema.gen.ts';
import { field, list } from '@marquee/api/json.ts';
import { instantOf } from '../calls/responses.ts';
import type { Order } from './orders.ts';

/** How long after its start an order is still compared: its show may have been moved to a later time. */
const MOVED_LATER_MS = 86_400_000;

/** The shows of a response; invalid entries are left out. */
export const changedShowsOf = (response: unknown): ChangedShows['shows'] => list(field(response, 'shows')).flatMap(changedShowOf);

function changedShowOf(entry: unknown): ChangedShow[] {
  const [theater, nowAt] = [field(entry, 'theater'), startOf(field(entry, 'nowAt'))];
  const announced = list(field(entry, 'announced'))
    .map(startOf)
    .filter((at) => at !== undefined);
  const titles = list(field(entry, 'titles')).filter((title) => typeof title === 'string');
  if (typeof theater !== 'string' || (nowAt === undefined && field(entry, 'nowAt') !== undefined)) return [];
  return [{ theater, titles, announced, ...(nowAt === undefined ? {} : { nowAt }) }];
}

const startOf = (start: unknown): string | undefined => (typeof start === 'string' ? instantOf(start) : undefined);

/** Whether an order has a show that may have changed. */
export const mayHaveChanged = ({ kind, showtimeAt }: Order, now: number): boolean =>
  kind === 'show' && showtimeAt !== undefined && Date.parse(showtimeAt) > now - MOVED_LATER_MS;

/** An order with what has become of its show: its start is the new one. */
export function withShowChange(order: Order, shows: readonly ChangedShow[]): Order {
  const { title, cinemaId, showtimeAt } = order;
  if (showtimeAt === undefined) return order;
  const start = Date.parse(showtimeAt);
  const changed = shows.find(
    ({ theater, titles, announced }) =>
      theater === cinemaId && titles.includes(title) && announced.some((at) => Date.parse(at) === start),
  );
  if (changed === undefined) return order;
  return changed.nowAt === undefined
    ? { ...order, change: { kind: 'canceled' } }
    : { ...order, showtimeAt: changed.nowAt, change: { kind: 'moved', from: showtimeAt } };
}
