// Opens and closes dialogs, one at a time; Back closes a dialog before it leaves the page (ux 8).
// An open dialog has its own history entry with the page's URL. If the dialog is closed otherwise, the entry is removed; a link inside
// replaces it, so that Back from the next page leads to this page without the dialog.

import { flushSync } from 'react-dom';

/** The key in the history state that marks a dialog's entry. */
const STATE_KEY = 'dialog';

/** The open dialog. */
let current: HTMLDialogElement | undefined;
/** Whether the dialog's entry is being removed, which is asynchronous. */
let isGoingBack = false;
/**
 * Link that was clicked while the history entry was being removed. It is followed afterwards, because both at once would cancel each
 * other.
 */
let nextHref: string | undefined;
let isListening = false;

const isOnDialogEntry = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && STATE_KEY in state;
};

/** Shows a dialog and focuses its `data-autofocus` element. Closes a dialog that is already open. */
export function showDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  listen();
  const previous = current;
  current = dialog;
  previous?.close();
  if (!isGoingBack && !isOnDialogEntry()) history.pushState({ [STATE_KEY]: true }, '');
  dialog.addEventListener('close', onClose);
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/** Handles the close event of a dialog, which comes a task after the dialog was closed: it may be open again. */
function onClose({ target }: Event): void {
  if (target instanceof HTMLDialogElement && !target.open) handleClosed(target);
}

/** Removes the history entry of a dialog that was closed or unmounted. */
export function handleClosed(dialog: HTMLDialogElement): void {
  if (current !== dialog) return;
  current = undefined;
  if (isGoingBack || !isOnDialogEntry()) return;
  isGoingBack = true;
  history.back();
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const type of ['click', 'keydown']) addEventListener(type, finishClosing, { capture: true });
  addEventListener('popstate', onPopState);
  addEventListener('click', onClick);
  addEventListener('pagehide', onLeave);
}

/**
 * Handles the close event of a dialog that is closed, before the visitor's next click or key. `close` returns the focus at once, but its
 * event comes a task later, and on a busy device after the next key. It would then close what that key opens, and the key would be lost.
 */
function finishClosing(): void {
  const dialog = current;
  if (dialog?.open === false) flushSync(() => dialog.dispatchEvent(new Event('close')));
}

function onPopState(): void {
  if (isGoingBack) {
    isGoingBack = false;
    if (nextHref !== undefined) location.assign(nextHref);
    nextHref = undefined;
    // Another dialog was opened meanwhile: add its entry now.
    if (current !== undefined) history.pushState({ [STATE_KEY]: true }, '');
  } else if (!isOnDialogEntry()) current?.close();
}

/**
 * Follows links inside of the dialog, and links of the page while the entry of a closed dialog is being removed. Runs after all other
 * listeners, which may change the link's address.
 */
function onClick(event: MouseEvent): void {
  // The click may have closed the dialog: its entry must be on its way out before the link is followed.
  finishClosing();
  if (
    (current === undefined && !isGoingBack) ||
    event.defaultPrevented ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || current?.contains(link) === false || link.target === '_blank' || !link.protocol.startsWith('http')) return;
  event.preventDefault();
  navigate(link.href);
}

/** Navigates to an address. It replaces the dialog's history entry if there is one, and waits if the entry is being removed. */
export function navigate(href: string): void {
  if (isGoingBack) nextHref = href;
  else if (isOnDialogEntry()) location.replace(href);
  else location.assign(href);
}

/** Closes the dialog, so that a page restored from the back/forward cache has none. */
function onLeave(): void {
  const dialog = current;
  current = undefined;
  dialog?.close();
}
