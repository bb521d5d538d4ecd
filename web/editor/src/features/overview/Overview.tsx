import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink, Key } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Avatar, Skeleton, Card, Dot, List, Page, Stack } from '../../parts/Surface.tsx';
import { ApiError, call } from '../../state/api/client.ts';
import { useNow } from '../../state/clock.ts';
import type { FailedPublication, PublishRequest, PublishResponse, ScheduledPublication } from '@marquee/api/editor.gen.ts';
import { errorText } from '../../state/errors.ts';
import { showToast } from '../../state/toasts.ts';
import { screenOf, useChangeWords } from '../../state/changes.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { countChanges, useDraft, useDraftError, useOpenSite } from '../../state/drafts.ts';
import { useLiveWords } from '../../state/live-words.ts';
import { screenPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { type PeriodDays, saveNumbers, useNumbers, useOverview } from '../../state/overview.ts';
import { isWithin } from '../../state/pointer.ts';
import { can, canSchedule, canSomewhere } from '../../state/roles.ts';
import { useScreenNames } from '../../state/screen-names.ts';
import { useSiteMoment } from '../../state/use-site-moment.ts';
import { Alerts } from './Alerts.tsx';
import { Attention } from './Attention.tsx';
import { Figures, Searches } from './Figures.tsx';
import styles from './Overview.module.css';
import { Playing } from './Playing.tsx';

/** Whether everything is right, and what is next. Draft, program and figures load and fail on their own. */
export function Overview() {
  const { overview, nav } = useMessages();
  const { long } = useFormats();
  const { site } = useOpenSite();
  const now = useNow();
  const [days, setDays] = useState<PeriodDays>(28);
  const [isTable, setTable] = useState(false);
  const today = useOverview();
  const numbers = useNumbers(days);
  // The box office needs the program of the day only.
  const hasFigures = site.role !== 'boxOffice';
  const figures = { query: numbers, days, isTable };
  return (
    <Page
      title={overview.title()}
      lead={long(now, today.data?.theaters[0]?.timeZone)}
      actions={
        <>
          {hasFigures && (
            <Segments
              label={overview.period()}
              options={[
                { value: '28', label: overview.days28() },
                { value: '365', label: overview.months12() },
              ]}
              value={days === 28 ? '28' : '365'}
              onChange={(value) => setDays(value === '28' ? 28 : 365)}
            />
          )}
          <ButtonLink href={site.origin} target="_blank" icon="external">
            {nav.openSite()}
          </ButtonLink>
        </>
      }
    >
      <div className={styles['columns']}>
        <Stack>
          <DraftPart>{(state) => <Attention state={state} server={today.data} />}</DraftPart>
          <Playing query={today} now={now} />
          <Alerts query={today} />
          {hasFigures && <Searches {...figures} />}
        </Stack>
        <Stack>
          <DraftPart>{(state) => <PublishState state={state} />}</DraftPart>
          {hasFigures && (
            <>
              <Figures {...figures} />
              <div className={styles['actions']} data-tables="">
                <Button size="small" onPress={() => setTable(!isTable)} aria-keyshortcuts="T">
                  {isTable ? overview.plots() : overview.tables()} <Key>T</Key>
                </Button>
                <Download days={days} />
              </div>
            </>
          )}
          <DraftPart>{(state) => <Present state={state} />}</DraftPart>
        </Stack>
      </div>
    </Page>
  );
}

/** Saves the figures as a file. */
function Download({ days }: { readonly days: PeriodDays }) {
  const messages = useMessages();
  const { site } = useOpenSite();
  const save = useMutation({
    mutationFn: () => saveNumbers(site.key, days),
    onError: (error) => showToast(errorText(error, messages)),
  });
  return (
    <Button size="small" icon="download" isBusy={save.isPending} onPress={() => save.mutate()}>
      {messages.overview.download()}
    </Button>
  );
}

/** A part of the screen that needs the draft. */
function DraftPart({ children }: { readonly children: (state: DraftState) => ReactNode }) {
  const { common } = useMessages();
  const { draft } = useOpenSite();
  const state = useDraft();
  const error = useDraftError();
  if (state !== undefined) return children(state);
  return (
    <Card>
      {error === undefined ? (
        <Skeleton label={common.loading()} />
      ) : (
        <ErrorScreen error={error} onRetry={() => void draft.load()} />
      )}
    </Card>
  );
}

function PublishState({ state }: { readonly state: DraftState }) {
  const { overview, nav } = useMessages();
  const { wordsOf } = useChangeWords(false);
  const names = useScreenNames();
  const { list } = useFormats();
  const live = useLiveWords(state);
  const { site } = useOpenSite();
  const count = countChanges(state);
  const places = state.server.changes.map(({ pointer }) =>
    isWithin(pointer, '/site') ? names[screenOf(pointer)] : wordsOf(pointer, state.content).place,
  );
  const { scheduled, failedPublication } = state.server;
  return (
    <Card>
      <div className={styles['state']}>
        <h2 className={styles['line']}>
          <Dot isLive={count === 0} />
          {count === 0 ? overview.noChanges() : overview.draft({ count })}
        </h2>
        {places.length > 0 && <p className={styles['quiet']}>{list([...new Set(places)].slice(0, 4))}</p>}
        <p className={styles['line']}>
          <Dot isLive />
          <span className={styles['quiet']}>{live}</span>
        </p>
        {scheduled !== undefined && <Scheduled scheduled={scheduled} />}
        {failedPublication !== undefined && <Failed failed={failedPublication} />}
        <div className={styles['actions']}>
          {count > 0 && canSomewhere(site, 'publish') && (
            <Button look="solid" onPress={() => openDialog('publish')}>
              {overview.review()}
            </Button>
          )}
          {can(site, 'read') && (
            <ButtonLink href={screenPath(site.key, 'history')} icon="history">
              {nav.history()}
            </ButtonLink>
          )}
        </div>
      </div>
    </Card>
  );
}

function Scheduled({ scheduled }: { readonly scheduled: ScheduledPublication }) {
  const messages = useMessages();
  const { overview, publish, common } = messages;
  const moment = useSiteMoment();
  const { site, draft } = useOpenSite();
  const change = async (request: () => Promise<unknown>, done: () => void): Promise<void> => {
    try {
      await request();
      done();
    } catch (error) {
      const isReplaced = error instanceof ApiError && error.code === 'scheduled';
      showToast(isReplaced ? overview.scheduledMeanwhile() : errorText(error, messages));
    }
    await draft.load();
  };
  const { at, name, pointers } = scheduled;
  const again: PublishRequest = {
    version: draft.state()?.server.version ?? 0,
    at,
    ...(name === undefined ? {} : { name }),
    ...(pointers === undefined ? {} : { pointers }),
    keepScheduled: true,
  };
  const undo = (): Promise<void> =>
    change(
      () => call<PublishResponse>('POST', `${site.key}/publish`, again),
      () => showToast(publish.scheduled({ moment: moment(at) })),
    );
  const cancel = (): Promise<void> =>
    change(
      () => call('DELETE', `${site.key}/publish/scheduled`),
      () => showToast(overview.canceled(), canSchedule(site) ? { label: common.undo(), onAction: () => void undo() } : undefined),
    );
  return (
    <div className={styles['line']}>
      <p className={styles['quiet']}>
        {overview.scheduled({ moment: moment(scheduled.at), name: scheduled.actor })}
        {pointers !== undefined && ` ${overview.scheduledChanges({ count: pointers.length })}`}
      </p>
      {can(site, 'publish') && (
        <Button size="small" onPress={() => void cancel()}>
          {overview.cancelScheduled()}
        </Button>
      )}
    </div>
  );
}

/** What a scheduled publication did not publish. */
function Failed({ failed }: { readonly failed: FailedPublication }) {
  const messages = useMessages();
  const { overview } = messages;
  const { moment } = useFormats();
  const { site, draft } = useOpenSite();
  const close = useMutation({
    mutationFn: () => call('DELETE', `${site.key}/publish/scheduled`),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: () => draft.load(),
  });
  const words = overview.failed[failed.problem];
  return (
    <div className={styles['line']}>
      <p>{words({ name: failed.actor, moment: moment(failed.at), count: failed.leftOut })}</p>
      {can(site, 'publish') && (
        <Button size="small" isBusy={close.isPending} onPress={() => close.mutate()}>
          {overview.closeFailed()}
        </Button>
      )}
    </div>
  );
}

function Present({ state }: { readonly state: DraftState }) {
  const { overview, nav } = useMessages();
  return (
    <Card title={nav.here()}>
      <List>
        {state.server.present.length === 0 && (
          <li>
            <div>
              <p>{overview.alone()}</p>
            </div>
          </li>
        )}
        {state.server.present.map(({ id, name }) => (
          <li key={id}>
            <Avatar name={name} />
            <div>{name}</div>
          </li>
        ))}
      </List>
    </Card>
  );
}
