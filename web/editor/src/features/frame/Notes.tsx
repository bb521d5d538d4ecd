import { useEffect, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Surface.tsx';
import type { DraftState } from '../../state/draft/machine.ts';
import { useDraft, useOpenSite, useSaveState } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './Frame.module.css';

/** What concerns the operator on every screen, above it. */
export function Notes() {
  const state = useDraft();
  const status = useSaveState();
  return <div className={styles['notes']}>{state !== undefined && status === 'onDevice' && <SaveNote state={state} />}</div>;
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
  );
}

/** The seconds until the next attempt. They are not in a live region, so nobody hears each of them. */
function Countdown({ until, code }: { readonly until: number; readonly code: number }) {
  const { saving } = useMessages();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return saving.retry({ seconds: Math.max(0, Math.ceil((until - now) / 1000)), code });
}
