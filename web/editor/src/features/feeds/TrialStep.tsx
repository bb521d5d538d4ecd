import type { FeedTrial } from '@marquee/api/editor.gen.ts';
import { Counts } from '../../parts/Counts.tsx';
import { ImportDifferences } from '../../parts/ImportDifferences.tsx';
import { Note } from '../../parts/Surface.tsx';
import { percentOf } from '../../state/feeds/form.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { Conflicts } from './Conflicts.tsx';
import { Limits } from './Limits.tsx';
import type { Connection } from './use-connect.ts';

/** What the first run would do, and what happens in doubt. */
export function TrialStep({ connection }: { readonly connection: Connection }) {
  const { feeds: words } = useMessages();
  const { number } = useFormats();
  const { form, trial, tryWith } = connection;
  const limit = percentOf(form.holdPercent);
  return (
    <>
      {trial !== undefined && <TrialCounts trial={trial} />}
      {trial !== undefined && limit !== undefined && (trial.loss.percent > limit || trial.loss.theaters.length > 0) && (
        <Note mood="warn" title={words.wouldHold({ percent: number(trial.loss.percent) })}>
          {words.wouldHoldText()}
        </Note>
      )}
      {trial !== undefined && <Conflicts {...trial} choice={form.conflicts} />}
      <Limits connection={connection} onConflicts={(conflicts) => tryWith({ conflicts })} />
      {trial !== undefined && <ImportDifferences plan={trial.plan} after={words.afterRun()} />}
    </>
  );
}

function TrialCounts({ trial: { plan, conflicts } }: { readonly trial: FeedTrial }) {
  const { feeds: words } = useMessages();
  const { number, dateRange } = useFormats();
  const { films, shows, from, until } = plan;
  const count = shows.added + shows.changed + shows.unchanged;
  const share = count === 0 ? 0 : Math.floor((shows.unchanged / count) * 100);
  return (
    <Counts
      counts={[
        {
          label: words.films(),
          value: films.added + films.changed + films.unchanged,
          text: words.matched({ count: films.changed + films.unchanged }),
        },
        { label: words.shows(), value: count, text: from === undefined || until === undefined ? '' : dateRange(from, until) },
        { label: words.sameAsNow(), value: shows.unchanged, text: words.percent({ number: number(share) }) },
        {
          label: words.toReview(),
          value: conflicts.length,
          text: conflicts.length === 0 ? words.nothingToReview() : words.below(),
        },
      ]}
    />
  );
}
