// Changes of the program, as parts of the draft.

import { isRecord } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { differencesOf, isSame, valueAt } from '../pointer.ts';
import {
  type LocalTime,
  type TheaterClock,
  daysBetween,
  instantOf,
  laterDay,
  laterInstant,
  minutesBetween,
  weekdayOf,
} from './clock.ts';
import { newShowId } from './films.ts';
import { type ProgramRules, bookingByRule, priceByRule } from './rules.ts';
import { type FieldName, type ProgramShow, type ShowFields, isPlayed, showPointer } from './shows.ts';

/** The theater that is edited. */
export interface Theater {
  readonly id: string;
  readonly clock: TheaterClock;
  readonly rules: ProgramRules;
}

/** A show to type in. */
export interface NewShow {
  readonly movieId: string;
  readonly local: LocalTime;
  readonly screen: string;
  readonly attributes: readonly string[];
  /** The price if no rule has one. */
  readonly price?: ShowFields['price'];
}

/** The record of fields: what is empty is left out. */
function writtenFields(fields: ShowFields): Readonly<Record<string, unknown>> {
  const { movieId, theaterId, startsAt, endsAt, screen, attributes, booking, price } = fields;
  return {
    movieId,
    theaterId,
    startsAt,
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(screen === '' ? {} : { screen }),
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(booking === undefined ? {} : { booking }),
    ...(price === undefined ? {} : { price }),
  };
}

/** Adds a show, with the price and the booking link of the rules. */
export function addedShow(theater: Theater, show: NewShow, id: string = newShowId()): PartChange {
  const { movieId, local, screen, attributes } = show;
  const fields: ShowFields = {
    movieId,
    theaterId: theater.id,
    startsAt: instantOf(theater.clock, local),
    endsAt: undefined,
    screen,
    attributes,
    booking: bookingByRule(theater.rules, { id, movieId, screen }, local),
    price: priceByRule(theater.rules, local, attributes) ?? show.price,
  };
  return { pointer: showPointer(id), to: { added: true, fields: writtenFields(fields) } };
}

const NAMES: readonly FieldName[] = ['movieId', 'theaterId', 'startsAt', 'endsAt', 'screen', 'attributes', 'booking', 'price'];

/** The fields that differ from those of the feed; null for a value that the feed has and the show has not. */
function overrideOf(feed: ShowFields, fields: ShowFields): Readonly<Record<string, unknown>> {
  const names = NAMES.filter((name) => !isSame(fields[name], feed[name]));
  return Object.fromEntries(names.map((name) => [name, isEmpty(fields[name]) ? null : fields[name]]));
}

const isEmpty = (value: unknown): boolean => value === undefined || value === '';

/** The record of a show: what was typed in, or what differs from the feed. Undefined if nothing does. */
function recordOf({ feed, origin }: ProgramShow, fields: ShowFields): Readonly<Record<string, unknown>> | undefined {
  if (feed === undefined) return { added: true, fields: writtenFields(fields) };
  const override = overrideOf(feed, fields);
  const isHidden = origin === 'hidden';
  if (Object.keys(override).length === 0 && !isHidden) return undefined;
  return { ...(isHidden ? { hidden: true } : {}), fields: override };
}

/**
 * Changes values of a show. A show of a feed keeps what the feed says for the others. Only the fields that change are edited, so that
 * two people can correct time and screen of one show; null is a value only within a whole record.
 */
export function changedShow(show: ProgramShow, values: Partial<ShowFields>): readonly PartChange[] {
  const { id, origin } = show;
  const [before, after] = [recordOf(show, show.fields), recordOf(show, { ...show.fields, ...values })];
  const whole = { pointer: showPointer(id), to: after };
  if (origin === 'feed' || before === undefined || after === undefined) return [whole];
  const differences = differencesOf(before, after, showPointer(id));
  return differences.some(({ to, from }) => to === null || from === null)
    ? [whole]
    : differences.map(({ pointer, to }) => ({ pointer, to }));
}

/** The fields of a show at another time. An end that is known moves with the start. */
export function fieldsAt(clock: TheaterClock, { fields }: ProgramShow, local: LocalTime): Pick<ShowFields, 'startsAt' | 'endsAt'> {
  const startsAt = instantOf(clock, local);
  const { endsAt } = fields;
  return { startsAt, endsAt: endsAt === undefined ? undefined : laterInstant(endsAt, minutesBetween(fields.startsAt, startsAt)) };
}

/** Moves a show to another time and screen. */
export const movedShow = (clock: TheaterClock, show: ProgramShow, local: LocalTime, screen: string): readonly PartChange[] =>
  changedShow(show, { ...fieldsAt(clock, show, local), screen });

/** Removes a show that was typed in; hides one of a feed. */
export const removedShow = ({ id, feed }: ProgramShow, content: unknown): PartChange => {
  if (feed === undefined) return { pointer: showPointer(id), to: undefined };
  const fields = valueAt(content, showPointer(id, 'fields'));
  return { pointer: showPointer(id), to: { hidden: true, fields: isRecord(fields) ? fields : {} } };
};

/** Sets a show of a feed back to what the feed says, and shows it again. */
export const resetShow = ({ id }: ProgramShow): PartChange => ({ pointer: showPointer(id), to: undefined });

/** Lets a show start when its feed says. Nothing for a hidden show, one that was typed in, or one whose start nobody has changed. */
export function withFeedStart(id: string, content: unknown): readonly PartChange[] {
  const record = valueAt(content, showPointer(id));
  const fields = isRecord(record) ? record['fields'] : undefined;
  if (!isRecord(record) || !isRecord(fields) || fields['startsAt'] === undefined) return [];
  if (record['added'] === true || record['hidden'] === true) return [];
  const times = ['startsAt', 'endsAt'].filter((name) => fields[name] !== undefined);
  const isAll = times.length === Object.keys(fields).length;
  return isAll
    ? [{ pointer: showPointer(id), to: undefined }]
    : times.map((name) => ({ pointer: showPointer(id, 'fields', name), to: undefined }));
}

/** Shows a hidden show again, with its changes. */
export const unhiddenShow = (show: ProgramShow): PartChange => ({
  pointer: showPointer(show.id),
  to: recordOf({ ...show, origin: 'overridden' }, show.fields),
});

const keyOf = ({
  fields,
  local,
}: {
  readonly fields: { readonly movieId: string; readonly screen: string };
  readonly local: LocalTime;
}) => `${local.day} ${local.minutes} ${fields.screen} ${fields.movieId}`;

/** Types shows in again on later days. What is there already is left out, and so are hidden shows. */
export function copiedShows(
  theater: Theater,
  shows: readonly ProgramShow[],
  days: number | readonly number[],
  existing: readonly ProgramShow[],
  newId: () => string = newShowId,
): readonly PartChange[] {
  const taken = new Set(existing.filter(isPlayed).map(keyOf));
  const offsets = typeof days === 'number' ? [days] : days;
  return offsets.flatMap((offset) =>
    shows.filter(isPlayed).flatMap(({ fields, local }) => {
      const to = { ...local, day: laterDay(local.day, offset) };
      const key = keyOf({ fields, local: to });
      if (taken.has(key)) return [];
      taken.add(key);
      const { movieId, screen, attributes, price } = fields;
      return [addedShow(theater, { movieId, local: to, screen, attributes, price }, newId())];
    }),
  );
}

/** The days, counted from a day, on which a show is repeated: some weekdays, until a day. */
export function repeatOffsets(day: string, weekdays: readonly number[], until: string): readonly number[] {
  const count = Math.min(MAX_REPEAT_DAYS, daysBetween(day, until));
  return Array.from({ length: Math.max(0, count) }, (_, index) => index + 1).filter((offset) =>
    weekdays.includes(weekdayOf(laterDay(day, offset))),
  );
}

/** The longest time of a repeat, in days. */
const MAX_REPEAT_DAYS = 92;
