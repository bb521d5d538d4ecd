import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import css from './Join.module.css';

/** The frame of a step, with its heading. `focus` moves the focus to the heading, for a step that replaces another one. */
export function JoinFrame({ title, focus = false, children }: { title: string; focus?: boolean; children: ReactNode }) {
  return (
    <div className={cx('wrap', css.page)}>
      <h1 className={css.title} tabIndex={focus ? -1 : undefined} ref={focus ? focusHeading : undefined}>
        {title}
      </h1>
      <div className={css.words}>{children}</div>
    </div>
  );
}

function focusHeading(heading: HTMLElement | null): void {
  heading?.focus();
}
