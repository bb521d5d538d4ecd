import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useProperties } from './use-properties.ts';
import styles from './Preview.module.css';

/** A page of some size in CSS pixels, scaled to the available width. */
export function PreviewSheet({
  width,
  height,
  children,
}: {
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setScale(element.clientWidth / width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  const sheet = useProperties<HTMLDivElement>({
    '--sheet-width': `${width}px`,
    '--sheet-height': `${height}px`,
    '--sheet-scale': String(scale),
  });
  return (
    <div ref={box} className={styles['fitWidth']}>
      <div ref={sheet} className={styles['sheetBox']}>
        <div className={styles['sheet']}>{children}</div>
      </div>
    </div>
  );
}
