// How far content moves: every page is loaded, waited for and scrolled to its end.

import type { Browser, Page } from 'playwright-core';
import { complaints, noted } from './page.ts';

/** Pages are scrolled by this share of the window, at most so often, with a pause in ms in which pictures come. */
const STEP = 0.8;
const MOST_STEPS = 30;
const PAUSE_MS = 120;
/** Time for what follows hydration and the last font, in ms. */
const SETTLE_MS = 600;

/** A page's shift in a window that wide, with fonts so many ms late. */
interface Moved {
  readonly url: string;
  readonly width: number;
  readonly late: number;
  readonly status: number;
  readonly shift: number;
  readonly moved: readonly string[];
  readonly complaints: readonly string[];
}

/** Loads each page in each window, with its fonts at once and late. */
export async function shifts(browser: Browser, urls: readonly string[], widths: readonly number[], lates: readonly number[]): Promise<readonly Moved[]> {
  const found: Moved[] = [];
  for (const url of urls) {
    for (const width of widths) {
      for (const late of lates) found.push(await shift(browser, url, width, late));
    }
  }
  return found;
}

async function shift(browser: Browser, url: string, width: number, late: number): Promise<Moved> {
  const phone = width < 640;
  const context = await browser.newContext({
    viewport: { width, height: phone ? 844 : 900 },
    deviceScaleFactor: phone ? 2 : 1,
    isMobile: phone,
    hasTouch: phone,
  });
  try {
    const page = await context.newPage();
    const said = complaints(page);
    if (late > 0) {
      await page.route('**/fonts/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, late));
        await route.continue();
      });
    }
    const answer = await page.goto(url, { waitUntil: 'load' });
    await fontsThere(page);
    await page.waitForFunction(() => Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__react')));
    await page.waitForTimeout(SETTLE_MS);
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      const end = await page.evaluate((by) => {
        scrollBy({ top: innerHeight * by, behavior: 'instant' });
        return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      }, STEP);
      await page.waitForTimeout(PAUSE_MS);
      if (end) break;
    }
    await fontsThere(page);
    await page.waitForTimeout(SETTLE_MS);
    const { shift: value, moved } = await noted(page);
    return { url, width, late, status: answer?.status() ?? 0, shift: value, moved, complaints: [...said] };
  } finally {
    await context.close();
  }
}

async function fontsThere(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => true));
}
