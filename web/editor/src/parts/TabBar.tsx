import { cx } from '@marquee/ui/cx.ts';
import { Tab, TabList } from 'react-aria-components';
import overflow from './Overflow.module.css';
import styles from './TabBar.module.css';
import { useOverflow } from './use-overflow.ts';

export interface TabName {
  readonly id: string;
  readonly label: string;
}

/** The tabs above their panels. Tabs that do not fit scroll, and the row shows that it has more. */
export function TabBar({
  label,
  tabs,
  look = 'line',
}: {
  readonly label: string;
  readonly tabs: readonly TabName[];
  /** With a line below them, or as boxes in a narrow panel. */
  readonly look?: 'line' | 'box';
}) {
  const row = useOverflow<HTMLDivElement>();
  return (
    <TabList ref={row} aria-label={label} className={cx(overflow['scroll'], styles[look])}>
      {tabs.map((tab) => (
        <Tab key={tab.id} id={tab.id} className={styles['tab'] ?? ''}>
          {tab.label}
        </Tab>
      ))}
    </TabList>
  );
}
