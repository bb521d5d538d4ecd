// A show as an event of a calendar: its span, and the addresses that hand it to one.

const MINUTE_MS = 60_000;
/** How long a film runs whose running time is not known, in minutes. */
export const UNKNOWN_RUNTIME = 120;

/** What a calendar is told of a show. */
export interface CalendarEvent {
  readonly title: string;
  /** The start, ISO 8601 with its offset. */
  readonly at: string;
  /** Running time in minutes; 0 or nothing when unknown. */
  readonly runtime?: number | undefined;
  /** Where it is, in one line. */
  readonly location: string;
  /** What else there is to say. */
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

/** The file of one show, which every calendar reads. */
export const calendarFile = (show: string): string => `/api/calendar/show/${encodeURIComponent(show)}.ics`;

/** Pairs of a query; what is empty is left out. */
function query(pairs: readonly (readonly [name: string, value: string, raw?: boolean])[]): string {
  return pairs
    .filter(([, value]) => value !== '')
    .map(([name, value, raw]) => `${name}=${raw ? value : encodeURIComponent(value)}`)
    .join('&');
}
