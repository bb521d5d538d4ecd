// Reads the metrics that the browser recorded for a page, and collects its complaints.

import type { Page } from 'playwright-core';

/** The metrics of a page; instants in ms since the navigation began. */
export interface Metrics {
  /** End of the load event. */
  readonly load: number;
  /** First contentful paint. */
  readonly first: number;
  /** Largest contentful paint. */
  readonly largest: number;
  /** The tag name of the largest element. */
  readonly element: string;
  /** Tasks of more than 50 ms. */
  readonly tasks: readonly { readonly at: number; readonly ms: number }[];
  /** Cumulative Layout Shift. */
  readonly shift: number;
  /** Descriptions of the layout shifts, largest first. */
  readonly moved: readonly string[];
  /** Whether React has hydrated the page's content. */
  readonly awake: boolean;
}

/** A layout shift without recent input. */
interface Shift {
  readonly at: number;
  readonly value: number;
  /** The elements that moved. */
  readonly elements: string;
}

/** Session windows of Cumulative Layout Shift: less than 1 s between two shifts, at most 5 s in all. */
const MAX_GAP_MS = 1000;
const MAX_WINDOW_MS = 5000;

/** Cumulative Layout Shift: the highest sum of shifts in a session window. */
function cumulativeShift(shifts: readonly Shift[]): number {
  let worst = 0;
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
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** Reads the metrics of a page so far. */
export async function readMetrics(page: Page): Promise<Metrics> {
  // Functions that run in the page must be anonymous: for named ones the compiler inserts a helper that the page lacks.
  const { shifts, ...rest } = await page.evaluate(() => {
    const [paints = [], largest = [], tasks = [], moves = []] = [
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
    const last = largest.at(-1);
    const link = document.querySelector('main a');
    return {
      load: navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0,
      first: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
      largest: last?.startTime ?? 0,
      element: last instanceof LargestContentfulPaint ? (last.element?.localName ?? '') : '',
      tasks: tasks.map(({ startTime, duration }) => ({ at: startTime, ms: duration })),
      shifts: moves.flatMap((entry) => {
        if (!('value' in entry && 'hadRecentInput' in entry && 'sources' in entry)) return [];
        if (entry.hadRecentInput === true || typeof entry.value !== 'number' || !Array.isArray(entry.sources)) return [];
        const elements = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent),
        );
        return [{ at: entry.startTime, value: entry.value, elements: elements.join(', ') }];
      }),
      awake: link !== null && Object.keys(link).some((key) => key.startsWith('__react')),
    };
  });
  const moved = shifts
    .toSorted((a, b) => b.value - a.value)
    .map(({ at, value, elements }) => `${value.toFixed(4)} at ${at.toFixed(0)} ms: ${elements}`);
  return { ...rest, shift: cumulativeShift(shifts), moved };
}

/** Collects what a page must not have: console messages, uncaught errors, failed requests. The set grows while the page is open. */
export function collectComplaints(page: Page): ReadonlySet<string> {
  const complaints = new Set<string>();
  page.on('console', (message) => complaints.add(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.add(`error: ${error.message}`));
  page.on('requestfailed', (request) => complaints.add(`failed: ${request.url()}`));
  return complaints;
}
