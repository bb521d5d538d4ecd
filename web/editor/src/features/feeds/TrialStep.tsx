import type { FeedLoss, FeedTrial } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { Counts } from '../../parts/Counts.tsx';
import { ImportDifferences } from '../../parts/ImportDifferences.tsx';
import { Note } from '../../parts/Surface.tsx';
import { hasShows, percentOf } from '../../state/feeds/form.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { Conflicts } from './Conflicts.tsx';
import { Limits } from './Limits.tsx';
import type { Connection } from './use-connect.ts';
import { useLossTitle } from './words.tsx';

/** What the first run would do, and what happens in doubt. */
export function TrialStep({ connection }: { readonly connection: Connection }) {
  const { feeds: words } = useMessages();
  const { form, trial, tryWith } = connection;
  return (
    <>
      {trial !== undefined && hasShows(form) && (
        <>
          <TrialCounts trial={trial} />
          <Hold connection={connection} loss={trial.loss} />
          <Conflicts {...trial} choice={form.conflicts} />
        </>
      )}
      {hasShows(form) && <Limits connection={connection} onConflicts={(conflicts) => tryWith({ conflicts })} />}
      {trial !== undefined && <ImportDifferences plan={trial.plan} after={words.afterRun()} />}
    </>
  );
}

/** Whether the run would be held, or that the trial had another limit. */
function Hold({
  connection: { form, triedPercent = 0, tryWith, isBusy },
  loss,
}: {
  readonly connection: Connection;
  readonly loss: FeedLoss;
}) {
  const { feeds: words } = useMessages();
  const { number } = useFormats();
  const titleOf = useLossTitle();
  const limit = percentOf(form.holdPercent);
  if (limit !== undefined && limit !== triedPercent)
    return (
      <Note
        title={words.limitChanged({ percent: number(triedPercent) })}
        action={
          <Button isBusy={isBusy} onPress={() => tryWith({})}>
            {words.tryAgain()}
          </Button>
        }
      />
    );
  if (!loss.isHeld) return null;
  return (
    <Note mood="warn" title={titleOf(loss, triedPercent)}>
      {words.wouldHoldText()}
    </Note>
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
