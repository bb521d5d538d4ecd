import type { OperatorRequest } from '@marquee/api/editor.gen.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { RequestAnnouncer } from '../../parts/RequestAnnouncer.tsx';
import { Note } from '../../parts/Surface.tsx';
import { focusMain, useFocusFallback } from '../../parts/use-focus-fallback.ts';
import { useAgo } from '../../state/clock.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useDraft, useOpenSite, useSaveState } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { useAnswer } from '../../state/requests.ts';
import styles from './Frame.module.css';

/** What concerns the operator on every screen, above it. */
export function Notes() {
  const state = useDraft();
  const status = useSaveState();
  const requests = state?.server.requests ?? [];
  return (
    <>
      <div className={styles['notes']}>
        {state !== undefined && status === 'onDevice' && <SaveNote state={state} />}
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

/** Why edits are not saved, and when they will be. The bar above announces it. */
function SaveNote({ state: { delay, pending, retryAt, code } }: { readonly state: DraftState }) {
  const { saving } = useMessages();
  const { draft } = useOpenSite();
  if (delay === 'offline')
    return (
      <Note icon="cloudOff" title={saving.offline()}>
        {saving.waiting({ count: pending.length })}
      </Note>
    );
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
