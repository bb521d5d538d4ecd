// Rows of what is playing: a theater each, or the screens of a single location.

import type { ScreenToday, ShowToday, TheaterToday } from '@marquee/api/editor.gen.ts';

/** A theater or a screen with its show and its next one. */
export interface PlayingRow {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  /** Number of screens of a theater. */
  readonly screens?: number;
  /** Seats of a screen. */
  readonly seats?: number | undefined;
  readonly playing?: ShowToday | undefined;
  readonly next?: ShowToday | undefined;
}

/** The first of the shows by a time of theirs. */
function firstBy(shows: readonly (ShowToday | undefined)[], time: 'startsAt' | 'endsAt'): ShowToday | undefined {
  const known = shows.filter((show) => show !== undefined);
  return known.toSorted((a, b) => a[time].localeCompare(b[time]))[0];
}

/** The screens of a single location, or of several theaters the show that ends first and the next one of each. */
export function playingRows(theaters: readonly TheaterToday[]): readonly PlayingRow[] {
  const [first] = theaters;
  if (first !== undefined && theaters.length === 1)
    return first.screens.map(({ name, seats, playing, next }: ScreenToday, index) => ({
      id: `${index} ${name}`,
      name,
      timeZone: first.timeZone,
      seats,
      playing,
      next,
    }));
  return theaters.map(({ id, name, timeZone, screens }) => ({
    id,
    name,
    timeZone,
    screens: screens.length,
    playing: firstBy(
      screens.map(({ playing }) => playing),
      'endsAt',
    ),
    next: firstBy(
      screens.map(({ next }) => next),
      'startsAt',
    ),
  }));
}

/** The next show of all theaters. */
export function nextShowOf(theaters: readonly TheaterToday[]): { readonly show: ShowToday; readonly timeZone: string } | undefined {
  const next = firstBy(
    theaters.flatMap(({ screens }) => screens.map((screen) => screen.next)),
    'startsAt',
  );
  const theater = theaters.find(({ screens }) => screens.some((screen) => screen.next === next));
  return next === undefined || theater === undefined ? undefined : { show: next, timeZone: theater.timeZone };
}

/** Whole minutes from one instant to another, rounded up; never negative. */
export const minutesBetween = (from: Date, to: string): number =>
  Math.max(0, Math.ceil((new Date(to).getTime() - from.getTime()) / 60_000));
