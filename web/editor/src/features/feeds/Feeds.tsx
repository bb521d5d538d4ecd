import type { EditorFeed, EditorFeeds } from '@marquee/api/editor.gen.ts';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Dialog, Menu } from '../../parts/Overlay.tsx';
import { RestrictionNote } from '../../parts/Restricted.tsx';
import { Card, Empty, Note, Page, Skeleton, Stack } from '../../parts/Surface.tsx';
import { focusHeading, useFocusFallback } from '../../parts/use-focus-fallback.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { hasShows } from '../../state/feeds/form.ts';
import { problemText, problemWords, showsBefore, waitingFeeds } from '../../state/feeds/health.ts';
import { useFeeds } from '../../state/feeds/queries.ts';
import { useScreenKey } from '../../state/keys.ts';
import { feedPath, runPath, runsPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { FeedTable } from './FeedTable.tsx';
import { RunTable } from './RunTable.tsx';
import { PushDialog } from './PushDialog.tsx';
import { TitlesDialog } from './TitlesDialog.tsx';
import { Webhooks } from './Webhooks.tsx';
import { useFeedActions } from './use-feed-actions.ts';
import { useWhen } from './words.tsx';
import styles from './Feeds.module.css';

/** The feeds of the site with their health, and their latest runs (ux 5.11). */
export function FeedsScreen() {
  const { feeds: words, nav, common } = useMessages();
  const { site } = useOpenSite();
  const { data, error, refetch } = useFeeds();
  const connect = can(site, 'editSettings') && (
    <ButtonLink look="solid" icon="plus" href={feedPath(site.key)}>
      {words.connect()}
    </ButtonLink>
  );
  return (
    <Page title={nav.feeds()} lead={words.lead()} actions={data !== undefined && data.feeds.length > 0 && connect}>
      <RestrictionNote permission="editSettings" />
      {data === undefined && error === null && <Skeleton label={common.loading()} />}
      {data === undefined && error !== null && <ErrorScreen error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Stack>
          {data.feeds.length === 0 ? (
            <Card>
              <Empty icon="feed" title={words.empty()} action={connect}>
                {words.emptyText()}
              </Empty>
            </Card>
          ) : (
            <FeedList {...data} />
          )}
          <Webhooks />
        </Stack>
      )}
    </Page>
  );
}

/** The feed of the row or note with the focus, else the only one. */
function feedOfKey(feeds: readonly EditorFeed[]): EditorFeed | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-feed]')?.dataset['feed'];
  return feeds.find((feed) => feed.id === id) ?? (feeds.length === 1 ? feeds[0] : undefined);
}

function FeedList({ feeds, withoutFeed, runs }: EditorFeeds) {
  const messages = useMessages();
  const { feeds: words } = messages;
  const { site } = useOpenSite();
  const { run, toggle, remove } = useFeedActions();
  const [removed, setRemoved] = useState<EditorFeed>();
  const [pushedId, setPushedId] = useState<string>();
  const [titledId, setTitledId] = useState<string>();
  const titled = feeds.find(({ id }) => id === titledId);
  const pushed = feeds.find(({ id }) => id === pushedId);
  useScreenKey('r', () => {
    const feed = feedOfKey(feeds);
    if (feed !== undefined && can(site, 'editProgram') && !run.isPending) run.mutate(feed);
  });
  const nameOf = (id: string): string => feeds.find((feed) => feed.id === id)?.name ?? '';
  const running = run.isPending ? run.variables.id : undefined;
  return (
    <Stack>
      {run.error !== null && (
        <div role="alert">
          <Note mood="bad" title={words.runFailed({ name: run.variables?.name ?? '' })}>
            {problemText(run.error, run.variables?.name ?? '', messages)}
          </Note>
        </div>
      )}
      {waitingFeeds(feeds).map((feed) => (
        <WaitingBox key={feed.id} feed={feed.id}>
          <Waiting feed={feed} isRunning={running === feed.id} onRun={() => run.mutate(feed)} />
        </WaitingBox>
      ))}
      <Card>
        <FeedTable
          feeds={feeds}
          withoutFeed={withoutFeed}
          running={running}
          onRun={(feed) => run.mutate(feed)}
          onToggle={(feed) => toggle.mutate(feed)}
          onPush={({ id }) => setPushedId(id)}
          onTitles={({ id }) => setTitledId(id)}
          onRemove={setRemoved}
        />
      </Card>
      <Card title={words.latest()} trailing={<AllRuns feeds={feeds} />}>
        {runs.length === 0 ? (
          <Empty title={words.noLatest()} />
        ) : (
          <RunTable label={words.latest()} runs={runs} nameOf={({ feed }) => nameOf(feed)} />
        )}
      </Card>
      {titled !== undefined && <TitlesDialog feed={titled} onClose={() => setTitledId(undefined)} />}
      {pushed !== undefined && <PushDialog feed={pushed} onClose={() => setPushedId(undefined)} />}
      {removed !== undefined && (
        <RemoveDialog
          feed={removed}
          error={remove.error === null ? undefined : problemText(remove.error, removed.name, messages)}
          isBusy={remove.isPending}
          onRemove={() => remove.mutate(removed, { onSuccess: () => setRemoved(undefined) })}
          onClose={() => {
            remove.reset();
            setRemoved(undefined);
          }}
        />
      )}
    </Stack>
  );
}

/** A link to all runs of the only feed, or a menu of the feeds. */
function AllRuns({ feeds }: { readonly feeds: readonly EditorFeed[] }) {
  const { feeds: words } = useMessages();
  const { site } = useOpenSite();
  const [first] = feeds;
  if (feeds.length === 1 && first !== undefined)
    return (
      <ButtonLink look="ghost" size="small" icon="arrowRight" href={runsPath(site.key, first.id)}>
        {words.allRuns()}
      </ButtonLink>
    );
  return (
    <Menu
      label={words.allRuns()}
      trigger={
        <Button look="ghost" size="small" icon="down">
          {words.allRuns()}
        </Button>
      }
      entries={feeds.map(({ id, name }) => ({ id, label: name, href: runsPath(site.key, id) }))}
    />
  );
}

/** If the note goes away while its button has the focus, the heading gets it. */
const WaitingBox = ({ feed, children }: { readonly feed: string; readonly children: ReactNode }) => (
  <div ref={useFocusFallback<HTMLDivElement>(focusHeading)} data-feed={feed}>
    {children}
  </div>
);

/** What a person must do about a feed that is held or stale. */
function Waiting({
  feed,
  isRunning,
  onRun,
}: {
  readonly feed: EditorFeed;
  readonly isRunning: boolean;
  readonly onRun: () => void;
}) {
  const messages = useMessages();
  const { feeds: words } = messages;
  const { date, number } = useFormats();
  const { site } = useOpenSite();
  const when = useWhen();
  const { name, lastRun, lastSuccess, heldRun, showsUntil } = feed;
  if (heldRun !== undefined) {
    const held = lastRun?.id === heldRun ? lastRun : undefined;
    const counts = held && { gone: number(held.gone), before: number(showsBefore(held)) };
    return (
      <Note
        mood="bad"
        icon="hand"
        title={held === undefined ? words.heldTitleShort({ name }) : words.heldTitle({ name, time: when(held.started) })}
        action={
          <ButtonLink look="solid" href={runPath(site.key, feed.id, heldRun)}>
            {words.review()}
          </ButtonLink>
        }
      >
        {counts && (lastSuccess === undefined ? words.heldShort(counts) : words.heldText({ ...counts, time: when(lastSuccess) }))}
      </Note>
    );
  }
  const until = showsUntil === undefined ? words.staleNone() : words.staleUntil({ day: date(showsUntil) });
  const { problem, error = '' } = lastRun ?? {};
  return (
    <Note
      mood="warn"
      icon="clock"
      title={lastSuccess === undefined ? words.staleNever({ name }) : words.staleTitle({ name, time: when(lastSuccess) })}
      action={
        <span className={styles['buttons']}>
          {(problem === 'credential' || problem === 'sealed') && can(site, 'editSettings') && (
            <ButtonLink href={feedPath(site.key, feed.id)}>{words.change()}</ButtonLink>
          )}
          {can(site, 'editProgram') && (
            <Button icon="refresh" isBusy={isRunning} onPress={onRun}>
              {words.runNow()}
            </Button>
          )}
        </span>
      }
    >
      {[...(problem === undefined ? [] : [problemWords(problem, { name, reason: error }, messages)]), until].join(' ')}
    </Note>
  );
}

/** Asks before a feed is removed, which cannot be undone. */
function RemoveDialog({
  feed,
  error,
  isBusy,
  onRemove,
  onClose,
}: {
  readonly feed: EditorFeed;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const { feeds: words, common } = useMessages();
  return (
    <Dialog
      title={words.removeTitle(feed)}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button isDanger isBusy={isBusy} onPress={onRemove}>
            {words.remove()}
          </Button>
        </>
      }
    >
      <p>{hasShows(feed) ? words.removeText() : words.removeFactsText()}</p>
      {error !== undefined && <p role="alert">{error}</p>}
    </Dialog>
  );
}
