import type { ReactNode } from 'react';
import { TabPanel, Tabs } from 'react-aria-components';
import { TabBar, type TabName } from './TabBar.tsx';
import styles from './WorkSurface.module.css';

export interface PanelTab extends TabName {
  readonly content: ReactNode;
}

/** A panel with tabs beside the live preview. */
export function WorkSurface({
  title,
  heading,
  above,
  tabs,
  selected,
  onSelect,
  stage,
}: {
  readonly title: string;
  /** Takes the focus when the screen opens. */
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
  /** What is above the tabs; the title if it is absent, for screen readers only. */
  readonly above?: ReactNode;
  readonly tabs: readonly PanelTab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly stage: ReactNode;
}) {
  return (
    <div className={styles['surface']}>
      <section className={styles['panel']}>
        <Tabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
          <header className={styles['head']}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {above}
            <TabBar label={title} tabs={tabs} look="box" />
          </header>
          {tabs.map(({ id, content }) => (
            <TabPanel key={id} id={id}>
              {content}
            </TabPanel>
          ))}
        </Tabs>
      </section>
      {stage}
    </div>
  );
}

export { styles as workStyles };
