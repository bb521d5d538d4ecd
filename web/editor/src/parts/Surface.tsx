// Surfaces and small things that every screen uses.

import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import styles from './Surface.module.css';

export type Mood = 'ok' | 'warn' | 'bad';

/** A screen with its title. The title takes the focus when the screen opens, and names the document. `trail` leads to it. */
export function Page({
  title,
  lead,
  actions,
  trail,
  children,
}: {
  readonly title: string;
  readonly trail?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useScreenTitle(title);
  return (
    <div className={styles['page']}>
      {trail}
      <header className={styles['head']}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Names the document after a screen, and focuses its heading when the screen opens. */
export function useScreenTitle(title: string): React.RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
  }, [title]);
  // Before the screen is shown: a key that is pressed then would lose the focus it moved.
  useLayoutEffect(() => {
    // A field that has taken the focus keeps it.
    if (!(document.activeElement instanceof HTMLInputElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

export function Card({
  title,
  trailing,
  children,
  className,
}: {
  readonly title?: ReactNode;
  readonly trailing?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <section className={cx(styles['card'], className)}>
      {title !== undefined && (
        <header className={styles['cardHead']}>
          <h2>{title}</h2>
          {trailing}
        </header>
      )}
      {children}
    </section>
  );
}

export const List = ({ children }: { readonly children: ReactNode }) => <ul className={styles['list']}>{children}</ul>;
export const Stack = ({ children }: { readonly children: ReactNode }) => <div className={styles['stack']}>{children}</div>;
export const Quiet = ({ children }: { readonly children: ReactNode }) => <span className={styles['quiet']}>{children}</span>;

/**
 * A table. On phones, the cells of a row are below each other (`rows`) or beside each other in a wrapping line (`marks`), and a cell
 * with `data-label` shows it; without `narrow` the table scrolls.
 */
export function Table({
  label,
  narrow,
  isAutoFocused = false,
  children,
}: {
  readonly label: string;
  readonly narrow?: 'rows' | 'marks';
  /** Takes the focus when it is shown, as the first part of a dialog. */
  readonly isAutoFocused?: boolean;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAutoFocused) box.current?.focus();
  }, [isAutoFocused]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
    <section ref={box} className={styles['tableBox']} tabIndex={0} aria-label={label}>
      <table className={cx(styles['table'], narrow !== undefined && styles[narrow])} aria-label={label}>
        {children}
      </table>
    </section>
  );
}

export function Tag({
  mood,
  icon,
  children,
}: {
  readonly mood?: Mood | undefined;
  readonly icon?: IconName;
  readonly children: ReactNode;
}) {
  return (
    <span className={cx(styles['tag'], mood !== undefined && styles[mood])}>
      {icon !== undefined && <Icon name={icon} small />}
      {children}
    </span>
  );
}

/** A dot for a state; the words beside it say the state. */
export const Dot = ({ isLive = false }: { readonly isLive?: boolean }) => (
  <span className={cx(styles['dot'], isLive && styles['dotLive'])} />
);

/** A person's initials. */
export function Avatar({ name, isDecorative = true }: { readonly name: string; readonly isDecorative?: boolean }) {
  return (
    <span
      className={styles['avatar']}
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}

const NOTE_ICONS = { ok: 'check', warn: 'warning', bad: 'warning' } as const satisfies Record<Mood, IconName>;

/** A note that stays until its cause is gone. `icon`: by default that of the mood, or `info`. */
export function Note({
  mood,
  icon = mood === undefined ? 'info' : NOTE_ICONS[mood],
  title,
  children,
  action,
}: {
  readonly mood?: Mood;
  readonly icon?: IconName;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={cx(styles['note'], mood !== undefined && styles[mood])}>
      <Icon name={icon} />
      <div>
        <b>{title}</b>
        {children !== undefined && <p>{children}</p>}
      </div>
      {action}
    </div>
  );
}

/** What is missing, and the next step. `icon` is that of a screen which is empty. */
export function Empty({
  title,
  icon,
  children,
  action,
}: {
  readonly title: ReactNode;
  readonly icon?: IconName;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles['empty']}>
      {icon !== undefined && (
        <span className={styles['emptyIcon']}>
          <Icon name={icon} />
        </span>
      )}
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** Boxes in place of rows that are on their way; they appear after 200 ms. */
export function Skeleton({ label, count = 3 }: { readonly label: string; readonly count?: number }) {
  return (
    <output className={styles['skeleton']} aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles['bone']} />
      ))}
    </output>
  );
}

/** Text for screen readers. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles['hidden']}>{children}</span>
);

/** A color of the site as a small square. The policy forbids style attributes, so the color is set through the DOM. */
export function Swatch({ color }: { readonly color: string }) {
  const square = useRef<HTMLSpanElement>(null);
  useEffect(() => square.current?.style.setProperty('--swatch', color), [color]);
  return <span ref={square} className={styles['swatch']} aria-hidden="true" />;
}

export { styles as surfaceStyles };
