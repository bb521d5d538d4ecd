// Measures page loads on a slow phone: paints, blocking time, bytes.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { collectErrors, readMetrics } from './page.ts';

/** The phone's processor is four times slower than this machine's. */
const CPU_SLOWDOWN = 4;
/** The phone's network is a slow 4G: latency in ms, throughput in bytes per second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** How long a page is observed after its load event, in ms. */
const OBSERVED_MS = 5000;
/** The part of a task that does not count as blocking, in ms. */
const NON_BLOCKING_MS = 50;

/** The measurements of one load. */
export interface Load {
  /** First contentful paint, in ms since the navigation began. */
  readonly fcp: number;
  /** Largest contentful paint, in ms since the navigation began. */
  readonly lcp: number;
  /** The tag name of the largest element. */
  readonly element: string;
  /** Total blocking time in ms. */
  readonly tbt: number;
  /** Cumulative Layout Shift. */
  readonly cls: number;
  /** Descriptions of the layout shifts, largest first. */
  readonly shifts: readonly string[];
  /** Bytes received, headers included. */
  readonly bytes: number;
  /** Bytes of the bodies of scripts. */
  readonly scripts: number;
  /** The content encodings of all responses. */
  readonly encodings: readonly string[];
  /** Whether React has hydrated the page's content. */
  readonly hydrated: boolean;
  /** Console messages, uncaught errors and failed requests. */
  readonly errors: readonly string[];
}

/** Loads the pages alternately, `runs` times each, after one warm-up load of each. */
export async function measureLoads(browser: Browser, urls: readonly string[], runs: number): Promise<readonly (readonly Load[])[]> {
  const results: Load[][] = urls.map(() => []);
  for (let run = 0; run <= runs; run += 1) {
    for (const [index, url] of urls.entries()) {
      const load = await measureLoad(browser, url);
      if (run > 0) results[index]?.push(load);
    }
  }
  return results;
}

interface LoadOptions {
  /** The browser profile that loads the page. Default: a phone with an empty storage. */
  readonly visitor?: BrowserContextOptions;
  /** How long the page is observed after its load event, in ms. */
  readonly observedMs?: number;
  /** Whether processor and network are slowed down. Default: true. */
  readonly slow?: boolean;
}

/** Loads a page with an empty cache. */
export async function measureLoad(
  browser: Browser,
  url: string,
  { visitor = PHONE, observedMs = OBSERVED_MS, slow = true }: LoadOptions = {},
): Promise<Load> {
  const context = await browser.newContext(visitor);
  try {
    const page = await context.newPage();
    const errors = collectErrors(page);
    const sumTraffic = await watchTraffic(page, slow);
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForTimeout(observedMs + 500);
    const { load: loadEndMs, tasks, ...rest } = await readMetrics(page);
    return { ...rest, ...sumTraffic(), tbt: blockingTime(tasks, rest.fcp, loadEndMs + observedMs), errors: [...errors] };
  } finally {
    await context.close();
  }
}

/** The total time in ms that tasks between two instants exceeded 50 ms each. */
export function blockingTime(tasks: readonly { readonly at: number; readonly ms: number }[], from: number, to: number): number {
  return tasks.reduce((sum, { at, ms }) => sum + Math.max(0, Math.min(at + ms, to) - Math.max(at, from) - NON_BLOCKING_MS), 0);
}

/** Slows the page's processor and network down if `slow`. Returns a function that sums up what the page has received so far. */
async function watchTraffic(page: Page, slow: boolean): Promise<() => Pick<Load, 'bytes' | 'scripts' | 'encodings'>> {
  const session = await page.context().newCDPSession(page);
  const resourceTypes = new Map<string, string>();
  const receivedBytes = new Map<string, number>();
  const encodings = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, type }) => resourceTypes.set(requestId, type ?? ''));
  const bodyBytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response: { headers } }) => {
    const header = (key: string) => Object.entries(headers).find(([name]) => name.toLowerCase() === key)?.[1];
    const encoding = header('content-encoding');
    if (encoding !== undefined) encodings.add(encoding);
    bodyBytes.set(requestId, Number(header('content-length') ?? 0));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => receivedBytes.set(requestId, encodedDataLength));
  await session.send('Network.enable');
  if (slow) {
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  }
  return () => {
    const sum = (entries: readonly (readonly [string, number])[]) => entries.reduce((total, [, size]) => total + size, 0);
    const scriptBytes = sum([...bodyBytes].filter(([id]) => resourceTypes.get(id) === 'Script'));
    return { bytes: sum([...receivedBytes]), scripts: scriptBytes, encodings: [...encodings] };
  };
}

/** The paths of everything that a page loads, lazy images included, except the document and scripts. */
export async function listResources(browser: Browser, url: string): Promise<readonly string[]> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const paths = new Set<string>();
    page.on('request', (request) => {
      if (!['document', 'script'].includes(request.resourceType())) paths.add(new URL(request.url()).pathname);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.querySelectorAll('img').forEach((image) => image.setAttribute('loading', 'eager')));
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1000);
    return [...paths];
  } finally {
    await context.close();
  }
}
