import { cx } from '@marquee/ui/cx.ts';
import { useFormats } from '../state/messages.ts';
import styles from './Counts.module.css';

export interface Count {
  readonly label: string;
  readonly value: number;
  /** More about the number. */
  readonly text?: string;
  /** Whether the number looks like a mistake. */
  readonly isBad?: boolean;
}

/** Four numbers side by side; on phones two in a row. */
export function Counts({ counts }: { readonly counts: readonly Count[] }) {
  const { number } = useFormats();
  return (
    <dl className={styles['counts']}>
      {counts.map(({ label, value, text = '', isBad = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b className={cx(isBad && styles['bad'])}>{number(value)}</b>
            <small>{text}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
