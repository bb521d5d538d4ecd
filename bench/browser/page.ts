// Reads the metrics that the browser recorded for a page, and collects its errors.

import type { Page } from 'playwright-core';

/** The metrics of a page; instants in ms since the navigation began. */
export interface Metrics {
  /** End of the load event. */
  readonly load: number;
  /** First contentful paint. */
  readonly fcp: number;
  /** Largest contentful paint. */
  readonly lcp: number;
  /** The tag name of the largest element. */
  readonly element: string;
  /** Tasks of more than 50 ms. */
  readonly tasks: readonly { readonly at: number; readonly ms: number }[];
  /** Cumulative Layout Shift. */
  readonly cls: number;
  /** Descriptions of the layout shifts, largest first. */
  readonly shifts: readonly string[];
  /** Whether React has hydrated the page's content. */
  readonly hydrated: boolean;
}

/** A layout shift without recent input. */
interface LayoutShift {
  readonly at: number;
  readonly value: number;
  /** The elements that moved. */
  readonly elements: string;
}

/** Session windows of Cumulative Layout Shift: less than 1 s between two shifts, at most 5 s in all. */
const MAX_GAP_MS = 1000;
const MAX_WINDOW_MS = 5000;

/** Cumulative Layout Shift: the highest sum of shifts in a session window. */
function cumulativeLayoutShift(shifts: readonly LayoutShift[]): number {
  let highest = 0;
  let sum = 0;
  let start = 0;
  let last = -Infinity;
  for (const { at, value } of shifts) {
    if (at - last >= MAX_GAP_MS || at - start >= MAX_WINDOW_MS) {
      sum = 0;
      start = at;
    }
    sum += value;
    last = at;
    highest = Math.max(highest, sum);
  }
  return highest;
}

/** Reads the metrics of a page so far. */
export async function readMetrics(page: Page): Promise<Metrics> {
  // Functions that run in the page must be anonymous: for named ones the compiler inserts a helper that the page lacks.
  const { layoutShifts, ...rest } = await page.evaluate(() => {
    const [paints = [], largestPaints = [], tasks = [], shifts = []] = [
      'paint',
      'largest-contentful-paint',
      'longtask',
      'layout-shift',
    ].map((type) => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type, buffered: true });
      return observer.takeRecords();
    });
    const [navigation] = performance.getEntriesByType('navigation');
    const largestPaint = largestPaints.at(-1);
    const link = document.querySelector('main a');
    return {
      load: navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0,
      fcp: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
      lcp: largestPaint?.startTime ?? 0,
      element: largestPaint instanceof LargestContentfulPaint ? (largestPaint.element?.localName ?? '') : '',
      tasks: tasks.map(({ startTime, duration }) => ({ at: startTime, ms: duration })),
      layoutShifts: shifts.flatMap((entry) => {
        if (!('value' in entry && 'hadRecentInput' in entry && 'sources' in entry)) return [];
        if (entry.hadRecentInput === true || typeof entry.value !== 'number' || !Array.isArray(entry.sources)) return [];
        const elements = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent),
        );
        return [{ at: entry.startTime, value: entry.value, elements: elements.join(', ') }];
      }),
      hydrated: link !== null && Object.keys(link).some((key) => key.startsWith('__react')),
    };
  });
  const shifts = layoutShifts
    .toSorted((a, b) => b.value - a.value)
    .map(({ at, value, elements }) => `${value.toFixed(4)} at ${at.toFixed(0)} ms: ${elements}`);
  return { ...rest, cls: cumulativeLayoutShift(layoutShifts), shifts };
}

/** Collects console messages, uncaught errors and failed requests; a page should have none. The set grows while the page is open. */
export function collectErrors(page: Page): ReadonlySet<string> {
  const errors = new Set<string>();
  page.on('console', (message) => errors.add(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => errors.add(`error: ${error.message}`));
  page.on('requestfailed', (request) => errors.add(`failed: ${request.url()}`));
  return errors;
}
