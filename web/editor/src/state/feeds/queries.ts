// The feeds of the open site, their runs, and what is done with them.

import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  EditorFeed,
  EditorFeeds,
  FeedChoice,
  FeedDecision,
  FeedPushSecret,
  FeedRunReport,
  FeedRuns,
  FeedSettings,
  FeedTrial,
  FeedTrialRequest,
} from '@marquee/api/editor.gen.ts';
import { call, download } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';
import { can } from '../roles.ts';
import { needsPerson } from './health.ts';

/** How often the feeds are read again while they are shown, in milliseconds. */
export const REFRESH = 60_000;
/** The same while a feed has its first run. */
const FIRST_RUN_REFRESH = 3_000;

const feedsPath = (site: string): string => `${site}/feeds`;
const feedPath = (site: string, feed: string): string => `${feedsPath(site)}/${encodeURIComponent(feed)}`;
const runPath = (site: string, feed: string, run: string): string => `${feedPath(site, feed)}/runs/${encodeURIComponent(run)}`;

export const feedsQuery = (site: string) =>
  queryOptions({
    queryKey: ['feeds', site],
    queryFn: () => call<EditorFeeds>('GET', feedsPath(site)),
  });

const hasFirstRun = ({ isOn, lastRun }: EditorFeed): boolean => isOn && lastRun === undefined;

/** When feeds that are shown are read again: every minute, sooner while one has its first run. */
export const refreshOf = (data: EditorFeeds | undefined): number =>
  data?.feeds.some(hasFirstRun) === true ? FIRST_RUN_REFRESH : REFRESH;

/** The feeds of the open site, read again while they are shown. */
export function useFeeds() {
  const { site } = useOpenSite();
  return useQuery({
    ...feedsQuery(site.key),
    refetchInterval: ({ state }) => refreshOf(state.data),
  });
}

/** The number of feeds that wait for a person. It is not read again by itself while another screen is shown. */
export function useWaitingCount(): number {
  const { site } = useOpenSite();
  const { data } = useQuery({ ...feedsQuery(site.key), enabled: can(site, 'read'), staleTime: REFRESH, retry: false });
  return data?.feeds.filter(needsPerson).length ?? 0;
}

/** The runs of a feed, the newest first. */
export function useFeedRuns(feed: string) {
  const { site } = useOpenSite();
  return useInfiniteQuery({
    queryKey: ['feeds', site.key, feed, 'runs'],
    queryFn: ({ pageParam }) =>
      call<FeedRuns>(
        'GET',
        `${feedPath(site.key, feed)}/runs${pageParam === '' ? '' : `?before=${encodeURIComponent(pageParam)}`}`,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

export function useFeedRun(feed: string, run: string) {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['feeds', site.key, feed, 'runs', run],
    queryFn: () => call<FeedRunReport>('GET', runPath(site.key, feed, run)),
  });
}

/** Connects a feed; with an id, changes the feed. */
export const saveFeed = (site: string, settings: FeedSettings, feed?: string): Promise<EditorFeed> =>
  feed === undefined ? call('POST', feedsPath(site), settings) : call('PUT', feedPath(site, feed), settings);

export const removeFeed = (site: string, feed: string): Promise<void> => call('DELETE', feedPath(site, feed));

/** Creates the secret that signs messages for a feed; the one before is not valid any more. */
export const turnPushOn = (site: string, feed: string): Promise<FeedPushSecret> => call('POST', `${feedPath(site, feed)}/push`);
export const turnPushOff = (site: string, feed: string): Promise<void> => call('DELETE', `${feedPath(site, feed)}/push`);

/** Runs a feed and waits for its result. */
export const runFeed = (site: string, feed: string): Promise<FeedRunReport> => call('POST', `${feedPath(site, feed)}/run`);

/** Reads a feed once, and tells what a run would do. */
export const tryFeed = (site: string, request: FeedTrialRequest): Promise<FeedTrial> =>
  call('POST', `${feedsPath(site)}/trial`, request);

/** What the response of a run would change now. */
export const replayRun = (site: string, feed: string, run: string): Promise<FeedTrial> =>
  call('POST', `${runPath(site, feed, run)}/replay`);

export const decideRun = (site: string, feed: string, run: string, choice: FeedChoice): Promise<FeedRunReport> =>
  call('POST', `${runPath(site, feed, run)}/decision`, { choice } satisfies FeedDecision);

/** Saves the response that a run has read as a file. */
export const saveResponse = (site: string, feed: string, run: string): Promise<void> =>
  download(`${runPath(site, feed, run)}/response`, `run-${run}.txt`);
