// The films of the open site, with what the draft changes and adds.

import { useQuery } from '@tanstack/react-query';
import type { EditorFilmRecord, EditorFilms } from '@marquee/api/editor.gen.ts';
import { field, isRecord } from '@marquee/api/json.ts';
import { useMemo } from 'react';
import { call } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';
import { type ProgramFilm, programFilms } from './films.ts';

export function useProgramFilms(content: unknown): readonly ProgramFilm[] {
  const { site } = useOpenSite();
  const { data } = useQuery({
    queryKey: ['films', site.key],
    queryFn: () => call<EditorFilms>('GET', `${site.key}/films`),
    retry: false,
    staleTime: 5 * 60_000,
  });
  return useMemo(() => programFilms(data, content), [data, content]);
}

/** What the feed says about a film: undefined while it is loaded, an empty record if no feed has it. */
export function useFeedFilm(id: string): Readonly<Record<string, unknown>> | undefined {
  const { site } = useOpenSite();
  const { data, error } = useQuery({
    queryKey: ['film', site.key, id],
    queryFn: () => call<EditorFilmRecord>('GET', `${site.key}/films/${encodeURIComponent(id)}`),
    retry: false,
    staleTime: 60_000,
  });
  if (data === undefined) return error === null ? undefined : {};
  const feed = field(data, 'feed');
  return isRecord(feed) ? feed : {};
}
