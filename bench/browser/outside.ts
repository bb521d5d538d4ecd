// What trackers and ads cost a page: loads by a visitor who said yes to all, and of the same page without any.

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Load, PHONE, load } from './load.ts';

/** Ads come when a page has rested for three seconds: it is watched for longer, in ms. */
const WATCHED_MS = 9000;

const DESK = { viewport: { width: 1440, height: 900 } };

/** Loads both in turn at a desk or on a slow phone, so often, after one load of each that does not count. */
export async function outside(browser: Browser, withAll: string, without: string, runs: number, slow: boolean): Promise<readonly (readonly Load[])[]> {
  const device = slow ? PHONE : DESK;
  const visitor = await whoSaidYes(browser, withAll, device);
  const found: [Load[], Load[]] = [[], []];
  for (let run = 0; run <= runs; run += 1) {
    const [one, other] = [await load(browser, withAll, { visitor, watched: WATCHED_MS, slow }), await load(browser, without, { visitor: device, watched: WATCHED_MS, slow })];
    if (run === 0) continue;
    found[0].push(one);
    found[1].push(other);
  }
  return found;
}

/** A visitor whose browser keeps a yes to everything. */
async function whoSaidYes(browser: Browser, url: string, device: BrowserContextOptions): Promise<BrowserContextOptions> {
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
