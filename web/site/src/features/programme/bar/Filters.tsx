import type { Filter, FilterOption } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { pillClass } from '@marquee/ui/Pill/Pill.tsx';
import type { Messages } from '../../../messages/messages.ts';
import { usePage } from '../../../state/page.tsx';
import { FilterForm } from './FilterForm.server.tsx';
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

/** Filters as disclosures with links: pills in the bar, a sheet on phones. They live in the address. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const { m } = usePage();
  return (
    <section className={css.filters} id={ID} popover="auto" aria-label={m.filters.label()}>
      <div className={css.head}>
        <h2>{m.filters.label()}</h2>
        <button className="iconbtn" type="button" popoverTarget={ID} popoverTargetAction="hide" aria-label={m.common.close()}>
          <Icon name="close" />
        </button>
      </div>
      {filters.map((filter) => (
        <FilterMenu key={filter.key} filter={filter} />
      ))}
    </section>
  );
}

function FilterMenu({ filter }: { filter: Filter }) {
  const { m } = usePage();
  const { key } = filter;
  const name = m.filters[key]();
  const values = filter.options.filter((option) => option.selected).map((option) => optionName(m, option));
  const value = values.join(', ');
  const active = value !== '';
  const many = values.length > 1;
  const chosen = many ? m.filters.theaters({ count: values.length }) : key === 'before' ? `${name} ${value}` : value;
  return (
    <div className={cx(css.filter, active && css.active)}>
      <details name="filter" data-menu="" suppressHydrationWarning>
        <summary
          className={pillClass}
          title={many ? m.filters.mine() : undefined}
          aria-label={active && key !== 'before' ? m.filters.active({ filter: many ? chosen : name, value }) : undefined}
        >
          {key === 'theater' ? <Icon name="pin" /> : null}
          {active ? chosen : key === 'theater' ? m.filters.allTheaters() : name}
          {active ? null : <Icon name="down" />}
        </summary>
        <ul className={cx(filter.several && 'needsScript')}>
          {filter.options.map((option) => (
            <li key={option.value}>
              <a href={option.href} aria-current={option.selected ? 'true' : undefined} data-keep-scroll="">
                {optionName(m, option)}
                {option.selected ? <Icon name="check" /> : null}
              </a>
            </li>
          ))}
        </ul>
        {filter.several ? <noscript>{import.meta.env.SSR ? <FilterForm filter={filter} /> : null}</noscript> : null}
      </details>
      {active ? (
        <a href={filter.clearHref} aria-label={m.filters.clearOne({ filter: name })} data-keep-scroll="">
          <Icon name="close" size="s" />
        </a>
      ) : null}
    </div>
  );
}

/** The hours of the day are named here, everything else by the server. */
function optionName(m: Messages, option: FilterOption): string {
  if (option.label !== '') return option.label;
  switch (option.value) {
    case 'morning':
      return m.filters.morning();
    case 'afternoon':
      return m.filters.afternoon();
    case 'evening':
      return m.filters.evening();
    case 'late':
      return m.filters.late();
    default:
      return option.value;
  }
}
