// Choosing a theater of a circuit, in the real program.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, atRest, hydrated, open, passesAxe } from './browser.ts';
import { stage } from './stage.ts';
import { becomes, eventually, hasFocus } from './visit.ts';

const FIELD = 'Town, ZIP code or theater';
/** A place in the harbor, and the right to tell it. */
const AT_THE_HARBOR = { permissions: ['geolocation'], geolocation: { latitude: 41.834, longitude: -86.7015 } };

const demo = stage();

const { aster } = demo;

/** The theater's link in the header: a pill, or an icon on a phone. */
const pill = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /theater/i })
    .locator('visible=true');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Choose your theater' });
const names = (page: Page) => dialogOf(page).getByRole('heading', { level: 3 }).allInnerTexts();

async function openPicker(page: Page): Promise<void> {
  await pill(page).click();
  await dialogOf(page).getByRole('link', { name: 'Harbor' }).waitFor();
}

describe('the theater picker', () => {
  for (const width of WIDTHS) {
    it(`PAGE-01 at ${width} opens inside #modal-root with the focus in its field and passes axe`, async () => {
      const [context, page, said] = await open(demo.browser, width);
      await page.goto(aster('/movies/'));
      await hydrated(page);
      await openPicker(page);
      assert.equal(await page.locator('#modal-root dialog[open]').count(), 1);
      await hasFocus(page.getByRole('searchbox', { name: FIELD }));
      await dialogOf(page).getByText('We remember your theater on this device for 30 days.').waitFor();
      await passesAxe(page);
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it('THEAT-01 choosing keeps the page and the day, and is remembered', async () => {
    const [context, page] = await open(demo.browser, 1440);
    await page.goto(aster('/movies/?day=2026-11-21'));
    await hydrated(page);
    await openPicker(page);
    await page.keyboard.type('weaver ellery');
    await dialogOf(page).getByRole('link', { name: 'Harbor' }).waitFor({ state: 'detached' });
    await becomes(() => names(page), ['Old Mill']);
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Old Mill').first().waitFor();
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/movies/?day=2026-11-21');
    assert.equal(
      (await context.cookies()).some(({ name }) => name === 'selectedTheaterId'),
      true,
    );
    await hydrated(page);
    await openPicker(page);
    assert.match(await dialogOf(page).getByRole('listitem').filter({ hasText: 'Selected' }).innerText(), /^Old Mill/);
    await context.close();
  });

  it('THEAT-04 on a theater’s page choosing another one leads to that one’s page', async () => {
    const [context, page] = await open(demo.browser, 1440);
    await page.goto(aster('/theaters/canal-street/?day=2026-11-21'));
    await hydrated(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Canal Street.*Change/ })
      .click();
    await dialogOf(page).getByRole('link', { name: 'Harbor' }).click();
    await page.waitForURL('**/theaters/harbor/?day=2026-11-21');
    await context.close();
  });

  it('sorts by distance when asked to, and tells nobody where the visitor is', async () => {
    const [context, page] = await open(demo.browser, 1440, AT_THE_HARBOR);
    await page.goto(aster('/'));
    await hydrated(page);
    await openPicker(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await dialogOf(page).getByRole('button', { name: 'Near me' }).click();
    await dialogOf(page).getByText('0.1\u00a0mi').waitFor();
    assert.match((await names(page))[0] ?? '', /^Harbor/);
    assert.deepEqual(
      asked.filter((address) => address.includes('41.8')),
      [],
    );
    await context.close();
  });

  it('says politely that it may not know where the visitor is', async () => {
    const [context, page] = await open(demo.browser, 390, { permissions: [] });
    await page.goto(aster('/'));
    await hydrated(page);
    await openPicker(page);
    await dialogOf(page).getByRole('button', { name: 'Near me' }).click();
    await dialogOf(page).getByText('We could not get your location. Search by town or ZIP code.').waitFor();
    await context.close();
  });

  it('ux 8: opens from the menu, which gives way and gets the focus back; Back closes it', async () => {
    const [context, page] = await open(demo.browser, 390);
    await page.goto(aster('/'));
    await hydrated(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: /^(Choose|Change)$/ })
      .click();
    await dialogOf(page).waitFor();
    assert.equal(await page.locator('[popover]:popover-open').count(), 0);
    await page.goBack();
    await dialogOf(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/');
    await hasFocus(page.getByRole('button', { name: 'Menu' }));
    await context.close();
  });

  it('ux 8: on a phone a swipe on its head takes it away, a short pull does not', async () => {
    const [context, page] = await open(demo.browser, 390, { hasTouch: true, isMobile: true });
    await page.goto(aster('/movies/'));
    await hydrated(page);
    await openPicker(page);
    // The sheet moves while it opens.
    await atRest(page);
    const touch = await context.newCDPSession(page);
    const translate = (): Promise<string> => dialogOf(page).evaluate((dialog) => getComputedStyle(dialog).translate);
    /** Pulls the sheet's heading down by so much in a second, which is too slow for a flick. */
    const pull = async (far: number, expected: string) => {
      const box = await dialogOf(page).getByRole('heading', { level: 2 }).boundingBox();
      assert.ok(box);
      const at = (y: number) => [{ x: box.x + 20, y: box.y + box.height / 2 + y }];
      // The events say when they happened, so that nobody has to wait.
      const since = Date.now() / 1000;
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0), timestamp: since });
      for (let step = 1; step <= 5; step += 1)
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: at((far * step) / 5),
          timestamp: since + step / 10,
        });
      await eventually(`the sheet is at ${expected}`, async () => (await translate()) === expected);
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: since + 1 });
    };
    await pull(60, '0px 60px');
    await eventually('the sheet is back', async () => (await translate()) === 'none');
    await pull(-60, '0px');
    await eventually('the sheet is back', async () => (await translate()) === 'none');
    await pull(140, '0px 140px');
    await dialogOf(page).waitFor({ state: 'detached' });
    await context.close();
  });

  it('leads to the list when the list cannot be fetched', async () => {
    const [context, page] = await open(demo.browser, 1440);
    await page.goto(aster('/'));
    await hydrated(page);
    let first = true;
    await page.route(aster('/theaters/'), (route) => {
      if (!first) return route.continue();
      first = false;
      return route.abort();
    });
    await pill(page).click();
    await page.waitForURL(aster('/theaters/'));
    await page.getByRole('heading', { level: 1, name: 'Our theaters' }).waitFor();
    await context.close();
  });

  it('ux 10: without scripts the header leads to the list', async () => {
    const [context, page] = await open(demo.browser, 1440, { javaScriptEnabled: false });
    await page.goto(aster('/'));
    await pill(page).click();
    await page.getByRole('heading', { level: 1, name: 'Our theaters' }).waitFor();
    await context.close();
  });
});
