// A film: what feeds say of it, and what operators set instead.

import { isRecord, list } from '@marquee/api/json.ts';
import type { SiteLanguages } from '../content/languages.ts';
import type { PartChange } from '../draft/machine.ts';
import { isSame, pointerOf, valueAt, withValue } from '../pointer.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A film of the draft. */
export interface EditedFilm {
  readonly id: string;
  /** Whether it was typed in. */
  readonly isAdded: boolean;
  /** What feeds say; undefined if none of them has the film. */
  readonly feed: Fields | undefined;
  /** What operators set. */
  readonly fields: Fields;
  /** The film as the site has it. */
  readonly record: Fields;
}

export const filmPointer = (id: string, ...names: readonly string[]): string => pointerOf('films', id, ...names);

const fieldsOf = (edit: unknown): Fields => {
  const fields = valueAt(edit, '/fields');
  return isRecord(fields) ? fields : {};
};

/** The record with other values; null removes one. */
function withFields(record: Fields, fields: Fields): Fields {
  const merged = Object.entries({ ...record, ...fields });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** A film of the draft; undefined if neither a feed nor an operator has it. */
export function filmOf(content: unknown, id: string, feed: unknown): EditedFilm | undefined {
  const edit = valueAt(content, filmPointer(id));
  const isAdded = valueAt(edit, '/added') === true;
  const base = isRecord(feed) ? feed : undefined;
  if (!isAdded && base === undefined) return undefined;
  const fields = fieldsOf(edit);
  return { id, isAdded, feed: isAdded ? undefined : base, fields, record: withFields(isAdded ? {} : (base ?? {}), fields) };
}

/** Names of a field: `['title']`, or `['localizations', 'fr', 'title']` in another language. */
export type FieldPath = readonly [string, ...string[]];

/** Names of a text in a language. */
export const localizedPath = (languages: SiteLanguages, language: string, name: string): FieldPath =>
  language === languages.main ? [name] : ['localizations', language, name];

/** The value of a field on the site. */
export const valueOf = (film: EditedFilm, path: FieldPath): unknown => valueAt(film.record, pointerOf(...path));

/** What feeds say of a field. */
export const feedValueOf = (film: EditedFilm, path: FieldPath): unknown => valueAt(film.feed, pointerOf(...path));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a field has a value of its own and does not follow the feed. A film without a feed has nothing to follow. */
export function isOverridden(film: EditedFilm, [name, ...inner]: FieldPath): boolean {
  if (film.isAdded || !Object.hasOwn(film.fields, name)) return false;
  // The texts of all languages are one value: those that are the same in the feed are not changed.
  return inner.length === 0 || !isSameText(valueOf(film, [name, ...inner]), feedValueOf(film, [name, ...inner]));
}

const isSameText = (a: unknown, b: unknown): boolean => isSame(a, b) || (isEmpty(a) && isEmpty(b));

/** Names of fields that do not follow the feed. */
export const overriddenNames = (film: EditedFilm): readonly string[] => (film.isAdded ? [] : Object.keys(film.fields));

/** Removes objects that became empty. */
const withoutEmpty = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined || !isRecord(value)) return value;
  const child = withoutEmpty(value[name], rest);
  const isGone = child === undefined || (isRecord(child) && Object.keys(child).length === 0);
  return withValue(value, pointerOf(name), isGone ? undefined : child);
};

/** Sets all fields at once. A film of a feed without an own value needs no record. */
function withAllFields({ id, isAdded }: EditedFilm, fields: Fields): PartChange {
  if (isAdded || Object.keys(fields).length > 0) return { pointer: filmPointer(id, 'fields'), to: fields };
  return { pointer: filmPointer(id), to: undefined };
}

/**
 * Sets a field; undefined for no value. The draft cannot have null as a part of its own, so a removed value, and what replaces it,
 * changes all fields together.
 */
export function changedField(film: EditedFilm, path: FieldPath, value: unknown): PartChange {
  const [name, ...inner] = path;
  const pointer = filmPointer(film.id, 'fields', ...path);
  if (inner.length > 0) {
    if (isRecord(film.fields[name]) && !isEmpty(value)) return { pointer, to: value };
    const texts = withValue(film.record[name] ?? {}, pointerOf(...inner), isEmpty(value) ? undefined : value);
    return { pointer: filmPointer(film.id, 'fields', name), to: withoutEmpty(texts, inner) };
  }
  const isRemoved = value === undefined;
  if (film.isAdded) return { pointer, to: value };
  if (isRemoved || film.fields[name] === null) return withAllFields(film, { ...film.fields, [name]: isRemoved ? null : value });
  return { pointer, to: value };
}

/** Sets fields together; undefined for no value. Those that are as in the feed follow it again. */
export function changedFields(film: EditedFilm, values: Fields): PartChange {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const feedValue = film.feed?.[name];
    if (isSameText(value, feedValue)) return [];
    return isEmpty(value) && isEmpty(feedValue) ? [] : [[name, isEmpty(value) && !film.isAdded ? (value ?? null) : value] as const];
  });
  const others = Object.entries(film.fields).filter(([name]) => !Object.hasOwn(values, name));
  return withAllFields(film, Object.fromEntries([...others, ...entries.filter(([, value]) => value !== undefined)]));
}

/** Sets a field back to what feeds say. */
export function resetField(film: EditedFilm, path: FieldPath): PartChange {
  const [name, ...inner] = path;
  const { [name]: own, ...others } = film.fields;
  if (inner.length === 0) return withAllFields(film, others);
  const texts = withoutEmpty(withValue(own, pointerOf(...inner), feedValueOf(film, path)), inner);
  const isAsInFeed = isSame(texts ?? {}, film.feed?.[name] ?? {});
  return isAsInFeed ? withAllFields(film, others) : { pointer: filmPointer(film.id, 'fields', name), to: texts };
}

/** Ids of the shows of a film that were typed in. */
export function typedInShowIds(content: unknown, movieId: string): readonly string[] {
  const shows = valueAt(content, '/shows');
  return Object.entries(isRecord(shows) ? shows : {})
    .filter(([, show]) => valueAt(show, '/added') === true && valueAt(show, '/fields/movieId') === movieId)
    .map(([id]) => id);
}

const LISTS = ['/site/config/movieOrderIndex', '/site/config/globalExcludedMovieIds'];

/** Removes a film that was typed in, with its shows and its places in lists. */
export function removedFilm(content: unknown, id: string): readonly PartChange[] {
  const shows = typedInShowIds(content, id).map((show) => ({ pointer: pointerOf('shows', show), to: undefined }));
  const lists = LISTS.flatMap((pointer) => {
    const ids = list(valueAt(content, pointer));
    return ids.includes(id) ? [{ pointer, to: ids.filter((other) => other !== id) }] : [];
  });
  return [...shows, ...lists, { pointer: filmPointer(id), to: undefined }];
}
