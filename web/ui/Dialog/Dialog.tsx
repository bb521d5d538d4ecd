import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { Icon } from '../Icon/Icon.tsx';
import css from './Dialog.module.css';
import { handleClosed, showDialog } from './show-dialog.ts';
import { closeOnSwipe } from './swipe.ts';

/** The id of the element that contains dialogs (PAGE-01). */
const CONTAINER_ID = 'modal-root';

/** `wide` for a picture or a film, `list` for a list of choices, `top` for a search field with its results. */
export type DialogLook = 'wide' | 'list' | 'top';

/**
 * A modal dialog. The native element keeps the focus inside, closes on Escape and returns the focus; Back closes it too. Mounting
 * it opens it. It can be mounted only in the browser.
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
  /** Replaces the title beside the close button. */
  head?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const container = document.getElementById(CONTAINER_ID) ?? document.body;
  const handleKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    onKeyDown?.(event);
    // A search field would use Escape to clear itself.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.close();
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click on the scrim closes; keyboards use Escape
    <dialog
      className={cx(css.dialog, css[look])}
      ref={show}
      aria-label={title}
      onClose={onClose}
      onKeyDown={handleKey}
      onClick={closeOnScrim}
    >
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
    container,
  );
}

function show(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (dialog === null) return undefined;
  showDialog(dialog);
  const head = dialog.querySelector('header');
  if (head !== null) closeOnSwipe(dialog, head, dialog.matches(`.${css['top']}`) ? -1 : 1);
  return () => handleClosed(dialog);
}

function closeOnScrim(event: MouseEvent<HTMLDialogElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.close();
}
