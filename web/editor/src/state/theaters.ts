// What the server says of theaters beside the draft.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EditorTheaters, ShowCount } from '@marquee/api/editor.gen.ts';
import { call } from './api/client.ts';
import { useDraft, useOpenSite } from './drafts.ts';

/** What feeds say of a theater. */
export interface FeedTheater {
  /** Whether the server has answered. */
  readonly isKnown: boolean;
  /** Undefined if no feed has it. */
  readonly record: unknown;
}

export function useFeedTheater(id: string): FeedTheater {
  const { site } = useOpenSite();
  const state = useDraft();
  const { data } = useQuery({
    // A publication decides what is beside the feed.
    queryKey: ['theaters', site.key, state?.server.published?.at],
    queryFn: () => call<EditorTheaters>('GET', `${site.key}/theaters`),
    placeholderData: keepPreviousData,
  });
  return { isKnown: data !== undefined, record: data?.feed.find((theater) => theater.id === id) };
}

/** Number of shows from now on that a closure hides; undefined while it is counted. */
export function useHiddenShows(theater: string, from: string, to: string): number | undefined {
  const { site } = useOpenSite();
  const { data } = useQuery({
    queryKey: ['closed-shows', site.key, theater, from, to],
    queryFn: () =>
      call<ShowCount>('GET', `${site.key}/theaters/${encodeURIComponent(theater)}/shows?${new URLSearchParams({ from, to })}`),
    placeholderData: keepPreviousData,
  });
  return data?.shows;
}
