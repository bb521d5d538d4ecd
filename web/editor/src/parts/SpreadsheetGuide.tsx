import type { ReactNode } from 'react';
import { useMessages } from '../state/messages.ts';
import { TemplateLinks } from './TemplateLinks.tsx';
import styles from './SpreadsheetGuide.module.css';

/** The columns of a spreadsheet, and one to begin with. The children say what its rows mean here. */
export function SpreadsheetGuide({ children }: { readonly children: ReactNode }) {
  const { program: words, programImport } = useMessages();
  return (
    <details className={styles['guide']}>
      <summary>{programImport.guide()}</summary>
      <p>{words.sheetColumns()}</p>
      <p>{children}</p>
      <p>
        <TemplateLinks />
      </p>
    </details>
  );
}
