import type { Filter } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { queryFields } from '../../../state/href.ts';
import { usePage } from '../../../state/page.ts';
import css from './Filters.module.css';

/**
 * Form for a multiple-choice filter without scripts: one request for all choices. It repeats the parameter, which the server
 * reads like the list in the links. Rendered inside a `noscript` element.
 */
export function FilterForm({ filter }: { filter: Filter }) {
  const { messages, context } = usePage();
  return (
    <form className={css.form} method="get" action={context.pagePath}>
      {queryFields(filter.clearHref, filter.key).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {filter.options.map(({ value, label, selected }) => (
        <label key={value}>
          <input type="checkbox" name={filter.key} value={value} defaultChecked={selected} />
          {label}
        </label>
      ))}
      <button className={buttonClass({ size: 's' })}>{messages.filters.apply()}</button>
    </form>
  );
}
