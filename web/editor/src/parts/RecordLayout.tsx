import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-aria-components';
import { Icon } from './Icon.tsx';
import { SortItem } from './Sortable.tsx';
import { useScreenTitle } from './Surface.tsx';
import type { Place } from '../state/content/sequence.ts';
import styles from './RecordLayout.module.css';

/** A list of records beside the open one. On phones, one of the two is shown. */
export function RecordLayout({
  title,
  action,
  name,
  isOpen,
  back,
  list,
  children,
}: {
  readonly title: string;
  /** The name of the record. */
  readonly name: string;
  readonly action?: ReactNode;
  /** A record is open by its own address. */
  readonly isOpen: boolean;
  /** The address of the list; undefined if the record is the only one, which has no list. */
  readonly back: string | undefined;
  readonly list: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useScreenTitle(title);
  const recordHeading = useRef<HTMLHeadingElement>(null);
  // On phones the record replaces the list. Elsewhere its heading is not shown, and does not take the focus.
  useLayoutEffect(() => {
    if (isOpen) recordHeading.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <div className={cx(styles['layout'], isOpen ? styles['open'] : styles['closed'])}>
      <div className={styles['side']}>
        <header className={styles['head']}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {action}
        </header>
        {list}
      </div>
      <div className={styles['main']}>
        {back !== undefined && (
          <Link href={back} className={styles['back'] ?? ''}>
            <Icon name="left" small /> {title}
          </Link>
        )}
        <h1 ref={recordHeading} tabIndex={-1} className={styles['name']}>
          {name}
        </h1>
        {children}
      </div>
    </div>
  );
}

/** A record of the list. With `place`, it can be moved. */
export function RecordRow({
  href,
  isSelected,
  thumbnail,
  title,
  lines,
  trailing,
  place,
}: {
  readonly href: string;
  readonly isSelected: boolean;
  readonly thumbnail: ReactNode;
  readonly title: string;
  readonly lines: ReactNode;
  readonly trailing?: ReactNode;
  readonly place?: Place | undefined;
}) {
  const link = (
    <Link
      href={href}
      className={cx(styles['row'], isSelected && styles['selected'])}
      data-row=""
      {...(isSelected ? { 'aria-current': 'true' as const } : {})}
    >
      {thumbnail}
      <span>
        <b>{title}</b>
        <small>{lines}</small>
      </span>
      {trailing}
    </Link>
  );
  if (place === undefined) return <li className={styles['item']}>{link}</li>;
  return (
    <SortItem place={place} name={title}>
      {link}
    </SortItem>
  );
}

export { styles as recordStyles };
