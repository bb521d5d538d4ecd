import { useMemo } from 'react';
import type { DraftState } from '../../state/draft/machine.ts';
import { type FilmStatus, type ListedFilm, statusOf } from '../../state/films/list.ts';
import { hasWidePicture } from '../../state/films/pictures.ts';
import { type FilmWeek, NO_WEEK, useFilmWeeks } from '../../state/films/week.ts';
import { usePictures } from '../../state/media/library.ts';

/** What visitors find of a film. */
export interface FilmView {
  /** Undefined while the program is loaded. */
  readonly week: FilmWeek | undefined;
  readonly status: FilmStatus;
}

/** What visitors find of films at an instant, `2026-11-20T22:48:00Z`. */
export function useFilmViews(
  state: DraftState,
  now: string,
): (film: Pick<ListedFilm, 'id' | 'state' | 'feedPictures'>) => FilmView {
  const weeks = useFilmWeeks(state, now);
  const { data } = usePictures();
  const sources = useMemo(() => data && new Set(data.map(({ source }) => source)), [data]);
  return ({ id, state: filmState, feedPictures }) => {
    const week = weeks === undefined ? undefined : (weeks.get(id) ?? NO_WEEK);
    const hasWide = sources && hasWidePicture(sources, state.content, id, feedPictures);
    return { week, status: statusOf(filmState, week, hasWide) };
  };
}
