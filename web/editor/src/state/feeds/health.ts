// How feeds are, and what their runs mean.

import type { EditorFeed, FeedHealth, FeedLoss, FeedRun, FeedRunResult } from '@marquee/api/editor.gen.ts';
import { ApiError } from '../api/client.ts';
import { errorText } from '../errors.ts';
import type { EditorMessages } from '../messages.ts';

/** How bad something is, as colors show it. */
type Mood = 'ok' | 'warn' | 'bad';

export const HEALTH_MOODS: Readonly<Record<FeedHealth, Mood | undefined>> = {
  new: undefined,
  healthy: 'ok',
  failing: 'warn',
  stale: 'warn',
  held: 'bad',
  off: undefined,
};

export const RESULT_MOODS: Readonly<Record<FeedRunResult, Mood>> = {
  unchanged: 'ok',
  changed: 'ok',
  warned: 'warn',
  kept: 'warn',
  applied: 'ok',
  held: 'bad',
  failed: 'bad',
};

/** Whether a feed waits for a person: visitors see times that may be wrong. */
export const needsPerson = ({ health }: Pick<EditorFeed, 'health'>): boolean => health === 'held' || health === 'stale';

/** The feeds that wait for a person, held ones first. */
export const waitingFeeds = (feeds: readonly EditorFeed[]): readonly EditorFeed[] =>
  feeds.filter(needsPerson).toSorted((a, b) => Number(b.health === 'held') - Number(a.health === 'held'));

/** The number of coming shows before a run. */
export const showsBefore = ({ gone, moved, unchanged }: Pick<FeedRun, 'gone' | 'moved' | 'unchanged'>): number =>
  gone + moved + unchanged;

/** Whose shows a run would remove: those of the site, or of the theaters that lose too many. */
export interface LossScope {
  readonly theaters: readonly string[];
  /** Rounded up, as the server does. */
  readonly percent: number;
  /** Whether all shows of these theaters would be gone. */
  readonly isAll: boolean;
}

/** Whose shows a run would remove, if a run with more than `limit` percent is held and the site has `count` theaters. */
export function lossScope({ percent, theaters }: FeedLoss, limit: number, count: number): LossScope {
  const isOfSite = theaters.length === 0 || theaters.length >= count || (theaters.length > 1 && percent > limit);
  if (isOfSite) return { theaters: [], percent, isAll: false };
  const sum = (name: 'gone' | 'before'): number => theaters.reduce((total, theater) => total + theater[name], 0);
  return {
    theaters: theaters.map(({ id, name }) => (name === '' ? id : name)),
    percent: percentGone(sum('gone'), sum('before')),
    isAll: sum('gone') === sum('before'),
  };
}

/** The share of shows that are gone, rounded up. */
export const percentGone = (gone: number, before: number): number => Math.ceil((gone * 100) / Math.max(before, 1));

/** Why a feed cannot be read, in a run or a trial, or does not run now. */
type ReadProblem = keyof EditorMessages['feeds']['problems'];

/** Why a feed could not be read, and what to do. `name` is that of the feed. */
export function problemText(error: unknown, name: string, messages: EditorMessages): string {
  const isProblem = (code: string): code is ReadProblem => Object.hasOwn(messages.feeds.problems, code);
  if (!(error instanceof ApiError) || !isProblem(error.code)) return errorText(error, messages);
  return problemWords(error.code, { name, reason: error.message }, messages);
}

/** A problem in words. `reason` is what the server says, in English. */
export const problemWords = (
  problem: ReadProblem,
  about: { readonly name: string; readonly reason: string },
  { feeds }: EditorMessages,
): string => feeds.problems[problem](about);

/** What may have happened in a run that removes much. */
export type Cause =
  | { readonly kind: 'responded'; readonly seconds: number }
  | { readonly kind: 'same'; readonly count: number }
  | { readonly kind: 'nothingFrom'; readonly day: string }
  | { readonly kind: 'theater'; readonly name: string; readonly gone: number; readonly before: number };

/** Whole seconds that a run took; at least one. */
export const secondsOf = ({ tookMilliseconds }: Pick<FeedRun, 'tookMilliseconds'>): number =>
  Math.max(1, Math.round(tookMilliseconds / 1000));

/** The facts that tell a mistake from a change: what is right first. */
export function causesOf(run: FeedRun, loss: FeedLoss): readonly Cause[] {
  return [
    { kind: 'responded', seconds: secondsOf(run) },
    ...(run.unchanged > 0 ? [{ kind: 'same' as const, count: run.unchanged }] : []),
    ...(loss.nothingFrom === undefined ? [] : [{ kind: 'nothingFrom' as const, day: loss.nothingFrom }]),
    ...loss.theaters.map(({ name, gone, before }) => ({ kind: 'theater' as const, name, gone, before })),
  ];
}

/** Whether a fact speaks for a mistake. */
export const isSuspicious = ({ kind }: Cause): boolean => kind === 'nothingFrom' || kind === 'theater';
