// Hearts: films of the watchlist and favorite theaters, where visitors see them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { demoFixture } from './fixture.ts';
import { openAsIris } from './member.ts';
import { eventually, eventuallyEquals } from './wait.ts';

const demo = demoFixture();
const { meridian, aster } = demo;

describe('hearts', () => {
  describe('the heart of a theater', () => {
    /** Makes Meridian a single location or a circuit, and waits until its theater page has no heart or has one. */
    const setSingleLocation = async (isSingle: boolean): Promise<void> => {
      demo.server.configure('meridian', (config) => {
        config['isSingleLocation'] = isSingle;
      });
      const page = await demo.browser.newPage();
      await eventually('the new setting is served', async () => {
        await page.goto(meridian('/theaters/meridian-main/'));
        return ((await page.locator('main [data-heart^="theater/"]').count()) === 0) === isSingle;
      });
      await page.close();
    };
    before(() => setSingleLocation(false));
    after(() => setSingleLocation(true));

    it('FAV-05 FAV-07 adds and removes the theater, on its page and in the member area', async () => {
      const [context, page] = await openAsIris(demo, '/theaters/meridian-main/');
      const heart = page.getByRole('button', { name: 'Add Meridian to favorites' });
      await heart.and(page.locator('[aria-pressed="true"]')).click();
      await heart.and(page.locator('[aria-pressed="false"]')).waitFor();
      await page.goto(meridian('/login/theaters/'));
      await page.getByText('No favorite theater yet').waitFor();
      await page.goto(meridian('/theaters/meridian-main/'));
      await heart.and(page.locator('[aria-pressed="false"]')).press('Enter');
      await heart.and(page.locator('[aria-pressed="true"]')).waitFor();
      await context.close();
    });

    it('ERR-25 is reset if the call fails, and shows the error', async () => {
      const [context, page] = await openAsIris(demo, '/theaters/meridian-main/');
      const heart = page.getByRole('main').getByRole('button', { name: 'Add Meridian to favorites' });
      await heart.and(page.locator('[aria-pressed="true"]')).waitFor();
      await page.route('**/api/cypher', (route) => route.fulfill({ json: { peachCode: 999, statusCode: 999 } }));
      await heart.click();
      // The toast stays open under the pointer.
      await page.getByRole('status').getByText('An error has occured while retrieving your favorite theaters. (Code: 999)').hover();
      await heart.and(page.locator('[aria-pressed="true"]')).waitFor();
      await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
      await page.getByText('An error has occured').waitFor({ state: 'detached' });
      await context.close();
    });
  });

  for (const width of WIDTHS) {
    it(`ux 7 at ${width} a heart whose call fails shows the error, and works when it is tried again`, async () => {
      const [context, page] = await openAsIris(demo, '/movies/', width);
      const heart = page.getByRole('main').locator('a[data-heart][aria-pressed="false"][aria-label]').first();
      await heart.waitFor();
      const film = (await heart.getAttribute('data-heart')) ?? '';
      const isOn = (on: boolean) => page.getByRole('main').locator(`a[data-heart="${film}"][aria-pressed="${on}"]`).first();
      await page.route('**/api/cypher', (route) => route.fulfill({ json: { peachCode: 72, statusCode: 72 } }));
      await isOn(false).click();
      const toast = page.getByRole('status').filter({ hasText: 'added to your watchlist yet (Code: 72)' });
      const tryAgain = toast.getByRole('button', { name: 'Try again' });
      // The toast stays open while it has the focus.
      await tryAgain.focus();
      await isOn(false).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      await assertNoAxeViolations(page);
      await page.unroute('**/api/cypher');
      await tryAgain.press('Enter');
      await isOn(true).waitFor();
      await toast.waitFor({ state: 'detached' });
      await eventuallyEquals(() => page.evaluate(() => document.activeElement?.getAttribute('data-heart')), film);
      // Restores the initial state.
      await isOn(true).click();
      await isOn(false).waitFor();
      await context.close();
    });
  }

  it('WATCH-06 a heart that is pressed before the watchlist has loaded waits for it, and removes the film', async () => {
    const [context, page] = await openAsIris(demo, '/movies/');
    const hearts = page.getByRole('main').locator('a[data-heart][aria-label]');
    await hearts.and(page.locator('[aria-pressed]')).first().waitFor();
    const film = (await hearts.first().getAttribute('data-heart')) ?? '';
    const isOn = (on: boolean) => page.getByRole('main').locator(`a[data-heart="${film}"][aria-pressed="${on}"]`).first();
    const wasOn = (await isOn(true).count()) > 0;
    if (!wasOn) await hearts.first().click();
    await isOn(true).waitFor();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/cypher', async (route) => {
      if ((route.request().postData() ?? '').includes('GetFavoriteFilms')) await released;
      await route.continue();
    });
    await page.reload();
    await page.waitForFunction(() => 'member' in document.documentElement.dataset);
    assert.equal(await page.locator('[data-heart][aria-pressed]').count(), 0, 'no heart has a state yet');
    await hearts.first().click();
    await page.locator(`a[data-heart="${film}"][aria-busy="true"]`).first().waitFor();
    release();
    await isOn(false).waitFor();
    if (wasOn) {
      await isOn(false).click();
      await isOn(true).waitFor();
    }
    await context.close();
  });

  it('pages of a single location have no heart for the theater', async () => {
    const [context, page] = await demo.newVisitor();
    for (const path of ['/showtimes/', '/theaters/meridian-main/']) {
      await page.goto(meridian(path));
      await page.getByRole('heading', { level: 1, name: /Meridian/ }).waitFor();
      assert.equal(await page.locator('main [data-heart^="theater/"]').count(), 0, path);
    }
    await context.close();
  });

  it('ROLE-07 theaters have no heart if the site has no favorite theaters', async () => {
    const [context, page] = await demo.newVisitor();
    await page.goto(aster('/theaters/'));
    await page.getByRole('main').getByRole('link', { name: 'Canal Street' }).first().waitFor();
    assert.equal(await page.locator('[data-heart^="theater/"]').count(), 0);
    await context.close();
  });
});
