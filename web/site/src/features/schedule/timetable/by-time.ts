// The day by time: every start in order, under its hour.

import type { CardItem, Show, TheaterPage } from '@marquee/api/schema.gen.ts';

export interface Start {
  film: CardItem;
  show: Show;
  /** Minute of the cinema day. */
  minute: number;
}

export interface Hour {
  /** Minute of the cinema day at which the hour begins. */
  minute: number;
  /** Label of the hour, for example `6 PM`; the time of its first start if the axis has no label for it. */
  name: string;
  starts: Start[];
}

/** The starts of the day by hour. */
export function hoursOf(page: Pick<TheaterPage, 'rows' | 'hours'>): Hour[] {
  const names = new Map(page.hours);
  const starts = page.rows
    .flatMap((row) => row.shows.map(({ show, start }): Start => ({ film: row.film, show, minute: start })))
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

/** Separates the starts that have passed, which are folded. */
export function splitStarted(hours: readonly Hour[]): { earlier: Hour[]; later: Hour[] } {
  const hoursWith = (started: boolean): Hour[] =>
    hours
      .map((hour) => ({ ...hour, starts: hour.starts.filter(({ show }) => (show.state === 'started') === started) }))
      .filter((hour) => hour.starts.length > 0);
  return { earlier: hoursWith(true), later: hoursWith(false) };
}
