// What a view of the search shows for a question.

import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { asks, find, type Found, type Limits, prepare } from '@marquee/rules/search.ts';
import { useMemo } from 'react';
import { emit } from '../../state/events.ts';

/** Films that are offered before a question, and where one finds nothing. */
const SUGGESTIONS = 6;

/** Films with their next times, all of one day. */
export interface Suggested {
  /** The name of the day; empty for today. */
  readonly day: string;
  readonly films: readonly SearchEntry[];
}

export type Finding =
  /** Nothing is asked for yet. */
  | { readonly kind: 'waiting'; readonly suggested: Suggested }
  | { readonly kind: 'none'; readonly suggested: Suggested }
  | { readonly kind: 'found'; readonly found: Found<SearchEntry> };

/** What is found as one types; the entries are made ready once, and not before something is asked for. */
export function useFinding(entries: readonly SearchEntry[], limits: Limits): (question: string) => Finding {
  return useMemo(() => {
    let index: ReturnType<typeof prepare<SearchEntry>> | undefined;
    return (question) => {
      if (!asks(question)) return { kind: 'waiting', suggested: playing(entries, SUGGESTIONS) };
      index ??= prepare(entries);
      const found = find(index, question, limits);
      return found.count === 0 ? { kind: 'none', suggested: playing(entries, SUGGESTIONS) } : { kind: 'found', found };
    };
  }, [entries, limits]);
}

/** The first `most` films with times: of today, or of the next day with times if today has none left. */
export function playing(entries: readonly SearchEntry[], most: number): Suggested {
  const films = entries.filter(({ kind, shows = [] }) => kind === 'film' && shows.length > 0);
  const days = films.map(({ when = '' }) => when);
  const day = days.includes('') ? '' : (days[0] ?? '');
  return { day, films: films.filter(({ when = '' }) => when === day).slice(0, most) };
}

/** Tells analytics of a question that was asked: how long it was and how much it found, never its words (ANLY-07). */
export function tellAsked(question: string, finding: Finding): void {
  if (finding.kind !== 'waiting') emit({ name: 'search', length: question.length, results: finding.kind === 'found' ? finding.found.count : 0 });
}

/** What Enter opens. */
export function firstOf({ films, others }: Found<SearchEntry>): SearchEntry | undefined {
  return films[0] ?? others.find(({ kind }) => kind === 'day') ?? others[0];
}
