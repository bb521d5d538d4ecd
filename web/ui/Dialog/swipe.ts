// Closes a sheet by a swipe (ux 8): the sheet follows the finger on its head and closes if the swipe is long or fast.

/** The media query of screens on which dialogs are sheets, see Dialog.module.css. */
const SHEETS = '(width < 40em)';
/** A longer swipe closes at any speed, in px. */
const CLOSING_DISTANCE = 96;
/** A faster swipe closes, in px per ms, if it is longer than MIN_DISTANCE. */
const CLOSING_SPEED = 0.5;
/** A shorter swipe may be a touch that slipped, in px. */
const MIN_DISTANCE = 24;

/** Whether a swipe over a distance in px in a time in ms closes a sheet. */
export const isClosingSwipe = (distance: number, ms: number): boolean =>
  distance > CLOSING_DISTANCE || (distance > MIN_DISTANCE && distance / Math.max(1, ms) > CLOSING_SPEED);

/** Lets the visitor swipe a dialog out of the screen by its head, down (`1`) or up (`-1`). */
export function closeOnSwipe(dialog: HTMLDialogElement, head: HTMLElement, direction: 1 | -1): void {
  let start: { readonly id: number; readonly y: number; readonly at: number } | undefined;
  const distanceOf = ({ clientY }: PointerEvent): number =>
    start === undefined ? 0 : Math.max(0, (clientY - start.y) * direction);
  const reset = (): void => {
    start = undefined;
    dialog.style.translate = '';
  };
  head.addEventListener('pointerdown', (event) => {
    const { target, isPrimary, pointerType, pointerId, clientY, timeStamp } = event;
    const isControl = target instanceof Element && target.closest('button,a,input') !== null;
    if (pointerType === 'mouse' || !isPrimary || isControl || !matchMedia(SHEETS).matches) return;
    start = { id: pointerId, y: clientY, at: timeStamp };
    head.setPointerCapture(pointerId);
  });
  head.addEventListener('pointermove', (event) => {
    if (start?.id === event.pointerId) dialog.style.translate = `0 ${distanceOf(event) * direction}px`;
  });
  head.addEventListener('pointerup', (event) => {
    if (start?.id !== event.pointerId) return;
    const isClosing = isClosingSwipe(distanceOf(event), event.timeStamp - start.at);
    reset();
    if (isClosing) dialog.close();
  });
  head.addEventListener('pointercancel', reset);
}
