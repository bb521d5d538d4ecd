import type { OperatorRequest } from '@marquee/api/editor.gen.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { field, text } from '@marquee/api/json.ts';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { RequestAnnouncer } from '../../parts/RequestAnnouncer.tsx';
import { Note } from '../../parts/Surface.tsx';
import { focusMain, useFocusFallback } from '../../parts/use-focus-fallback.ts';
import { useUnsentAlerts } from '../../state/alerts/queries.ts';
import type { UnsentAlert } from '../../state/alerts/queue.ts';
import { useAgo } from '../../state/clock.ts';
import { useIsOnline } from '../../state/connection.ts';
import { recordPointer } from '../../state/content/records.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useDraft, useOpenSite, usePart, useSaveState } from '../../state/drafts.ts';
import { recordPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { useAnswer } from '../../state/requests.ts';
import styles from './Frame.module.css';

/** What concerns the operator on every screen, above it. */
export function Notes() {
  const state = useDraft();
  const status = useSaveState();
  const alerts = useUnsentAlerts();
  const isOnline = useIsOnline();
  const requests = state?.server.requests ?? [];
  const waiting = alerts.filter((change) => change.state === 'waiting').length;
  const isDelayed = state !== undefined && status === 'onDevice';
  return (
    <>
      <div className={styles['notes']}>
        {isDelayed && <SaveNote state={state} alerts={waiting} />}
        {!isDelayed && waiting > 0 && !isOnline && <OfflineNote count={waiting} />}
        {alerts
          .filter((change) => change.state !== 'waiting')
          .map((change) => (
            <AlertNote key={change.theater} change={change} />
          ))}
        {requests.map((request) => (
          <RequestNote key={`${request.kind} ${request.from}`} request={request} />
        ))}
      </div>
      <RequestAnnouncer requests={requests} />
    </>
  );
}

/** A note with buttons that remove it. */
function ClosableNote({ children }: { readonly children: ReactNode }) {
  return <div ref={useFocusFallback<HTMLDivElement>(focusMain)}>{children}</div>;
}

/** What somebody else asks for, until it is closed. */
function RequestNote({ request }: { readonly request: OperatorRequest }) {
  const { requests, common } = useMessages();
  const answer = useAnswer();
  const ago = useAgo();
  const { kind, name, at } = request;
  const close = (): void => answer.mutate(request);
  const review = (): void => {
    close();
    // The dialog gives the focus back to where it was, and this note is gone by then.
    focusMain();
    openDialog('publish');
  };
  return (
    <ClosableNote>
      <Note
        mood="warn"
        icon={kind === 'wait' ? 'hand' : 'publish'}
        title={requests.asks[kind]({ name })}
        action={
          <span className={styles['answers']}>
            {kind === 'publish' && (
              <Button size="small" look="solid" onPress={review}>
                {requests.review()}
              </Button>
            )}
            <Button size="small" onPress={close} isBusy={answer.isPending}>
              {common.close()}
            </Button>
          </span>
        }
      >
        {ago(at)}
      </Note>
    </ClosableNote>
  );
}

/** A change of an alert that was not sent, for the operator to decide. */
function AlertNote({ change: { theater, state } }: { readonly change: UnsentAlert }) {
  const words = useMessages().theaters.alert;
  const { site } = useOpenSite();
  const [record] = usePart(recordPointer('theaters', theater));
  const name = text(field(record, 'name')) || theater;
  return (
    <Note
      mood="warn"
      icon="megaphone"
      title={state === 'conflict' ? words.conflictOf({ name }) : words.unsentOf({ name })}
      action={
        <ButtonLink size="small" href={recordPath(site.key, 'theaters', theater)}>
          {words.openIt()}
        </ButtonLink>
      }
    />
  );
}

/** `count`: number of changes that wait for a connection. */
function OfflineNote({ count }: { readonly count: number }) {
  const { saving } = useMessages();
  return (
    <Note icon="cloudOff" title={saving.offline()}>
      {saving.waiting({ count })}
    </Note>
  );
}

/** Why edits are not saved, and when they will be. The bar above announces it. `alerts`: number of those that wait too. */
function SaveNote({ state: { delay, pending, retryAt, code }, alerts }: { readonly state: DraftState; readonly alerts: number }) {
  const { saving } = useMessages();
  const { draft } = useOpenSite();
  if (delay === 'offline') return <OfflineNote count={pending.length + alerts} />;
  // A session that has ended has a dialog.
  if (delay !== 'unavailable' || retryAt === undefined) return null;
  return (
    <ClosableNote>
      <Note
        mood="bad"
        icon="cloudOff"
        title={saving.notSaved()}
        action={
          <Button size="small" onPress={() => void draft.flush()}>
            {saving.tryNow()}
          </Button>
        }
      >
        <Countdown until={retryAt} code={code ?? 0} />
      </Note>
    </ClosableNote>
  );
}

/** The seconds until the next attempt. They are not in a live region, so they are not announced. `code`: 0 without a response. */
function Countdown({ until, code }: { readonly until: number; readonly code: number }) {
  const { saving } = useMessages();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setNow(Date.now());
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return code === 0 ? saving.retry({ seconds }) : saving.retryFailed({ code, seconds });
}
