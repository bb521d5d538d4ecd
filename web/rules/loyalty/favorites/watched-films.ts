// The films of a watchlist beside the programme (area watchlist): the list itself has ids only.

import type { SearchEntry } from '@marquee/api/schema.gen.ts';

/** The id of a film in its address, `/movies/{id}-{title}/` (ROUTE-02). */
export const filmIdOf = (href: string): string | undefined => /\/movies\/(\d+)(?:-[^/]*)?\/?$/.exec(href)?.[1];

/** A film that is watched, as the programme has it. */
export interface WatchedFilm {
  readonly id: string;
  readonly film: SearchEntry;
}

export interface WatchedFilms {
  /** Films with a time to come, in the programme's order. */
  readonly onSale: readonly WatchedFilm[];
  /** Films that are announced. */
  readonly notYet: readonly WatchedFilm[];
  /** Ids of films that the programme does not have any more. */
  readonly gone: readonly string[];
}

/** The watched films, by what can be done about them. */
export function watchedFilms(ids: readonly string[], entries: readonly SearchEntry[]): WatchedFilms {
  const watched = new Set(ids);
  const found = entries.flatMap((film) => {
    const id = film.kind === 'film' ? filmIdOf(film.href) : undefined;
    return id !== undefined && watched.has(id) ? [{ id, film }] : [];
  });
  const known = new Set(found.map(({ id }) => id));
  const hasTimes = ({ film: { shows = [], when = '' } }: WatchedFilm): boolean => shows.length > 0 || when !== '';
  return { onSale: found.filter(hasTimes), notYet: found.filter((one) => !hasTimes(one)), gone: ids.filter((id) => !known.has(id)) };
}

/** When a film can be seen next: at a time of today, on a day as the programme writes it, or not yet. */
export type Next = { readonly kind: 'today'; readonly time: string } | { readonly kind: 'day'; readonly day: string } | { readonly kind: 'soon' };

export function nextOf({ shows = [], when = '' }: SearchEntry, now: number): Next {
  // Times of another day than today have its name with them.
  if (when !== '') return { kind: 'day', day: when };
  const show = shows.find(({ at }) => Date.parse(at) > now) ?? shows.at(-1);
  return show === undefined ? { kind: 'soon' } : { kind: 'today', time: show.half === undefined ? show.time : `${show.time}\u00a0${show.half}` };
}

/** The film of a title, in this language or its first one; orders name their film by its title alone. */
export function filmNamed(title: string, entries: readonly SearchEntry[]): SearchEntry | undefined {
  if (title === '') return undefined;
  const films = entries.filter(({ kind }) => kind === 'film');
  return films.find((film) => film.title === title) ?? films.find(({ words = [] }) => words.includes(title));
}
