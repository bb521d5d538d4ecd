import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import css from './Toast.module.css';

/** How long a toast stays when nobody touches it: its words can be read twice. */
const STAYS_MS = 6000;

/**
 * A word at the bottom of the page that something was saved, copied or undone (ux 7). It goes by itself, but not under the
 * pointer or the focus. Mount it before it has something to say, or screen readers miss its first words.
 */
export function Toast({
  message,
  action,
  closeLabel,
  onClose,
  staysMs = STAYS_MS,
}: {
  /** What it says; without it there is no toast. */
  message: string | undefined;
  /** A button or link beside it, such as the one that undoes. */
  action?: ReactNode;
  closeLabel: string;
  onClose: () => void;
  staysMs?: number | undefined;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element holds words only, and here are buttons
    <div className={css.place} role="status">
      {message === undefined ? null : (
        <Box key={message} closeLabel={closeLabel} onClose={onClose} staysMs={staysMs}>
          <p>{message}</p>
          {action}
        </Box>
      )}
    </div>
  );
}

/** The button of a toast, such as the one that undoes. */
export function ToastAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button className={css.action} type="button" onClick={onClick}>
      {children}
    </button>
  );
}

function Box({ closeLabel, onClose, staysMs, children }: { closeLabel: string; onClose: () => void; staysMs: number; children: ReactNode }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const close = useEffectEvent(onClose);
  const held = hovered || focused;
  // A clock is outside of React: it runs while nobody holds the toast, and starts anew when it is let go.
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(close, staysMs);
    return () => clearTimeout(timer);
  }, [held, staysMs]);
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
