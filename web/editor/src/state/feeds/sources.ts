// From which feeds what is shown comes: records do not name their feed.

import { useQuery } from '@tanstack/react-query';
import type { EditorFeed, EditorFeeds } from '@marquee/api/editor.gen.ts';
import { useOpenSite } from '../drafts.ts';
import { can } from '../roles.ts';
import { hasShows } from './form.ts';
import { REFRESH, feedsQuery, refreshOf } from './queries.ts';

/** The feeds of the site, and whether a theater has none. */
export type KnownFeeds = Pick<EditorFeeds, 'feeds' | 'withoutFeed'>;

const NONE: KnownFeeds = { feeds: [], withoutFeed: [] };

/** The feeds of the site, read again while something shows them; none for those who may not see them. */
export function useKnownFeeds(): KnownFeeds {
  const { site } = useOpenSite();
  const { data } = useQuery({
    ...feedsQuery(site.key),
    enabled: can(site, 'read'),
    staleTime: REFRESH,
    refetchInterval: ({ state }) => refreshOf(state.data),
    retry: false,
  });
  return data ?? NONE;
}

/** Those that are on, else those that were: what they brought stays. */
const current = (feeds: readonly EditorFeed[]): readonly EditorFeed[] => {
  const on = feeds.filter(({ isOn }) => isOn);
  return on.length > 0 ? on : feeds;
};

/** The feeds that bring the shows of a theater. */
export const feedsOfTheater = ({ feeds }: KnownFeeds, theater: string): readonly EditorFeed[] =>
  current(feeds.filter((feed) => hasShows(feed) && feed.theaters.some((match) => match.theater === theater)));

/** The feed of a show, if it names one that exists; otherwise those that bring shows of its theater. */
export const feedsOfShow = (
  { feeds }: KnownFeeds,
  ofTheater: readonly EditorFeed[],
  source: string | undefined,
): readonly EditorFeed[] => {
  const named = feeds.filter(({ id }) => id === source);
  return named.length > 0 ? named : ofTheater;
};

/** The feeds that can have films. Where a theater has no feed, films may be of an import, so that none is named. */
export const feedsOfFilms = ({ feeds, withoutFeed }: KnownFeeds): readonly EditorFeed[] =>
  withoutFeed.length > 0 ? [] : current(feeds.filter(hasShows));

/** The feeds that can have facts of films: also those that only complete films of others. */
export const feedsOfFacts = (known: KnownFeeds): readonly EditorFeed[] => {
  const films = feedsOfFilms(known);
  return films.length === 0 ? [] : [...films, ...known.feeds.filter((feed) => !hasShows(feed))];
};

/** The name of the only feed; undefined if there are several, or none. */
export const nameOfOnly = (feeds: readonly EditorFeed[]): string | undefined => (feeds.length === 1 ? feeds[0]?.name : undefined);
