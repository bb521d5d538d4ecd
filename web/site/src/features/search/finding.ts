// What a view of the search shows for a question.

import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { asks, find, type Found, type Limits, prepare } from '@marquee/rules/search.ts';
import { useMemo } from 'react';
import { emit } from '../../state/events.ts';

/** Films that are offered before a question, and where one finds nothing. */
const SUGGESTIONS = 6;

export type Finding =
  /** Nothing is asked for yet. */
  | { readonly kind: 'waiting'; readonly suggested: Found<SearchEntry> }
  | { readonly kind: 'none'; readonly suggested: Found<SearchEntry> }
  | { readonly kind: 'found'; readonly found: Found<SearchEntry> };

/** What is found as one types; the entries are made ready once, and not before something is asked for. */
export function useFinding(entries: readonly SearchEntry[], limits: Limits): (question: string) => Finding {
  return useMemo(() => {
    let index: ReturnType<typeof prepare<SearchEntry>> | undefined;
    return (question) => {
      if (!asks(question)) return { kind: 'waiting', suggested: suggested(entries) };
      index ??= prepare(entries);
      const found = find(index, question, limits);
      return found.count === 0 ? { kind: 'none', suggested: suggested(entries) } : { kind: 'found', found };
    };
  }, [entries, limits]);
}

/** The first films that play today. */
function suggested(entries: readonly SearchEntry[]): Found<SearchEntry> {
  const films = entries.filter(({ kind, shows = [] }) => kind === 'film' && shows.length > 0).slice(0, SUGGESTIONS);
  return { films, others: [], count: films.length };
}

/** Tells analytics of a question that was asked: how long it was and how much it found, never its words (ANLY-07). */
export function tellAsked(question: string, finding: Finding): void {
  if (finding.kind !== 'waiting') emit({ name: 'search', length: question.length, results: finding.kind === 'found' ? finding.found.count : 0 });
}

/** What Enter opens. */
export function firstOf({ films, others }: Found<SearchEntry>): SearchEntry | undefined {
  return films[0] ?? others.find(({ kind }) => kind === 'day') ?? others[0];
}
