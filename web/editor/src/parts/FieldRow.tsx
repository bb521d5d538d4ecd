import type { ReactNode } from 'react';
import styles from './FieldRow.module.css';

/** A field with a label, and a button beside it on the line of the input. */
export const FieldRow = ({ children }: { readonly children: ReactNode }) => <div className={styles['row']}>{children}</div>;
