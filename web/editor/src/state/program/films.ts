// Films of the program: those of the site, with what the draft changes and adds.

import { field, isRecord, list, text } from '@marquee/api/json.ts';
import { pointerOf, valueAt } from '../pointer.ts';

export interface ProgramFilm {
  readonly id: string;
  /** The id if the title is not known. */
  readonly title: string;
  /** In minutes; undefined if it is not known. */
  readonly runtime: number | undefined;
  readonly certificate: string;
  /** `2026-11-20`; empty if it is not known. */
  readonly releaseDate: string;
  /** Reference to the poster; empty without one. */
  readonly poster: string;
  /** Number of shows to come. */
  readonly shows: number;
}

/** Assumed running time of a film without one, in minutes, as the server has it. */
const UNKNOWN_RUNTIME = 100;

const runtimeOf = (value: unknown): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined);

function filmOf(id: string, record: Readonly<Record<string, unknown>>): ProgramFilm {
  const { shows } = record;
  return {
    id,
    title: text(record['title']) || id,
    runtime: runtimeOf(record['runtime']),
    certificate: text(record['certificate']),
    releaseDate: text(record['releaseDate']),
    poster: text(record['poster']),
    shows: typeof shows === 'number' ? shows : 0,
  };
}

/** The films of a response with those of the draft. */
export function programFilms(response: unknown, content: unknown): readonly ProgramFilm[] {
  const section = valueAt(content, '/films');
  const entries = isRecord(section) ? section : {};
  const changesOf = (id: string): Readonly<Record<string, unknown>> => {
    const fields = field(entries[id], 'fields');
    return isRecord(fields) ? fields : {};
  };
  const served = list(field(response, 'films')).flatMap((record) => {
    const id = text(field(record, 'id'));
    return isRecord(record) && id !== '' ? [filmOf(id, { ...record, ...changesOf(id) })] : [];
  });
  const known = new Set(served.map(({ id }) => id));
  const added = Object.keys(entries)
    .filter((id) => !known.has(id) && field(entries[id], 'added') === true)
    .map((id) => filmOf(id, changesOf(id)));
  return [...served, ...added];
}

export const filmPointer = (id: string, ...names: readonly string[]): string => pointerOf('films', id, ...names);

/** The film with an id; one without facts if it is not known. */
export const filmById = (films: readonly ProgramFilm[], id: string): ProgramFilm =>
  films.find((film) => film.id === id) ?? filmOf(id, {});

/** Number of colors of films. */
const FILM_COLORS = 10;

/** The number of the color of a film, from its id. */
export function colorOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return hash % FILM_COLORS;
}

/** Minutes of a film. */
export const lengthOf = ({ runtime }: ProgramFilm): number => runtime ?? UNKNOWN_RUNTIME;

/** Films on screen now, and those to come, as the shelf has them: by title, and by release. */
export function shelfOf(
  films: readonly ProgramFilm[],
  today: string,
): { readonly now: readonly ProgramFilm[]; readonly soon: readonly ProgramFilm[] } {
  const isSoon = ({ releaseDate }: ProgramFilm): boolean => releaseDate > today;
  return {
    now: films.filter((film) => !isSoon(film)).toSorted((a, b) => b.shows - a.shows || a.title.localeCompare(b.title)),
    soon: films.filter(isSoon).toSorted((a, b) => a.releaseDate.localeCompare(b.releaseDate) || a.title.localeCompare(b.title)),
  };
}

/** A new film of the draft. */
export const newFilm = (title: string, runtime: number): Readonly<Record<string, unknown>> => ({
  added: true,
  fields: { title, runtime },
});

/** An id for a new film: 12 digits, the first of them not 0. */
export function newFilmId(random: () => number = randomUnit): string {
  const digit = (least: number): number => least + Math.floor(random() * (10 - least));
  return [digit(1), ...Array.from({ length: 11 }, () => digit(0))].join('');
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An id for a new show. */
export const newShowId = (random: () => number = randomUnit): string =>
  `hand-${Array.from({ length: 12 }, () => LETTERS[Math.floor(random() * LETTERS.length)] ?? 'a').join('')}`;

/** A random number from 0 to below 1. */
function randomUnit(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value / 2 ** 32;
}
