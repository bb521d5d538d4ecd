import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import css from './Join.module.css';

/** A step of joining, with its heading. What takes the place of another step takes the focus too. */
export function JoinFrame({ title, focus = false, children }: { title: string; focus?: boolean; children: ReactNode }) {
  return (
    <div className={cx('wrap', css.page)}>
      <h1 className={css.title} tabIndex={focus ? -1 : undefined} ref={focus ? takeFocus : undefined}>
        {title}
      </h1>
      <div className={css.words}>{children}</div>
    </div>
  );
}

function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}
