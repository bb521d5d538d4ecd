// The fields of a film: those that follow the feed, and those with a value of the site's own.

import { field, isRecord, list, text } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { isSame, valueAt } from '../pointer.ts';
import { type ProgramFilm, filmPointer } from './films.ts';

/** How a field is edited. */
export type FilmFieldKind = 'line' | 'text' | 'minutes' | 'list' | 'date' | 'picture';

export const FILM_FIELDS = [
  { key: 'title', kind: 'line' },
  { key: 'tagline', kind: 'text' },
  { key: 'synopsis', kind: 'text' },
  { key: 'runtime', kind: 'minutes' },
  { key: 'certificate', kind: 'line' },
  { key: 'genres', kind: 'list' },
  { key: 'directors', kind: 'list' },
  { key: 'cast', kind: 'list' },
  { key: 'languages', kind: 'list' },
  { key: 'releaseDate', kind: 'date' },
  { key: 'poster', kind: 'picture' },
  { key: 'backdrop', kind: 'picture' },
] as const satisfies readonly { readonly key: string; readonly kind: FilmFieldKind }[];

export type FilmFieldKey = (typeof FILM_FIELDS)[number]['key'];

/** The longest short synopsis that cards show, in characters. */
export const TAGLINE_LIMIT = 110;

type Fields = Readonly<Record<string, unknown>>;

const changesOf = (content: unknown, id: string): Fields => {
  const fields = valueAt(content, filmPointer(id, 'fields'));
  return isRecord(fields) ? fields : {};
};

export const isAddedFilm = (content: unknown, id: string): boolean => field(valueAt(content, filmPointer(id)), 'added') === true;

/** Whether a field has a value of the site's own. */
export const isOverridden = (content: unknown, id: string, key: FilmFieldKey): boolean =>
  !isAddedFilm(content, id) && Object.hasOwn(changesOf(content, id), key);

/** Number of fields of a film with a value of the site's own. */
export const countOverrides = (content: unknown, id: string): number =>
  isAddedFilm(content, id) ? 0 : Object.keys(changesOf(content, id)).length;

/** The value that visitors see. */
export function filmValue(content: unknown, id: string, key: FilmFieldKey, feed: Fields): unknown {
  const changes = changesOf(content, id);
  return Object.hasOwn(changes, key) ? changes[key] : feed[key];
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || isSame(value, []);

/** Changes a field. For a film of a feed, a value of its own stays even if the feed says the same later. */
export function changedFilm(content: unknown, id: string, key: FilmFieldKey, value: unknown): PartChange {
  const changes = changesOf(content, id);
  const pointer = filmPointer(id, 'fields', key);
  if (isAddedFilm(content, id)) return { pointer, to: isEmpty(value) ? undefined : value };
  // Null is a value only within a whole record.
  if (!isEmpty(value) && Object.keys(changes).length > 0 && changes[key] !== null) return { pointer, to: value };
  return { pointer: filmPointer(id), to: { fields: { ...changes, [key]: isEmpty(value) ? null : value } } };
}

/** Lets a field follow the feed again. */
export function resetFilm(content: unknown, id: string, key: FilmFieldKey): PartChange {
  const { [key]: _, ...fields } = changesOf(content, id);
  return { pointer: filmPointer(id), to: Object.keys(fields).length === 0 ? undefined : { fields } };
}

/** A value as text. */
export const filmText = (value: unknown): string => (Array.isArray(value) ? list(value).map(text).join(', ') : text(value));

export const FILM_FILTERS = ['now', 'soon', 'past'] as const;
export type FilmFilter = (typeof FILM_FILTERS)[number];

/** Which list a film is in: with shows, to come, or neither. */
export function filterOf({ releaseDate, shows }: ProgramFilm, today: string): FilmFilter {
  if (shows > 0 && releaseDate <= today) return 'now';
  return releaseDate > today ? 'soon' : 'past';
}
