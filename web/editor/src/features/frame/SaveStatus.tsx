import { cx } from '@marquee/ui/cx.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { useDraft, useSaveState } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Frame.module.css';

/** Where the operator's edits are. Screen readers announce changes. */
export function SaveStatus() {
  const { saving } = useMessages();
  const status = useSaveState();
  const state = useDraft();
  const needsAttention = status !== undefined && status !== 'saved' && status !== 'saving';
  const waiting = state?.pending.length ?? 0;
  const isDelayed = status === 'onDevice';
  /** True while edits wait for the next automatic attempt. */
  const isWaiting = isDelayed && state?.retryAt !== undefined;
  /** Number of changes that wait for a connection. */
  const unsent = useRef(0);
  useEffect(() => {
    if (isWaiting) unsent.current = waiting;
    // Of a conflict, the operator decides what is sent.
    else if (status === 'conflict') unsent.current = 0;
    else if (status === 'saved' && unsent.current > 0) {
      showToast(saving.sent({ count: unsent.current }));
      unsent.current = 0;
    }
  }, [isWaiting, waiting, status, saving]);
  const onDevice = state?.delay === 'unavailable' ? saving.notSaved() : saving.onDevice();
  const text = isDelayed ? onDevice : status === undefined ? '' : saving[status]();
  const icon = status === 'saved' ? 'check' : isDelayed ? 'cloudOff' : needsAttention ? 'warning' : undefined;
  return (
    <>
      {/* On phones, the note below says more. */}
      <output className={cx(styles['saving'], needsAttention && styles['attention'], isDelayed && styles['noted'])}>
        {icon !== undefined && <Icon name={icon} small />}
        <span>{text}</span>
      </output>
      {status === 'conflict' && (
        <Button size="small" onPress={() => openDialog('conflict')}>
          {saving.decide()}
        </Button>
      )}
    </>
  );
}
