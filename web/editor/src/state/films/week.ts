// Where films are shown in the days to come, and where operators have hidden them.

import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { closuresOf, isClosedOn, shownTheaters } from '../content/theaters.ts';
import type { DraftState } from '../draft/machine.ts';
import { useOpenSite } from '../drafts.ts';
import { type TheaterClock, clockOf, daysOfWeek, localTimeOf } from '../program/clock.ts';
import { feedShowsQuery } from '../program/queries.ts';
import { type FeedShow, isPlayed, programShows, showsOfDays } from '../program/shows.ts';
import type { Versions } from './list.ts';

/** A film in the seven cinema days from today on, at the theaters of the site. */
export interface FilmWeek {
  /** Number of shows to come. */
  readonly shows: number;
  /** Names of the theaters that have one, in the order of the site. */
  readonly theaters: readonly string[];
  /** Names of the theaters at which operators have hidden all of them. */
  readonly hiddenAt: readonly string[];
}

/** A film without shows in these days. */
export const NO_WEEK: FilmWeek = { shows: 0, theaters: [], hiddenAt: [] };

/** Today at a theater. */
const dayOf = (clock: TheaterClock, now: string): string => localTimeOf(clock, now)?.day ?? now.slice(0, 10);

interface Counts {
  shown: number;
  hidden: number;
}

/** The films by id. `feeds` has what feeds say of each theater; a film without an entry has no show. */
export function filmWeeks(
  feeds: ReadonlyMap<string, readonly FeedShow[]>,
  versions: Versions,
  now: string,
): ReadonlyMap<string, FilmWeek> {
  const weeks = new Map<string, FilmWeek>();
  for (const { id, name, record } of shownTheaters(versions.content)) {
    const clock = clockOf(versions.content, id);
    const closures = closuresOf(record['closures']);
    const days = daysOfWeek(dayOf(clock, now)).filter((day) => !isClosedOn(closures, day));
    const shows = showsOfDays(programShows(feeds.get(id) ?? [], versions, id, clock), days);
    const counts = new Map<string, Counts>();
    for (const show of shows.filter(({ fields }) => Date.parse(fields.startsAt) >= Date.parse(now))) {
      const count = counts.get(show.fields.movieId) ?? { shown: 0, hidden: 0 };
      if (isPlayed(show)) count.shown += 1;
      else count.hidden += 1;
      counts.set(show.fields.movieId, count);
    }
    for (const [film, { shown, hidden }] of counts) {
      const week = weeks.get(film) ?? NO_WEEK;
      weeks.set(film, {
        shows: week.shows + shown,
        theaters: shown > 0 ? [...week.theaters, name] : week.theaters,
        hiddenAt: shown === 0 && hidden > 0 ? [...week.hiddenAt, name] : week.hiddenAt,
      });
    }
  }
  return weeks;
}

/** The shows of all theaters; undefined until all of them are known. */
const loadedFeeds = (results: readonly { readonly data: readonly FeedShow[] | undefined }[]) => {
  const feeds = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return feeds.length === results.length ? feeds : undefined;
};

/** The films by id; undefined while the program of a theater is loaded. `now` is an instant, `2026-11-20T22:48:00Z`. */
export function useFilmWeeks({ content, server: { live } }: DraftState, now: string): ReadonlyMap<string, FilmWeek> | undefined {
  const { site } = useOpenSite();
  const theaters = shownTheaters(content);
  const feeds = useQueries({
    queries: theaters.map(({ id }) => feedShowsQuery(site.key, id, dayOf(clockOf(content, id), now))),
    combine: loadedFeeds,
  });
  return useMemo(() => {
    if (feeds === undefined) return undefined;
    const byTheater = shownTheaters(content).map(({ id }, index) => [id, feeds[index] ?? []] as const);
    return filmWeeks(new Map(byTheater), { content, live }, now);
  }, [feeds, content, live, now]);
}
