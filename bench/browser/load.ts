// Loads on a slow phone: a page's paints, the time it blocks, its bytes.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { complaints, noted } from './page.ts';

/** The phone: a processor four times slower than this machine's, and a slow 4G network. */
const SLOWER = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** How long a page is watched after its load event, in ms. */
const WATCHED_MS = 5000;
/** A task blocks with what it takes beyond this, in ms. */
const SHORT_MS = 50;

/** One load. */
export interface Load {
  readonly first: number;
  readonly largest: number;
  readonly element: string;
  /** Total blocking time in ms. */
  readonly blocking: number;
  readonly shift: number;
  readonly moved: readonly string[];
  /** Bytes received, heads included, and the bodies of those that are scripts. */
  readonly bytes: number;
  readonly scripts: number;
  /** The encodings of what was compressed. */
  readonly encodings: readonly string[];
  readonly awake: boolean;
  readonly complaints: readonly string[];
}

/** Loads each address in turn, so often, after one load of each that does not count. */
export async function loads(browser: Browser, urls: readonly string[], runs: number): Promise<readonly (readonly Load[])[]> {
  const found: Load[][] = urls.map(() => []);
  for (let run = 0; run <= runs; run += 1) {
    for (const [n, url] of urls.entries()) {
      const one = await load(browser, url);
      if (run > 0) found[n]?.push(one);
    }
  }
  return found;
}

/** Who loads a page, and for how long it is watched then. */
interface Visit {
  readonly visitor?: BrowserContextOptions;
  readonly watched?: number;
  /** Whether processor and network are slowed down. */
  readonly slow?: boolean;
}

/** A load with nothing in the cache. */
export async function load(browser: Browser, url: string, { visitor = PHONE, watched = WATCHED_MS, slow = true }: Visit = {}): Promise<Load> {
  const context = await browser.newContext(visitor);
  try {
    const page = await context.newPage();
    const said = complaints(page);
    const received = await slowDown(page, slow);
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForTimeout(watched + 500);
    const { load: loaded, tasks, ...rest } = await noted(page);
    return { ...rest, ...received(), blocking: blocking(tasks, rest.first, loaded + watched), complaints: [...said] };
  } finally {
    await context.close();
  }
}

/** What the tasks between two instants took beyond 50 ms each. */
export function blocking(tasks: readonly { readonly at: number; readonly ms: number }[], from: number, to: number): number {
  return tasks.reduce((sum, { at, ms }) => sum + Math.max(0, Math.min(at + ms, to) - Math.max(at, from) - SHORT_MS), 0);
}

/** Makes a page's processor and network slow if wanted, and counts what it receives. */
async function slowDown(page: Page, slow: boolean): Promise<() => Pick<Load, 'bytes' | 'scripts' | 'encodings'>> {
  const session = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  const sizes = new Map<string, number>();
  const encodings = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, type }) => kinds.set(requestId, type ?? ''));
  const bodies = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response: { headers } }) => {
    const header = (wanted: string) => Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
    const encoding = header('content-encoding');
    if (encoding !== undefined) encodings.add(encoding);
    bodies.set(requestId, Number(header('content-length') ?? 0));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await session.send('Network.enable');
  if (slow) {
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  }
  return () => {
    const all = [...sizes];
    const sum = (of: typeof all) => of.reduce((total, [, size]) => total + size, 0);
    return { bytes: sum(all), scripts: sum([...bodies].filter(([id]) => kinds.get(id) === 'Script')), encodings: [...encodings] };
  };
}

/** The paths of what a page loads beside itself and its scripts, also further down. */
export async function resources(browser: Browser, url: string): Promise<readonly string[]> {
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
