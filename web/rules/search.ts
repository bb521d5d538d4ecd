// The search: which entries match a query, and in which order. The server's renderer and the browser use the same code.

import { fold, foldWords, wordsOf } from './fold.ts';
import { MAX_SEARCH_LENGTH } from './shared.gen.ts';

/** An entry of the index: its title, keywords, and the text of its page. */
export interface SearchableEntry {
  readonly kind: 'film' | 'day' | 'event' | 'theater' | 'page';
  readonly title: string;
  readonly words?: readonly string[];
  readonly text?: string;
  /** Privacy policy, terms: these match only at the start of title words, and are ranked last. */
  readonly isLegal?: boolean;
}

/** Maximum number of results in each group. */
export interface Limits {
  readonly films: number;
  readonly others: number;
}

/** Results, best first, and their total number before the limits. */
export interface SearchResults<T> {
  readonly films: readonly T[];
  /** Days, events, theaters and pages. */
  readonly others: readonly T[];
  readonly count: number;
}

/** A preprocessed entry. */
interface IndexedEntry<T> {
  readonly entry: T;
  /** The folded words of the title, then those with joiners as one word; each has a leading space, to match the start of words. */
  readonly title: string;
  /** The keywords in the same form. */
  readonly keywords: string;
  /** The text of the page in the same form. */
  readonly text: string;
}

/** Preprocessed entries, for many queries. */
export type Index<T> = readonly IndexedEntry<T>[];

/** Minimum lengths of words with one and with two typos. */
const ONE_TYPO = 5;
const TWO_TYPOS = 8;
/** Symbols that people write as words, and these words. */
const SYMBOLS = /[&+]/;
const SYMBOL_WORDS = 'and et und y e';
/** Short words occur inside many others, so in keywords they match only at the start of a word. */
const SHORT_WORD = /^[a-z]{1,2}$/;
/** Signs within words that people leave out: apostrophes, hyphens, dots, asterisks, slashes. */
const JOINERS = /['’ʼ\-‐‑–.·*/]/;
const EVERY_JOINER = /['’ʼ\-‐‑–.·*/]/g;

/** Preprocesses entries for the search. */
export function buildIndex<T extends SearchableEntry>(entries: readonly T[]): Index<T> {
  return entries.map((entry) => {
    const { title, words = [], text = '' } = entry;
    // "Dont" finds "Don't", "xmen" finds "X-Men", and "and" finds "&".
    const symbols = SYMBOLS.test(title) ? SYMBOL_WORDS : '';
    return {
      entry,
      title: ` ${foldWords(JOINERS.test(title) ? `${title} ${joinedWords(title)}` : title)}`,
      keywords: ` ${foldWords([...words, symbols].join(' '))}`,
      text: ` ${foldWords(text)}`,
    };
  });
}

/** The words of a title that have joiners, without them: `S.W.A.T.: Under Siege` gives `SWAT:`. */
const joinedWords = (title: string): string =>
  title
    .split(' ')
    .filter((word) => JOINERS.test(word))
    .map((word) => word.replace(EVERY_JOINER, ''))
    .join(' ');

/**
 * The text that is searched: the words of a query, separated by one space, at most `MAX_SEARCH_LENGTH` code points. The server computes
 * the same; the tests of both use fixtures/searches/text.json. A field's `maxLength` counts UTF-16 code units, so what it accepts is never
 * too long.
 */
export function searchText(query: string): string {
  const words = query.split(/[\p{White_Space}\p{Cc}]+/u).filter((word) => word !== '');
  return [...words.join(' ')].slice(0, MAX_SEARCH_LENGTH).join('').replace(/ $/, '');
}

/** Whether a query is not blank. */
export const isNonBlank = (query: string): boolean => searchText(query) !== '';

/**
 * The entries that match a query. Every word of it must occur in the title or in the keywords, also inside a word (one or two letters
 * in keywords only at the start of a word: "ra" does not match "drama"), or at the start of a word of the text. If a title has all
 * words, entries that only mention them are left out. If nothing matches, words that sound the same (`z` as `s`, `ph` as `f`) match,
 * and longer words may have typos: one from five letters, two from eight.
 */
export function search<T extends SearchableEntry>(index: Index<T>, query: string, limits: Limits): SearchResults<T> {
  const text = searchText(query);
  const words = wordsOf(text);
  if (words.length === 0) return grouped(symbolMatches(index, text), limits);
  const start = ` ${words.join(' ')}`;
  const exact = ranked(index, (entry) => rankOf(entry, words, start));
  return grouped(exact.length > 0 ? exact : similar(index, words), limits);
}

/** The entries whose title contains the symbols of a query without words: some films are titled so. */
function symbolMatches<T extends SearchableEntry>(index: Index<T>, text: string): T[] {
  const symbols = fold(text);
  return symbols === '' ? [] : index.map(({ entry }) => entry).filter(({ title }) => fold(title).includes(symbols));
}

/** Ranks of matches, best first. */
const TITLE_START = 0;
const WORD_START = 1;
const IN_TITLE = 2;
const IN_WORDS = 3;
const IN_TEXT = 4;

function rankOf(
  { entry, title, keywords, text }: IndexedEntry<SearchableEntry>,
  words: readonly string[],
  start: string,
): number | undefined {
  if (title.startsWith(start)) return TITLE_START;
  let worst = WORD_START;
  for (const word of words) {
    const isStart = title.includes(` ${word}`);
    if (isStart && entry.isLegal !== true) continue;
    if (entry.isLegal !== true && title.includes(word)) worst = Math.max(worst, IN_TITLE);
    else if (keywords.includes(SHORT_WORD.test(word) ? ` ${word}` : word)) worst = Math.max(worst, IN_WORDS);
    else if (isStart || text.includes(` ${word}`)) worst = IN_TEXT;
    else return undefined;
  }
  return worst;
}

/** The matching entries, best first; those of equal rank keep their order. */
function ranked<T extends SearchableEntry>(index: Index<T>, rankOfEntry: (entry: IndexedEntry<T>) => number | undefined): T[] {
  const byRank: T[][] = [];
  for (const indexed of index) {
    const rank = rankOfEntry(indexed);
    if (rank !== undefined) (byRank[rank] ??= []).push(indexed.entry);
  }
  const startMatches = [...(byRank[TITLE_START] ?? []), ...(byRank[WORD_START] ?? [])];
  if (startMatches.length === 0) return byRank.flat();
  // If the query matches the start of a word in a film's title, films with a match inside a word ("Rusalka" for "sal") are left out.
  const hasFilm = startMatches.some(({ kind }) => kind === 'film');
  return [...startMatches, ...(byRank[IN_TITLE] ?? []).filter(({ kind }) => !hasFilm || kind !== 'film')];
}

/** The entries with the fewest typos; first those with every word in the title. */
function similar<T extends SearchableEntry>(index: Index<T>, words: readonly string[]): T[] {
  // By spelling and by sound: a typo within "ph" matches by spelling only.
  const spelled = words.map((word) => queryWord(word, word));
  const sounds = words.map((word) => queryWord(word, phonetic(word)));
  let fewest = Infinity;
  let matches: { readonly entry: T; readonly isTitle: boolean }[] = [];
  for (const { entry, title, keywords } of index) {
    const bySpelling = matchOf(textOf(title), textOf(keywords), spelled);
    const bySound = matchOf(textOf(phonetic(title)), textOf(phonetic(keywords)), sounds);
    const match = bySound === undefined || (bySpelling !== undefined && bySpelling.typos <= bySound.typos) ? bySpelling : bySound;
    if (match === undefined || match.typos > fewest) continue;
    if (match.typos < fewest) matches = [];
    fewest = match.typos;
    matches.push({ entry, isTitle: match.isTitle });
  }
  return [...matches.filter(({ isTitle }) => isTitle), ...matches.filter(({ isTitle }) => !isTitle)].map(({ entry }) => entry);
}

interface QueryWord {
  readonly word: string;
  readonly letters: number;
  readonly typos: number;
}

interface SearchedText {
  readonly text: string;
  readonly letters: number;
}

/** Replaces letters that sound the same by one of them, because people spell by sound. */
const phonetic = (text: string): string => text.replaceAll('ph', 'f').replaceAll('z', 's');

function queryWord(original: string, word: string): QueryWord {
  return { word, letters: lettersOf(word), typos: original.length >= TWO_TYPOS ? 2 : original.length >= ONE_TYPO ? 1 : 0 };
}

/** A text and its letters: words are compared only if the letters make a match possible. */
const textOf = (text: string): SearchedText => ({ text, letters: lettersOf(text) });

/** The letters a to z of a text as a bit set, with one bit for all others: texts with too few common letters are skipped. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index) - 97;
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26);
  }
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count += 1;
  return count;
}

/** The total number of typos with which an entry has all words, and whether its title has them all. */
function matchOf(
  title: SearchedText,
  keywords: SearchedText,
  words: readonly QueryWord[],
): { readonly typos: number; readonly isTitle: boolean } | undefined {
  let typos = 0;
  let isTitle = true;
  for (const word of words) {
    const inTitle = typosIn(title, word);
    const inMore = inTitle === 0 ? undefined : typosIn(keywords, word);
    const fewest = Math.min(inTitle ?? Infinity, inMore ?? Infinity);
    if (fewest === Infinity) return undefined;
    if (inTitle !== fewest) isTitle = false;
    typos += fewest;
  }
  return { typos, isTitle };
}

/** The smallest number of typos between the word and a word, or the start of a word, of the text; undefined if there are too many. */
function typosIn(text: SearchedText, { word, letters, typos }: QueryWord): number | undefined {
  if (bitCount(letters & ~text.letters) > typos) return undefined;
  let fewest: number | undefined;
  for (const candidate of text.text.split(' ')) {
    if (candidate.length < word.length - typos) continue;
    const distance = typosBetween(word, candidate, fewest === undefined ? typos : fewest - 1);
    if (distance !== undefined) fewest = distance;
    if (fewest === 0) break;
  }
  return fewest;
}

/**
 * The optimal string alignment distance between `word` and `target` or a prefix of it: the number of inserted, deleted, replaced or
 * transposed letters; undefined if it is more than `limit`.
 */
export function typosBetween(word: string, target: string, limit: number): number | undefined {
  const width = Math.min(target.length, word.length + limit);
  let beforeLast: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, index) => index);
  for (let row = 1; row <= word.length; row += 1) {
    const letter = word[row - 1];
    const next = [row];
    for (let column = 1; column <= width; column += 1) {
      const same = letter === target[column - 1];
      let cost = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && column > 1 && letter === target[column - 2] && word[row - 2] === target[column - 1])
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      next.push(cost);
    }
    // No later row, not even by a swap, has a lower cost than the lowest of this one.
    if (Math.min(...next) > limit) return undefined;
    [beforeLast, last] = [last, next];
  }
  const fewest = Math.min(...last);
  return fewest <= limit ? fewest : undefined;
}

function grouped<T extends SearchableEntry>(matches: readonly T[], { films, others }: Limits): SearchResults<T> {
  const isFilm = ({ kind }: T): boolean => kind === 'film';
  return {
    films: matches.filter(isFilm).slice(0, films),
    others: matches.filter((entry) => !isFilm(entry)).slice(0, others),
    count: matches.length,
  };
}
