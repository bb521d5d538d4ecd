import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Skeleton, useScreenTitle } from '../../parts/Surface.tsx';
import { useDraft, useDraftError, useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { Colors } from './Colors.tsx';
import { ContrastList } from './ContrastList.tsx';
import { FontsPanel } from './FontsPanel.tsx';
import { LayoutPanel } from './LayoutPanel.tsx';
import { Stage } from './Stage.tsx';
import styles from './Design.module.css';

/** Colors, fonts and layout beside the live preview. */
export function Design() {
  const { design, nav, common } = useMessages();
  const { draft } = useOpenSite();
  const content = useDraft()?.content;
  const error = useDraftError();
  const heading = useScreenTitle(nav.design());
  const [tab, setTab] = useState('colors');
  if (content === undefined)
    return error === undefined ? (
      <Skeleton label={common.loading()} />
    ) : (
      <ErrorScreen error={error} onRetry={() => void draft.load()} />
    );
  return (
    <div className={styles['design']}>
      <section className={styles['panel']}>
        <Tabs selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
          <header className={styles['head']}>
            <h1 ref={heading} tabIndex={-1}>
              {nav.design()}
            </h1>
            <TabList aria-label={nav.design()} className={styles['tabs'] ?? ''}>
              <Tab id="colors" className={styles['tab'] ?? ''}>
                {design.colors()}
              </Tab>
              <Tab id="fonts" className={styles['tab'] ?? ''}>
                {design.fonts()}
              </Tab>
              <Tab id="layout" className={styles['tab'] ?? ''}>
                {design.layout()}
              </Tab>
            </TabList>
          </header>
          <TabPanel id="colors">
            <Colors content={content} />
            <ContrastList content={content} />
          </TabPanel>
          <TabPanel id="fonts">
            <FontsPanel content={content} />
          </TabPanel>
          <TabPanel id="layout">
            <LayoutPanel content={content} />
          </TabPanel>
        </Tabs>
      </section>
      <Stage content={content} />
    </div>
  );
}
