import type { Filter, FilterOption } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { pillClass } from '@marquee/ui/Pill/Pill.tsx';
import { Fragment } from 'react';
import type { Messages } from '../../../messages/messages.ts';
import { usePage } from '../../../state/page.ts';
import { FILTERS_ID } from './FilterButton.tsx';
import { FilterForm } from './FilterForm.tsx';
import css from './Filters.module.css';

/** Filters as disclosures with links: pills in the bar, a sheet on phones. Their state is in the address, so they work without scripts. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const { messages } = usePage();
  return (
    <section className={css.filters} id={FILTERS_ID} popover="auto" aria-label={messages.filters.label()}>
      <div className={css.head}>
        <h2>{messages.filters.label()}</h2>
        <button
          className="iconbtn"
          type="button"
          popoverTarget={FILTERS_ID}
          popoverTargetAction="hide"
          aria-label={messages.common.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      {menusOf(filters).map((menu) => (
        <FilterMenu key={menu[0].key} filters={menu} />
      ))}
    </section>
  );
}

/** A filter, and the filters that share its menu. */
export type Menu = readonly [Filter, ...Filter[]];

/** The menus of filters, in their order. */
export const menusOf = (filters: readonly Filter[]): readonly Menu[] =>
  filters.filter(({ joined }) => !joined).map((filter) => menuOf(filter, filters));

const menuOf = (filter: Filter, filters: readonly Filter[]): Menu => [
  filter,
  ...filters.filter(({ joined }) => joined === filter.key),
];

/** The text on the pill of a menu: its selected values, or its name if nothing is selected. */
export function pillText(messages: Messages, menu: Menu): string {
  const [{ key, several }] = menu;
  const values = selectedValues(messages, menu);
  if (several && values.length > 1) return messages.filters.theaters({ count: values.length });
  if (values.length > 0) return values.join(', ');
  return key === 'theater' ? messages.filters.allTheaters() : messages.filters[key]();
}

/** The names of the selected options of a menu. */
const selectedValues = (messages: Messages, menu: Menu): readonly string[] =>
  menu.flatMap((filter) =>
    filter.options.flatMap((option) =>
      option.selected ? `${filter.key === 'before' ? `${messages.filters.before()} ` : ''}${optionName(messages, option)}` : [],
    ),
  );

/** The disclosure of a menu, and the link that clears it. */
function FilterMenu({ filters }: { filters: Menu }) {
  const { messages } = usePage();
  const [{ key, several }] = filters;
  const name = messages.filters[key]();
  const values = selectedValues(messages, filters);
  const value = values.join(', ');
  const isMultiple = several && values.length > 1;
  const text = pillText(messages, filters);
  const active = filters.find(({ options }) => options.some(({ selected }) => selected));
  return (
    <div className={cx(css.filter, active && css.active)}>
      <details name="filter" data-menu="">
        <summary
          className={pillClass}
          title={isMultiple ? messages.filters.mine() : undefined}
          aria-label={active && messages.filters.active({ filter: isMultiple ? text : name, value })}
        >
          {key === 'theater' ? <Icon name="pin" /> : null}
          {text}
          {active ? null : <Icon name="down" />}
        </summary>
        <div className={css.list}>{filters.map(renderOptions)}</div>
      </details>
      {active ? (
        <a
          href={active.clearHref}
          aria-label={messages.filters.clearOne({ filter: messages.filters[active.key]() })}
          data-keep-scroll=""
        >
          <Icon name="close" size="s" />
        </a>
      ) : null}
    </div>
  );

  function renderOptions(filter: Filter) {
    const title = messages.filters[filter.key]();
    return (
      <Fragment key={filter.key}>
        {filter.joined ? <p className={css.title}>{title}</p> : null}
        <ul className={cx(filter.several && 'needsScript')} aria-label={title}>
          {filter.options.map((option) => (
            <li key={option.value}>
              <a href={option.href} aria-current={option.selected ? 'true' : undefined} data-keep-scroll="">
                {optionName(messages, option)}
                {option.selected ? <Icon name="check" /> : null}
              </a>
            </li>
          ))}
        </ul>
        {filter.several ? (
          <noscript>
            <FilterForm filter={filter} />
          </noscript>
        ) : null}
      </Fragment>
    );
  }
}

/** The name of an option. The server names all options except the parts of the day. */
function optionName(messages: Messages, option: FilterOption): string {
  if (option.label !== '') return option.label;
  switch (option.value) {
    case 'morning':
      return messages.filters.morning();
    case 'afternoon':
      return messages.filters.afternoon();
    case 'evening':
      return messages.filters.evening();
    case 'late':
      return messages.filters.late();
    default:
      return option.value;
  }
}
