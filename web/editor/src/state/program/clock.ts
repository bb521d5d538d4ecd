// The clock of a theater: instants as minutes of a cinema day, in its time zone and across changes of daylight saving time.

import {
  type CalendarDate,
  getDayOfWeek,
  parseAbsolute,
  parseDate,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date';
import { text } from '@marquee/api/json.ts';
import { pointerOf, valueAt } from '../pointer.ts';

const MINUTE = 60_000;

/** Minutes of a calendar day. */
export const DAY = 24 * 60;

/** Where and when the cinema days of a theater are. */
export interface TheaterClock {
  /** `America/Detroit` */
  readonly zone: string;
  /** Local hour at which a cinema day starts (CONST-02). */
  readonly startHour: number;
}

/** A moment on the clock of a theater. */
export interface LocalTime {
  /** The cinema day, `2026-11-20`. */
  readonly day: string;
  /** Minutes since midnight of the cinema day: 1:30 AM of the night after it is 1530. */
  readonly minutes: number;
}

/** Default of `businessDayStartHour`. */
const DEFAULT_START_HOUR = 3;

export function clockOf(content: unknown, theater: string): TheaterClock {
  const zone = text(valueAt(content, pointerOf('theaters', theater, 'timeZone')));
  const hour = valueAt(content, '/site/config/options/businessDayStartHour');
  return { zone: isZone(zone) ? zone : 'UTC', startHour: typeof hour === 'number' ? hour : DEFAULT_START_HOUR };
}

function isZone(zone: string): boolean {
  try {
    return zone !== '' && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The local time of an instant; undefined if the text is not one. */
export function localTimeOf({ zone, startHour }: TheaterClock, instant: string): LocalTime | undefined {
  if (Number.isNaN(Date.parse(instant))) return undefined;
  const local = toCalendarDateTime(parseAbsolute(new Date(instant).toISOString(), zone));
  const isNight = local.hour < startHour;
  const day = toCalendarDate(isNight ? local.subtract({ days: 1 }) : local);
  return { day: day.toString(), minutes: local.hour * 60 + local.minute + (isNight ? DAY : 0) };
}

/** The instant of a local time, `2026-11-20T23:35:00Z`. A time that the clocks skip is an hour later. */
export function instantOf({ zone }: TheaterClock, { day, minutes }: LocalTime): string {
  const date = parseDate(day).add({ days: Math.floor(minutes / DAY) });
  const inDay = ((minutes % DAY) + DAY) % DAY;
  const local = toCalendarDateTime(date).set({ hour: Math.floor(inDay / 60), minute: inDay % 60 });
  return writtenInstant(toZoned(local, zone).toDate());
}

const writtenInstant = (date: Date): string => date.toISOString().replace('.000Z', 'Z');

/** The instant some minutes later. */
export const laterInstant = (instant: string, minutes: number): string =>
  writtenInstant(new Date(Date.parse(instant) + minutes * MINUTE));

/** Minutes from one instant to another. */
export const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / MINUTE;

/** The day some days later. */
export const laterDay = (day: string, days: number): string => parseDate(day).add({ days }).toString();

/** Number of days from one day to another. */
export const daysBetween = (from: string, to: string): number => parseDate(to).compare(parseDate(from));

/** Weekday of a day, 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => isoWeekday(parseDate(day));

const isoWeekday = (date: CalendarDate): number => getDayOfWeek(date, 'en-US', 'mon') + 1;

/** The first day of the week that contains a day; weeks start on an ISO weekday. */
export const weekStart = (day: string, firstWeekday: number): string => laterDay(day, -((weekdayOf(day) - firstWeekday + 7) % 7));

/** The ISO weekday on which program weeks start: of the theater, of the site, else Wednesday in France and Friday elsewhere (CONST-02). */
export function playWeekStart(content: unknown, theater: string): number {
  const pointers = [pointerOf('theaters', theater, 'playWeekStart'), '/site/config/options/playWeekStart'];
  const chosen = pointers.map((pointer) => valueAt(content, pointer)).find((value) => typeof value === 'number');
  return chosen ?? (valueAt(content, '/site/config/country/iso31661A2') === 'FR' ? 3 : 5);
}

/** The days from a day on. */
export const daysOfWeek = (first: string, count = 7): readonly string[] =>
  Array.from({ length: count }, (_, index) => laterDay(first, index));

/** Whether a text is a day that exists. */
export function isDay(day: string): boolean {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(day) && parseDate(day).toString() === day;
  } catch {
    return false;
  }
}

/** The local time as `18:05`, for placeholders and formats. Hours of the night are those of the calendar day. */
export function clockText(minutes: number): string {
  const inDay = ((minutes % DAY) + DAY) % DAY;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}
