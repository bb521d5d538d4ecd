// Shows of the coming days that overlap on their screen, in all theaters of the draft.

import { useQueries } from '@tanstack/react-query';
import { isRecord, text } from '@marquee/api/json.ts';
import { type ContentRecord, recordsOf } from '../content/records.ts';
import { screensOf } from '../content/theaters.ts';
import type { DraftState } from '../draft/machine.ts';
import { useOpenSite } from '../drafts.ts';
import type { ShowPlace } from '../location.ts';
import { valueAt } from '../pointer.ts';
import { clockOf, daysBetween, localTimeOf } from './clock.ts';
import { useProgramFilms } from './film-list.ts';
import type { ProgramFilm } from './films.ts';
import { closedDaysOf, placedShows, warningsOf } from './placement.ts';
import { MAX_PROGRAM_DAYS, feedShowsQuery } from './queries.ts';
import { rulesOf } from './rules.ts';
import { type FeedShow, programShows } from './shows.ts';

/** Cinema days that are checked at least: two program weeks. */
const MIN_DAYS = 14;

/** The coming days of a theater that the draft plans by hand. */
export interface PlannedDays {
  readonly theater: string;
  /** The cinema day of now. */
  readonly today: string;
  /** Number of days from today on. */
  readonly days: number;
}

/**
 * The theaters with shows that the draft adds or changes, each with the days up to the last of them. A change that keeps the start
 * of the feed is of any theater.
 */
export function plannedDays(content: unknown, now: string): readonly PlannedDays[] {
  const shows = valueAt(content, '/shows');
  const fields = Object.values(isRecord(shows) ? shows : {}).map((show) => valueAt(show, '/fields'));
  return recordsOf(content, 'theaters').flatMap(({ id }) => {
    const clock = clockOf(content, id);
    const today = localTimeOf(clock, now)?.day;
    const own = fields.filter((entry) => ['', id].includes(text(valueAt(entry, '/theaterId'))));
    const days = own.flatMap((entry) => localTimeOf(clock, text(valueAt(entry, '/startsAt')))?.day ?? []);
    // A change without a start may be of a show to come.
    const isPast = days.length === own.length && days.every((day) => today !== undefined && day < today);
    if (today === undefined || isPast) return [];
    const last = Math.max(MIN_DAYS, ...days.map((day) => daysBetween(today, day) + 1));
    return [{ theater: id, today, days: Math.min(last, MAX_PROGRAM_DAYS) }];
  });
}

/** A show that starts before the one before it on its screen has ended. */
export interface Overlap extends ShowPlace {
  readonly theaterName: string;
  readonly screen: string;
  /** Start in minutes of the cinema day. */
  readonly minutes: number;
}

/** The overlaps of a theater from today on. `feed` is what feeds have of the days. */
export function overlapsOf(
  { content, server: { live } }: Pick<DraftState, 'content'> & { readonly server: Pick<DraftState['server'], 'live'> },
  { id: theater, name: theaterName, record }: ContentRecord,
  today: string,
  feed: readonly FeedShow[],
  films: readonly ProgramFilm[],
): readonly Overlap[] {
  const clock = clockOf(content, theater);
  const rules = rulesOf(content, theater);
  const shows = programShows(feed, { content, live }, theater, clock).filter(({ local }) => local.day >= today);
  const placed = placedShows(shows, films, rules);
  const screens = screensOf(valueAt(record, '/screens'));
  return warningsOf(placed, closedDaysOf(content, theater), rules.cleaningMinutes)
    .filter(({ kind }) => kind === 'overlap')
    .flatMap(({ show: id }) => {
      const show = shows.find((candidate) => candidate.id === id);
      if (show === undefined) return [];
      const { fields, local } = show;
      const screen = screens.find((candidate) => candidate.id === fields.screen)?.name ?? fields.screen;
      return [{ theater, theaterName, day: local.day, show: id, screen, minutes: local.minutes }];
    });
}

/** The overlaps of the coming days, by day. */
export function useOverlaps(state: DraftState, now: string | undefined) {
  const { site } = useOpenSite();
  const films = useProgramFilms(state.content);
  const planned = now === undefined ? [] : plannedDays(state.content, now);
  const queries = useQueries({
    queries: planned.map(({ theater, today, days }) => feedShowsQuery(site.key, theater, today, days)),
  });
  const theaters = recordsOf(state.content, 'theaters');
  const overlaps = planned.flatMap(({ theater: id, today }, index) => {
    const theater = theaters.find((candidate) => candidate.id === id);
    const feed = queries[index]?.data;
    return theater === undefined || feed === undefined ? [] : overlapsOf(state, theater, today, feed, films);
  });
  return {
    /** Whether the draft has a program of its own. */
    isPlanned: planned.length > 0,
    /** Whether the shows of feeds are there. */
    isKnown: queries.every(({ data }) => data !== undefined),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    overlaps: overlaps.toSorted((a, b) => a.day.localeCompare(b.day) || a.minutes - b.minutes),
  };
}
