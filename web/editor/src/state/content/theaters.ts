// Theaters: closures, screens.

import type { AccessFeature } from '@marquee/api/editor.gen.ts';
import { isRecord, list, text } from '@marquee/api/json.ts';
import { type Translations, translationsOf } from './languages.ts';
import { valueAt } from '../pointer.ts';
import { type ContentRecord, recordsOf } from './records.ts';

/** Whether visitors never choose a theater. */
export const isSingleLocation = (content: unknown): boolean => valueAt(content, '/site/config/isSingleLocation') === true;

/** Ids of the theaters that the site shows; empty for all. */
export const SHOWN_POINTER = '/site/config/theaterIds';

/** The theaters that visitors find. */
export function shownTheaters(content: unknown): readonly ContentRecord[] {
  const ids = list(valueAt(content, SHOWN_POINTER));
  return recordsOf(content, 'theaters').filter(({ id }) => ids.length === 0 || ids.includes(id));
}

export interface Closure {
  /** First day, `2026-12-25`. */
  readonly from: string;
  /** Last day; empty until further notice. */
  readonly to: string;
  readonly reason: string;
  /** The reason in the other languages. */
  readonly translations: Translations;
}

export const closuresOf = (value: unknown): readonly Closure[] =>
  list(value).flatMap((entry) =>
    isRecord(entry)
      ? [
          {
            from: text(entry['from']),
            to: text(entry['to']),
            reason: text(entry['reason']),
            translations: translationsOf(entry['translations']),
          },
        ]
      : [],
  );

/** Whether a theater is closed on a day, `2026-12-25`. */
export const isClosedOn = (closures: readonly Pick<Closure, 'from' | 'to'>[], day: string): boolean =>
  closures.some(({ from, to }) => from <= day && (to === '' || day <= to));

export const writtenClosures = (closures: readonly Closure[]): readonly Readonly<Record<string, unknown>>[] =>
  closures.map(({ from, to, reason, translations }) => {
    // With its spaces: somebody is typing.
    const filled = Object.fromEntries(Object.entries(translations).filter(([, words]) => words.trim() !== ''));
    return {
      from,
      ...(to === '' ? {} : { to }),
      reason,
      ...(Object.keys(filled).length === 0 ? {} : { translations: filled }),
    };
  });

/** Number of days, both included; undefined until further notice, 0 if the last day is before the first. */
export function closureDays({ from, to }: Pick<Closure, 'from' | 'to'>): number | undefined {
  if (to === '') return undefined;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return Number.isFinite(days) ? Math.max(0, Math.round(days)) : 0;
}

export interface Screen {
  readonly id: string;
  readonly name: string;
  readonly seats: number | undefined;
  readonly attributes: readonly string[];
}

export const screensOf = (value: unknown): readonly Screen[] =>
  list(value).flatMap((entry) =>
    isRecord(entry)
      ? [
          {
            id: text(entry['id']),
            name: text(entry['name']),
            seats: typeof entry['seats'] === 'number' ? entry['seats'] : undefined,
            attributes: list(entry['attributes']).map(text),
          },
        ]
      : [],
  );

export const writtenScreens = (screens: readonly Screen[]): readonly Readonly<Record<string, unknown>>[] =>
  screens.map(({ id, name, seats, attributes }) => ({ id, name, ...(seats === undefined ? {} : { seats }), attributes }));

/** An id for a new screen: the next number. */
export function nextScreenId(screens: readonly Screen[]): string {
  const numbers = screens.map(({ id }) => Number(id)).filter(Number.isFinite);
  return String(Math.max(0, ...numbers) + 1);
}

/** What a building can offer, in the order of lists. */
export const ACCESS_FEATURES = [
  'wheelchairSpaces',
  'stepFreeEntrance',
  'companionSeats',
  'accessibleRestroom',
  'accessibleParking',
  'hearingLoop',
  'audioDescription',
  'captions',
  'assistanceDogs',
  'quietRoom',
] as const satisfies readonly AccessFeature[];

/** Opening and closing time of a weekday, `13:30`; closing at or before opening is on the next day. */
export interface OpeningDay {
  readonly weekday: number;
  readonly opens: string;
  readonly closes: string;
}

export type OpeningHours =
  | { readonly kind: 'text' }
  | { readonly kind: 'week'; readonly days: readonly OpeningDay[] }
  | { readonly kind: 'program'; readonly minutesBefore: number };

export function openingHoursOf(value: unknown): OpeningHours {
  if (!isRecord(value)) return { kind: 'text' };
  if (value['kind'] === 'program') {
    return { kind: 'program', minutesBefore: typeof value['minutesBefore'] === 'number' ? value['minutesBefore'] : 0 };
  }
  const days = list(value['days']).flatMap((day) =>
    isRecord(day) ? [{ weekday: Number(day['weekday']), opens: text(day['opens']), closes: text(day['closes']) }] : [],
  );
  return { kind: 'week', days };
}

/** The days with the hours of a weekday replaced; without both times the weekday is closed. Further hours of the day stay. */
export function withDay(days: readonly OpeningDay[], weekday: number, opens: string, closes: string): readonly OpeningDay[] {
  const first = days.findIndex((day) => day.weekday === weekday);
  const others = days.filter((_, index) => index !== first);
  const changed = opens === '' && closes === '' ? others : [...others, { weekday, opens, closes }];
  return changed.toSorted((a, b) => a.weekday - b.weekday || a.opens.localeCompare(b.opens));
}
