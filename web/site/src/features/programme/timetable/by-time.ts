// The day by time: every start in order, under its hour.

import type { CardItem, Show, TheaterPage } from '@marquee/api/schema.gen.ts';

export interface Start {
  film: CardItem;
  show: Show;
  /** Minute of the cinema day. */
  minute: number;
}

export interface Hour {
  /** Minute of the day the hour begins at. */
  minute: number;
  /** Its name, for example `6 PM`; the first start's time when the axis does not name it. */
  name: string;
  starts: Start[];
}

/** The starts of the day by hour. */
export function hoursOf(page: Pick<TheaterPage, 'rows' | 'hours'>): Hour[] {
  const names = new Map(page.hours);
  const starts = page.rows
    .flatMap((row) => row.shows.map((one): Start => ({ film: row.film, show: one.show, minute: one.start })))
    .toSorted((a, b) => a.minute - b.minute);
  const hours: Hour[] = [];
  for (const start of starts) {
    const minute = Math.floor(start.minute / 60) * 60;
    const last = hours.at(-1);
    if (last?.minute === minute) last.starts.push(start);
    else hours.push({ minute, name: names.get(minute) ?? start.show.time, starts: [start] });
  }
  return hours;
}

/** Splits off what has started, for the fold. */
export function split(hours: readonly Hour[]): { earlier: Hour[]; later: Hour[] } {
  const part = (started: boolean): Hour[] =>
    hours
      .map((hour) => ({ ...hour, starts: hour.starts.filter(({ show }) => (show.state === 'started') === started) }))
      .filter((hour) => hour.starts.length > 0);
  return { earlier: part(true), later: part(false) };
}
