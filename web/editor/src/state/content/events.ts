// Events: when they are, and new ones.

import { isRecord, list, text } from '@marquee/api/json.ts';
import type { Price } from '../program/shows.ts';
import { type ContentRecord, recordsOf } from './records.ts';
import { freeName, slugOf } from './slug.ts';

export const EVENT_FILTERS = ['upcoming', 'series', 'past'] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];

export interface EventDate {
  /** `2026-11-29` */
  readonly date: string;
  /** `16:00`; empty if it is not known. */
  readonly time: string;
  /** The film of this date; empty for those of the event. */
  readonly movieId: string;
  /** The theater is hired, so there is no show. */
  readonly hired: boolean;
}

export const datesOf = (record: Readonly<Record<string, unknown>>): readonly EventDate[] =>
  list(record['dates']).flatMap((entry) =>
    isRecord(entry)
      ? [
          {
            date: text(entry['date']),
            time: text(entry['time']).slice(0, 5),
            movieId: text(entry['movieId']),
            hired: entry['hired'] === true,
          },
        ]
      : [],
  );

/** The dates for the record, in ascending order. */
export const writtenDates = (dates: readonly EventDate[]): readonly Readonly<Record<string, unknown>>[] =>
  dates.toSorted((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1)).map(writtenDate);

const writtenDate = ({ date, time, movieId, hired }: EventDate): Readonly<Record<string, unknown>> => ({
  date,
  ...(time === '' ? {} : { time: `${time}:00` }),
  ...(movieId === '' || hired ? {} : { movieId }),
  ...(hired ? { hired } : {}),
});

/** ISO weekday of a weekly series; undefined for other events. */
export const weekdayOf = (record: Readonly<Record<string, unknown>>): number | undefined =>
  typeof record['weekly'] === 'number' ? record['weekly'] : undefined;

/** Whether all dates of an event are before a day. A weekly series and an event without dates never end. */
const isPast = (record: Readonly<Record<string, unknown>>, today: string): boolean => {
  const dates = datesOf(record);
  return weekdayOf(record) === undefined && dates.length > 0 && dates.every(({ date }) => date < today);
};

/** The events that a filter shows. */
export const filteredEvents = (content: unknown, filter: EventFilter, today: string): readonly ContentRecord[] =>
  recordsOf(content, 'events').filter(({ record }) =>
    filter === 'series' ? weekdayOf(record) !== undefined : filter === 'past' ? isPast(record, today) : !isPast(record, today),
  );

/** The local day as `2026-11-26`. */
export function isoDay(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day after the last date, or the given one: what a new date most likely is. For a weekly series, a week later. */
export function nextDate(dates: readonly EventDate[], today: string): EventDate {
  const last = dates.toSorted((a, b) => (a.date < b.date ? -1 : 1)).at(-1);
  if (last === undefined) return { date: today, time: '', movieId: '', hired: false };
  const day = new Date(`${last.date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 7);
  const date = Number.isNaN(day.getTime()) ? today : day.toISOString().slice(0, 10);
  return { date, time: last.time, movieId: '', hired: false };
}

export function newEvent(title: string, content: unknown): Readonly<Record<string, unknown>> {
  const events = recordsOf(content, 'events');
  const slug = freeName(slugOf(title) || 'event', (name) => events.some(({ record }) => record['slug'] === name));
  const id = freeName(slug, (name) => events.some((event) => event.id === name));
  return { id, title, slug, type: '', dates: [], summary: '', description: '', pictureAlt: '', movieIds: [], theaterIds: [] };
}

/** An instant as the value of a field for date and time, in the time zone of the browser; empty for none. */
export function localMoment(instant: unknown): string {
  const date = new Date(text(instant));
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${isoDay(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant of a typed date and time; undefined without one. */
export function instantOf(moment: string): string | undefined {
  const date = new Date(moment);
  return moment === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
}

/** The lowest price of a ticket; undefined without one. */
export function priceOf(record: Readonly<Record<string, unknown>>): Price | undefined {
  const price = record['priceFrom'];
  if (!isRecord(price) || typeof price['amount'] !== 'number') return undefined;
  return { amount: price['amount'], currency: text(price['currency']) };
}
