// Choosing a theater on the site of a circuit.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations, openPage, waitForAnimations, waitForHydration } from './browser.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const FIELD = 'Town, ZIP code or theater';
/** A location near Harbor, with permission to read it. */
const AT_THE_HARBOR = { permissions: ['geolocation'], geolocation: { latitude: 41.834, longitude: -86.7015 } };

const demo = demoFixture();

const { aster } = demo;

/** The link to the theaters in the header: a pill, or an icon on a phone. */
const theaterLink = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /theater/i })
    .locator('visible=true');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Choose your theater' });
const theaterNames = (page: Page) => dialogOf(page).getByRole('heading', { level: 3 }).allInnerTexts();

async function openPicker(page: Page): Promise<void> {
  await theaterLink(page).click();
  await dialogOf(page).getByRole('link', { name: 'Harbor' }).waitFor();
}

describe('the theater picker', () => {
  for (const width of WIDTHS) {
    it(`PAGE-01 at ${width} opens inside #modal-root with the focus in its field and passes axe`, async () => {
      const [context, page, consoleMessages] = await openPage(demo.browser, width);
      await page.goto(aster('/movies/'));
      await waitForHydration(page);
      await openPicker(page);
      assert.equal(await page.locator('#modal-root dialog[open]').count(), 1);
      await waitForFocus(page.getByRole('searchbox', { name: FIELD }));
      await dialogOf(page).getByText('We remember your theater on this device for 30 days.').waitFor();
      await assertNoAxeViolations(page);
      assert.deepEqual(consoleMessages, []);
      await context.close();
    });
  }

  it('THEAT-01 a choice keeps the page and the day, and is remembered', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(aster('/movies/?day=2026-11-21'));
    await waitForHydration(page);
    await openPicker(page);
    await page.keyboard.type('weaver ellery');
    await dialogOf(page).getByRole('link', { name: 'Harbor' }).waitFor({ state: 'detached' });
    await eventuallyEquals(() => theaterNames(page), ['Old Mill']);
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Old Mill').first().waitFor();
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/movies/?day=2026-11-21');
    assert.equal(
      (await context.cookies()).some(({ name }) => name === 'selectedTheaterId'),
      true,
    );
    await waitForHydration(page);
    await openPicker(page);
    assert.match(await dialogOf(page).getByRole('listitem').filter({ hasText: 'Selected' }).innerText(), /^Old Mill/);
    await context.close();
  });

  it('THEAT-04 a choice on a theater page opens the page of the chosen theater', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(aster('/theaters/canal-street/?day=2026-11-21'));
    await waitForHydration(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Canal Street.*Change/ })
      .click();
    await dialogOf(page).getByRole('link', { name: 'Harbor' }).click();
    await page.waitForURL('**/theaters/harbor/?day=2026-11-21');
    await context.close();
  });

  it('sorts by distance on request, and does not send the location', async () => {
    const [context, page] = await openPage(demo.browser, 1440, AT_THE_HARBOR);
    await page.goto(aster('/'));
    await waitForHydration(page);
    await openPicker(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await dialogOf(page).getByRole('button', { name: 'Near me' }).click();
    await dialogOf(page).getByText('0.1\u00a0mi').waitFor();
    assert.match((await theaterNames(page))[0] ?? '', /^Harbor/);
    assert.deepEqual(
      requests.filter((request) => request.includes('41.8')),
      [],
    );
    await context.close();
  });

  it('shows a message if it may not read the location', async () => {
    const [context, page] = await openPage(demo.browser, 390, { permissions: [] });
    await page.goto(aster('/'));
    await waitForHydration(page);
    await openPicker(page);
    await dialogOf(page).getByRole('button', { name: 'Near me' }).click();
    await dialogOf(page).getByText('We could not get your location. Search by town or ZIP code.').waitFor();
    await context.close();
  });

  it('ux 8: opens from the menu, which closes and gets the focus back; Back closes the picker', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(aster('/'));
    await waitForHydration(page);
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
    await waitForFocus(page.getByRole('button', { name: 'Menu' }));
    await context.close();
  });

  it('ux 8: on a phone a swipe down on its heading closes it, a short pull does not', async () => {
    const [context, page] = await openPage(demo.browser, 390, { hasTouch: true, isMobile: true });
    await page.goto(aster('/movies/'));
    await waitForHydration(page);
    await openPicker(page);
    // The sheet moves while it opens.
    await waitForAnimations(page);
    const session = await context.newCDPSession(page);
    const translate = (): Promise<string> => dialogOf(page).evaluate((dialog) => getComputedStyle(dialog).translate);
    /** Drags the sheet's heading down by a distance in px. It takes one second, which is too slow for a flick. */
    const dragHeading = async (distance: number, expected: string) => {
      const box = await dialogOf(page).getByRole('heading', { level: 2 }).boundingBox();
      assert.ok(box);
      const touchPoint = (y: number) => [{ x: box.x + 20, y: box.y + box.height / 2 + y }];
      // The events have synthetic timestamps, so the test does not have to wait.
      const start = Date.now() / 1000;
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchPoint(0), timestamp: start });
      for (let step = 1; step <= 5; step += 1)
        await session.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: touchPoint((distance * step) / 5),
          timestamp: start + step / 10,
        });
      await eventually(`the sheet is at ${expected}`, async () => (await translate()) === expected);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: start + 1 });
    };
    await dragHeading(60, '0px 60px');
    await eventually('the sheet is back', async () => (await translate()) === 'none');
    await dragHeading(-60, '0px');
    await eventually('the sheet is back', async () => (await translate()) === 'none');
    await dragHeading(140, '0px 140px');
    await dialogOf(page).waitFor({ state: 'detached' });
    await context.close();
  });

  it('opens the theaters page if the list cannot be loaded', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(aster('/'));
    await waitForHydration(page);
    let isFirst = true;
    await page.route(aster('/theaters/'), (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      return route.abort();
    });
    await theaterLink(page).click();
    await page.waitForURL(aster('/theaters/'));
    await page.getByRole('heading', { level: 1, name: 'Our theaters' }).waitFor();
    await context.close();
  });

  it('ux 10: without scripts the header links to the theaters page', async () => {
    const [context, page] = await openPage(demo.browser, 1440, { javaScriptEnabled: false });
    await page.goto(aster('/'));
    await theaterLink(page).click();
    await page.getByRole('heading', { level: 1, name: 'Our theaters' }).waitFor();
    await context.close();
  });
});
