// Checks a page in many viewport sizes: layout issues (see `layoutIssues`) and axe violations.

import type { BrowserContext, Page } from 'playwright-core';
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

/** `layoutIssues` after the layout of a new size, the fonts that it loads, and the transitions that it starts. One call of the page. */
const SETTLED_LAYOUT_ISSUES = `(async () => {
  const __name = (named) => named;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await document.fonts.ready;
  const isFinite = ({ effect }) => effect?.getComputedTiming().endTime !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(isFinite).map(({ finished }) => finished));
  return (${layoutIssues.toString()})();
})()`;

/** Prepares a context for `issuesAtSizes`. */
export async function prepareForSizes(context: BrowserContext): Promise<void> {
  // The compiler of the tests wraps named functions in this helper, which the page does not have.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
}

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
    issues.push(...(await page.evaluate<string[]>(SETTLED_LAYOUT_ISSUES)).map((issue) => prefix + issue));
    if (axeWidths.has(width))
      issues.push(...(await axeViolations(page, ['best-practice'], ignoredRules)).map((issue) => prefix + issue));
  }
  return issues;
}
