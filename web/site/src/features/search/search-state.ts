// The state of the search for a query.

import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { isNonBlank, search, searchText, type SearchResults, type Limits, buildIndex } from '@marquee/rules/search.ts';
import { useMemo } from 'react';
import { emit } from '../../state/events.ts';

/** Number of films suggested without a query and without results. */
const SUGGESTION_COUNT = 6;

/** Suggested films with their next showtimes, all on the same day. */
export interface Suggestions {
  /** The name of the day; empty for today. */
  readonly day: string;
  readonly films: readonly SearchEntry[];
}

export type SearchState =
  /** The query is empty. */
  | { readonly kind: 'waiting'; readonly suggested: Suggestions }
  | { readonly kind: 'none'; readonly suggested: Suggestions }
  | { readonly kind: 'found'; readonly results: SearchResults<SearchEntry> };

/** Returns a function that searches the entries. The index is built once, with the first query. */
export function useSearch(entries: readonly SearchEntry[], limits: Limits): (query: string) => SearchState {
  return useMemo(() => {
    let index: ReturnType<typeof buildIndex<SearchEntry>> | undefined;
    return (query) => {
      if (!isNonBlank(query)) return { kind: 'waiting', suggested: suggest(entries, SUGGESTION_COUNT) };
      index ??= buildIndex(entries);
      const results = search(index, query, limits);
      return results.count === 0 ? { kind: 'none', suggested: suggest(entries, SUGGESTION_COUNT) } : { kind: 'found', results };
    };
  }, [entries, limits]);
}

/** The first `limit` films with times today, or on the next day with times if today has none left. */
export function suggest(entries: readonly SearchEntry[], limit: number): Suggestions {
  const films = entries.filter(({ kind, shows = [] }) => kind === 'film' && shows.length > 0);
  const days = films.map(({ when = '' }) => when);
  const day = days.includes('') ? '' : (days[0] ?? '');
  return { day, films: films.filter(({ when = '' }) => when === day).slice(0, limit) };
}

/** Reports a search to analytics: the length of the searched text and the number of results, never the text (ANLY-07). */
export function reportSearch(query: string, state: SearchState): void {
  if (state.kind === 'waiting') return;
  const { length } = [...searchText(query)];
  emit({ name: 'search', length, results: state.kind === 'found' ? state.results.count : 0 });
}

/** The hit that Enter opens. */
export function firstHit({ films, others }: SearchResults<SearchEntry>): SearchEntry | undefined {
  return films[0] ?? others.find(({ kind }) => kind === 'day') ?? others[0];
}
