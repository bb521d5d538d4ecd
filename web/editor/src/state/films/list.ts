// The films of the site with what the draft changes: their order, and whether visitors see them.

import { isRecord, list, text } from '@marquee/api/json.ts';
import type { EditorFilm } from '@marquee/api/editor.gen.ts';
import { BY_SHOWS_POINTER, HIDDEN_POINTER, ORDER_POINTER } from '../content/film-order.ts';
import { inOrder, moved } from '../content/sequence.ts';
import { valueAt } from '../pointer.ts';
import { BADGE_FIELDS, type Badge, badgeOf, badgeTextOf } from './badges.ts';
import type { FilmWeek } from './week.ts';

export type FilmState = 'onSite' | 'hidden' | 'comingSoon' | 'past' | 'draft';

/** Where a film comes from: a feed, a person, or a feed that no longer has it. */
export type FilmSource = 'feed' | 'typedIn' | 'gone';

/** What the list says of a film: its state, or what keeps visitors from seeing it as they should. */
export type FilmStatus =
  | { readonly kind: FilmState | 'noWidePicture' }
  | { readonly kind: 'hiddenAt'; readonly theaters: readonly string[] };

/** The status of a film. What is not known yet is left out. */
export function statusOf(state: FilmState, week: FilmWeek | undefined, hasWide: boolean | undefined): FilmStatus {
  if (state !== 'onSite' && state !== 'comingSoon') return { kind: state };
  if (week !== undefined && week.hiddenAt.length > 0) return { kind: 'hiddenAt', theaters: week.hiddenAt };
  return { kind: hasWide === false ? 'noWidePicture' : state };
}

/** The pictures that a feed gives to lead a film's page and the home page. */
export type FeedPictures = Readonly<Partial<Record<'backdrop' | 'hero', string>>>;

const feedPicturesOf = ({ feedBackdrop, feedHero }: Pick<EditorFilm, 'feedBackdrop' | 'feedHero'>): FeedPictures => ({
  ...(feedBackdrop !== undefined && { backdrop: feedBackdrop }),
  ...(feedHero !== undefined && { hero: feedHero }),
});

/** A film of the list. */
export interface ListedFilm {
  readonly id: string;
  readonly title: string;
  /** `2026-11-20`; empty if it is not known. */
  readonly releaseDate: string;
  /** In minutes; undefined if it is not known. */
  readonly runtime: number | undefined;
  readonly certificate: string;
  /** Names of the directors. */
  readonly directors: readonly string[];
  /** The badge that operators chose, or the one that visitors see. */
  readonly badge: Badge;
  /** Its words, if they are the operator's. */
  readonly badgeText: string;
  /** Reference to the poster; empty without one. */
  readonly poster: string;
  readonly feedPictures: FeedPictures;
  /** Number of shows to come. */
  readonly shows: number;
  /** Number of published shows in the next seven days, by which films can be ordered. */
  readonly weekShows: number;
  /** Names of the theaters that have published shows to come, in the order of the site. */
  readonly theaters: readonly string[];
  readonly state: FilmState;
  readonly source: FilmSource;
  /** Number of fields that do not follow the feed. */
  readonly overrides: number;
}

export const FILM_FILTERS = ['now', 'soon', 'past', 'all'] as const;
export type FilmFilter = (typeof FILM_FILTERS)[number];

type Edits = Readonly<Record<string, unknown>>;

const section = (content: unknown, name: string): Edits => {
  const records = valueAt(content, `/${name}`);
  return isRecord(records) ? records : {};
};
const isAdded = (edit: unknown): boolean => valueAt(edit, '/added') === true;

/** Whether the draft has another value than the published version. */
const isChanged = (edit: unknown, live: unknown, pointer: string): boolean =>
  JSON.stringify(valueAt(edit, pointer)) !== JSON.stringify(valueAt(live, pointer));

/** Shows to come that were typed in, by film. */
function typedInShows(content: unknown, now: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const show of Object.values(section(content, 'shows'))) {
    const id = text(valueAt(show, '/fields/movieId'));
    if (isAdded(show) && text(valueAt(show, '/fields/startsAt')) >= now) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** The draft and the published version. */
export interface Versions {
  readonly content: unknown;
  readonly live: unknown;
}

/** The films, those with a fixed place first, then in the order of the site (SITE-12). `now` is an instant, `2026-11-20T22:48:00Z`. */
export function listedFilms(films: readonly EditorFilm[], { content, live }: Versions, now: string): readonly ListedFilm[] {
  const [edits, published] = [section(content, 'films'), section(live, 'films')];
  const [draftShows, liveShows] = [typedInShows(content, now), typedInShows(live, now)];
  const hidden = new Set(list(valueAt(content, HIDDEN_POINTER)).map(text));
  const listed = (id: string, film: EditorFilm | undefined): ListedFilm => {
    const edit = edits[id];
    const fields = valueAt(edit, '/fields');
    const record: Edits = { ...film, ...(isRecord(fields) ? fields : {}) };
    const { runtime } = record;
    const shows = Math.max(0, (film?.shows ?? 0) + (draftShows.get(id) ?? 0) - (liveShows.get(id) ?? 0));
    const releaseDate = text(record['releaseDate']);
    const hasNewBadge = BADGE_FIELDS.some((name) => isChanged(edit, published[id], `/fields/${name}`));
    const badgeRecord = hasNewBadge || film === undefined ? record : film;
    const isDraft = isAdded(edit) && film === undefined;
    return {
      id,
      title: text(record['title']) || id,
      releaseDate,
      runtime: typeof runtime === 'number' ? runtime : undefined,
      certificate: text(record['certificate']),
      directors: list(record['directors']).map(text),
      badge: badgeOf(badgeRecord),
      badgeText: badgeTextOf(badgeRecord),
      poster: text(record['poster']),
      feedPictures: feedPicturesOf(film ?? {}),
      shows,
      weekShows: film?.weekShows ?? 0,
      theaters: (film?.theaters ?? []).map(({ name }) => name),
      state: hidden.has(id)
        ? 'hidden'
        : isDraft
          ? 'draft'
          : shows > 0
            ? 'onSite'
            : isPast(releaseDate, now)
              ? 'past'
              : 'comingSoon',
      source: isAdded(edit) ? 'typedIn' : film?.feed === false ? 'gone' : 'feed',
      overrides: isAdded(edit) || !isRecord(fields) ? 0 : Object.keys(fields).length,
    };
  };
  const known = new Set(films.map(({ id }) => id));
  // A film whose record was removed in the draft.
  const isRemoved = ({ id }: EditorFilm): boolean => isAdded(published[id]) && edits[id] === undefined;
  const all = [
    ...films.filter((film) => !isRemoved(film)).map((film) => listed(film.id, film)),
    ...Object.keys(edits)
      .filter((id) => !known.has(id) && isAdded(edits[id]))
      .map((id) => listed(id, undefined)),
  ];
  const byRule = valueAt(content, BY_SHOWS_POINTER) === true ? byShows : byRelease;
  return inOrder(all.toSorted(byRule), orderOf(content));
}

/** The most shows in the next seven days first, then by release (SITE-12). */
const byShows = (a: ListedFilm, b: ListedFilm): number => b.weekShows - a.weekShows || byRelease(a, b);

/** The latest release first, films without a date last, then by title (SITE-12). */
const byRelease = (a: ListedFilm, b: ListedFilm): number =>
  a.releaseDate === b.releaseDate ? a.title.localeCompare(b.title) : a.releaseDate > b.releaseDate ? -1 : 1;

const orderOf = (content: unknown): readonly string[] => list(valueAt(content, ORDER_POINTER)).map(text);

const isPast = (releaseDate: string, now: string): boolean => releaseDate !== '' && releaseDate < now.slice(0, 10);

/** Whether a filter shows a film. */
export function keepsFilm(filter: FilmFilter, { shows, state, releaseDate }: ListedFilm, now: string): boolean {
  if (filter === 'all') return true;
  if (filter === 'now') return shows > 0;
  const isOver = isPast(releaseDate, now) && state !== 'draft';
  return shows === 0 && (filter === 'past') === isOver;
}

/** The order with a film at the place of another: those before it get a fixed place too. */
export function movedOrder(films: readonly ListedFilm[], content: unknown, from: string, to: string): readonly string[] {
  const ids = films.map(({ id }) => id);
  const next = moved(ids, ids.indexOf(from), ids.indexOf(to));
  const fixed = orderOf(content);
  const last = Math.max(next.indexOf(from), ...fixed.map((id) => next.indexOf(id)));
  // Ids of the order that are of no film stay.
  return [...next.slice(0, last + 1), ...fixed.filter((id) => !ids.includes(id))];
}

/** The film one step before or after another. */
export function neighborFilm(films: readonly ListedFilm[], id: string, step: -1 | 1): ListedFilm | undefined {
  const index = films.findIndex((film) => film.id === id);
  return index < 0 ? undefined : films[index + step];
}
