// Checks a page in many viewport sizes: layout issues (see `layoutIssues`) and axe violations.

import type { Page } from 'playwright-core';
import { axeViolations } from './browser.ts';
import { layoutIssues, renderOffscreenContent } from './layout.ts';

/**
 * Width and height of the viewports: phones, tablets on both sides of the breakpoints, desktops, a large screen, a phone in
 * landscape.
 */
const SIZES = [
  [320, 640],
  [390, 844],
  [640, 960],
  [768, 1024],
  [808, 600],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
  [844, 390],
] as const;

/** Widths at which axe runs. Its rules depend on the DOM and the styles, which change at the breakpoints between these widths. */
export const AXE_WIDTHS: ReadonlySet<number> = new Set([390, 1440]);

/**
 * Returns the issues of `layoutIssues` once the layout of a new size is there, with the fonts that it loads, after the transitions that it
 * starts. It is one call of the page.
 */
export const settledLayoutIssues = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    // The compiler of the tests wraps named functions in this helper, which the page does not have.
    const __name = (named) => named;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await document.fonts.ready;
    const ends = ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    await Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished));
    return (${layoutIssues.toString()})();
  })()`);

/**
 * Returns the issues of an open page in all sizes, each with its size. The page keeps the last size. axe runs at `axeWidths`, without
 * `ignoredRules`.
 */
export async function issuesAtSizes(
  page: Page,
  axeWidths: ReadonlySet<number> = AXE_WIDTHS,
  ignoredRules: readonly 'color-contrast'[] = [],
): Promise<string[]> {
  await page.evaluate(renderOffscreenContent);
  const issues: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const prefix = `${width}x${height}: `;
    issues.push(...(await settledLayoutIssues(page)).map((issue) => prefix + issue));
    if (axeWidths.has(width))
      issues.push(...(await axeViolations(page, ['best-practice'], ignoredRules)).map((issue) => prefix + issue));
  }
  return issues;
}
