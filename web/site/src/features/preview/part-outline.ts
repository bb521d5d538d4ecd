// The page's side of outlining the header or the footer while it is designed (PREV-11). Loaded once an allowed editor asks for it.

import type { PagePart } from '@marquee/rules/preview-editing.ts';
import { reveal } from './blocks.ts';
import { createOutlines } from './outlines.ts';
import type { PartMessage } from './preview.ts';

const elementOf = (part: PagePart): Element | null => document.querySelector(`[data-surface=${part}]`);

/** Where a part is, in CSS pixels of the window; undefined if the page does not show it. */
function boxOfPart(part: PagePart): DOMRect | undefined {
  const box = elementOf(part)?.getBoundingClientRect();
  return box === undefined || box.height === 0 ? undefined : box;
}

/** Returns a function that carries out the messages of the editor. */
export function createPartOutline(): (message: PartMessage) => void {
  const outlines = createOutlines();
  addEventListener('scroll', outlines.update, { passive: true });
  addEventListener('resize', outlines.update);
  const resizes = new ResizeObserver(outlines.update);
  return ({ part, label, isScrolled }) => {
    outlines.select(part && (() => boxOfPart(part)), label);
    resizes.disconnect();
    const element = part && elementOf(part);
    if (part === undefined || element === null || element === undefined) return;
    for (const observed of [document.body, element]) resizes.observe(observed);
    if (isScrolled) reveal(boxOfPart(part));
  };
}
