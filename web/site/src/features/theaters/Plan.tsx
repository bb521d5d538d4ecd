import type { TheaterPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { serverHtml } from '@marquee/ui/server-html.ts';
import css from './Plan.module.css';
import { PlanBody } from './PlanBody.server.tsx';

/** Plan your visit: address, opening hours, contact, directions and accessibility. It has no event handlers. */
export function Plan({ theater }: { theater: TheaterPage }) {
  return import.meta.env.SSR ? (
    <section className={cx('wrap', css.plan)} aria-labelledby="plan">
      <PlanBody theater={theater} />
    </section>
  ) : (
    <section className={cx('wrap', css.plan)} aria-labelledby="plan" {...serverHtml('[aria-labelledby=plan]')} />
  );
}
