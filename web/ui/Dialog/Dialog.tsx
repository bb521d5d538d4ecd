import { useCallback, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../Icon/Icon.tsx';
import css from './Dialog.module.css';

/** Where dialogs are placed (PAGE-01). */
const HOME = 'modal-root';

/**
 * A modal dialog. The browser's own element keeps the focus inside, closes on Escape and gives the focus back.
 * Mount it to open it; it may only be mounted in the browser.
 */
export function Dialog({
  title,
  closeLabel,
  onClose,
  children,
}: {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const show = useCallback((element: HTMLDialogElement | null) => {
    if (element === null || element.open) return;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  const closeOnScrim = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) event.currentTarget.close();
  };
  const home = document.getElementById(HOME) ?? document.body;
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the scrim; the keyboard has Escape
    <dialog className={css.dialog} ref={show} aria-label={title} onClose={onClose} onClick={closeOnScrim}>
      <header className={css.head}>
        <h2>{title}</h2>
        <form method="dialog">
          <button className="iconbtn" aria-label={closeLabel}>
            <Icon name="close" />
          </button>
        </form>
      </header>
      {children}
    </dialog>,
    home,
  );
}
