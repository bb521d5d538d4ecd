import type { ReactNode } from 'react';
import css from './Pill.module.css';

/** The class of a pill, for elements that must look like one. */
export const pillClass = css.pill ?? '';

/** A link in a thin frame. */
export function PillLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={css.pill} href={href}>
      {children}
    </a>
  );
}
