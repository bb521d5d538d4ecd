// Drags of films from the shelf and of shows within the grid, by pointer. Keys do the same (ux 5.3).

import { followDrag } from '../../parts/follow-drag.ts';
import { valueStore } from '../../state/value-store.ts';
import { snapped } from '../../state/program/placement.ts';

/** Where a film or show would be dropped. */
export interface DropTarget {
  readonly day: string;
  readonly screen: string;
  readonly start: number;
}

export interface Drag {
  /** Id of the film. */
  readonly film: string;
  /** Id of the show; empty for a film of the shelf. */
  readonly show: string;
  /** Minutes of trailers and film. */
  readonly length: number;
  readonly target: DropTarget | undefined;
}

/** The drag that is going on. The lanes follow it, so that nothing else is rendered again. */
export const DRAG = valueStore<Drag | undefined>(undefined);

/** Within this distance from its edges, the grid scrolls, in pixels. */
const EDGE = 36;
const EDGE_STEP = 14;

/** The lane under a pointer, and the time there. `grab` is the distance from the start of the block, in minutes. */
export function targetAt(x: number, y: number, grab: number): DropTarget | undefined {
  const lane = document
    .elementsFromPoint(x, y)
    .find((element) => element instanceof HTMLElement && element.dataset['lane'] !== undefined);
  if (!(lane instanceof HTMLElement)) return undefined;
  const { day, screen, from, span } = lane.dataset;
  if (day === undefined || screen === undefined) return undefined;
  const { left, width } = lane.getBoundingClientRect();
  const minutes = Number(from) + ((x - left) / width) * Number(span) - grab;
  return { day, screen, start: Math.min(Number(from) + Number(span) - 5, Math.max(Number(from), snapped(minutes))) };
}

export interface DragSource {
  readonly film: string;
  readonly show: string;
  readonly length: number;
}

/** Follows a pointer until it is released. `onDrop` is called where it was dropped; `onClick` if it did not move. */
export function followPointer(
  down: PointerEvent,
  source: DragSource,
  onDrop: (target: DropTarget) => void,
  onClick?: () => void,
): void {
  const block = down.target instanceof Element ? down.target.closest('[data-show]') : null;
  const lane = block?.closest('[data-lane]');
  const grab =
    block instanceof HTMLElement && lane instanceof HTMLElement
      ? ((down.clientX - block.getBoundingClientRect().left) / lane.getBoundingClientRect().width) * Number(lane.dataset['span'])
      : 0;
  followDrag(down, {
    onMove(event) {
      scrollNear(event);
      DRAG.set({ ...source, target: targetAt(event.clientX, event.clientY, grab) });
    },
    onEnd(end) {
      const target = DRAG.value()?.target;
      DRAG.set(undefined);
      if (end === 'clicked') onClick?.();
      if (end !== 'dropped') return;
      // The click that follows a drag opens nothing.
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, true));
      if (target !== undefined) onDrop(target);
    },
  });
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Scrolls the grid while the pointer is near its edges. */
function scrollNear({ clientX, clientY }: PointerEvent): void {
  const grid = document.querySelector('[data-program-grid]');
  if (grid === null) return;
  const { left, right, top, bottom } = grid.getBoundingClientRect();
  if (clientX < left) return;
  const step = (low: number, value: number, high: number): number =>
    value < low + EDGE ? -EDGE_STEP : value > high - EDGE ? EDGE_STEP : 0;
  grid.scrollBy(step(left, clientX, right), step(top, clientY, bottom));
}
