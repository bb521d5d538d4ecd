// Measures layout shift: loads every page, waits for hydration and fonts, and scrolls to the end.

import type { Browser, Page } from 'playwright-core';
import { collectErrors, readMetrics } from './page.ts';

/** How far a page is scrolled at each step, as a share of the window's height. */
const STEP = 0.8;
const MAX_STEPS = 30;
/** Pause after each step, in which pictures load, in ms. */
const PAUSE_MS = 120;
/** Pause after hydration and after the last font, in ms. */
const SETTLE_MS = 600;

/** The layout shift of a page. */
interface ShiftResult {
  readonly url: string;
  /** Width of the window, in px. */
  readonly width: number;
  /** Delay of the fonts, in ms. */
  readonly fontDelay: number;
  readonly status: number;
  /** Cumulative Layout Shift. */
  readonly cls: number;
  /** Descriptions of the layout shifts, largest first. */
  readonly shifts: readonly string[];
  /** Console messages, uncaught errors and failed requests. */
  readonly errors: readonly string[];
}

/** Measures each page at each width (px) with each delay of fonts (ms). */
export async function measureShifts(
  browser: Browser,
  urls: readonly string[],
  widths: readonly number[],
  fontDelays: readonly number[],
): Promise<readonly ShiftResult[]> {
  const results: ShiftResult[] = [];
  for (const url of urls) {
    for (const width of widths) {
      for (const fontDelay of fontDelays) results.push(await measureShift(browser, url, width, fontDelay));
    }
  }
  return results;
}

async function measureShift(browser: Browser, url: string, width: number, fontDelay: number): Promise<ShiftResult> {
  const isPhone = width < 640;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  try {
    const page = await context.newPage();
    const errors = collectErrors(page);
    if (fontDelay > 0) {
      await page.route('**/fonts/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, fontDelay));
        await route.continue();
      });
    }
    const response = await page.goto(url, { waitUntil: 'load' });
    await waitForFonts(page);
    await page.waitForFunction(() => Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__react')));
    await page.waitForTimeout(SETTLE_MS);
    for (let step = 1; step <= MAX_STEPS; step += 1) {
      const isAtEnd = await page.evaluate((by) => {
        scrollBy({ top: innerHeight * by, behavior: 'instant' });
        return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      }, STEP);
      await page.waitForTimeout(PAUSE_MS);
      if (isAtEnd) break;
    }
    await waitForFonts(page);
    await page.waitForTimeout(SETTLE_MS);
    const { cls, shifts } = await readMetrics(page);
    return { url, width, fontDelay, status: response?.status() ?? 0, cls, shifts, errors: [...errors] };
  } finally {
    await context.close();
  }
}

async function waitForFonts(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => true));
}
