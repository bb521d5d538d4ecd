import type { Tab } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../../state/page.ts';
import { FilterButton } from './FilterButton.tsx';
import css from './ListHead.module.css';

/** Tabs for now showing, coming soon and events; on phones, with the filter button. */
export function ListHead({ tabs, filters }: { tabs: readonly Tab[]; filters: boolean }) {
  const { messages } = usePage();
  return (
    <div className={css.head}>
      <nav className={css.tabs} aria-label={messages.tabs.label()}>
        {tabs.map((tab) => (
          <a
            key={tab.key}
            className={cx(tab.active && 'active', tab.key === 'events' && 'onlyWide')}
            href={tab.href}
            aria-current={tab.active ? 'page' : undefined}
            data-keep-scroll={tab.key === 'events' ? undefined : ''}
          >
            {messages.tabs[tab.key]()} <sup>{tab.count}</sup>
          </a>
        ))}
      </nav>
      {filters ? <FilterButton /> : null}
    </div>
  );
}
