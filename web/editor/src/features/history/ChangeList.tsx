import { cx } from '@marquee/ui/cx.ts';
import { useEffect, useRef } from 'react';
import { Empty } from '../../parts/Surface.tsx';
import { ValueChange } from '../../parts/ValueChange.tsx';
import { useChangeWords } from '../../state/changes.ts';
import { useMessages } from '../../state/messages.ts';
import type { Difference } from '../../state/pointer.ts';
import styles from './History.module.css';

/** What is different, in words; the current change is in view. */
export function ChangeList({
  title,
  differences,
  content,
  current,
}: {
  readonly title: string;
  readonly differences: readonly Difference[];
  readonly content: unknown;
  /** Index of the change that is looked at; -1 for none. */
  readonly current: number;
}) {
  const messages = useMessages();
  const { wordsOf } = useChangeWords();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
    <section className={styles['changes']} aria-label={title} tabIndex={0}>
      <h2>{title}</h2>
      {differences.length === 0 && <Empty title={messages.history.same()} />}
      <ul ref={list}>
        {differences.map(({ pointer, from, to }, index) => {
          const { place, part } = wordsOf(pointer, content);
          return (
            <li
              key={pointer}
              className={cx(styles['change'], index === current && styles['current'])}
              {...(index === current ? { 'aria-current': true } : {})}
            >
              <p>{place}</p>
              <p className={styles['part']}>{part}</p>
              <ValueChange pointer={pointer} from={from} to={to} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
