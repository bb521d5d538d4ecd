// Layout shifts: what moved on a page without the visitor's doing.

import type { Page } from 'playwright-core';

/** One shift: its score (0 to 1, as browsers count it), and which elements moved from where to where. */
export interface Shift {
  readonly value: number;
  readonly what: string;
}

/** The shifts of a page until now, without those that follow the visitor's input. */
export async function shifts(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer.takeRecords().flatMap((one) => {
      if (!('value' in one && 'hadRecentInput' in one && 'sources' in one)) return [];
      if (one.hadRecentInput === true || typeof one.value !== 'number' || !Array.isArray(one.sources)) return [];
      const places = one.sources.map(({ node, previousRect, currentRect }) => {
        const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(' '),
        );
        return `${node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent)} from ${from} to ${to}`;
      });
      return [{ value: one.value, what: places.join(', ') }];
    });
  });
}

/** The sum of the shifts of a page until now. */
export const shiftOf = async (page: Page): Promise<number> => (await shifts(page)).reduce((sum, { value }) => sum + value, 0);
