import type { ReactNode } from 'react';
import { Brand } from '../../parts/Brand.tsx';
import styles from './SetUp.module.css';

/** The screen of the set-up: its bar, what the operator does, and the site so far, which phones do not show. */
export function SetUpLayout({
  title,
  end,
  preview,
  children,
}: {
  readonly title: string;
  readonly end?: ReactNode;
  readonly preview: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['screen']}>
      <header className={styles['top']}>
        <Brand />
        <b>{title}</b>
        <span className={styles['grow']} />
        {end}
      </header>
      <main className={styles['main']}>{children}</main>
      <aside className={styles['stage']}>{preview}</aside>
    </div>
  );
}
