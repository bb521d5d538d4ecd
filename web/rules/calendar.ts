// A show as a calendar event: its start and end, and the links that add it to a calendar.

import { UNKNOWN_RUNTIME } from './shared.gen.ts';

const MINUTE_MS = 60_000;

/** A show as calendars describe it. */
export interface CalendarEvent {
  readonly title: string;
  /** The start, ISO 8601 with its offset. */
  readonly at: string;
  /** Running time in minutes; 0 or undefined if unknown. */
  readonly runtime?: number | undefined;
  /** The place in one line. */
  readonly location: string;
  /** Further text. */
  readonly details: string;
}

/** Start and end of a show in UTC, like `2025-11-20T23:10:00Z`. */
export function calendarSpan(at: string, runtime: number | undefined): readonly [start: string, end: string] {
  const start = Date.parse(at);
  const minutes = runtime === undefined || runtime <= 0 ? UNKNOWN_RUNTIME : runtime;
  return [utc(start), utc(start + minutes * MINUTE_MS)];
}

const utc = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

/** The address that opens Google Calendar with the event filled in. */
export function googleCalendar({ title, at, runtime, location, details }: CalendarEvent): string {
  const dates = calendarSpan(at, runtime).map((instant) => instant.replaceAll(/[-:]/g, ''));
  return `https://calendar.google.com/calendar/render?action=TEMPLATE&${query([
    ['text', title],
    // The slash between the two is part of the format, so it is not escaped.
    ['dates', dates.join('/'), true],
    ['location', location],
    ['details', details],
  ])}`;
}

/** The address that opens Outlook with the event filled in. */
export function outlookCalendar({ title, at, runtime, location, details }: CalendarEvent): string {
  const [start, end] = calendarSpan(at, runtime);
  return `https://outlook.live.com/calendar/0/deeplink/compose?path=/calendar/action/compose&rru=addevent&${query([
    ['subject', title],
    ['startdt', start],
    ['enddt', end],
    ['location', location],
    ['body', details],
  ])}`;
}

/** Path of a show's iCalendar file, from that of its film, which has the prefix of the page's locale. */
export const calendarFile = (filmFile: string, show: string): string =>
  filmFile.replace(/movie\/[^/]+$/, () => `show/${encodeURIComponent(show)}.ics`);

/** A query string of the pairs, without empty values. \`raw\` values are not escaped. */
function query(pairs: readonly (readonly [name: string, value: string, raw?: boolean])[]): string {
  return pairs
    .filter(([, value]) => value !== '')
    .map(([name, value, raw]) => `${name}=${raw ? value : encodeURIComponent(value)}`)
    .join('&');
}
