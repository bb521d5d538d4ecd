// Requests for the program of a theater.

import type { EditorProgram } from '@marquee/api/editor.gen.ts';
import { call } from '../api/client.ts';
import { type FeedShow, readFeedShows } from './shows.ts';

const WEEK = 7;

/** Number of cinema days that the server has in one response. */
export const MAX_PROGRAM_DAYS = 31;

/** The shows that feeds have of a theater, for cinema days from a day on: by default a week. */
export const feedShowsQuery = (site: string, theater: string, from: string, days = WEEK) => ({
  queryKey: days === WEEK ? ['program', site, theater, from] : ['program', site, theater, from, days],
  queryFn: async (): Promise<readonly FeedShow[]> =>
    readFeedShows(
      await call<EditorProgram>('GET', `${site}/program?theater=${encodeURIComponent(theater)}&from=${from}&days=${days}`),
    ),
  staleTime: 60_000,
  retry: 1,
});
