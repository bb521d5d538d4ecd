// Checks every kind of page at five times of the day and in many viewport sizes: layout issues (see `layoutIssues`) and axe
// violations.

import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { AXE_OPTIONS, launchBrowser, waitForAnimations, waitForHydration } from './browser.ts';
import { layoutIssues, renderOffscreenContent } from './layout.ts';
import { GUEST_PAGES, OTHER_PAGES, SCHEDULE_PAGES } from './pages.ts';
import { type DemoServer, startDemo } from './demo-server.ts';
import { siteUrl } from './demo-sites.ts';

/** Times in UTC; the demo sites are in America/Detroit (UTC-5). All but the last are in the same cinema day. */
const CLOCKS = {
  'Friday before opening': '2026-11-20T14:00:00Z',
  'Friday afternoon': '2026-11-20T19:30:00Z',
  'Friday at the last start': '2026-11-21T04:25:00Z',
  'Friday after the last film': '2026-11-21T07:30:00Z',
  'Monday morning': '2026-11-23T14:00:00Z',
} as const;

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

/** Sizes at the other times, when pages have other texts in the same layouts: the narrowest of each layout, and a common desktop. */
const SIZES_OTHER_TIMES: ReadonlySet<string> = new Set(['320x640', '390x844', '640x960', '808x600', '1440x900']);

/** Widths at which axe runs. Its rules depend on the DOM and the styles, which change at the breakpoints between these widths. */
const AXE_WIDTHS: ReadonlySet<number> = new Set([390, 1440]);
/** Widths at which axe runs at the other times, when pages have other texts in the same styles. */
const AXE_WIDTHS_OTHER_TIMES: ReadonlySet<number> = new Set([390]);

/** A name in `CLOCKS`. */
export type ClockName = keyof typeof CLOCKS;

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Defines the tests of all pages at one time. The files `time-of-day-*.e2e.ts` share the times, so that they can run in parallel.
 */
export function testPagesAt(name: ClockName): void {
  const clock = CLOCKS[name];
  describe(name, () => {
    let server: DemoServer | undefined;
    let browser: Browser | undefined;
    let context: BrowserContext | undefined;
    before(async () => {
      server = await startDemo('--clock', clock);
      browser = await launchBrowser();
      // Other tests check the service worker, which would store the files of every page here.
      context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
      // The compiler of the tests wraps named functions in this helper, which the page does not have.
      await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
    });
    after(async () => {
      await browser?.close();
      await server?.stop();
    });

    const isReference = clock === CLOCKS['Friday afternoon'];
    const pages = isReference ? [...SCHEDULE_PAGES, ...OTHER_PAGES, ...GUEST_PAGES] : SCHEDULE_PAGES;
    const axeWidths = isReference ? AXE_WIDTHS : AXE_WIDTHS_OTHER_TIMES;
    const sizes = isReference ? SIZES : SIZES.filter((size) => SIZES_OTHER_TIMES.has(size.join('x')));
    for (const address of pages) {
      it(`${address.join(' ')} fits every viewport and has no axe violations`, async () => {
        assert.ok(server !== undefined && browser !== undefined);
        assert.ok(context !== undefined);
        const page = await context.newPage();
        try {
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.goto(siteUrl(server.port, ...address));
          await waitForHydration(page);
          await page.evaluate(renderOffscreenContent);
          await page.evaluate(() => document.fonts.ready);
          const issues: string[] = [];
          for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
            // Another size may load other fonts and start transitions.
            await page.evaluate(() => document.fonts.ready);
            await waitForAnimations(page);
            const prefix = `${width}x${height}: `;
            issues.push(...(await page.evaluate(layoutIssues)).map((issue) => prefix + issue));
            if (axeWidths.has(width)) issues.push(...(await axeViolations(page)).map((issue) => prefix + issue));
          }
          assert.deepEqual(issues, []);
        } finally {
          await page.close();
        }
      });
    }
  });
}

async function axeViolations(page: Page): Promise<string[]> {
  // Legacy mode runs axe in this page; otherwise every call opens another page.
  const { violations } = await new AxeBuilder({ page }).options(AXE_OPTIONS).setLegacyMode().withTags(AXE_TAGS).analyze();
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
}
