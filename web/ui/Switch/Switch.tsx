import { cx } from '../cx.ts';
import css from './Switch.module.css';

/** Turns something on or off at once. While it is busy it keeps its place, its focus and its width, and clicks do nothing. */
export function Switch({
  label,
  visibleLabel = false,
  checked,
  onChange,
  busy = false,
  disabled = false,
  autofocus = false,
}: {
  /** Its accessible name; it begins with what is seen beside it. */
  label: string;
  /** What is seen beside it: other words, or with `true` the label. */
  visibleLabel?: string | boolean | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Whether it has the focus when a dialog opens. */
  autofocus?: boolean | undefined;
}) {
  const words = visibleLabel === true ? label : visibleLabel;
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
      {words ? <span>{words}</span> : null}
      <span className={cx(css.track, checked && css.on)} />
    </button>
  );
}
