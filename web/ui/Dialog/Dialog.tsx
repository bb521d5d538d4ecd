import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { Icon } from '../Icon/Icon.tsx';
import css from './Dialog.module.css';
import { closed, showDialog } from './show-dialog.ts';
import { swipeAway } from './swipe.ts';

/** Where dialogs are placed (PAGE-01). */
const HOME = 'modal-root';

/** `wide` for a picture or a film, `list` to choose from, `top` for a field with what it finds. */
export type DialogLook = 'wide' | 'list' | 'top';

/**
 * A modal dialog. The browser's own element keeps the focus inside, closes on Escape and gives the focus back; Back closes
 * it too. Mount it to open it; it may only be mounted in the browser.
 */
export function Dialog({
  title,
  closeLabel,
  onClose,
  onKeyDown,
  look = 'wide',
  head,
  foot,
  children,
}: {
  title: string;
  closeLabel: string;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLDialogElement>) => void;
  look?: DialogLook;
  /** What stands beside the close button instead of the title. */
  head?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const home = document.getElementById(HOME) ?? document.body;
  const keys = (event: KeyboardEvent<HTMLDialogElement>) => {
    onKeyDown?.(event);
    // Before a search field takes Escape to empty itself.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.close();
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the scrim; the keyboard has Escape
    <dialog className={cx(css.dialog, css[look])} ref={show} aria-label={title} onClose={onClose} onKeyDown={keys} onClick={closeOnScrim}>
      <header className={css.head}>
        {head ?? <h2>{title}</h2>}
        <form method="dialog">
          <button className="iconbtn" aria-label={closeLabel}>
            <Icon name="close" />
          </button>
        </form>
      </header>
      <div className={css.body}>{children}</div>
      {foot === undefined ? null : <footer className={css.foot}>{foot}</footer>}
    </dialog>,
    home,
  );
}

function show(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (dialog === null) return undefined;
  showDialog(dialog);
  const head = dialog.querySelector('header');
  if (head !== null) swipeAway(dialog, head, dialog.matches(`.${css['top']}`) ? -1 : 1);
  return () => closed(dialog);
}

function closeOnScrim(event: MouseEvent<HTMLDialogElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.close();
}
