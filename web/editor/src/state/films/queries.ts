// What the server says of films.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EditorFilm, EditorFilmRecord, EditorFilms } from '@marquee/api/editor.gen.ts';
import { useMemo, useState } from 'react';
import { call } from '../api/client.ts';
import { useClockOffset } from '../clock.ts';
import type { DraftState } from '../draft/machine.ts';
import { useDraft, useOpenSite } from '../drafts.ts';
import { listedFilms } from './list.ts';

const NONE: readonly EditorFilm[] = [];

/** The published films of the site; empty while they are loaded. `isNeeded` false: they are not requested. */
export function useSiteFilms(isNeeded = true) {
  const { site } = useOpenSite();
  const state = useDraft();
  const query = useQuery({
    // A publication changes the films.
    queryKey: ['films', site.key, state?.server.published?.at],
    queryFn: () => call<EditorFilms>('GET', `${site.key}/films`),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 5 * 60_000,
    enabled: isNeeded && state !== undefined,
  });
  const { data, isLoading, error, refetch } = query;
  // Without a connection the films are neither known nor loading.
  return { films: data?.films ?? NONE, isKnown: data !== undefined, isLoading, error, refetch };
}

/** What feeds say of a film. */
export function useFilmRecord(id: string) {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['film', site.key, id],
    queryFn: () => call<EditorFilmRecord>('GET', `${site.key}/films/${encodeURIComponent(id)}`),
    retry: false,
    staleTime: 60_000,
  });
}

/** The films of the site with those of the draft. */
export function useFilmList({ content, server }: DraftState) {
  const { films: published, ...query } = useSiteFilms();
  // The state of a film does not change within a visit of the screen.
  const offset = useClockOffset();
  const [opened] = useState(() => Date.now());
  const now = new Date(opened + offset).toISOString();
  const { live } = server;
  const films = useMemo(() => listedFilms(published, { content, live }, now), [published, content, live, now]);
  return { ...query, films, now };
}
