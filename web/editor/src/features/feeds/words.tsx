// Words and marks of feeds and runs that several screens show.

import type { EditorFeed, FeedDay, FeedHealth, FeedLoss, FeedRun, FeedRunResult } from '@marquee/api/editor.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { Tag } from '../../parts/Surface.tsx';
import { useNow } from '../../state/clock.ts';
import { recordsOf } from '../../state/content/records.ts';
import { useDraft } from '../../state/drafts.ts';
import { HEALTH_MOODS, RESULT_MOODS, lossScope } from '../../state/feeds/health.ts';
import { type FeedSystem, type SystemKey, initialsOf } from '../../state/feeds/systems.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import styles from './Feeds.module.css';

/** When something happened: the time today, the day too before. */
export function useWhen(): (at: string) => string {
  const now = useNow();
  const { day, time, moment } = useFormats();
  const today = day(now.toISOString());
  return (at) => (day(at) === today ? time(at) : moment(at));
}

/** The published theaters of the site. */
export function useSiteTheaters(): readonly { readonly id: string; readonly name: string }[] {
  const state = useDraft();
  return state === undefined ? [] : recordsOf(state.server.live, 'theaters');
}

/** The names of the theaters that a feed changes. */
export function useTheaterNames(): (feed: Pick<EditorFeed, 'theaters'>) => string {
  const theaters = useSiteTheaters();
  const { list } = useFormats();
  return (feed) => {
    const ids = new Set(feed.theaters.flatMap(({ theater }) => theater ?? []));
    return list([...ids].map((id) => theaters.find((theater) => theater.id === id)?.name ?? id));
  };
}

const SYSTEM_ICONS: Partial<Readonly<Record<SystemKey, IconName>>> = {
  spreadsheet: 'table',
  calendar: 'calendar',
  webPage: 'globe',
};

/** An icon in a square. */
export const Mark = ({ icon }: { readonly icon: IconName }) => (
  <span className={styles['mark']} aria-hidden="true">
    <Icon name={icon} />
  </span>
);

/** An icon or two letters in place of the logo of a system. */
export function SystemMark({ system }: { readonly system: FeedSystem | undefined }) {
  const { feeds: words } = useMessages();
  if (system === undefined) return <Mark icon="feed" />;
  const icon = SYSTEM_ICONS[system.key];
  if (icon !== undefined) return <Mark icon={icon} />;
  return (
    <span className={styles['mark']} aria-hidden="true">
      {initialsOf(words.systems[system.key].name())}
    </span>
  );
}

const HEALTH_ICONS: Readonly<Record<FeedHealth, IconName>> = {
  new: 'clock',
  healthy: 'check',
  failing: 'warning',
  stale: 'clock',
  held: 'hand',
  off: 'minus',
};

export function Health({ health }: { readonly health: FeedHealth }) {
  const { feeds: words } = useMessages();
  return (
    <Tag mood={HEALTH_MOODS[health]} icon={HEALTH_ICONS[health]}>
      {words.healths[health]()}
    </Tag>
  );
}

/** A result in words; without a run, the worst one of a day. */
export function useResultWords(): (result: FeedRunResult, warnings?: number) => string {
  const { feeds: words } = useMessages();
  return (result, warnings = 0) => (result === 'warned' ? words.results.warned({ count: warnings }) : words.results[result]());
}

/** What a run that is held would remove, as its title. `limit` is that of the feed, in percent. */
export function useLossTitle(): (loss: FeedLoss, limit: number) => string {
  const { feeds: words } = useMessages();
  const { number, list } = useFormats();
  const count = useSiteTheaters().length;
  return (loss, limit) => {
    const { theaters, percent, isAll } = lossScope(loss, limit, count);
    if (theaters.length === 0) return words.wouldRemove({ percent: number(percent) });
    const names = list(theaters);
    return isAll ? words.wouldEmpty({ names }) : words.wouldRemoveOf({ percent: number(percent), names });
  };
}

/** The result of a run with a dot in its color. */
export function Result({ run }: { readonly run: FeedRun }) {
  const textOf = useResultWords();
  return (
    <span className={styles['result']}>
      <span className={cx(styles['resultDot'], styles[RESULT_MOODS[run.result]])} />
      {textOf(run.result, run.warnings)}
    </span>
  );
}

/** The days as bars, each in the color of its worst result. Screen readers hear how many days had which. */
export function Days({ name, days }: { readonly name: string; readonly days: readonly FeedDay[] }) {
  const { feeds: words } = useMessages();
  const { number, list, date } = useFormats();
  const textOf = useResultWords();
  const labelOf = (result: FeedRunResult | undefined): string => (result === undefined ? words.noRuns() : textOf(result));
  const counts = new Map<string, number>();
  for (const { result } of days) counts.set(labelOf(result), (counts.get(labelOf(result)) ?? 0) + 1);
  const text = list([...counts].map(([result, count]) => words.dayCount({ result, count: number(count) })));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn here
    <span className={styles['days']} role="img" aria-label={words.daysOf({ name, days: text })}>
      {days.map(({ day, result, runs }) => (
        <i
          key={day}
          className={cx(styles['day'], result !== undefined && styles[RESULT_MOODS[result]])}
          title={list([
            `${date(day)}: ${labelOf(result)}`,
            ...(runs === 0 ? [] : [words.dayRuns({ count: runs, number: number(runs) })]),
          ])}
        />
      ))}
    </span>
  );
}
