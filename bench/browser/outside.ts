// What trackers and ads cost a page: loads on a slow phone by a visitor who said yes to all, and of the same page without any.

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Load, PHONE, load } from './load.ts';

/** Ads come when a page has rested for three seconds: it is watched for longer, in ms. */
const WATCHED_MS = 9000;

/** Loads both in turn, so often, after one load of each that does not count. */
export async function outside(browser: Browser, withAll: string, without: string, runs: number): Promise<readonly (readonly Load[])[]> {
  const visitor = await whoSaidYes(browser, withAll);
  const found: [Load[], Load[]] = [[], []];
  for (let run = 0; run <= runs; run += 1) {
    const [one, other] = [await load(browser, withAll, { visitor, watched: WATCHED_MS }), await load(browser, without, { watched: WATCHED_MS })];
    if (run === 0) continue;
    found[0].push(one);
    found[1].push(other);
  }
  return found;
}

/** A visitor whose browser keeps a yes to everything. */
async function whoSaidYes(browser: Browser, url: string): Promise<BrowserContextOptions> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.waitForFunction(() => localStorage.getItem('consent') !== null && localStorage.getItem('ads') !== null);
    return { ...PHONE, storageState: { cookies: [], origins: (await context.storageState()).origins } };
  } finally {
    await context.close();
  }
}
