import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, use } from 'react';
import { LoadingLabel } from '../Spinner/loading-label.ts';
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
  busy,
  busyLabel,
  onClick,
  children,
  ...rest
}: ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, 'className' | 'aria-busy'> & {
    icon?: ReactNode;
    /** Undefined for a button that is never busy. */
    busy?: boolean | undefined;
    /** Announced to screen readers while it is busy. Default: "Loading" in the language of the page (PAGE-08). */
    busyLabel?: string | undefined;
  }) {
  const loading = use(LoadingLabel);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy === true) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button {...rest} className={buttonClass({ kind, size, wide })} type={type} aria-busy={busy || undefined} onClick={click}>
        {busy === true ? (
          <span className={icon === undefined ? css.spinnerBox : css.icon} aria-hidden="true">
            <span className={css.spinner} />
          </span>
        ) : (
          icon
        )}
        {children}
      </button>
      {busy === undefined && busyLabel === undefined ? null : <output className="sr">{busy ? (busyLabel ?? loading) : ''}</output>}
    </>
  );
}
