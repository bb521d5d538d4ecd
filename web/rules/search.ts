// What a search finds, and in which order. One rule for the page that the server renders and for the browser.

import { fold, spaced, wordsOf } from './fold.ts';

/** What can be found: by its title, and by further words. */
export interface Findable {
  readonly kind: 'film' | 'event' | 'theater' | 'page';
  readonly title: string;
  readonly words?: readonly string[];
}

/** Most of each group that is shown. */
export interface Limits {
  readonly films: number;
  readonly others: number;
}

/** What was found, best first, and how many there are in all. */
export interface Found<T> {
  readonly films: readonly T[];
  /** Events, theaters and pages. */
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
}

/** Entries made ready once; typing asks many times. */
export type Index<T> = readonly Prepared<T>[];

/** Longer questions are cut: nobody types them, and the rest cannot change much. */
const MAX_LENGTH = 100;
/** From this length on a word may have one slip. */
const SLIP_LENGTH = 5;
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
    const { title, words = [] } = entry;
    // "Dont" finds "Don't", and "and" finds "&".
    const joined = APOSTROPHES.test(title) ? title.replace(EVERY_APOSTROPHE, '') : '';
    const signs = SIGNS.test(title) ? SIGN_WORDS : '';
    return { entry, title: ` ${spaced(title)}`, more: ` ${spaced([...words, joined, signs].join(' '))}` };
  });
}

/** Whether a question asks for anything. */
export const asks = (question: string): boolean => question.trim() !== '';

/**
 * What the question finds. Every word of it must be in the title or in the further words, as a part of a word too
 * (one or two letters in the further words only as a beginning: "ra" is not in "drama").
 * Where that finds nothing, words of five letters and more may have one slip.
 */
export function find<T extends Findable>(index: Index<T>, question: string, limits: Limits): Found<T> {
  const asked = question.trim().slice(0, MAX_LENGTH);
  const words = wordsOf(asked);
  if (words.length === 0) return grouped(withSigns(index, asked), limits);
  const start = ` ${words.join(' ')}`;
  const exact = ranked(index, (one) => rankOf(one, words, start));
  return grouped(exact.length > 0 ? exact : ranked(index, (one) => slippedRankOf(one, words)), limits);
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

function rankOf({ title, more }: Prepared<unknown>, words: readonly string[], start: string): number | undefined {
  if (title.startsWith(start)) return TITLE_START;
  let worst = WORD_START;
  for (const word of words) {
    if (title.includes(` ${word}`)) continue;
    if (title.includes(word)) worst = Math.max(worst, IN_TITLE);
    else if (more.includes(FEW_LETTERS.test(word) ? ` ${word}` : word)) worst = IN_WORDS;
    else return undefined;
  }
  return worst;
}

function slippedRankOf({ title, more }: Prepared<unknown>, words: readonly string[]): number | undefined {
  let worst = IN_TITLE;
  for (const word of words) {
    if (title.includes(word) || hasNear(title, word)) continue;
    if (!more.includes(word) && !hasNear(more, word)) return undefined;
    worst = IN_WORDS;
  }
  return worst;
}

/** Whether the word is long enough for a slip, and a word of the text, or its beginning, is one slip away. */
function hasNear(text: string, word: string): boolean {
  if (word.length < SLIP_LENGTH) return false;
  // A slip leaves the word's first or its last letters as they are: most texts have neither, which is quickly seen.
  const intact = Math.floor((word.length - 1) / 2);
  if (!text.includes(word.slice(0, intact)) && !text.includes(word.slice(-intact))) return false;
  return text.split(' ').some((other) => other.length >= word.length - 1 && oneSlip(word, other));
}

/** Whether `word` becomes `other`, or a beginning of it, by one letter more, less, changed or by two neighbours swapped. */
export function oneSlip(word: string, other: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  const [rest, left] = [word.slice(at), other.slice(at)];
  return (
    left.startsWith(rest.slice(1)) ||
    left.slice(1).startsWith(rest) ||
    left.slice(1).startsWith(rest.slice(1)) ||
    (rest.length > 1 && left.startsWith(`${rest[1]}${rest[0]}${rest.slice(2)}`))
  );
}

/** The matching entries, best first; of equal rank in the given order. */
function ranked<T>(index: Index<T>, rank: (one: Prepared<T>) => number | undefined): T[] {
  const found: T[][] = [];
  for (const one of index) {
    const place = rank(one);
    if (place !== undefined) (found[place] ??= []).push(one.entry);
  }
  return found.flat();
}

function grouped<T extends Findable>(found: readonly T[], { films, others }: Limits): Found<T> {
  const isFilm = ({ kind }: T): boolean => kind === 'film';
  return {
    films: found.filter(isFilm).slice(0, films),
    others: found.filter((one) => !isFilm(one)).slice(0, others),
    count: found.length,
  };
}
