import type { Filter } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { kept } from '@marquee/ui/kept.ts';
import { usePage } from '../../../state/page.tsx';
import { FilterMenus } from './FilterMenus.server.tsx';
import css from './Filters.module.css';

const ID = 'filters';

/** The filters behind one icon, on phones. The browser opens the sheet, without scripts too. */
export function FilterButton() {
  const { m } = usePage();
  return (
    <button className={cx('iconbtn', css.button)} type="button" popoverTarget={ID} aria-label={m.filters.label()}>
      <Icon name="sliders" />
    </button>
  );
}

/** Filters as disclosures with links: pills in the bar, a sheet on phones. They live in the address, so no script is needed. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const { m } = usePage();
  const frame = { className: css.filters, id: ID, popover: 'auto', 'aria-label': m.filters.label() } as const;
  return import.meta.env.SSR ? (
    <section {...frame}>
      <FilterMenus id={ID} filters={filters} />
    </section>
  ) : (
    <section {...frame} {...kept(`#${ID}`)} />
  );
}
