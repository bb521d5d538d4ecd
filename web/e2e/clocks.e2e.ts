// How a page follows the clock: the time of the site at other hours than the evening, and the passing of time in the browser.

import assert from 'node:assert/strict';
import { type TestContext, after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, waitForHydration } from './browser.ts';
import { type DemoServer, startDemo } from './demo-server.ts';
import { siteUrl } from './demo-sites.ts';

let browser: Browser;

before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
});

/** Starts a demo server whose clock begins at an instant. It stops with the test. */
async function demoAt(t: TestContext, clock: string): Promise<DemoServer> {
  const demo = await startDemo('--clock', clock);
  t.after(() => demo.stop());
  return demo;
}

async function openVisit(t: TestContext, url: string): Promise<[Page, string[]]> {
  const [context, page, consoleMessages] = await openPage(browser, 1440);
  t.after(() => context.close());
  await page.goto(url);
  await waitForHydration(page);
  return [page, consoleMessages];
}

/** The background color of each time in the hero. */
const backgroundColors = (page: Page) =>
  page
    .locator('#showtimes ul[aria-label] > li > :is(a, span)')
    .evaluateAll((times) => times.map((time) => getComputedStyle(time).backgroundColor));

describe('the clock of a page', () => {
  it('shows the current time of the site, not that of the first show, on a Monday morning', async (t) => {
    const demo = await demoAt(t, '2026-11-23T14:00:00Z');
    const [page, consoleMessages] = await openVisit(t, siteUrl(demo.port, 'aster', '/'));
    const clockLabel = page.getByText(/^Now \d/);
    assert.match(await clockLabel.innerText(), /^Now 9:0\d AM$/);
    const startingSoon = await page.getByRole('region', { name: 'Starting soon' }).getByRole('link').allInnerTexts();
    assert.ok(startingSoon.length > 0 && startingSoon.every((text) => text.startsWith('11:')), JSON.stringify(startingSoon));
    assert.deepEqual(consoleMessages, []);
  });

  it('after the last film links to the next day, whose times can be booked', async (t) => {
    const demo = await demoAt(t, '2026-11-21T07:30:00Z');
    const [page, consoleMessages] = await openVisit(t, siteUrl(demo.port, 'meridian', '/'));
    assert.equal(await page.getByRole('region', { name: 'Starting first' }).count(), 1);
    assert.equal(await page.getByText('That was the last film today.').count(), 1);
    await page.getByRole('link', { name: 'Today’s times' }).click();
    await page.waitForURL(/day=2026-11-20/);
    await page.getByRole('heading', { name: 'That was the last film today.' }).waitFor();
    await page.getByRole('link', { name: /^Next: Saturday/ }).click();
    await page.waitForURL(/day=2026-11-21/);
    assert.deepEqual(consoleMessages, []);
  });

  it('collapses the day after its last film has started, and links to the next day', async (t) => {
    const demo = await demoAt(t, '2026-11-21T07:30:00Z');
    for (const view of ['', '&view=time']) {
      const [page, consoleMessages] = await openVisit(t, siteUrl(demo.port, 'meridian', `/showtimes/?day=2026-11-20${view}`));
      await page.getByRole('heading', { name: 'That was the last film today.' }).waitFor();
      const started = page.locator('#showtimes').getByText('Started').filter({ visible: true });
      assert.equal(await started.count(), 0);
      const earlierSummary = page.getByText('Earlier today').filter({ visible: true });
      const [note, summary] = [await page.locator('[data-empty]').boundingBox(), await earlierSummary.boundingBox()];
      assert.ok(Math.abs((summary?.x ?? NaN) - (note?.x ?? NaN)) <= 8, 'the collapsed list is aligned with the note');
      await earlierSummary.click();
      assert.ok((await started.count()) > 20);
      await page.getByRole('link', { name: /^Next: Saturday/ }).click();
      await page.waitForURL(/day=2026-11-21/);
      assert.deepEqual(consoleMessages, []);
    }
  });

  it('highlights the next time once the first one has started', async (t) => {
    const demo = await startDemo();
    t.after(() => demo.stop());
    const [context, page] = await openPage(browser, 1440);
    t.after(() => context.close());
    await page.clock.install();
    await page.goto(siteUrl(demo.port, 'meridian', '/'));
    await waitForHydration(page);
    const [first, second] = await backgroundColors(page);
    assert.notEqual(first, second, 'the first time is highlighted');
    // From 5:48 PM to after 6:10 PM, by the browser's clock.
    await page.clock.fastForward('25:00');
    await page.waitForFunction((highlight) => {
      const times = [...document.querySelectorAll('#showtimes ul[aria-label] > li > :is(a, span)')].map(
        (time) => getComputedStyle(time).backgroundColor,
      );
      return times[0] !== highlight && times[1] === highlight;
    }, first);
  });

  it('SW-04 says that saved times are over, once they are', async (t) => {
    const demo = await startDemo();
    t.after(() => demo.stop());
    const [context, page] = await openPage(browser, 1440);
    t.after(() => context.close());
    await page.clock.install();
    await page.goto(siteUrl(demo.port, 'meridian', '/offline.html'));
    await waitForHydration(page);
    await page.getByText('Here are the times we saved').waitFor();
    await page.clock.fastForward('36:00:00');
    await page.getByText('The times saved on this device are over.').waitFor();
  });
});
