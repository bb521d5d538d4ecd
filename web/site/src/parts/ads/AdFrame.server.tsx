import { laterCatalogOf } from '../../messages/all.ts';
import css from './AdSlot.module.css';
import { usePage } from '../../state/page.ts';

/** The content of a slot until an ad loads: a label, and a box of the reserved size. */
export function AdFrame() {
  const label = laterCatalogOf(usePage().context.intl.locale.short).ads.label();
  return (
    <aside className={css.frame} aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <div className={css.box} data-ad-box="" />
    </aside>
  );
}
