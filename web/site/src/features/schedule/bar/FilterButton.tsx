import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { usePage } from '../../../state/page.ts';
import css from './Filters.module.css';

/** Id of the popover with the filters. */
export const FILTERS_ID = 'filters';

/** Icon button for phones that opens the filters and shows the number of active ones. Works without scripts. */
export function FilterButton() {
  const { messages, page } = usePage();
  const filters = 'filters' in page ? page.filters : [];
  const count = filters.filter(({ options }) => options.some(({ selected }) => selected)).length;
  return (
    <button
      className={cx('iconbtn', css.button)}
      type="button"
      popoverTarget={FILTERS_ID}
      aria-label={messages.filters.button({ count })}
      data-count={count > 0 ? count : undefined}
    >
      <Icon name="sliders" />
    </button>
  );
}
