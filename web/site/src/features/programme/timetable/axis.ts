// The hour axis: which hours it shows, and the page's own rules that place each show on it.
// A page may have no style attributes, so places are classes, and their rules travel in the head.

import type { TheaterPage, TimetableShow } from '@marquee/api/schema.gen.ts';

const HOUR = 60;
/** The least hours an axis shows, so that a lone show does not fill the page. */
const LEAST_HOURS = 6;

export interface Axis {
  /** Minute of the day at which the axis begins. */
  from: number;
  /** Its length in hours. */
  hours: number;
}

export interface Axes {
  /** From the first show of the day. */
  all: Axis;
  /** Today without what has started; the same as `all` when nothing has. */
  later: Axis;
  /** Whether there is something to fold away. */
  folded: boolean;
}

/** The axes of a day. `now` is the minute of the day, given for today only. */
export function axesOf(page: Pick<TheaterPage, 'rows' | 'today'>, now: number | undefined): Axes {
  const shows = page.rows.flatMap((row) => row.shows);
  const all = axisOf(shows, undefined);
  const ahead = shows.filter((show) => !isPast(show));
  if (!page.today || now === undefined || ahead.length === 0 || ahead.length === shows.length) return { all, later: all, folded: false };
  return { all, later: axisOf(ahead, now), folded: true };
}

/** Whether a show has started and is folded away today. */
export function isPast(one: TimetableShow): boolean {
  return one.show.state === 'started';
}

function axisOf(shows: readonly TimetableShow[], now: number | undefined): Axis {
  if (shows.length === 0) return { from: 10 * HOUR, hours: LEAST_HOURS };
  let first = now ?? Infinity;
  let last = 0;
  for (const { start, length } of shows) {
    first = Math.min(first, start);
    last = Math.max(last, start + length);
  }
  const from = Math.floor(first / HOUR) * HOUR;
  return { from, hours: Math.max(Math.ceil((last - from) / HOUR), LEAST_HOURS) };
}

/** Lanes that a row needs, today with and without what has started. */
export function lanesOf(shows: readonly TimetableShow[]): number {
  return shows.reduce((lanes, show) => Math.max(lanes, show.lane + 1), 1);
}

/** The class that places one show. */
export function placeClass({ start, length, lane }: TimetableShow): string {
  return `tt-s${whole(start)} tt-l${whole(length)}${lane > 0 ? ` tt-n${whole(lane)}` : ''}`;
}

/** The class of an hour's name on the axis. */
export function hourClass(minute: number): string {
  return `tt-s${whole(minute)}`;
}

/** The class of a row that needs more than one lane. */
export function rowClass(shows: readonly TimetableShow[]): string | undefined {
  const lanes = lanesOf(shows);
  return lanes > 1 ? `tt-r${whole(lanes)}` : undefined;
}

/** The rules of one page: a class for each start, length and lane that occurs, and the ends of both axes. Digits only. */
export function timetableCss(page: TheaterPage, now: number | undefined): string {
  const { all, later } = axesOf(page, now);
  const rules = new Set([
    `:root{--ttFrom:${whole(later.from)};--ttHours:${whole(later.hours)};--ttFromAll:${whole(all.from)};--ttHoursAll:${whole(all.hours)};--ttNow:${whole(now ?? 0)}}`,
  ]);
  for (const [minute] of page.hours) rules.add(`.tt-s${whole(minute)}{--at:${whole(minute)}}`);
  for (const row of page.rows) {
    const lanes = lanesOf(row.shows);
    if (lanes > 1) rules.add(`.tt-r${whole(lanes)}{--lanes:${whole(lanes)}}`);
    for (const { start, length, lane } of row.shows) {
      rules.add(`.tt-s${whole(start)}{--at:${whole(start)}}`);
      rules.add(`.tt-l${whole(length)}{--len:${whole(length)}}`);
      if (lane > 0) rules.add(`.tt-n${whole(lane)}{--lane:${whole(lane)}}`);
    }
  }
  return [...rules].join('');
}

/** A whole number that is safe in a stylesheet. */
function whole(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0;
}
