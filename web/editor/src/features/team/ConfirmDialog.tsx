import { useEffect, useRef } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { focusHeading } from '../../parts/use-focus-fallback.ts';
import { errorText } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { useInterruption } from '../../state/session.ts';

/** Asks before what cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  action,
  isBusy,
  error,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  /** The words of the button that does it. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** `onDone` closes the dialog: the row whose button opened it is gone. */
  readonly onConfirm: (onDone: () => void) => void;
  readonly onClose: () => void;
}) {
  const messages = useMessages();
  const isDone = useRef(false);
  useEffect(
    () => () => {
      // A closed dialog gives the focus back within a frame, to a button that may be gone a little later.
      if (isDone.current) requestAnimationFrame(() => requestAnimationFrame(focusHeading));
    },
    [],
  );
  // One dialog at a time: the question for the password goes first.
  if (useInterruption() !== undefined) return null;
  const done = (): void => {
    isDone.current = true;
    onClose();
  };
  return (
    <Dialog
      title={title}
      isSaving={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{messages.common.cancel()}</Button>
          <Button isDanger isBusy={isBusy} onPress={() => onConfirm(done)}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {error !== null && <p role="alert">{errorText(error, messages)}</p>}
    </Dialog>
  );
}
