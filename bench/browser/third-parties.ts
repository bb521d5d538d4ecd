// Measures what trackers and ads cost: loads of a page by a visitor who accepted all purposes, and of the same page without third parties.

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Load, PHONE, measureLoad } from './load.ts';

/** How long a page is observed, in ms: ads load three seconds after it. */
const OBSERVED_MS = 9000;

const DESKTOP = { viewport: { width: 1440, height: 900 } };

/**
 * Loads both pages alternately, `runs` times each, after one warm-up load of each: on a slow phone if `slow`, else on a desktop.
 * Returns the loads of the page with third parties, then those of the other.
 */
export async function measureThirdParties(
  browser: Browser,
  urlWith: string,
  urlWithout: string,
  runs: number,
  slow: boolean,
): Promise<readonly (readonly Load[])[]> {
  const device = slow ? PHONE : DESKTOP;
  const visitor = await visitorWithConsent(browser, urlWith, device);
  const results: [Load[], Load[]] = [[], []];
  for (let run = 0; run <= runs; run += 1) {
    const loadWith = await measureLoad(browser, urlWith, { visitor, observedMs: OBSERVED_MS, slow });
    const loadWithout = await measureLoad(browser, urlWithout, { visitor: device, observedMs: OBSERVED_MS, slow });
    if (run === 0) continue;
    results[0].push(loadWith);
    results[1].push(loadWithout);
  }
  return results;
}

/** A browser profile in which the visitor accepted all purposes. */
async function visitorWithConsent(browser: Browser, url: string, device: BrowserContextOptions): Promise<BrowserContextOptions> {
  const context = await browser.newContext(device);
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.waitForFunction(() => localStorage.getItem('consent') !== null && localStorage.getItem('ads') !== null);
    return { ...device, storageState: { cookies: [], origins: (await context.storageState()).origins } };
  } finally {
    await context.close();
  }
}
