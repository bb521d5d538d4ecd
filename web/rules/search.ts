// What a search finds, and in which order. One rule for the page that the server renders and for the browser.

import { fold, spaced, wordsOf } from './fold.ts';

/** An entry of the index, found by its title, by further words, and by the text of its page. */
export interface Findable {
  readonly kind: 'film' | 'day' | 'event' | 'theater' | 'page';
  readonly title: string;
  readonly words?: readonly string[];
  readonly text?: string;
  /** Privacy policy, terms: found only by the beginnings of words in their title, and ranked last. */
  readonly isLegal?: boolean;
}

/** Most of each group that is shown. */
export interface Limits {
  readonly films: number;
  readonly others: number;
}

/** What was found, best first, and how many there are in all. */
export interface Found<T> {
  readonly films: readonly T[];
  /** Days, events, theaters and pages. */
  readonly others: readonly T[];
  readonly count: number;
}

/** An entry made ready for many questions. */
interface Prepared<T> {
  readonly entry: T;
  /** The title's words with single spaces; a space before, so that a word's start can be told. */
  readonly title: string;
  /** The further words in the same form. */
  readonly more: string;
  /** The words of the page in the same form. */
  readonly text: string;
}

/** Entries made ready once; typing asks many times. */
export type Index<T> = readonly Prepared<T>[];

/** Longer questions are cut: nobody types them, and the rest cannot change much. */
const MAX_LENGTH = 100;
/** Least length of a word that may have one typo, and of one that may have two. */
const ONE_TYPO = 5;
const TWO_TYPOS = 8;
/** What stands for a sign that people write as a word. */
const SIGNS = /[&+]/;
const SIGN_WORDS = 'and et';
/** So few letters are in every second word: in the further words only beginnings count. */
const FEW_LETTERS = /^[a-z]{1,2}$/;
const APOSTROPHES = /['’ʼ]/;
const EVERY_APOSTROPHE = /['’ʼ]/g;

/** Makes entries ready to be searched. */
export function prepare<T extends Findable>(entries: readonly T[]): Index<T> {
  return entries.map((entry) => {
    const { title, words = [], text = '' } = entry;
    // "Dont" finds "Don't", and "and" finds "&".
    const joined = APOSTROPHES.test(title) ? title.replace(EVERY_APOSTROPHE, '') : '';
    const signs = SIGNS.test(title) ? SIGN_WORDS : '';
    return { entry, title: ` ${spaced(title)}`, more: ` ${spaced([...words, joined, signs].join(' '))}`, text: ` ${spaced(text)}` };
  });
}

/** Whether a question asks for anything. */
export const asks = (question: string): boolean => question.trim() !== '';

/**
 * What the question finds. Every word of it must be in the title or in the further words, as a part of a word too
 * (one or two letters in the further words only as a beginning: "ra" is not in "drama"), or begin a word of the text.
 * If a title has them all, entries that only mention them are left out. If nothing has them, words that sound the same
 * (`z` as `s`, `ph` as `f`) count, and longer words may have typos: one from five letters on, two from eight.
 */
export function find<T extends Findable>(index: Index<T>, question: string, limits: Limits): Found<T> {
  const asked = question.trim().slice(0, MAX_LENGTH);
  const words = wordsOf(asked);
  if (words.length === 0) return grouped(withSigns(index, asked), limits);
  const start = ` ${words.join(' ')}`;
  const exact = ranked(index, (one) => rankOf(one, words, start));
  return grouped(exact.length > 0 ? exact : similar(index, words), limits);
}

/** A question of signs alone finds them in titles: there are films called so. */
function withSigns<T extends Findable>(index: Index<T>, asked: string): T[] {
  const signs = fold(asked);
  return signs === '' ? [] : index.map(({ entry }) => entry).filter(({ title }) => fold(title).includes(signs));
}

/** How well an entry matches: lower is better. */
const TITLE_START = 0;
const WORD_START = 1;
const IN_TITLE = 2;
const IN_WORDS = 3;
const IN_TEXT = 4;

function rankOf({ entry, title, more, text }: Prepared<Findable>, words: readonly string[], start: string): number | undefined {
  if (title.startsWith(start)) return TITLE_START;
  let worst = WORD_START;
  for (const word of words) {
    const isStart = title.includes(` ${word}`);
    if (isStart && entry.isLegal !== true) continue;
    if (entry.isLegal !== true && title.includes(word)) worst = Math.max(worst, IN_TITLE);
    else if (more.includes(FEW_LETTERS.test(word) ? ` ${word}` : word)) worst = Math.max(worst, IN_WORDS);
    else if (isStart || text.includes(` ${word}`)) worst = IN_TEXT;
    else return undefined;
  }
  return worst;
}

/** The matching entries, best first; of equal rank in the given order. */
function ranked<T extends Findable>(index: Index<T>, rank: (one: Prepared<T>) => number | undefined): T[] {
  const found: T[][] = [];
  for (const one of index) {
    const place = rank(one);
    if (place !== undefined) (found[place] ??= []).push(one.entry);
  }
  const named = [...(found[TITLE_START] ?? []), ...(found[WORD_START] ?? [])];
  if (named.length === 0) return found.flat();
  // If a film has a word that begins so, films with it inside a word ("Rusalka" for "sal") are left out.
  const hasFilm = named.some(({ kind }) => kind === 'film');
  return [...named, ...(found[IN_TITLE] ?? []).filter(({ kind }) => !hasFilm || kind !== 'film')];
}

/** The entries with the fewest typos, first those that have every word in the title. */
function similar<T extends Findable>(index: Index<T>, words: readonly string[]): T[] {
  // By spelling and by sound: a typo within "ph" matches by spelling only.
  const written = words.map((word) => wordAsked(word, word));
  const heard = words.map((word) => wordAsked(word, alike(word)));
  let fewest = Infinity;
  let found: { readonly entry: T; readonly isTitle: boolean }[] = [];
  for (const { entry, title, more } of index) {
    const seen = matchOf(textOf(title), textOf(more), written);
    const said = matchOf(textOf(alike(title)), textOf(alike(more)), heard);
    const match = said === undefined || (seen !== undefined && seen.typos <= said.typos) ? seen : said;
    if (match === undefined || match.typos > fewest) continue;
    if (match.typos < fewest) found = [];
    fewest = match.typos;
    found.push({ entry, isTitle: match.isTitle });
  }
  return [...found.filter(({ isTitle }) => isTitle), ...found.filter(({ isTitle }) => !isTitle)].map(({ entry }) => entry);
}

interface WordAsked {
  readonly word: string;
  readonly letters: number;
  readonly typos: number;
}

interface TextSearched {
  readonly text: string;
  readonly letters: number;
}

/** Replaces letters and pairs of letters that sound the same by one: people write what they hear. */
const alike = (text: string): string => text.replaceAll('ph', 'f').replaceAll('z', 's');

function wordAsked(asked: string, word: string): WordAsked {
  return { word, letters: lettersOf(word), typos: asked.length >= TWO_TYPOS ? 2 : asked.length >= ONE_TYPO ? 1 : 0 };
}

/** Words are compared only if their letters make a match possible. */
const textOf = (text: string): TextSearched => ({ text, letters: lettersOf(text) });

/** The letters a to z of a text as a bit set, all others as one bit: texts with too few common letters are skipped quickly. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const place = text.charCodeAt(at) - 97;
    letters |= 1 << (place >= 0 && place < 26 ? place : 26);
  }
  return letters;
}

function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The total number of typos with which an entry has all words, and whether its title has them all. */
function matchOf(title: TextSearched, more: TextSearched, asked: readonly WordAsked[]): { readonly typos: number; readonly isTitle: boolean } | undefined {
  let typos = 0;
  let isTitle = true;
  for (const word of asked) {
    const inTitle = typosIn(title, word);
    const inMore = inTitle === 0 ? undefined : typosIn(more, word);
    const fewest = Math.min(inTitle ?? Infinity, inMore ?? Infinity);
    if (fewest === Infinity) return undefined;
    if (inTitle !== fewest) isTitle = false;
    typos += fewest;
  }
  return { typos, isTitle };
}

/** The smallest number of typos with which a word of the text is the word or begins with it. */
function typosIn(text: TextSearched, { word, letters, typos }: WordAsked): number | undefined {
  if (countOf(letters & ~text.letters) > typos) return undefined;
  let fewest: number | undefined;
  for (const other of text.text.split(' ')) {
    if (other.length < word.length - typos) continue;
    const found = typosBetween(word, other, fewest === undefined ? typos : fewest - 1);
    if (found !== undefined) fewest = found;
    if (fewest === 0) break;
  }
  return fewest;
}

/**
 * The optimal string alignment distance between `word` and `other` or a prefix of it: the number of inserted, deleted, changed or
 * swapped letters; undefined if it is more than `most`.
 */
export function typosBetween(word: string, other: string, most: number): number | undefined {
  const width = Math.min(other.length, word.length + most);
  let before: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, at) => at);
  for (let row = 1; row <= word.length; row += 1) {
    const letter = word[row - 1];
    const next = [row];
    for (let at = 1; at <= width; at += 1) {
      const same = letter === other[at - 1];
      let cost = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && at > 1 && letter === other[at - 2] && word[row - 2] === other[at - 1]) cost = Math.min(cost, (before[at - 2] ?? 0) + 1);
      next.push(cost);
    }
    // No later row, not even by a swap, has a lower cost than the lowest of this one.
    if (Math.min(...next) > most) return undefined;
    [before, last] = [last, next];
  }
  const fewest = Math.min(...last);
  return fewest <= most ? fewest : undefined;
}

function grouped<T extends Findable>(found: readonly T[], { films, others }: Limits): Found<T> {
  const isFilm = ({ kind }: T): boolean => kind === 'film';
  return {
    films: found.filter(isFilm).slice(0, films),
    others: found.filter((one) => !isFilm(one)).slice(0, others),
    count: found.length,
  };
}
