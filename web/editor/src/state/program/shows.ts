// Shows as visitors will see them: those of feeds and imports, with what the draft changes, hides and adds.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { isSame, pointerOf, valueAt } from '../pointer.ts';
import { type LocalTime, type TheaterClock, localTimeOf } from './clock.ts';

/** An amount in minor units. */
export interface Price {
  readonly amount: number;
  /** ISO 4217 */
  readonly currency: string;
}

/** What operators can change of a show. */
export interface ShowFields {
  readonly movieId: string;
  readonly theaterId: string;
  /** UTC, `2026-11-20T23:35:00Z` */
  readonly startsAt: string;
  readonly endsAt: string | undefined;
  /** Id of the screen; empty if it is not known. */
  readonly screen: string;
  readonly attributes: readonly string[];
  readonly booking: string | undefined;
  readonly price: Price | undefined;
}

export type FieldName = keyof ShowFields;

/** Where a show comes from: a feed, a feed with changes, a feed but hidden, or typed in. */
export type Origin = 'feed' | 'overridden' | 'hidden' | 'added';

export interface ProgramShow {
  readonly id: string;
  readonly fields: ShowFields;
  /** What the feed says; undefined for shows that were typed in. */
  readonly feed: ShowFields | undefined;
  readonly origin: Origin;
  /** Whether the feed says so, or no longer has the show. */
  readonly isCanceled: boolean;
  /** Whether visitors do not see it like this yet. */
  readonly isDraft: boolean;
  /** Start on the clock of the theater. */
  readonly local: LocalTime;
}

const FIELDS: readonly FieldName[] = ['movieId', 'theaterId', 'startsAt', 'endsAt', 'screen', 'attributes', 'booking', 'price'];

export function priceOf(value: unknown): Price | undefined {
  if (!isRecord(value) || typeof value['amount'] !== 'number') return undefined;
  return { amount: value['amount'], currency: text(value['currency']) };
}

const optional = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The fields of a record. */
export const fieldsOf = (record: Readonly<Record<string, unknown>>): ShowFields => ({
  movieId: text(record['movieId']),
  theaterId: text(record['theaterId']),
  startsAt: text(record['startsAt']),
  endsAt: optional(record['endsAt']),
  screen: text(record['screen']),
  attributes: list(record['attributes']).map(text),
  booking: optional(record['booking']),
  price: priceOf(record['price']),
});

/** A show of a feed, as the server lists it. */
export interface FeedShow {
  readonly id: string;
  readonly fields: ShowFields;
  readonly isCanceled: boolean;
  /** Id of its feed, in a theater with several feeds. */
  readonly source?: string;
}

/** The shows of a response; malformed ones are left out. */
export function readFeedShows(response: unknown): readonly FeedShow[] {
  const feeds = valueAt(response, '/feeds');
  return list(valueAt(response, '/shows')).flatMap((record) => {
    const id = isRecord(record) ? text(record['id']) : '';
    if (!isRecord(record) || id === '') return [];
    const source = isRecord(feeds) ? text(feeds[id]) : '';
    const isCanceled = record['availability'] === 'cancelled';
    return [{ id, fields: fieldsOf(record), isCanceled, ...(source !== '' && { source }) }];
  });
}

/** The entry of the draft about a show. */
interface ShowEntry {
  readonly isAdded: boolean;
  readonly isHidden: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const showPointer = (id: string, ...names: readonly string[]): string => pointerOf('shows', id, ...names);

function entryOf(value: unknown): ShowEntry | undefined {
  if (!isRecord(value)) return undefined;
  const fields = value['fields'];
  return { isAdded: value['added'] === true, isHidden: value['hidden'] === true, fields: isRecord(fields) ? fields : {} };
}

/** The fields of a feed with the changes of an entry. A change to null removes the value. */
function overlaid(feed: ShowFields, { fields }: ShowEntry): ShowFields {
  return fieldsOf({ ...feed, ...fields });
}

/** The names of the fields that an entry changes. */
export const changedFields = (show: ProgramShow): readonly FieldName[] => {
  const { feed } = show;
  return feed === undefined ? [] : FIELDS.filter((name) => !isSame(show.fields[name], feed[name]));
};

/** The names of the fields in which a show differs from its feed for visitors. Its end follows from other fields. */
export const differencesFromFeed = (show: ProgramShow): readonly FieldName[] =>
  changedFields(show).filter((name) => name !== 'endsAt');

/** All shows of a theater: those of the feed, and those of the draft. Shows without a start are left out. */
export function programShows(
  feed: readonly FeedShow[],
  { content, live }: { readonly content: unknown; readonly live: unknown },
  theater: string,
  clock: TheaterClock,
): readonly ProgramShow[] {
  const entries = valueAt(content, '/shows');
  const byId = isRecord(entries) ? entries : {};
  const feedById = new Map(feed.map((show) => [show.id, show]));
  const ids = [...new Set([...feedById.keys(), ...Object.keys(byId)])];
  return ids.flatMap((id): ProgramShow[] => {
    const entry = entryOf(byId[id]);
    const shown = feedById.get(id);
    const said = shown?.fields;
    const fields =
      said === undefined ? (entry?.isAdded === true ? fieldsOf(entry.fields) : undefined) : entry ? overlaid(said, entry) : said;
    const local = fields && localTimeOf(clock, fields.startsAt);
    if (fields === undefined || local === undefined || fields.theaterId !== theater) return [];
    const isDraft = !isSame(byId[id], valueAt(live, showPointer(id)));
    return [{ id, fields, feed: said, origin: originOf(said, entry), isCanceled: shown?.isCanceled === true, isDraft, local }];
  });
}

function originOf(feed: ShowFields | undefined, entry: ShowEntry | undefined): Origin {
  if (feed === undefined) return 'added';
  if (entry === undefined) return 'feed';
  return entry.isHidden ? 'hidden' : Object.keys(entry.fields).length > 0 ? 'overridden' : 'feed';
}

const byStart = (a: ProgramShow, b: ProgramShow): number =>
  a.local.day === b.local.day ? a.local.minutes - b.local.minutes : a.local.day < b.local.day ? -1 : 1;

/** The shows of some days, by their start. */
export function showsOfDays(shows: readonly ProgramShow[], days: readonly string[]): readonly ProgramShow[] {
  return shows.filter(({ local }) => days.includes(local.day)).toSorted(byStart);
}

/** Whether a show can be moved in the grid: a time of a feed is locked until it is edited. */
export const isMovable = ({ feed, origin }: ProgramShow): boolean => feed === undefined || origin === 'overridden';

/** Shows that visitors can come to: neither hidden nor canceled. */
export const isPlayed = ({ origin, isCanceled }: ProgramShow): boolean => origin !== 'hidden' && !isCanceled;
