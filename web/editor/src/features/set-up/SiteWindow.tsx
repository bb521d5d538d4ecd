import type { ReactNode } from 'react';
import { Dot } from '../../parts/Surface.tsx';
import styles from './SiteWindow.module.css';

/** A window with an address, around the site or a drawing of it. */
export const SiteWindow = ({
  address,
  note,
  isLive = false,
  children,
}: {
  readonly address: string;
  readonly note: string;
  readonly isLive?: boolean;
  readonly children: ReactNode;
}) => (
  <div className={styles['window']}>
    <div className={styles['bar']}>
      <span>{address}</span>
      <span>
        {isLive && <Dot isLive />} {note}
      </span>
    </div>
    {children}
  </div>
);
