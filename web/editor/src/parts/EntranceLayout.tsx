import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import { LANGUAGES, useLanguage } from '../state/messages.ts';
import { Brand } from './Brand.tsx';
import { Select } from './Choice.tsx';
import { useScreenTitle } from './Surface.tsx';
import styles from './EntranceLayout.module.css';

/** A screen for people who are not signed in: one box in the middle. */
export function EntranceLayout({
  title,
  lead,
  isWide = false,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  const { locale, messages, change } = useLanguage();
  const heading = useScreenTitle(title);
  return (
    <div className={styles['screen']}>
      <header className={styles['brand']}>
        <Brand />
        {messages.common.product()}
      </header>
      <main className={cx(styles['box'], isWide && styles['wide'])}>
        <header className={styles['head']}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p>{lead}</p>}
        </header>
        {children}
      </main>
      <footer className={styles['foot']}>
        <Select
          label={messages.common.language()}
          isLabelHidden
          isPlain
          value={locale}
          options={LANGUAGES.map((language) => ({ value: language.locale, label: language.name }))}
          onChange={change}
        />
      </footer>
    </div>
  );
}
