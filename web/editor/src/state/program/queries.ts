// Requests for the program of a theater.

import type { EditorProgram } from '@marquee/api/editor.gen.ts';
import { call } from '../api/client.ts';
import { type FeedShow, readFeedShows } from './shows.ts';

/** The shows that feeds have of a theater, for the seven cinema days from a day on. */
export const feedShowsQuery = (site: string, theater: string, from: string) => ({
  queryKey: ['program', site, theater, from] as const,
  queryFn: async (): Promise<readonly FeedShow[]> =>
    readFeedShows(await call<EditorProgram>('GET', `${site}/program?theater=${encodeURIComponent(theater)}&from=${from}&days=7`)),
  staleTime: 60_000,
  retry: 1,
});
