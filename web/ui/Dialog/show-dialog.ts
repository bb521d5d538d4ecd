// Opening and closing dialogs: one at a time, and Back closes before it leaves the page (ux 8).
// An open dialog has an entry of its own in the history, at the same address. Closing it otherwise takes that entry back,
// and a link inside replaces it, so that Back from the next page leads to this one and not to a dialog that is gone.

/** Marks the entry of a dialog. */
const MARK = 'dialog';

/** The dialog that is open. */
let current: HTMLDialogElement | undefined;
/** Whether the dialog's entry is being taken back, which takes the browser a moment. */
let returning = false;
let listening = false;

const onEntry = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && MARK in state;
};

/** Shows a dialog and puts the focus on its first useful control; one that is open gives way to it. */
export function showDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  listen();
  const other = current;
  current = dialog;
  other?.close();
  if (!returning && !onEntry()) history.pushState({ [MARK]: true }, '');
  dialog.addEventListener('close', () => closed(dialog));
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/** Notes that a dialog is gone: the visitor closed it, or the page took it away. */
export function closed(dialog: HTMLDialogElement): void {
  if (current !== dialog) return;
  current = undefined;
  if (returning || !onEntry()) return;
  returning = true;
  history.back();
}

function listen(): void {
  if (listening) return;
  listening = true;
  addEventListener('popstate', onPopState);
  addEventListener('click', onClick);
  addEventListener('pagehide', onLeave);
}

function onPopState(): void {
  if (returning) {
    returning = false;
    // Another dialog was opened meanwhile: now it gets its entry.
    if (current !== undefined) history.pushState({ [MARK]: true }, '');
  } else if (!onEntry()) current?.close();
}

/** Comes after every other listener, so that the address is the one that the link has in the end. */
function onClick(event: MouseEvent): void {
  if (current === undefined || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !current.contains(link) || link.target === '_blank' || !link.protocol.startsWith('http')) return;
  event.preventDefault();
  follow(link.href);
}

/** Leads on to an address, which takes the place of the dialog's entry if there is one. */
export function follow(href: string): void {
  if (onEntry()) location.replace(href);
  else location.assign(href);
}

/** A page that comes back from the browser's memory comes without its dialog. */
function onLeave(): void {
  const dialog = current;
  current = undefined;
  dialog?.close();
}
