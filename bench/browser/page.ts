// What every measured page is asked: what the browser noted while it loaded, and what should not be there.

import type { Page } from 'playwright-core';

/** What the browser noted; instants in ms since the navigation began. */
export interface Noted {
  readonly load: number;
  /** First contentful paint. */
  readonly first: number;
  /** Largest contentful paint. */
  readonly largest: number;
  /** The tag of what was painted largest. */
  readonly element: string;
  /** Tasks of more than 50 ms. */
  readonly tasks: readonly { readonly at: number; readonly ms: number }[];
  /** Cumulative Layout Shift. */
  readonly shift: number;
  /** What moved, the most first. */
  readonly moved: readonly string[];
  /** Whether React has taken over the page's content. */
  readonly awake: boolean;
}

/** A move of content without input. */
interface Shift {
  readonly at: number;
  readonly value: number;
  readonly what: string;
}

/** A page's shifts are counted in groups: less than 1 s from one to the next, at most 5 s in all. */
const GAP_MS = 1000;
const GROUP_MS = 5000;

/** The group of shifts with the highest sum, which is what Cumulative Layout Shift says. */
export function cumulativeShift(shifts: readonly Shift[]): number {
  let worst = 0;
  let sum = 0;
  let begun = 0;
  let last = -Infinity;
  for (const { at, value } of shifts) {
    if (at - last >= GAP_MS || at - begun >= GROUP_MS) {
      sum = 0;
      begun = at;
    }
    sum += value;
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** Asks a page what its browser noted so far. */
export async function noted(page: Page): Promise<Noted> {
  // Functions that run in the page must have no names: the compiler would call a helper for them that the page lacks.
  const { shifts, ...rest } = await page.evaluate(() => {
    const [paints = [], largest = [], tasks = [], moves = []] = ['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'].map((type) => {
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
        const what = entry.sources.map(({ node }) => (node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent)));
        return [{ at: entry.startTime, value: entry.value, what: what.join(', ') }];
      }),
      awake: link !== null && Object.keys(link).some((key) => key.startsWith('__react')),
    };
  });
  const moved = shifts.toSorted((a, b) => b.value - a.value).map(({ at, value, what }) => `${value.toFixed(4)} at ${at.toFixed(0)} ms: ${what}`);
  return { ...rest, shift: cumulativeShift(shifts), moved };
}

/** Writes down what should not be: messages of the console, errors, answers that failed. */
export function complaints(page: Page): ReadonlySet<string> {
  const said = new Set<string>();
  page.on('console', (message) => said.add(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.add(`error: ${error.message}`));
  page.on('requestfailed', (request) => said.add(`failed: ${request.url()}`));
  return said;
}
