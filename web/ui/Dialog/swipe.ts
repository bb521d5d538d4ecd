// A sheet goes away with a swipe (ux 8): it follows the finger on its head, and leaves when it was pulled far or fast.

/** Screens on which dialogs are sheets, see Dialog.module.css. */
const SHEETS = '(width < 40em)';
/** A pull that closes: this far, in px, … */
const FAR = 96;
/** … or this fast, in px a millisecond, and farther than a touch that slipped. */
const FAST = 0.5;
const SLIP = 24;

/** Whether a pull of this length, in px, in this time, in ms, closes a sheet. */
export const closes = (pulled: number, ms: number): boolean => pulled > FAR || (pulled > SLIP && pulled / Math.max(1, ms) > FAST);

/** Lets a dialog's head be swiped out of the screen, to the side at which the sheet stands: `1` down, `-1` up. */
export function swipeAway(dialog: HTMLDialogElement, head: HTMLElement, side: 1 | -1): void {
  let from: { readonly id: number; readonly y: number; readonly at: number } | undefined;
  const pull = ({ clientY }: PointerEvent): number => (from === undefined ? 0 : Math.max(0, (clientY - from.y) * side));
  const rest = (): void => {
    from = undefined;
    dialog.style.translate = '';
  };
  head.addEventListener('pointerdown', (event) => {
    const { target, isPrimary, pointerType, pointerId, clientY, timeStamp } = event;
    const acts = target instanceof Element && target.closest('button,a,input') !== null;
    if (pointerType === 'mouse' || !isPrimary || acts || !matchMedia(SHEETS).matches) return;
    from = { id: pointerId, y: clientY, at: timeStamp };
    head.setPointerCapture(pointerId);
  });
  head.addEventListener('pointermove', (event) => {
    if (from?.id === event.pointerId) dialog.style.translate = `0 ${pull(event) * side}px`;
  });
  head.addEventListener('pointerup', (event) => {
    if (from?.id !== event.pointerId) return;
    const away = closes(pull(event), event.timeStamp - from.at);
    rest();
    if (away) dialog.close();
  });
  head.addEventListener('pointercancel', rest);
}
