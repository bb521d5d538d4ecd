// What the browser's own clock makes of a page, at other hours than the evening.

import assert from 'node:assert/strict';
import { type TestContext, after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { hydrated, launch, open } from './browser.ts';
import { type Program, startDemo } from './program.ts';

let browser: Browser;

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

/** A demo whose calendar begins at an instant; it ends with the test. */
async function demoAt(t: TestContext, clock: string): Promise<Program> {
  const demo = await startDemo('--clock', clock);
  t.after(() => demo.stop());
  return demo;
}

async function visit(t: TestContext, url: string): Promise<[Page, string[]]> {
  const [context, page, said] = await open(browser, 1440);
  t.after(() => context.close());
  await page.goto(url);
  await hydrated(page);
  return [page, said];
}

/** The fill of each time of the hero. */
const fills = (page: Page) =>
  page
    .locator('#showtimes ul[aria-label] > li > :is(a, span)')
    .evaluateAll((times) => times.map((time) => getComputedStyle(time).backgroundColor));

describe('the clock of a page', () => {
  it('is the one of the site, not of the first show, on a Monday morning', async (t) => {
    const demo = await demoAt(t, '2026-11-23T14:00:00Z');
    const [page, said] = await visit(t, `http://aster.localhost:${demo.port}/`);
    const now = page.getByText(/^Now \d/);
    assert.match(await now.innerText(), /^Now 9:0\d AM$/);
    const soon = await page.getByRole('region', { name: 'Starting soon' }).getByRole('link').allInnerTexts();
    assert.ok(soon.length > 0 && soon.every((text) => text.startsWith('11:')), JSON.stringify(soon));
    assert.deepEqual(said, []);
  });

  it('keeps the next day where it leads, and its times bookable', async (t) => {
    const demo = await demoAt(t, '2026-11-21T07:30:00Z');
    const [page, said] = await visit(t, `http://localhost:${demo.port}/`);
    assert.equal(await page.getByRole('region', { name: 'Starting first' }).count(), 1);
    assert.equal(await page.getByText('That was the last film today.').count(), 1);
    await page.getByRole('link', { name: 'Today’s times' }).click();
    await page.waitForURL(/day=2026-11-20/);
    await page.getByRole('heading', { name: 'That was the last film today.' }).waitFor();
    await page.getByRole('link', { name: /^Next: Saturday/ }).click();
    await page.waitForURL(/day=2026-11-21/);
    assert.deepEqual(said, []);
  });

  it('folds the day once its last film has begun, and leads to the next', async (t) => {
    const demo = await demoAt(t, '2026-11-21T07:30:00Z');
    for (const view of ['', '&view=time']) {
      const [page, said] = await visit(t, `http://localhost:${demo.port}/showtimes/?day=2026-11-20${view}`);
      await page.getByRole('heading', { name: 'That was the last film today.' }).waitFor();
      const started = page.locator('#showtimes').getByText('Started').filter({ visible: true });
      assert.equal(await started.count(), 0);
      const earlier = page.getByText('Earlier today').filter({ visible: true });
      const [note, fold] = [await page.locator('[data-empty]').boundingBox(), await earlier.boundingBox()];
      assert.ok(Math.abs((fold?.x ?? NaN) - (note?.x ?? NaN)) <= 8, 'the fold begins where the note does');
      await earlier.click();
      assert.ok((await started.count()) > 20);
      await page.getByRole('link', { name: /^Next: Saturday/ }).click();
      await page.waitForURL(/day=2026-11-21/);
      assert.deepEqual(said, []);
    }
  });

  it('fills the next time once the first has begun', async (t) => {
    const demo = await startDemo();
    t.after(() => demo.stop());
    const [context, page] = await open(browser, 1440);
    t.after(() => context.close());
    await page.clock.install();
    await page.goto(`http://localhost:${demo.port}/`);
    await hydrated(page);
    const [first, second] = await fills(page);
    assert.notEqual(first, second, 'the first time is filled');
    // From 5:48 PM to after 6:10 PM, by the visitor's own clock.
    await page.clock.fastForward('25:00');
    await page.waitForFunction((fill) => {
      const times = [...document.querySelectorAll('#showtimes ul[aria-label] > li > :is(a, span)')].map(
        (time) => getComputedStyle(time).backgroundColor,
      );
      return times[0] !== fill && times[1] === fill;
    }, first);
  });

  it('SW-04 says of saved times that they are over, once they are', async (t) => {
    const demo = await startDemo();
    t.after(() => demo.stop());
    const [context, page] = await open(browser, 1440);
    t.after(() => context.close());
    await page.clock.install();
    await page.goto(`http://localhost:${demo.port}/offline.html`);
    await hydrated(page);
    await page.getByText('Here are the times we saved').waitFor();
    await page.clock.fastForward('36:00:00');
    await page.getByText('The times saved on this device are over.').waitFor();
  });
});
