// The blocks of a previewed page: where they are, and which one the pointer is on. The server marks them in previews (PREV-11).

const MARKER = 'template[data-block]';

/** Elements between the marker of a block and the next one. */
export function elementsOf(position: number): readonly HTMLElement[] {
  const elements: HTMLElement[] = [];
  let element = document.querySelector(`template[data-block="${position}"]`)?.nextElementSibling ?? null;
  for (; element !== null && !element.matches(MARKER); element = element.nextElementSibling)
    if (element instanceof HTMLElement) elements.push(element);
  return elements;
}

/** Position of the block that contains an element; undefined outside of blocks. */
export function positionOfTarget(target: EventTarget | null): number | undefined {
  for (let element = target instanceof Element ? target : null; element !== null; element = element.parentElement)
    for (let before = element.previousElementSibling; before !== null; before = before.previousElementSibling)
      if (before instanceof HTMLElement && before.matches(MARKER)) return Number(before.dataset['block']);
  return undefined;
}

/** The box around elements, in CSS pixels of the window; undefined if nothing is visible. */
export function boxOf(elements: readonly HTMLElement[]): DOMRect | undefined {
  const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) return undefined;
  const [top, left] = [Math.min(...boxes.map((box) => box.top)), Math.min(...boxes.map((box) => box.left))];
  const [bottom, right] = [Math.max(...boxes.map((box) => box.bottom)), Math.max(...boxes.map((box) => box.right))];
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Scrolls to a box unless its top is visible. */
export function reveal(box: DOMRect | undefined): void {
  if (box === undefined || (box.top >= 0 && box.top < innerHeight * 0.7 && box.bottom <= innerHeight)) return;
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: Math.max(0, box.top + scrollY - innerHeight * 0.2), behavior: isMotionReduced ? 'instant' : 'smooth' });
}
