import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { usePage } from '../../../state/page.tsx';
import css from './Filters.module.css';

/** The id of the filters' sheet. */
export const FILTERS_ID = 'filters';

/** The filters behind one icon, on phones. The browser opens the sheet, without scripts too. */
export function FilterButton() {
  const { m } = usePage();
  return (
    <button className={cx('iconbtn', css.button)} type="button" popoverTarget={FILTERS_ID} aria-label={m.filters.label()}>
      <Icon name="sliders" />
    </button>
  );
}
