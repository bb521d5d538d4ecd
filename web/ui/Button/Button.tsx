import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import css from './Button.module.css';
import { type ButtonLook, buttonClass } from './look.tsx';

/**
 * A button. While it is busy, a spinner replaces its icon, its label and width stay (ux 7), and clicks do nothing. It is not
 * disabled, so it keeps the focus.
 */
export function Button({
  kind,
  size,
  wide,
  type = 'button',
  icon,
  busy = false,
  busyLabel,
  onClick,
  children,
  ...rest
}: ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, 'className' | 'aria-busy'> & {
    icon?: ReactNode;
    busy?: boolean | undefined;
    /** Announced to screen readers while it is busy. */
    busyLabel?: string | undefined;
  }) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button {...rest} className={buttonClass({ kind, size, wide })} type={type} aria-busy={busy || undefined} onClick={click}>
        {busy ? (
          <span className={icon === undefined ? css.spinnerBox : css.icon} aria-hidden="true">
            <span className={css.spinner} />
          </span>
        ) : (
          icon
        )}
        {children}
      </button>
      {busyLabel === undefined ? null : <output className="sr">{busy ? busyLabel : ''}</output>}
    </>
  );
}
