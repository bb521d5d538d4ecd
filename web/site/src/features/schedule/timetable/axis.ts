// The hour axis: its hours, and the CSS rules that place the shows on it.
// Style attributes are not allowed, so positions are classes whose rules are in the document's head.

import type { TheaterPage, TimetableShow } from '@marquee/api/schema.gen.ts';

const HOUR = 60;
/** Minimum length of an axis in hours, so that a single show does not fill the page. */
const MIN_HOURS = 6;

export interface Axis {
  /** Minute of the day at which the axis begins. */
  from: number;
  /** Its length in hours. */
  hours: number;
}

export interface Axes {
  /** From the first show of the day. */
  all: Axis;
  /** Today without the shows that have started; the same as `all` if none has. */
  later: Axis;
  /** Whether there are started shows to fold. */
  folded: boolean;
}

/** The axes of a day. `now` is the minute of the day, set for today only. */
export function axesOf(page: Pick<TheaterPage, 'rows' | 'today'>, now: number | undefined): Axes {
  const shows = page.rows.flatMap((row) => row.shows);
  const all = axisOf(shows, undefined);
  const upcoming = shows.filter((show) => !isPast(show));
  if (!page.today || now === undefined || upcoming.length === shows.length) return { all, later: all, folded: false };
  return { all, later: axisOf(upcoming, now), folded: true };
}

/** Whether a show has started; such shows are folded. */
export function isPast({ show }: TimetableShow): boolean {
  return show.state === 'started';
}

function axisOf(shows: readonly TimetableShow[], now: number | undefined): Axis {
  if (shows.length === 0) return { from: 10 * HOUR, hours: MIN_HOURS };
  let first = now ?? Infinity;
  let last = 0;
  for (const { start, length } of shows) {
    first = Math.min(first, start);
    last = Math.max(last, start + length);
  }
  const from = Math.floor(first / HOUR) * HOUR;
  return { from, hours: Math.max(Math.ceil((last - from) / HOUR), MIN_HOURS) };
}

/** The number of lanes that a row needs for overlapping shows. */
export function lanesOf(shows: readonly TimetableShow[]): number {
  return shows.reduce((lanes, show) => Math.max(lanes, show.lane + 1), 1);
}

/** The classes that place a show. */
export function placeClass({ start, length, lane }: TimetableShow): string {
  return `tt-s${toInteger(start)} tt-l${toInteger(length)}${lane > 0 ? ` tt-n${toInteger(lane)}` : ''}`;
}

/** The class that places an hour label. */
export function hourClass(minute: number): string {
  return `tt-s${toInteger(minute)}`;
}

/** The classes of a row with more than one lane: of all its shows, and of those that are not folded. */
export function rowClass(shows: readonly TimetableShow[]): string | undefined {
  const lanes = lanesOf(shows);
  const later = laterLanesOf(shows);
  if (lanes === 1) return undefined;
  return `tt-r${toInteger(lanes)}${later > 1 ? ` tt-u${toInteger(later)}` : ''}`;
}

const laterLanesOf = (shows: readonly TimetableShow[]): number => lanesOf(shows.filter((show) => !isPast(show)));

/** The CSS rules of a page: a class for each start, length and lane in use, and the extents of both axes. Contains only digits from the data. */
export function timetableCss(page: TheaterPage, now: number | undefined): string {
  const { all, later } = axesOf(page, now);
  const rules = new Set([
    `:root{--ttFrom:${toInteger(later.from)};--ttHours:${toInteger(later.hours)};--ttFromAll:${toInteger(all.from)};--ttHoursAll:${toInteger(all.hours)};--ttNow:${toInteger(now ?? 0)}}`,
  ]);
  for (const [minute] of page.hours) rules.add(`.tt-s${toInteger(minute)}{--at:${toInteger(minute)}}`);
  for (const row of page.rows) {
    const lanes = lanesOf(row.shows);
    const laterLanes = laterLanesOf(row.shows);
    if (lanes > 1) rules.add(`.tt-r${toInteger(lanes)}{--lanesAll:${toInteger(lanes)}}`);
    if (laterLanes > 1) rules.add(`.tt-u${toInteger(laterLanes)}{--lanes:${toInteger(laterLanes)}}`);
    for (const { start, length, lane } of row.shows) {
      rules.add(`.tt-s${toInteger(start)}{--at:${toInteger(start)}}`);
      rules.add(`.tt-l${toInteger(length)}{--len:${toInteger(length)}}`);
      if (lane > 0) rules.add(`.tt-n${toInteger(lane)}{--lane:${toInteger(lane)}}`);
    }
  }
  return [...rules].join('');
}

/** Rounds to a non-negative integer, which is safe in a stylesheet; 0 if not finite. */
function toInteger(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0;
}
