import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import css from './Toast.module.css';

/** Delay between adding a live region and its text, in ms: screen readers ignore text that is added together with its region. */
export const LIVE_REGION_DELAY_MS = 100;

/** Default duration of a toast in ms: long enough to read the text twice. */
const DURATION_MS = 6000;

/**
 * A message at the bottom of the page that something was saved, copied or undone (ux 7). It closes by itself unless it is hovered
 * or focused. Mount it before it has a message, or screen readers miss the first one.
 */
export function Toast({
  message,
  action,
  closeLabel,
  onClose,
  staysMs = DURATION_MS,
}: {
  /** The text; undefined shows no toast. */
  message: string | undefined;
  /** A button or link beside the text, such as "Undo". */
  action?: ReactNode;
  closeLabel: string;
  onClose: () => void;
  /** How long the toast is shown, in ms. Default: 6000. */
  staysMs?: number | undefined;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element must not contain buttons
    <div className={css.region} role="status">
      {message === undefined ? null : (
        <Box key={message} closeLabel={closeLabel} onClose={onClose} staysMs={staysMs}>
          <p>{message}</p>
          {action}
        </Box>
      )}
    </div>
  );
}

/** A button for the `action` of a toast. */
export function ToastAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button className={css.action} type="button" onClick={onClick}>
      {children}
    </button>
  );
}

function Box({
  closeLabel,
  onClose,
  staysMs,
  children,
}: {
  closeLabel: string;
  onClose: () => void;
  staysMs: number;
  children: ReactNode;
}) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const close = useEffectEvent(onClose);
  const isPaused = hovered || focused;
  // The timer runs while the toast is not paused, and restarts after a pause.
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(close, staysMs);
    return () => clearTimeout(timer);
  }, [isPaused, staysMs]);
  return (
    <div
      className={css.toast}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {children}
      <button className="iconbtn" type="button" aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
