// Shows that were canceled or moved, in members' orders. An order names its show only by theater, film and start.

import type { ChangedShow, ChangedShows } from '@marquee/api/schema.gen.ts';
import { field, list } from '@marquee/api/json.ts';
import { instantOf } from '../calls/responses.ts';
import type { Order } from './orders.ts';

/** What has become of the show of an order; `at` is the new start. */
export type ShowChange = { readonly kind: 'canceled' } | { readonly kind: 'moved'; readonly at: string };

/** The shows of a response; invalid entries are left out. */
export const changedShowsOf = (response: unknown): ChangedShows['shows'] => list(field(response, 'shows')).flatMap(changedShowOf);

function changedShowOf(entry: unknown): ChangedShow[] {
  const [theater, at, nowAt] = [field(entry, 'theater'), startOf(entry, 'at'), startOf(entry, 'nowAt')];
  const titles = list(field(entry, 'titles')).filter((title) => typeof title === 'string');
  if (typeof theater !== 'string' || at === undefined || (nowAt === undefined && field(entry, 'nowAt') !== undefined)) return [];
  return [{ theater, titles, at, ...(nowAt === undefined ? {} : { nowAt }) }];
}

function startOf(entry: unknown, name: string): string | undefined {
  const start = field(entry, name);
  return typeof start === 'string' ? instantOf(start) : undefined;
}

/** What has become of the show of an order; undefined if it plays as ordered. */
export function showChange({ title, cinemaId, showtimeAt }: Order, shows: readonly ChangedShow[]): ShowChange | undefined {
  if (showtimeAt === undefined) return undefined;
  const start = Date.parse(showtimeAt);
  const changed = shows.find(
    ({ theater, titles, at }) => theater === cinemaId && Date.parse(at) === start && titles.includes(title),
  );
  if (changed === undefined) return undefined;
  return changed.nowAt === undefined ? { kind: 'canceled' } : { kind: 'moved', at: changed.nowAt };
}
