// The look of buttons, for links too.

import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Button.module.css';

export interface ButtonLook {
  /** `primary` is filled, one per view; `line` is for secondary actions, `ghost` for minor ones. Default: `primary`. */
  kind?: 'primary' | 'line' | 'ghost' | undefined;
  /** Height 44, 48 or 56 px. Default: `m`. */
  size?: 's' | 'm' | 'l' | undefined;
  wide?: boolean | undefined;
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ kind = 'primary', size = 'm', wide = false }: ButtonLook): string {
  return cx(css.button, css[kind], size !== 'm' && css[size], wide && css.wide);
}

/** A link that looks like a button. With an empty `href` it is disabled (LINK-01). */
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
