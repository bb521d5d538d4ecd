// The texts and facts of a film, in the order of the editor.

import { list, text } from '@marquee/api/json.ts';

/** How a field is typed. */
export type FieldKind = 'line' | 'text' | 'minutes' | 'list' | 'languages' | 'date' | 'year' | 'trailer';

type FieldName =
  | 'title'
  | 'tagline'
  | 'synopsis'
  | 'runtime'
  | 'certificate'
  | 'genres'
  | 'languages'
  | 'releaseDate'
  | 'originalTitle'
  | 'advisory'
  | 'countries'
  | 'year'
  | 'distributor'
  | 'trailer';

export interface FilmField {
  readonly name: FieldName;
  readonly kind: FieldKind;
  /** Whether it has a text in each language of the site. */
  readonly isLocalized?: boolean;
  /** The number of characters that fit. */
  readonly limit?: number;
}

export const FILM_FIELDS: readonly FilmField[] = [
  { name: 'title', kind: 'line', isLocalized: true },
  { name: 'tagline', kind: 'text', isLocalized: true, limit: 110 },
  { name: 'synopsis', kind: 'text', isLocalized: true },
  { name: 'runtime', kind: 'minutes' },
  { name: 'certificate', kind: 'line' },
  { name: 'genres', kind: 'list' },
  { name: 'languages', kind: 'languages' },
  { name: 'releaseDate', kind: 'date' },
  { name: 'originalTitle', kind: 'line' },
  { name: 'advisory', kind: 'line' },
  { name: 'countries', kind: 'list' },
  { name: 'year', kind: 'year' },
  { name: 'distributor', kind: 'line' },
];

/** The fields with a text in each language. */
export const LOCALIZED_FIELDS: readonly FilmField[] = FILM_FIELDS.filter(({ isLocalized }) => isLocalized === true);

export const TRAILER: FilmField = { name: 'trailer', kind: 'trailer' };

/** Languages that are found by their names. */
const LANGUAGES =
  'af am ar az be bg bn br bs ca cs cy da de el en es et eu fa fi fil fr fy ga gd gl gu ha he hi hr hu hy id ig is it iu ja ka kk km ko ku la lb lo lt lv mi mk ml mn mr ms mt my nb ne nl nn no oc or pa pl ps pt qu ro ru rw se si sk sl so sq sr sv sw ta te tg th tl tn tr uk ur uz vi wo xh yi yo zh zu'.split(
    ' ',
  );

/** The names of a text with commas. */
export const namesOfText = (typed: string): readonly string[] =>
  typed
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Names as one text: `Drama, music`. */
export const listText = (value: unknown): string => list(value).map(text).join(', ');

/** Languages as a text: `French, Breton`. */
export const languagesText = (value: unknown, nameOf: (code: string) => string): string =>
  list(value)
    .map((code) => nameOf(text(code)))
    .join(', ');

/** The languages of a text with names or codes, and the names that are of no language. */
export function languagesOfText(
  typed: string,
  nameOf: (code: string) => string,
): { readonly codes: readonly string[]; readonly unknown: readonly string[] } {
  const codes: string[] = [];
  const unknown: string[] = [];
  for (const name of namesOfText(typed)) {
    const lower = name.toLocaleLowerCase();
    const code = LANGUAGES.find((candidate) => candidate === lower || nameOf(candidate).toLocaleLowerCase() === lower);
    if (code !== undefined) codes.push(code);
    else if (/^[a-z]{2,3}-[\w-]+$/i.test(name)) codes.push(name);
    else unknown.push(name);
  }
  return { codes, unknown };
}

/** The longest running time, in minutes. */
export const MAX_RUNTIME = 2000;

/** A number of a text; null for an empty one, undefined if it is not one between the limits. */
export function numberOfText(typed: string, min: number, max: number): number | null | undefined {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return /^\d+$/.test(trimmed) && value >= min && value <= max ? value : undefined;
}

/** Minutes of a text: `102`, `1:42` or `1 h 42 min`; null for an empty one, undefined if it is neither. */
export function minutesOfText(typed: string): number | null | undefined {
  const [, hours, minutes] = /^\s*(\d{1,2})\s*(?::|h)\s*(\d{1,2})?\s*(?:min|m)?\s*$/i.exec(typed) ?? [];
  if (hours === undefined) return numberOfText(typed.replace(/\s*min\s*$/i, ''), 1, MAX_RUNTIME);
  const total = Number(hours) * 60 + Number(minutes ?? 0);
  return total > 0 && Number(minutes ?? 0) < 60 ? total : undefined;
}
