// The address of the first schedule, connected as a feed of the new site.

import type { Draft, FeedTrial, ScheduleReading } from '@marquee/api/editor.gen.ts';
import { call } from '../api/client.ts';
import { recordsOf } from '../content/records.ts';
import { type FeedForm, NEW_FEED, isOfFilmsOnly, matchTheaters, settingsOf, trialRequest } from '../feeds/form.ts';
import { saveFeed, tryFeed } from '../feeds/queries.ts';
import type { Schedule } from '../schedule.ts';
import type { SetUpForm } from './form.ts';

/** The address that keeps the program up to date; undefined for files, and if the operator does not want that. */
export const followedAddress = (form: SetUpForm, { source }: Schedule): string | undefined =>
  form.program === 'import' && form.followsAddress ? source?.address : undefined;

/** The form of the feed of an address. */
export const feedOfAddress = (address: string, format: ScheduleReading['format'], name: string): FeedForm => ({
  ...NEW_FEED,
  address,
  format,
  name,
});

/** The form with the theaters of a trial; undefined if none of them is one of the site. */
export function matchedForm(form: FeedForm, trial: Pick<FeedTrial, 'theaters'>, live: unknown): FeedForm | undefined {
  const theaters = matchTheaters(trial.theaters, recordsOf(live, 'theaters'), []);
  const matched = { ...form, theaters };
  return isOfFilmsOnly(matched) ? undefined : matched;
}

/** Connects the feed of a new site. False if no theater of it is one of the site. */
export async function connectFeed(site: string, form: FeedForm): Promise<boolean> {
  const [{ live }, trial] = await Promise.all([
    call<Draft>('GET', `${site}/draft`),
    tryFeed(site, trialRequest(form, undefined, false)),
  ]);
  const matched = matchedForm(form, trial, live);
  if (matched === undefined) return false;
  await saveFeed(site, settingsOf(matched, true, []));
  return true;
}
