// Where shows are on their screens: how long they take, when the screen is clean, and which times are free.

import { list, text } from '@marquee/api/json.ts';
import { type OpeningDay, closuresOf, isClosedOn, openingHoursOf } from '../content/theaters.ts';
import { pointerOf, valueAt } from '../pointer.ts';
import { DAY, minutesBetween, weekdayOf } from './clock.ts';
import { type ProgramFilm, filmById, lengthOf } from './films.ts';
import type { ProgramRules } from './rules.ts';
import { type ProgramShow, isPlayed } from './shows.ts';

/** Times are multiples of this many minutes. */
export const STEP = 5;

/** The latest start: 3 AM of the night after a cinema day. */
const LAST_START = 27 * 60;

/** Usual hours of starts, in minutes of the cinema day: what is outside is probably a typing error. */
const USUAL_FROM = 8 * 60;
const USUAL_TO = 25 * 60;

/** A show on its screen. Times are minutes of the cinema day. */
export interface PlacedShow {
  readonly show: ProgramShow;
  readonly film: ProgramFilm;
  readonly start: number;
  readonly end: number;
  /** When the screen is clean. */
  readonly clean: number;
}

/** Minutes of a show: as long as the feed says, else trailers and film. */
function showLength({ fields }: ProgramShow, film: ProgramFilm, rules: ProgramRules): number {
  const length = fields.endsAt === undefined ? 0 : minutesBetween(fields.startsAt, fields.endsAt);
  return length > 0 ? length : filmLength(film, rules);
}

/** Minutes of trailers and film. */
export const filmLength = (film: ProgramFilm, { trailerMinutes }: ProgramRules): number => trailerMinutes + lengthOf(film);

export function placedShow(show: ProgramShow, films: readonly ProgramFilm[], rules: ProgramRules): PlacedShow {
  const film = filmById(films, show.fields.movieId);
  const start = show.local.minutes;
  const end = start + showLength(show, film, rules);
  return { show, film, start, end, clean: end + rules.cleaningMinutes };
}

export const placedShows = (
  shows: readonly ProgramShow[],
  films: readonly ProgramFilm[],
  rules: ProgramRules,
): readonly PlacedShow[] => shows.map((show) => placedShow(show, films, rules));

/** What is wrong with a show. None of it forbids to publish. */
export type WarningKind = 'overlap' | 'gap' | 'hours' | 'closed' | 'picture';

export interface ShowWarning {
  readonly kind: WarningKind;
  /** Id of the show. */
  readonly show: string;
  /** Of an overlap: minutes before the screen is clean. Of a gap: its minutes. Else 0. */
  readonly minutes: number;
  /** The show before it on the screen; empty for the first one. */
  readonly other: string;
}

/** When a theater is closed. */
export interface ClosedDays {
  /** Opening hours by weekday; undefined if the theater has none. */
  readonly hours: readonly OpeningDay[] | undefined;
  readonly weekdays: readonly number[];
  readonly closures: readonly { readonly from: string; readonly to: string }[];
}

export function closedDaysOf(content: unknown, theater: string): ClosedDays {
  const record = valueAt(content, pointerOf('theaters', theater));
  const hours = openingHoursOf(valueAt(record, '/openingHours'));
  return {
    hours: hours.kind === 'week' ? hours.days.filter(({ opens, closes }) => opens !== '' && closes !== '') : undefined,
    weekdays: list(valueAt(record, '/closedWeekdays')).map((day) => Number(text(day))),
    closures: closuresOf(valueAt(record, '/closures')),
  };
}

const isClosed = ({ weekdays, closures }: ClosedDays, day: string): boolean =>
  weekdays.includes(weekdayOf(day)) || isClosedOn(closures, day);

/** Minutes of a local time, `13:30`. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The opening hours of a theater on a day; undefined if it has none, so that the usual hours count. */
export const openingOn = ({ hours = [] }: Pick<ClosedDays, 'hours'>, day: string): readonly OpeningDay[] | undefined =>
  hours.length === 0 ? undefined : hours.filter(({ weekday }) => weekday === weekdayOf(day));

/** Whether a show starts outside the opening hours, else outside the usual ones. */
function isOutsideHours(closed: ClosedDays, { show, start }: PlacedShow): boolean {
  const opening = openingOn(closed, show.local.day);
  if (opening === undefined) return start < USUAL_FROM || start > USUAL_TO;
  return !opening.some(({ opens, closes }) => {
    const [from, to] = [minutesOf(opens), minutesOf(closes)];
    return from <= start && start <= (to <= from ? to + DAY : to);
  });
}

const isSameScreen = (a: PlacedShow, b: PlacedShow): boolean =>
  a.show.fields.screen !== '' && a.show.fields.screen === b.show.fields.screen && a.show.local.day === b.show.local.day;

/** The warnings of shows, in the order of their days and starts. Hidden and canceled shows have none. */
export function warningsOf(placed: readonly PlacedShow[], closed: ClosedDays, cleaning: number): readonly ShowWarning[] {
  const shown = placed
    .filter(({ show }) => isPlayed(show))
    .toSorted((a, b) => a.show.local.day.localeCompare(b.show.local.day) || a.start - b.start);
  const warnings: ShowWarning[] = [];
  for (const [index, current] of shown.entries()) {
    const warn = (kind: WarningKind, minutes = 0, other = ''): void =>
      void warnings.push({ kind, show: current.show.id, minutes, other });
    // The one that leaves the screen last.
    const before = shown
      .slice(0, index)
      .filter((other) => isSameScreen(other, current))
      .toSorted((a, b) => b.end - a.end)[0];
    if (before !== undefined) {
      const gap = current.start - before.end;
      if (gap < 0) warn('overlap', before.clean - current.start, before.show.id);
      else if (gap < cleaning) warn('gap', gap, before.show.id);
    }
    if (isOutsideHours(closed, current)) warn('hours');
    if (isClosed(closed, current.show.local.day)) warn('closed');
    if (current.film.poster === '') warn('picture');
  }
  return warnings;
}

/** Number of warnings of one kind. */
export const countOf = (warnings: readonly ShowWarning[], kind: WarningKind): number =>
  warnings.filter((warning) => warning.kind === kind).length;

/** A time on a screen for a film. */
interface Slot {
  readonly day: string;
  readonly screen: string;
  readonly start: number;
  /** Minutes of trailers and film. */
  readonly length: number;
  /** The show that moves; its own time is free. */
  readonly ignore?: string;
}

/** Whether a film can start then: the show before is over and cleaned up, and it ends before the next one starts. */
export const isFree = (placed: readonly PlacedShow[], { day, screen, start, length, ignore }: Slot): boolean =>
  placed
    .filter(({ show }) => isPlayed(show) && show.id !== ignore && show.local.day === day && show.fields.screen === screen)
    .every((other) => start >= other.clean || start + length <= other.start);

const roundedUp = (minutes: number): number => Math.ceil(minutes / STEP) * STEP;
export const snapped = (minutes: number): number => Math.round(minutes / STEP) * STEP;

/** The free start with the least distance, the later one of two; undefined if the screen has none. */
export function nearestFreeStart(placed: readonly PlacedShow[], slot: Slot): number | undefined {
  const later = nextFreeStart(placed, slot);
  for (let start = roundedUp(slot.start) - STEP; start >= USUAL_FROM; start -= STEP) {
    if (later !== undefined && later - slot.start <= slot.start - start) return later;
    if (isFree(placed, { ...slot, start })) return start;
  }
  return later;
}

/** The first free start from a time on; undefined if the screen has none. */
export function nextFreeStart(placed: readonly PlacedShow[], slot: Slot): number | undefined {
  for (let start = roundedUp(slot.start); start < LAST_START; start += STEP) if (isFree(placed, { ...slot, start })) return start;
  return undefined;
}

/** The hours of a grid: at least 10 AM to 1 AM, and all shows with their cleaning. */
export function gridHours(placed: readonly PlacedShow[]): { readonly from: number; readonly to: number } {
  const starts = placed.map(({ start }) => Math.floor(start / 60));
  const ends = placed.map(({ clean }) => Math.ceil(clean / 60));
  return { from: Math.max(0, Math.min(10, ...starts)), to: Math.min(30, Math.max(25, ...ends)) };
}
