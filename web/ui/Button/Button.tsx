import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Button.module.css';

export interface ButtonLook {
  /** One filled button a view; `line` beside it; `ghost` for the quiet ones. */
  kind?: 'primary' | 'line' | 'ghost' | undefined;
  /** Height 44, 48 or 56. */
  size?: 's' | 'm' | 'l' | undefined;
  wide?: boolean | undefined;
}

/** The classes of a button, for a link that must look like one. */
export function buttonClass({ kind = 'primary', size = 'm', wide = false }: ButtonLook): string {
  return cx(css.button, css[kind], size !== 'm' && css[size], wide && css.wide);
}

/** A link that looks like a button. Without an `href` it is a disabled element (LINK-01). */
export function ButtonLink({ href, label, children, ...look }: ButtonLook & { href: string; label?: string; children: ReactNode }) {
  const name = buttonClass(look);
  if (href === '')
    return (
      <a className={name} role="link" aria-disabled="true" aria-label={label}>
        {children}
      </a>
    );
  return (
    <a className={name} href={href} aria-label={label}>
      {children}
    </a>
  );
}

/**
 * A button. While it is busy a spinner stands in for its icon, its label and width stay (ux 7), and clicks do nothing. It is
 * not disabled then, so that the focus stays on it.
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
    /** Said to screen readers while it is busy. */
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
          <span className={icon === undefined ? css.beside : css.icon} aria-hidden="true">
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
