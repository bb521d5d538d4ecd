import { cx } from '@marquee/ui/cx.ts';
import css from './ClubTopSkeleton.module.css';
import top from './ClubTop.module.css';

/** Placeholder boxes for the top of the overview while the session is loading. */
export function ClubTopSkeleton() {
  return (
    <div className={top.top} aria-hidden="true">
      <div className={cx(css.box, css.card)} />
      <div className={css.standing}>
        <div className={cx(css.box, css.greeting)} />
        <div className={cx(css.box, css.balance)} />
        <div className={cx(css.box, css.meter)} />
        <div className={cx(css.box, css.actions)} />
      </div>
    </div>
  );
}
