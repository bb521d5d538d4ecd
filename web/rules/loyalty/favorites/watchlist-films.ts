// Looks up the films of a watchlist in the schedule (area watchlist); the list has only ids.

import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { bookingHasEnded } from '../../booking-end.ts';
import { filmIdOf } from '../../film-address.ts';

/** A film of the watchlist with its entry in the schedule. */
export interface WatchlistFilm {
  readonly id: string;
  readonly film: SearchEntry;
}

export interface WatchlistFilms {
  /** Films with upcoming showtimes, in the schedule's order. */
  readonly showing: readonly WatchlistFilm[];
  /** Announced films without showtimes. */
  readonly announced: readonly WatchlistFilm[];
  /** Ids of films that are no longer in the schedule. */
  readonly unavailable: readonly string[];
}

/** The films of the watchlist, by availability. */
export function groupWatchlist(ids: readonly string[], entries: readonly SearchEntry[]): WatchlistFilms {
  const watchlist = new Set(ids);
  const films = entries.flatMap((film) => {
    const id = film.kind === 'film' ? filmIdOf(film.href) : undefined;
    return id !== undefined && watchlist.has(id) ? [{ id, film }] : [];
  });
  const listedIds = new Set(films.map(({ id }) => id));
  const hasTimes = ({ film: { shows = [], when = '' } }: WatchlistFilm): boolean => shows.length > 0 || when !== '';
  return {
    showing: films.filter(hasTimes),
    announced: films.filter((film) => !hasTimes(film)),
    unavailable: ids.filter((id) => !listedIds.has(id)),
  };
}

/**
 * When a film is shown next: at a time today, on a day as formatted by the server, not today anymore and on a day that is not known
 * here, or at no known time.
 */
export type NextShow =
  | { readonly kind: 'today'; readonly time: string }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'over' }
  | { readonly kind: 'soon' };

/** The next show of a film at `now`, in ms since 1970, or one that can still be booked, `late` minutes after its start at most. */
export function nextShow({ shows = [], when = '' }: SearchEntry, late: number, now: number): NextShow {
  // `when` is set if the showtimes are not today.
  if (when !== '') return { kind: 'day', day: when };
  const show = shows.find(({ at }) => Date.parse(at) > now) ?? shows.findLast(({ at }) => !bookingHasEnded(at, late, now));
  return show === undefined
    ? { kind: shows.length > 0 ? 'over' : 'soon' }
    : { kind: 'today', time: show.half === undefined ? show.time : `${show.time}\u00a0${show.half}` };
}

/** The film with a title, in this language or the original one; orders have only the title of their film. */
export function filmByTitle(title: string, entries: readonly SearchEntry[]): SearchEntry | undefined {
  if (title === '') return undefined;
  const films = entries.filter(({ kind }) => kind === 'film');
  return films.find((film) => film.title === title) ?? films.find(({ words = [] }) => words.includes(title));
}
