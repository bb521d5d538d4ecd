import { LATER_CATALOGUES } from '../../messages/all.ts';
import { localeOf } from '../../messages/messages.ts';
import css from './AdSlot.module.css';
import { usePage } from '../../state/page.ts';

/** What stands in a slot before there is an ad: its label, and a box of the size that was kept. */
export function AdFrame() {
  const label = LATER_CATALOGUES[localeOf(usePage().context.intl.locale.short)].ads.label();
  return (
    <aside className={css.frame} aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <div className={css.box} data-ad-box="" />
    </aside>
  );
}
