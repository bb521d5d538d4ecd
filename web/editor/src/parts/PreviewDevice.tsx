import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '@marquee/ui/cx.ts';
import { useProperties } from './use-properties.ts';
import styles from './Preview.module.css';

export type Device = 'desktop' | 'tablet' | 'phone';

/** Widths of a framed page in CSS pixels. */
export const DEVICE_WIDTH = { desktop: 1280, tablet: 834, phone: 390 } as const satisfies Readonly<Record<Device, number>>;

/** Fits a page of some width in CSS pixels into the available space. */
export function PreviewDevice({
  width,
  className,
  overlay,
  children,
}: {
  readonly width: number;
  readonly className?: string | undefined;
  /** Tools in front of the page, which are not scaled with it. */
  readonly overlay?: ((scale: number) => ReactNode) | undefined;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 1000, height: 700 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, size.width / width);
  const device = useProperties<HTMLDivElement>({
    '--device-width': `${width}px`,
    '--device-height': `${size.height / scale}px`,
    '--device-scale': String(scale),
  });
  return (
    <div ref={box} className={cx(styles['fit'], className)}>
      <div ref={device} className={styles['device']}>
        {children}
      </div>
      {overlay !== undefined && <div className={styles['overlay']}>{overlay(scale)}</div>}
    </div>
  );
}
