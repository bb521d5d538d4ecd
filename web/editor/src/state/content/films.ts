// Films that the editor knows: those of the site, and ids that only the draft has.

import { useQuery } from '@tanstack/react-query';
import type { EditorFilms } from '@marquee/api/editor.gen.ts';
import { field, isRecord, list, text } from '@marquee/api/json.ts';
import { call } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';
import { valueAt } from '../pointer.ts';
import { HIDDEN_POINTER, ORDER_POINTER } from './film-order.ts';
import { programFilms } from '../program/films.ts';
import { recordsOf } from './records.ts';

export interface Film {
  readonly id: string;
  /** The id if the title is not known. */
  readonly title: string;
  /** `2026-11-20` */
  readonly releaseDate: string;
  /** Number of shows to come; undefined if it is not known. */
  readonly shows: number | undefined;
}

/** The films of a response; malformed ones are left out. */
export const readFilms = (response: unknown): readonly Film[] =>
  list(field(response, 'films')).flatMap((entry) => {
    if (!isRecord(entry) || text(entry['id']) === '') return [];
    const { id, title, releaseDate, shows } = entry;
    return [
      {
        id: text(id),
        title: text(title) || text(id),
        releaseDate: text(releaseDate),
        shows: typeof shows === 'number' ? shows : undefined,
      },
    ];
  });

/** Ids of films that the draft names. */
export function filmIdsOf(content: unknown): readonly string[] {
  const events = recordsOf(content, 'events').flatMap(({ record }) =>
    list(record['movieIds']).concat(list(record['dates']).map((date) => field(date, 'movieId'))),
  );
  const named = [ORDER_POINTER, HIDDEN_POINTER].flatMap((pointer) => list(valueAt(content, pointer)));
  return [...new Set([...named, ...events].map(text))].filter((id) => id !== '');
}

/** The films, then the ids without a film. */
export function withUnknown(films: readonly Film[], ids: readonly string[]): readonly Film[] {
  const known = new Set(films.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  return [...films, ...unknown.map((id) => ({ id, title: id, releaseDate: '', shows: undefined }))];
}

/** The films of a response, then those that only the draft has, then ids that the draft names. */
export function knownFilms(response: unknown, content: unknown): readonly Film[] {
  const served = readFilms(response);
  const ids = new Set(served.map(({ id }) => id));
  const added = programFilms(undefined, content)
    .filter(({ id }) => !ids.has(id))
    .map(({ id, title, releaseDate, shows }) => ({ id, title, releaseDate, shows }));
  return withUnknown([...served, ...added], filmIdsOf(content));
}

/** The films of the site; those that only the draft names if the server does not list them. */
export function useFilms(content: unknown): readonly Film[] {
  const { site } = useOpenSite();
  const { data } = useQuery({
    queryKey: ['films', site.key],
    queryFn: () => call<EditorFilms>('GET', `${site.key}/films`),
    retry: false,
    staleTime: 5 * 60_000,
  });
  return knownFilms(data, content);
}
