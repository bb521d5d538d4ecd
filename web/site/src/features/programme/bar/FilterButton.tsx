import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { usePage } from '../../../state/page.ts';
import css from './Filters.module.css';

/** The id of the filters' sheet. */
export const FILTERS_ID = 'filters';

/** The filters behind one icon with the number of active ones, on phones. The browser opens the sheet, without scripts too. */
export function FilterButton() {
  const { m, page } = usePage();
  const filters = 'filters' in page ? page.filters : [];
  const count = filters.filter(({ options }) => options.some(({ selected }) => selected)).length;
  return (
    <button
      className={cx('iconbtn', css.button)}
      type="button"
      popoverTarget={FILTERS_ID}
      aria-label={m.filters.button({ count })}
      data-count={count > 0 ? count : undefined}
    >
      <Icon name="sliders" />
    </button>
  );
}
