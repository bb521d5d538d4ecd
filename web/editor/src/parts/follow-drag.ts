// Drags by pointer, from the press to the release.

/** Pointers that move less than this are clicks, in pixels. */
const THRESHOLD = 4;

/** How a drag ended. A pointer that was released where it was pressed has clicked. */
export type DragEnd = 'dropped' | 'clicked' | 'canceled';

export interface DragListener {
  /** The pointer has moved, by more than a click does. */
  readonly onMove: (event: PointerEvent) => void;
  readonly onEnd: (end: DragEnd) => void;
}

/** Follows a pointer until it is released; Escape cancels the drag. `target` gets the events. */
export function followDrag(
  { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>,
  { onMove, onEnd }: DragListener,
  target: Pick<Window, 'addEventListener'> = window,
): void {
  const stop = new AbortController();
  const { signal } = stop;
  let isDragging = false;
  const end = (how: DragEnd): void => {
    stop.abort();
    onEnd(how);
  };
  target.addEventListener(
    'pointermove',
    (event) => {
      if (!isDragging && Math.hypot(event.clientX - clientX, event.clientY - clientY) < THRESHOLD) return;
      isDragging = true;
      onMove(event);
    },
    { signal },
  );
  target.addEventListener('pointerup', () => end(isDragging ? 'dropped' : 'clicked'), { signal });
  target.addEventListener('pointercancel', () => end('canceled'), { signal });
  target.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end('canceled');
    },
    { signal, capture: true },
  );
}
