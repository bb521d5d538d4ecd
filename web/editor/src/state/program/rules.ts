// The rules of a theater for shows that are typed in: trailers, cleaning, booking links and prices.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { pointerOf, valueAt } from '../pointer.ts';
import { DAY, type LocalTime, clockText, laterDay, weekdayOf } from './clock.ts';
import { type Price, priceOf } from './shows.ts';

/** A price for the shows that match; the first rule that matches counts. */
export interface PriceRule {
  /** ISO weekdays of the cinema day; empty for all. */
  readonly weekdays: readonly number[];
  /** Shows that start before this local time, `17:00`; empty for all. */
  readonly before: string;
  /** Attributes that a show must have, all of them. */
  readonly attributes: readonly string[];
  readonly price: Price;
}

export interface ProgramRules {
  readonly trailerMinutes: number;
  readonly cleaningMinutes: number;
  /** Address with placeholders; empty for no link. */
  readonly booking: string;
  readonly prices: readonly PriceRule[];
}

const DEFAULT_TRAILER_MINUTES = 15;
const DEFAULT_CLEANING_MINUTES = 20;

export const rulesPointer = (theater: string): string => pointerOf('programRules', theater);

const minutesOf = (value: unknown, fallback: number): number => (typeof value === 'number' && value >= 0 ? value : fallback);

export function rulesOf(content: unknown, theater: string): ProgramRules {
  const record = valueAt(content, rulesPointer(theater));
  const rules = isRecord(record) ? record : {};
  return {
    trailerMinutes: minutesOf(rules['trailerMinutes'], DEFAULT_TRAILER_MINUTES),
    cleaningMinutes: minutesOf(rules['cleaningMinutes'], DEFAULT_CLEANING_MINUTES),
    booking: text(rules['booking']),
    prices: list(rules['prices']).flatMap((entry) => {
      const price = isRecord(entry) ? priceOf(entry['price']) : undefined;
      if (!isRecord(entry) || price === undefined) return [];
      const weekdays = list(entry['weekdays']).map(Number);
      return [{ weekdays, before: text(entry['before']), attributes: list(entry['attributes']).map(text), price }];
    }),
  };
}

/** The record of rules. What is empty is left out. */
export const writtenRules = ({
  trailerMinutes,
  cleaningMinutes,
  booking,
  prices,
}: ProgramRules): Readonly<Record<string, unknown>> => ({
  trailerMinutes,
  cleaningMinutes,
  ...(booking === '' ? {} : { booking }),
  ...(prices.length === 0
    ? {}
    : {
        prices: prices.map(({ weekdays, before, attributes, price }) => ({
          ...(weekdays.length === 0 ? {} : { weekdays }),
          ...(before === '' ? {} : { before }),
          ...(attributes.length === 0 ? {} : { attributes }),
          price,
        })),
      }),
});

function minutesOfClock(time: string): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(time) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

/** The price of a show by the first rule that matches; undefined without one. */
export function priceByRule({ prices }: ProgramRules, local: LocalTime, attributes: readonly string[]): Price | undefined {
  return prices.find((rule) => {
    const before = minutesOfClock(rule.before);
    return (
      (rule.weekdays.length === 0 || rule.weekdays.includes(weekdayOf(local.day))) &&
      (before === undefined || local.minutes < before) &&
      rule.attributes.every((key) => attributes.includes(key))
    );
  })?.price;
}

/** The booking link of a show by the rule; undefined without one. */
export function bookingByRule(
  { booking }: ProgramRules,
  show: { readonly id: string; readonly movieId: string; readonly screen: string },
  { day, minutes }: LocalTime,
): string | undefined {
  if (booking === '') return undefined;
  const values: Readonly<Record<string, string>> = {
    id: encodeURIComponent(show.id),
    film: encodeURIComponent(show.movieId),
    screen: encodeURIComponent(show.screen),
    date: laterDay(day, Math.floor(minutes / DAY)),
    time: clockText(minutes),
  };
  return booking.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
