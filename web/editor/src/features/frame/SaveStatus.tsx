import { cx } from '@marquee/ui/cx.ts';
import { Button } from '../../parts/Button.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { useDraft, useSaveState } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './Frame.module.css';

/** Where the operator's edits are. Screen readers announce changes. */
export function SaveStatus() {
  const { saving } = useMessages();
  const status = useSaveState();
  const state = useDraft();
  const needsAttention = status !== undefined && status !== 'saved' && status !== 'saving';
  const waiting = state?.pending.length ?? 0;
  const text =
    status === 'onDevice'
      ? state?.delay === 'offline'
        ? saving.offline({ count: waiting })
        : saving.onDevice()
      : status === undefined
        ? ''
        : saving[status]();
  return (
    <>
      <output className={cx(styles['saving'], needsAttention && styles['attention'])}>{text}</output>
      {status === 'conflict' && (
        <Button size="small" onPress={() => openDialog('conflict')}>
          {saving.decide()}
        </Button>
      )}
    </>
  );
}
