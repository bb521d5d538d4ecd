// Layout shifts that were not caused by the visitor's input.

import type { Page } from 'playwright-core';

/** One `layout-shift` entry. */
export interface LayoutShift {
  /** The score of the Layout Instability API. */
  readonly value: number;
  /** The elements that moved, each with its old and new rectangle. */
  readonly movedElements: string;
}

/** The layout shifts of a page so far, without those that follow the visitor's input. */
export async function layoutShifts(page: Page): Promise<readonly LayoutShift[]> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer.takeRecords().flatMap((shift) => {
      if (!('value' in shift && 'hadRecentInput' in shift && 'sources' in shift)) return [];
      if (shift.hadRecentInput === true || typeof shift.value !== 'number' || !Array.isArray(shift.sources)) return [];
      const moves = shift.sources.map(({ node, previousRect, currentRect }) => {
        const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(' '),
        );
        return `${node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent)} from ${from} to ${to}`;
      });
      return [{ value: shift.value, movedElements: moves.join(', ') }];
    });
  });
}

/** The sum of the layout shift scores of a page so far. */
export const totalLayoutShift = async (page: Page): Promise<number> =>
  (await layoutShifts(page)).reduce((sum, { value }) => sum + value, 0);
