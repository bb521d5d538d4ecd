import { cx } from '../cx.ts';
import css from './Switch.module.css';

/** A switch that takes effect at once. While it is busy, clicks do nothing; it keeps its focus and its width. */
export function Switch({
  label,
  visibleLabel = false,
  checked,
  onChange,
  busy = false,
  disabled = false,
  autofocus = false,
}: {
  /** Accessible name; it must begin with the visible label. */
  label: string;
  /** The text beside the switch; `true` shows `label`. Default: none. */
  visibleLabel?: string | boolean | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Whether a dialog focuses the switch when it opens. */
  autofocus?: boolean | undefined;
}) {
  const text = visibleLabel === true ? label : visibleLabel;
  return (
    <button
      className={css.switch}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-busy={busy || undefined}
      disabled={disabled}
      data-autofocus={autofocus ? '' : undefined}
      onClick={() => {
        if (!busy) onChange(!checked);
      }}
    >
      {text ? <span>{text}</span> : null}
      <span className={cx(css.track, checked && css.on)} />
    </button>
  );
}
