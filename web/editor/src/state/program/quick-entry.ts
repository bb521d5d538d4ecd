// Reads a show that is typed as a line: `mother mon 6 s1 ov`.

import { fold } from '@marquee/rules/fold.ts';
import type { Screen } from '../content/theaters.ts';
import { matches } from '../search.ts';
import type { ShowAttribute } from './attributes.ts';
import { isDay, weekdayOf } from './clock.ts';
import type { ProgramFilm } from './films.ts';
import { type ReadTime, isTimeLike, readTime } from './time-text.ts';

/** What a line can name, and what it means if it leaves something out. */
export interface EntryContext {
  readonly films: readonly ProgramFilm[];
  readonly screens: readonly Screen[];
  readonly attributes: readonly ShowAttribute[];
  /** The days of the week on screen. */
  readonly days: readonly string[];
  readonly today: string;
  /** The day of a line without one. */
  readonly day: string;
  /** The screen of a line without one; empty for none. */
  readonly screen: string;
  /** The start of a line without one, in minutes of the cinema day. */
  readonly minutes?: number | undefined;
  /** Names of weekdays in the language of the operator, Monday first. */
  readonly weekdays: readonly string[];
  /** Words for today and tomorrow. */
  readonly relativeDays: readonly [today: string, tomorrow: string];
  /** Whether dates are written month first. */
  readonly isMonthFirst: boolean;
  readonly startHour: number;
}

/** What a line means so far. */
export interface Entry {
  /** The words of the film, as typed. */
  readonly words: string;
  /** The best film; undefined if none matches. */
  readonly film: ProgramFilm | undefined;
  /** Other films that match. */
  readonly others: readonly ProgramFilm[];
  readonly day: string;
  readonly time: ReadTime | undefined;
  readonly screen: string;
  readonly attributes: readonly string[];
}

const ENGLISH_WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The fewest letters of a weekday. */
const MIN_WEEKDAY = 2;

/** The day that a word names; undefined if it names none. */
function dayOf(word: string, context: EntryContext): string | undefined {
  const folded = fold(word).replace(/\.$/, '').replaceAll('’', "'");
  const [today, tomorrow] = context.relativeDays.map((name) => fold(name).replaceAll('’', "'"));
  if (folded === today || folded === 'today') return context.today;
  if (folded === tomorrow || folded === 'tomorrow') {
    const next = new Date(`${context.today}T00:00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    return next.toISOString().slice(0, 10);
  }
  const names = [context.weekdays.map(fold), ENGLISH_WEEKDAYS];
  for (const weekdays of names) {
    const index = folded.length < MIN_WEEKDAY ? -1 : weekdays.findIndex((name) => name.startsWith(folded));
    const day = index < 0 ? undefined : context.days.find((candidate) => weekdayOf(candidate) === index + 1);
    if (day !== undefined) return day;
  }
  return dateOf(word, context);
}

/** The day of a date: 2026-11-24, 11/24 or 24.11. */
function dateOf(word: string, { day, isMonthFirst }: EntryContext): string | undefined {
  if (isDay(word)) return word;
  const [, slashed, slashedEnd] = /^(\d{1,2})\/(\d{1,2})$/.exec(word) ?? [];
  const [, dotted, dottedEnd] = /^(\d{1,2})\.(\d{1,2})\.$/.exec(word) ?? [];
  const [first, second] = [slashed ?? dotted, slashedEnd ?? dottedEnd];
  if (first === undefined || second === undefined) return undefined;
  const [month, dayOfMonth] = slashed !== undefined && isMonthFirst ? [first, second] : [second, first];
  const two = (value: string): string => value.padStart(2, '0');
  const year = Number(day.slice(0, 4));
  // The one that is nearest: in December, 1/4 is of the next year.
  const candidates = [year - 1, year, year + 1].map((of) => `${of}-${two(month)}-${two(dayOfMonth)}`).filter(isDay);
  const distance = (candidate: string): number => Math.abs(Date.parse(candidate) - Date.parse(day));
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The screen that a word names: s1, #1, its id or a name without spaces. */
function screenOf(word: string, { screens }: EntryContext, isNumberFree: boolean): string | undefined {
  const folded = fold(word);
  const [, id] = /^(?:s|#|screen|saal|salle|sala)(\w+)$/.exec(folded) ?? [];
  return screens.find(
    (screen) =>
      fold(screen.id) === id || fold(screen.name).replaceAll(/\s+/g, '') === folded || (isNumberFree && screen.id === word),
  )?.id;
}

/** The fewest letters that begin the name of an attribute. */
const MIN_ATTRIBUTE = 4;

function attributeOf(word: string, { attributes }: EntryContext): string | undefined {
  const folded = fold(word);
  return (
    attributes.find(({ tag }) => tag !== '' && fold(tag) === folded) ??
    attributes.find(({ name }) => folded.length >= MIN_ATTRIBUTE && fold(name).startsWith(folded))
  )?.key;
}

/** Words before the first one of a title. */
const ARTICLES = /^(?:the|a|an|le|la|les|l|der|die|das|el|los|las)\s+/;

/** How well words fit a title: lower is better. */
function rankOf({ title }: ProgramFilm, words: string): number {
  const folded = fold(title);
  const query = fold(words);
  if (folded === query) return 0;
  if (folded.startsWith(query)) return 1;
  return folded.replace(ARTICLES, '').startsWith(query) ? 1 : 2;
}

/** The films that words name, the best first. */
export const filmsMatching = (films: readonly ProgramFilm[], words: string): readonly ProgramFilm[] =>
  words.trim() === ''
    ? []
    : films
        .filter(({ title }) => matches(title, words))
        .toSorted((a, b) => rankOf(a, words) - rankOf(b, words) || b.shows - a.shows || a.title.localeCompare(b.title));

/** The readings of a word that is not of the title. */
interface Part {
  readonly day?: string;
  readonly time?: ReadTime;
  readonly screen?: string;
  readonly attribute?: string;
}

function partOf(word: string, context: EntryContext, hasTime: boolean): Part | undefined {
  const attribute = attributeOf(word, context);
  if (attribute !== undefined) return { attribute };
  const day = dayOf(word, context);
  if (day !== undefined) return { day };
  const screen = screenOf(word, context, hasTime);
  if (screen !== undefined) return { screen };
  const time = isTimeLike(word) ? readTime(word, context.startHour) : undefined;
  return time === undefined ? undefined : { time };
}

/** Reads a line. The first word is of a film; a word that can be of the title and of the show is of the title while it still fits. */
export function readEntry(line: string, context: EntryContext): Entry {
  const words = joinedHalves(
    line
      .trim()
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  const title: string[] = [];
  let [day, screen] = [context.day, context.screen];
  let time: ReadTime | undefined;
  const attributes: string[] = [];
  let isTitle = true;
  for (const word of words) {
    const continues = isTitle && isTitleWord(context, title, word);
    const part = continues ? undefined : partOf(word, context, time !== undefined);
    if (part === undefined) {
      title.push(word);
      continue;
    }
    isTitle = false;
    day = part.day ?? day;
    screen = part.screen ?? screen;
    time = part.time ?? time;
    if (part.attribute !== undefined && !attributes.includes(part.attribute)) attributes.push(part.attribute);
  }
  const typed = title.join(' ');
  const [film, ...others] = filmsMatching(context.films, typed);
  const { minutes } = context;
  const preset: ReadTime | undefined = minutes === undefined ? undefined : { kind: 'time', minutes };
  return { words: typed, film, others, day, time: time ?? preset, screen, attributes };
}

/** Whether a word goes on with the title: it is the first one, or a title has exactly these words in this order. */
function isTitleWord({ films }: EntryContext, before: readonly string[], word: string): boolean {
  if (before.length === 0) return true;
  const phrase = fold([...before, word].join(' '));
  return films.some(({ title }) => {
    const folded = fold(title);
    return (
      folded === phrase ||
      folded.startsWith(`${phrase} `) ||
      folded.replace(ARTICLES, '').startsWith(`${phrase} `) ||
      folded.replace(ARTICLES, '') === phrase
    );
  });
}

/** Words with `pm` joined to the time before them. */
function joinedHalves(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const next = words[index + 1]?.toLowerCase();
    if (/^(?:am|pm)$/i.test(word) && isTimeLike(words[index - 1] ?? '')) return [];
    return (next === 'am' || next === 'pm') && isTimeLike(word) ? [word + next] : [word];
  });
}
