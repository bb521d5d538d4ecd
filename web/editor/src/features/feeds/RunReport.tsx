import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { EditorFeed, FeedRunReport, FeedRunResult, FeedTrial } from '@marquee/api/editor.gen.ts';
import { useState } from 'react';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Counts } from '../../parts/Counts.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { ImportDifferences } from '../../parts/ImportDifferences.tsx';
import { Card, Empty, Note, Page, Skeleton, Stack } from '../../parts/Surface.tsx';
import { Trail } from '../../parts/Trail.tsx';
import { focusNext } from '../../parts/use-row-keys.ts';
import { addressOfActor } from '../../state/audit.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { hasShows } from '../../state/feeds/form.ts';
import { percentGone, problemText, problemWords, showsBefore } from '../../state/feeds/health.ts';
import { replayRun, saveResponse, useFeedRun, useFeeds } from '../../state/feeds/queries.ts';
import { useScreenKey } from '../../state/keys.ts';
import { feedPath, runsPath, screenPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { Conflicts } from './Conflicts.tsx';
import { ApplyDialog, Choices, Happened } from './Decision.tsx';
import { useDecision } from './use-decision.ts';
import { useLossTitle, useResultWords, useWhen } from './words.tsx';
import styles from './Feeds.module.css';

/** What a run of a feed changed; for a held run, what it would change, and the choices (ux 5.11). */
export function RunScreen() {
  const { feed = '', run = '' } = useParams({ strict: false });
  return <Run key={`${feed} ${run}`} feed={feed} run={run} />;
}

function Run({ feed, run }: { readonly feed: string; readonly run: string }) {
  const { feeds: words, common } = useMessages();
  const { data: known } = useFeeds();
  const { data, error, refetch } = useFeedRun(feed, run);
  if (data === undefined && error !== null) return <ErrorScreen error={error} onRetry={() => void refetch()} />;
  if (data === undefined || known === undefined) return <Skeleton label={common.loading()} count={5} />;
  const own = known.feeds.find(({ id }) => id === feed);
  return own === undefined ? <ErrorScreen title={words.noFeedFound()} /> : <Report feed={own} report={data} />;
}

/** The title of a run and what it means for visitors. */
function useReportWords(feed: EditorFeed, { run, differences, isWaiting }: FeedRunReport) {
  const { feeds: words } = useMessages();
  const when = useWhen();
  const textOf = useResultWords();
  const titleOf = useLossTitle();
  const { name, lastSuccess } = feed;
  if (!isWaiting)
    return {
      title: `${words.run({ time: when(run.started) })}: ${textOf(run.result, run.warnings)}`,
      lead: run.result === 'unchanged' ? words.leads.unchanged({ name }) : words.leads[run.result](),
    };
  const { gone } = run;
  const loss = differences?.loss ?? { percent: percentGone(gone, showsBefore(run)), isHeld: true, theaters: [] };
  return {
    title: titleOf(loss, feed.holdPercent),
    lead: lastSuccess === undefined ? words.heldLeadNever({ name }) : words.heldLead({ name, time: when(lastSuccess) }),
  };
}

function Report({ feed, report }: { readonly feed: EditorFeed; readonly report: FeedRunReport }) {
  const { feeds: words, nav } = useMessages();
  const { site } = useOpenSite();
  const when = useWhen();
  const { title, lead } = useReportWords(feed, report);
  const decision = useDecision(feed, report.run);
  const [isAsking, setAsking] = useState(false);
  const { run, isWaiting } = report;
  const replay = useMutation({ mutationFn: () => replayRun(site.key, feed.id, run.id) });
  useScreenKey('d', () => void focusNext('[data-films] summary', 1));
  const mayDecide = isWaiting && can(site, 'editProgram');
  const links = [
    { label: nav.feeds(), href: screenPath(site.key, 'feeds') },
    { label: feed.name, href: runsPath(site.key, feed.id) },
  ];
  const decide = (
    <>
      <Button isDanger isDisabled={decision.isPending} onPress={() => setAsking(true)}>
        {words.applyAll()}
      </Button>
      <Button look="solid" isBusy={decision.isPending && decision.variables === 'keep'} onPress={() => decision.mutate('keep')}>
        {words.keep()}
      </Button>
    </>
  );
  return (
    <Page
      title={title}
      lead={lead}
      trail={<Trail links={links} current={words.run({ time: when(run.started) })} />}
      actions={mayDecide && decide}
    >
      <div className={styles['columns']}>
        <Stack>
          {decision.text !== undefined && (
            <div role="alert">
              <Note mood="bad" title={decision.text} />
            </div>
          )}
          <Failure feed={feed} report={report} />
          {run.problem === undefined && hasShows(feed) && <RunCounts report={report} />}
          <Differences feed={feed} report={report} replayed={replay.data} onBack={() => replay.reset()} />
        </Stack>
        <Side feed={feed} report={report} decision={decision} replay={replay} />
      </div>
      {isAsking && (
        <ApplyDialog
          gone={run.gone}
          isBusy={decision.isPending}
          onApply={() => decision.mutate('apply', { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  );
}

function RunCounts({ report: { run, isWaiting } }: { readonly report: FeedRunReport }) {
  const { feeds: words } = useMessages();
  return (
    <Counts
      counts={[
        { label: words.added(), value: run.added },
        { label: words.moved(), value: run.moved },
        { label: words.gone(), value: run.gone, isBad: isWaiting && run.gone > 0 },
        { label: words.unchanged(), value: run.unchanged },
      ]}
    />
  );
}

/** Results of runs after which the site has the times of the response. */
const APPLIED: ReadonlySet<FeedRunResult> = new Set(['unchanged', 'changed', 'warned', 'applied']);

/** What the run changes, or what its response would change now. */
function Differences({
  feed,
  report: { run, differences },
  replayed,
  onBack,
}: {
  readonly feed: EditorFeed;
  readonly report: FeedRunReport;
  readonly replayed: FeedTrial | undefined;
  readonly onBack: () => void;
}) {
  const { feeds: words } = useMessages();
  const shown = replayed ?? differences;
  if (shown === undefined)
    return (
      run.problem === undefined && (
        <Card>
          <Empty title={run.added + run.moved + run.gone > 0 ? words.removedDifferences() : words.noDifferences()} />
        </Card>
      )
    );
  return (
    <>
      {replayed !== undefined && (
        <output>
          <Note title={words.replayed()} action={<Button onPress={onBack}>{words.backToRun()}</Button>}>
            {replayed.plan.isSame ? words.replayedSame() : words.replayText()}
          </Note>
        </output>
      )}
      <Conflicts {...shown} choice={feed.conflicts} isApplied={APPLIED.has(run.result)} />
      <ImportDifferences plan={shown.plan} after={words.afterRun()} />
    </>
  );
}

/** What may have happened, what can be done, and the response. */
function Side({
  feed,
  report,
  decision,
  replay,
}: {
  readonly feed: EditorFeed;
  readonly report: FeedRunReport;
  readonly decision: ReturnType<typeof useDecision>;
  readonly replay: Pick<UseMutationResult<FeedTrial>, 'isPending' | 'error'> & { readonly mutate: () => void };
}) {
  const messages = useMessages();
  const { site } = useOpenSite();
  const { run, differences, isWaiting } = report;
  const mayEdit = can(site, 'editProgram');
  return (
    <Stack>
      {isWaiting && differences !== undefined && <Happened feed={feed} run={run} loss={differences.loss} />}
      {isWaiting && (
        <Choices
          feed={feed}
          mayDecide={mayEdit}
          isBusy={decision.isPending && decision.variables === 'applyWithoutRemovals'}
          onApply={() => decision.mutate('applyWithoutRemovals')}
        />
      )}
      <People report={report} />
      {run.hasResponse && mayEdit && (
        <ResponseCard
          feed={feed}
          run={run.id}
          isBusy={replay.isPending}
          error={replay.error === null ? undefined : problemText(replay.error, feed.name, messages)}
          onReplay={() => replay.mutate()}
        />
      )}
    </Stack>
  );
}

/** Why a run failed, and what to do. */
function Failure({ feed, report: { run } }: { readonly feed: EditorFeed; readonly report: FeedRunReport }) {
  const messages = useMessages();
  const { site } = useOpenSite();
  const { problem, error = '' } = run;
  if (problem === undefined) return null;
  return (
    <Note
      mood="bad"
      title={problemWords(problem, { name: feed.name, reason: error }, messages)}
      action={can(site, 'editSettings') && <ButtonLink href={feedPath(site.key, feed.id)}>{messages.feeds.change()}</ButtonLink>}
    />
  );
}

/** Who got an email about the run, and who decided on it. */
function People({ report }: { readonly report: FeedRunReport }) {
  const { feeds: words } = useMessages();
  const { list } = useFormats();
  const { decidedBy } = report;
  const mailed = report.mailed ?? [];
  if (mailed.length === 0 && decidedBy === undefined) return null;
  return (
    <Card>
      <div className={styles['foot']}>
        {mailed.length > 0 && <p>{words.mailed({ people: list(mailed) })}</p>}
        {decidedBy !== undefined && <p>{words.decidedBy({ name: addressOfActor(decidedBy) })}</p>}
      </div>
    </Card>
  );
}

/** The response as a file, and what it would change now. */
function ResponseCard({
  feed,
  run,
  isBusy,
  error,
  onReplay,
}: {
  readonly feed: EditorFeed;
  readonly run: string;
  readonly isBusy: boolean;
  readonly error: string | undefined;
  readonly onReplay: () => void;
}) {
  const messages = useMessages();
  const { feeds: words } = messages;
  const { site } = useOpenSite();
  const save = useMutation({
    mutationFn: () => saveResponse(site.key, feed.id, run),
    onError: (failure) => showToast(errorText(failure, messages)),
  });
  return (
    <Card>
      <div className={styles['setting']}>
        <div>
          <h2>{words.response()}</h2>
          <p>{words.responseText({ name: feed.name })}</p>
        </div>
        <Button size="small" icon="download" isBusy={save.isPending} onPress={() => save.mutate()}>
          {words.download()}
        </Button>
      </div>
      <div className={styles['setting']}>
        <div>
          <h2>{words.replay()}</h2>
          <p>{words.replayText()}</p>
          {error !== undefined && (
            <p className={styles['fault']} role="alert">
              {error}
            </p>
          )}
        </div>
        <Button size="small" isBusy={isBusy} onPress={onReplay}>
          {words.compare()}
        </Button>
      </div>
    </Card>
  );
}
