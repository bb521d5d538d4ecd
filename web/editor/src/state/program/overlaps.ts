// Shows of the coming days that overlap on their screen or differ from their feed, in all theaters of the draft.

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
import { type ProgramFilm, filmById } from './films.ts';
import { closedDaysOf, placedShows, warningsOf } from './placement.ts';
import { MAX_PROGRAM_DAYS, feedShowsQuery } from './queries.ts';
import { rulesOf } from './rules.ts';
import { type FeedShow, type ProgramShow, differencesFromFeed, isPlayed, programShows } from './shows.ts';

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

/** A show that somebody should look at. */
export interface FoundShow extends ShowPlace {
  readonly theaterName: string;
  readonly screen: string;
  /** Title of its film; empty if it is not known. */
  readonly film: string;
  /** Start in minutes of the cinema day. */
  readonly minutes: number;
}

export interface ProgramChecks {
  /** Shows that start before the one before them on their screen has ended. */
  readonly overlaps: readonly FoundShow[];
  /** Shows of which operators have changed what their feed says. */
  readonly differing: readonly FoundShow[];
}

/** What is to be looked at in a theater from today on. `feed` is what feeds have of the days. */
export function programChecks(
  { content, server: { live } }: Pick<DraftState, 'content'> & { readonly server: Pick<DraftState['server'], 'live'> },
  { id: theater, name: theaterName, record }: ContentRecord,
  today: string,
  feed: readonly FeedShow[],
  films: readonly ProgramFilm[],
): ProgramChecks {
  const clock = clockOf(content, theater);
  const rules = rulesOf(content, theater);
  const shows = programShows(feed, { content, live }, theater, clock).filter(({ local }) => local.day >= today);
  const placed = placedShows(shows, films, rules);
  const screens = screensOf(valueAt(record, '/screens'));
  const found = ({ id, fields, local }: ProgramShow): FoundShow => ({
    theater,
    theaterName,
    day: local.day,
    show: id,
    screen: screens.find((candidate) => candidate.id === fields.screen)?.name ?? fields.screen,
    film: filmById(films, fields.movieId)?.title ?? '',
    minutes: local.minutes,
  });
  const overlapping = warningsOf(placed, closedDaysOf(content, theater), rules.cleaningMinutes).filter(
    ({ kind }) => kind === 'overlap',
  );
  return {
    overlaps: overlapping.flatMap(({ show: id }) => shows.filter((show) => show.id === id).map(found)),
    differing: shows.filter((show) => isPlayed(show) && differencesFromFeed(show).length > 0).map(found),
  };
}

const byStart = (a: FoundShow, b: FoundShow): number => a.day.localeCompare(b.day) || a.minutes - b.minutes;

/** What is to be looked at on the coming days, by day. */
export function useProgramChecks(state: DraftState, now: string) {
  const { site } = useOpenSite();
  const films = useProgramFilms(state.content);
  const planned = plannedDays(state.content, now);
  const queries = useQueries({
    queries: planned.map(({ theater, today, days }) => feedShowsQuery(site.key, theater, today, days)),
  });
  const theaters = recordsOf(state.content, 'theaters');
  const checks = planned.flatMap(({ theater: id, today }, index) => {
    const theater = theaters.find((candidate) => candidate.id === id);
    const feed = queries[index]?.data;
    return theater === undefined || feed === undefined ? [] : programChecks(state, theater, today, feed, films);
  });
  return {
    /** Whether the draft has a program of its own. */
    isPlanned: planned.length > 0,
    /** Whether the shows of feeds are there. */
    isKnown: queries.every(({ data }) => data !== undefined),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    overlaps: checks.flatMap(({ overlaps }) => overlaps).toSorted(byStart),
    differing: checks.flatMap(({ differing }) => differing).toSorted(byStart),
  };
}
