// Forgiving search: accents do not matter, and the letters of each word may have one typing error.

import { fold } from '@marquee/rules/fold.ts';

/** Whether each word of a query begins a word of the text, in any order. */
export function matches(text: string, query: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((word) =>
    words.some((candidate) => candidate.startsWith(word) || (word.length > 3 && isNear(word, candidate))),
  );
}

/** What something is found by. */
export interface Searched {
  /** Its name. */
  readonly label: string;
  /** What is shown beside the name. */
  readonly hint?: string | undefined;
  /** Words that are not shown. */
  readonly words?: string | undefined;
}

/** How well a word is found, best first: as a word of the name, at the begin of one, with a typing error, in the hint, in other words. */
const POINTS = { word: 5, begin: 4, near: 3, hint: 2, other: 1 } as const;

/** A result that has a word of the query in words that are not shown only. */
const WEAK = POINTS.other;

function pointsOf(word: string, label: readonly string[], hint: readonly string[], other: readonly string[]): number {
  const begins = (candidate: string): boolean => candidate.startsWith(word);
  if (label.includes(word)) return POINTS.word;
  if (label.some(begins)) return POINTS.begin;
  if (word.length > 3 && label.some((candidate) => isNear(word, candidate))) return POINTS.near;
  if (hint.some(begins)) return POINTS.hint;
  return other.some(begins) ? POINTS.other : 0;
}

/** How many results are shown, and how many if all are weak. */
const MAX_RESULTS = 8;
const MAX_WEAK_RESULTS = 3;

/** What a query finds, the best first. Weak results are left out if there are better ones. */
export function bestMatches<Item extends Searched>(items: readonly Item[], query: string): readonly Item[] {
  const words = wordsOf(query);
  if (words.length === 0) return items.slice(0, MAX_RESULTS);
  const found = items
    .map((item) => {
      const [label, hint, other] = [wordsOf(item.label), wordsOf(item.hint ?? ''), wordsOf(item.words ?? '')];
      const points = words.map((word) => pointsOf(word, label, hint, other));
      return { item, least: Math.min(...points), sum: points.reduce((sum, one) => sum + one, 0), length: label.length };
    })
    .filter(({ least }) => least > 0)
    .toSorted((a, b) => b.least - a.least || b.sum - a.sum || a.length - b.length);
  const good = found.filter(({ least }) => least > WEAK);
  return (good.length > 0 ? good.slice(0, MAX_RESULTS) : found.slice(0, MAX_WEAK_RESULTS)).map(({ item }) => item);
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Where a phrase begins in a text, at the begin of a word, without regard to case and accents; undefined if it is not in it. */
export function beginOf(text: string, phrase: string): number | undefined {
  const [letters, searched] = [Array.from(text, fold), fold(phrase)];
  // A letter may become none or two of them.
  const whole = letters.join('');
  for (let at = whole.indexOf(searched); at >= 0; at = whole.indexOf(searched, at + 1)) {
    if (at > 0 && /[\p{L}\p{N}]/u.test(whole[at - 1] ?? '')) continue;
    return originalIndex(text, letters, at);
  }
  return undefined;
}

/** The index in a text of an index in its folded letters. */
function originalIndex(text: string, letters: readonly string[], at: number): number {
  let [index, folded] = [0, 0];
  for (const [number, letter] of Array.from(text).entries()) {
    if (folded >= at) break;
    folded += letters[number]?.length ?? 0;
    index += letter.length;
  }
  return index;
}

/** Whether a word begins like another one, with one letter missing, added, exchanged or replaced. */
function isNear(word: string, candidate: string): boolean {
  const start = candidate.slice(0, word.length + 1);
  let same = 0;
  while (same < word.length && word[same] === start[same]) same += 1;
  const [rest, other] = [word.slice(same), start.slice(same)];
  return (
    other.startsWith(rest.slice(1)) ||
    other.slice(1).startsWith(rest) ||
    other.slice(1).startsWith(rest.slice(1)) ||
    (rest[0] === other[1] && rest[1] === other[0] && other.slice(2).startsWith(rest.slice(2)))
  );
}
