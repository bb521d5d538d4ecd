// Checks every kind of page at five times of the day and in many viewport sizes: layout issues (see `layoutIssues`) and axe
// violations. Decision 0062 says what is checked at which time, and what that takes. A visitor finds a show at each of the times.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { WIDTHS, WITHOUT_CONTRAST, launchBrowser, openPage, waitForHydration } from './browser.ts';
import { type DemoServer, startDemo } from './demo-server.ts';
import { type DemoSite, siteUrl } from './demo-sites.ts';
import { JOURNEYS, type Visit } from './journeys.ts';
import { GUEST_PAGES, OTHER_PAGES, SCHEDULE_PAGES } from './pages.ts';
import { AXE_WIDTHS, issuesAtSizes } from './sizes.ts';

/** Times in UTC; the demo sites are in America/Detroit (UTC-5). All but the last are in the same cinema day. */
const CLOCKS = {
  'Friday before opening': '2026-11-20T14:00:00Z',
  'Friday afternoon': '2026-11-20T19:30:00Z',
  'Friday at the last start': '2026-11-21T04:25:00Z',
  'Friday after the last film': '2026-11-21T07:30:00Z',
  'Monday morning': '2026-11-23T14:00:00Z',
} as const;

/** Widths at which axe runs at the other times, when pages have other texts in the same styles and colors. */
const AXE_WIDTHS_OTHER_TIMES: ReadonlySet<number> = new Set([390]);

/** A name in `CLOCKS`. */
export type ClockName = keyof typeof CLOCKS;

/**
 * Defines the tests of all pages at one time. The files `time-of-day-*.e2e.ts` share the times, so that they can run in parallel.
 */
export function testPagesAt(name: ClockName): void {
  const clock = CLOCKS[name];
  describe(name, () => {
    let server: DemoServer | undefined;
    let browser: Browser | undefined;
    // One page for all addresses: scripts that it has compiled for one are there for the next.
    let shared: Page | undefined;
    before(async () => {
      server = await startDemo('--clock', clock);
      browser = await launchBrowser();
      shared = await browser.newPage();
    });
    after(async () => {
      await browser?.close();
      await server?.stop();
    });

    for (const site of ['meridian', 'aster'] as const)
      for (const width of WIDTHS)
        testJourneys(site, width, clock, () => {
          assert.ok(server !== undefined && browser !== undefined);
          return { server, browser };
        });

    const isReference = clock === CLOCKS['Friday afternoon'];
    const pages = isReference ? [...SCHEDULE_PAGES, ...OTHER_PAGES, ...GUEST_PAGES] : SCHEDULE_PAGES;
    const axeWidths = isReference ? AXE_WIDTHS : AXE_WIDTHS_OTHER_TIMES;
    const ignoredRules = isReference ? [] : WITHOUT_CONTRAST;
    for (const address of pages) {
      it(`${address.join(' ')} fits every viewport and has no axe violations`, async () => {
        const page = shared;
        assert.ok(server !== undefined && page !== undefined);
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(siteUrl(server.port, ...address));
        await waitForHydration(page);
        assert.deepEqual(await issuesAtSizes(page, axeWidths, ignoredRules), []);
      });
    }
  });
}

/** The server and the browser of the tests. */
interface Started {
  readonly server: DemoServer;
  readonly browser: Browser;
}

/** Defines the tests of what visitors want. All use one page, because opening another one takes longer than most of them. */
function testJourneys(site: DemoSite, width: number, clock: string, started: () => Started): void {
  describe(`a visitor of ${site} at ${width}`, () => {
    let visit: Visit;
    let context: BrowserContext;
    let consoleMessages: string[];
    before(async () => {
      const { server, browser } = started();
      let page: Page;
      [context, page, consoleMessages] = await openPage(browser, width);
      visit = { site, page, urlOf: (path) => siteUrl(server.port, site, path), now: Date.parse(clock) };
    });
    after(() => context?.close());

    for (const [aim, journey] of Object.entries(JOURNEYS[site]))
      it(aim, async () => {
        await context.clearCookies();
        await journey(visit);
      });

    it('sees pages that log nothing to the console', () => assert.deepEqual(consoleMessages, []));
  });
}
