// The films of the open site, with what the draft changes and adds.

import { useQuery } from '@tanstack/react-query';
import type { EditorFilms } from '@marquee/api/editor.gen.ts';
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
