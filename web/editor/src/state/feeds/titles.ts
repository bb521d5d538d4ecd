// Rules for the titles of a feed, and what they make of them.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  EditorFeed,
  FeedSettings,
  FeedTitle,
  FeedTitles,
  TitleRule,
  TitleTrial,
  TriedTitle,
  TriedTitles,
} from '@marquee/api/editor.gen.ts';
import { call } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';
import { formOf, settingsOf } from './form.ts';

/** As on the server. */
export const MAX_RULES = 50;
export const MAX_RULE_TEXT = 60;
/** How long typing must rest before rules are tried, in milliseconds. */
const TYPING_PAUSE = 250;

/** A rule as it is typed. */
export interface TypedRule {
  /** Identity in the list. */
  readonly id: number;
  readonly find: string;
  readonly place: TitleRule['place'];
  readonly replacement: string;
  /** Key of an attribute; empty for none. */
  readonly attribute: string;
}

export const typedRules = (rules: readonly TitleRule[]): readonly TypedRule[] =>
  rules.map(({ find, place, replacement = '', attribute = '' }, id) => ({ id, find, place, replacement, attribute }));

/** The rules with an empty one at the end. */
export const withNewRule = (rules: readonly TypedRule[]): readonly TypedRule[] => [
  ...rules,
  { id: Math.max(0, ...rules.map(({ id }) => id)) + 1, find: '', place: 'end', replacement: '', attribute: '' },
];

/** Whether a rule finds nothing: its text is missing, or stands for any text. */
export const findsNothing = ({ find }: TypedRule): boolean => /^[\s*]*$/.test(find);

/** Whether a rule lacks its text. One that was added and left empty is not missed. */
export const isUnfinished = (rule: TypedRule): boolean =>
  findsNothing(rule) && (rule.replacement.trim() !== '' || rule.attribute !== '');

/** The rules that find something. */
export const writtenRules = (rules: readonly TypedRule[]): readonly TitleRule[] =>
  rules.flatMap((rule) => (findsNothing(rule) ? [] : [written(rule)]));

const written = ({ find, place, replacement, attribute }: TypedRule): TitleRule => ({
  find,
  place,
  ...(replacement.trim() === '' ? {} : { replacement }),
  ...(attribute === '' ? {} : { attribute }),
});

/** The settings of a feed as they are, with other rules. */
export const withRules = (feed: EditorFeed, rules: readonly TypedRule[]): FeedSettings =>
  settingsOf(formOf(feed), feed.isOn, writtenRules(rules));

/** A title, and what the rules make of it. */
export interface Sample extends FeedTitle {
  readonly after: TriedTitle;
}

/** The titles with what the rules make of them, those that change first. */
export function samples(titles: readonly FeedTitle[], tried: readonly TriedTitle[]): readonly Sample[] {
  const all = titles.flatMap((title, index) => {
    const after = tried[index];
    return after === undefined ? [] : [{ ...title, after }];
  });
  return all.toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)));
}

export const isChanged = ({ title, after }: Sample): boolean => after.title !== title || after.attributes.length > 0;

/** The titles of a feed as its system writes them. */
export function useFeedTitles(feed: string) {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['feeds', site.key, feed, 'titles'],
    queryFn: () => call<FeedTitles>('GET', `${site.key}/feeds/${encodeURIComponent(feed)}/titles`),
    staleTime: Infinity,
    retry: false,
  });
}

/** Waits until nothing was typed for a moment. */
async function settled(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, TYPING_PAUSE);
  });
  signal.throwIfAborted();
}

/** What rules make of titles; those before stay while the next are asked for. */
export function useTriedTitles(titles: readonly FeedTitle[] | undefined, rules: readonly TitleRule[]) {
  const { site } = useOpenSite();
  return useQuery({
    queryKey: ['feeds', site.key, 'try-titles', titles, rules],
    queryFn: async ({ signal }) => {
      await settled(signal);
      const trial: TitleTrial = { titles: (titles ?? []).map(({ title }) => title), rules: [...rules] };
      return call<TriedTitles>('POST', `${site.key}/feeds/try-titles`, trial);
    },
    enabled: titles !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}
