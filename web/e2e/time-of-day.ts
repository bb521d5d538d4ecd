// Checks every kind of page at five times of the day and in many viewport sizes: layout issues (see `layoutIssues`) and axe
// violations. Decision 0062 says what is checked at which time, and what that takes. A visitor finds a show at each of the times.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { WIDTHS, WITHOUT_CONTRAST, launchBrowser, openPage, waitForHydration } from './browser.ts';
import { type DemoServer, startDemo } from './demo-server.ts';
import { siteUrl } from './demo-sites.ts';
import { GUEST_PAGES, OTHER_PAGES, SCHEDULE_PAGES } from './pages.ts';
import { AXE_WIDTHS, issuesAtSizes, prepareForSizes } from './sizes.ts';
import { openTickets } from './ticketing.ts';

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

const WITH_AUDIO_DESCRIPTION = 'access=Showtime.Accessibility.AudioDescription';
/** The time zone of the demo sites. */
const OFFSET = '-05:00';

/** The links of a page to the tickets of its shows. */
const showLinks = (page: Page): Locator => page.locator('main a[href*="perfCode="]').filter({ visible: true });

/** A cinema day of the demo lasts until this hour. */
const LAST_HOUR = 6;
const DAY_MS = 86_400_000;

/** The start of a show in ms, from its code, which ends with the month and day of its cinema day, and with its hour and minute. */
function startOf(url: string): number {
  const [, month, day, hour, minute] = /perfCode=[^&]*-(\d\d)(\d\d)(\d\d)(\d\d)(?:&|$)/.exec(url) ?? [];
  const time = Date.parse(`2026-${month}-${day}T${hour}:${minute}:00${OFFSET}`);
  return Number(hour) < LAST_HOUR ? time + DAY_MS : time;
}

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
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await prepareForSizes(context);
      shared = await context.newPage();
    });
    after(async () => {
      await browser?.close();
      await server?.stop();
    });

    for (const site of ['meridian', 'aster'] as const)
      for (const width of WIDTHS)
        it(`a visitor of ${site} at ${width} gets tickets for a coming show with one tap, and finds audio description`, async () => {
          assert.ok(server !== undefined && browser !== undefined);
          const [visit, page, consoleMessages] = await openPage(browser, width);
          const open = (path: string) => page.goto(siteUrl(server?.port ?? 0, site, path));
          await open(`/showtimes/?${WITH_AUDIO_DESCRIPTION}`);
          // A day without such shows links to the nearest day that has some.
          if ((await showLinks(page).count()) === 0) await page.locator('main [data-empty] a').first().click();
          await showLinks(page).first().waitFor();
          await open(`/showtimes/?day=week&${WITH_AUDIO_DESCRIPTION}`);
          await showLinks(page).first().waitFor();

          await open('/');
          await waitForHydration(page);
          const tickets = await openTickets(page, showLinks(page).first());
          const start = startOf(tickets.url());
          assert.ok(start > Date.parse(clock), `the show of ${tickets.url()} started before ${clock}`);
          await tickets.getByText('Price a ticket').waitFor();
          assert.deepEqual(consoleMessages, []);
          await visit.close();
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
