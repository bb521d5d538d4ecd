// The search, as a dialog and as a page.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations, openPage, waitForHydration } from './browser.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForDialogClosed, waitForFocus } from './wait.ts';

const FILM = 'The Salt Cartographer';
const FILM_PATH = '/movies/318204-the-salt-cartographer/';
const FIELD = 'Films, people, events and pages';
/** Pause in typing after which a search is reported (THEME-23), in ms. */
const SEARCH_DEBOUNCE_MS = 500;
/** Offset at which the page's clock is paused, in ms. It must be in the future when the browser handles the command. */
const PAUSE_OFFSET_MS = 60_000;

const demo = demoFixture();

const { meridian } = demo;

/** The link to the search in the header. */
const searchLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search', exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });

/** Opens the dialog, and waits for its suggestions without a query. */
async function openSearch(page: Page): Promise<void> {
  await searchLink(page).click();
  await dialogOf(page)
    .getByRole('heading', { name: /^Playing (today|next: .+)$/ })
    .waitFor();
}

describe('the search dialog', () => {
  for (const width of WIDTHS) {
    it(`PAGE-01 PAGE-11 at ${width} opens from the header inside #modal-root, finds while typing and passes axe`, async () => {
      const [context, page, consoleMessages] = await openPage(demo.browser, width);
      await page.goto(meridian('/movies/'));
      await waitForHydration(page);
      await openSearch(page);
      assert.equal(await page.locator('#modal-root dialog[open]').count(), 1);
      await waitForFocus(page.getByRole('searchbox', { name: FIELD }));
      await page.keyboard.type('sal');
      await dialogOf(page).getByRole('link', { name: 'Rusalka, live' }).last().waitFor();
      await eventuallyEquals(async () => (await dialogOf(page).getByRole('heading', { level: 3 }).allInnerTexts())[0], FILM);
      await assertNoAxeViolations(page);
      await eventually('the number of results', async () =>
        /^\d+ results\. Enter opens The Salt Cartographer\.$/.test(await dialogOf(page).getByRole('status').innerText()),
      );
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `scrolls sideways by ${overflow}`);
      assert.deepEqual(consoleMessages, []);
      await context.close();
    });
  }

  it('opens with the / key and works with the keyboard alone', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(meridian('/'));
    await page.keyboard.press('/');
    await dialogOf(page)
      .getByRole('heading', { name: /^Playing (today|next: .+)$/ })
      .waitFor();
    await page.keyboard.type('salt');
    await dialogOf(page).getByRole('link', { name: FILM, exact: true }).waitFor();
    const focused = () => page.locator(':focus');
    await page.keyboard.press('ArrowDown');
    await eventuallyEquals(() => focused().innerText(), FILM);
    await page.keyboard.press('Tab');
    assert.match((await focused().getAttribute('aria-label')) ?? '', /^\d+:\d\d [AP]M .*The Salt Cartographer.*tickets$/);
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused().getAttribute('aria-label'), FIELD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${FILM_PATH}`);
    await page.goBack();
    assert.equal(new URL(page.url()).pathname, '/');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await context.close();
  });

  it('ux 8 a link that is clicked right after the dialog has closed opens its page', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(meridian('/movies/'));
    await waitForHydration(page);
    await openSearch(page);
    await page.evaluate(() => {
      document.querySelector('dialog')?.close();
      document.querySelector<HTMLElement>('footer a[href="/privacy/"]')?.click();
    });
    await page.waitForURL(meridian('/privacy/'));
    await page.goBack();
    assert.equal(page.url(), meridian('/movies/'));
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await context.close();
  });

  it('VALID-01 accepts no markup characters, and keeps the caret position', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(meridian('/'));
    await page.keyboard.press('/');
    const field = dialogOf(page).getByRole('searchbox', { name: FIELD });
    await field.waitFor();
    await page.keyboard.type(`O'Neil<b>&"x"`);
    assert.equal(await field.inputValue(), 'ONeilbx');
    await page.keyboard.press('Home');
    await page.keyboard.type('<a&b');
    assert.equal(await field.inputValue(), 'abONeilbx');
    await context.close();
  });

  it('ux 8: Back closes it before leaving the page, Escape returns the focus', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(meridian('/events/'));
    await page.goto(meridian('/movies/'));
    await waitForHydration(page);
    await openSearch(page);
    await page.goBack();
    await dialogOf(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/movies/');
    await openSearch(page);
    await page.keyboard.type('salt');
    await page.keyboard.press('Escape');
    await waitForDialogClosed(dialogOf(page));
    await waitForFocus(searchLink(page));
    await page.goBack();
    assert.equal(new URL(page.url()).pathname, '/events/');
    await page.goForward();
    assert.equal(new URL(page.url()).pathname, '/movies/');
    await context.close();
  });

  it('ux 4: works without a connection once it has been opened', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(meridian('/'));
    await waitForHydration(page);
    await openSearch(page);
    await page.keyboard.press('Escape');
    await waitForDialogClosed(dialogOf(page));
    await context.setOffline(true);
    await openSearch(page);
    await page.keyboard.type('rusalka');
    await dialogOf(page).getByRole('link', { name: 'Rusalka, live' }).last().waitFor();
    await context.close();
  });

  it('shows an error if its data cannot be loaded, with a link to the search page', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(meridian('/'));
    await waitForHydration(page);
    const address = new URL((await searchLink(page).getAttribute('href')) ?? '', page.url());
    await page.route(address.href, (route) => route.abort());
    await searchLink(page).click();
    await dialogOf(page).getByRole('alert').waitFor();
    await page.keyboard.type('salt');
    const link = dialogOf(page).getByRole('link', { name: 'Go to the search page' });
    await eventuallyEquals(() => link.getAttribute('href'), `${address.pathname}?q=salt`);
    await context.close();
  });

  it('does not intercept a click with a modifier key', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(meridian('/'));
    await waitForHydration(page);
    const [newTab] = await Promise.all([context.waitForEvent('page'), searchLink(page).click({ modifiers: ['ControlOrMeta'] })]);
    await newTab.getByRole('searchbox', { name: FIELD }).waitFor();
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await context.close();
  });
});

describe('the search page', () => {
  it('ux 10: finds without scripts', async () => {
    const [context, page] = await openPage(demo.browser, 1440, { javaScriptEnabled: false });
    await page.goto(meridian('/'));
    await searchLink(page).click();
    await page.getByRole('searchbox', { name: FIELD }).fill('salt');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: FILM, exact: true }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), 'salt');
    await context.close();
  });

  for (const width of WIDTHS) {
    it(`THEME-23 at ${width} searches while typing, adds the query to the URL after a pause and passes axe`, async () => {
      const [context, page, consoleMessages] = await openPage(demo.browser, width);
      await page.clock.install();
      await page.goto(meridian('/'));
      await page.goto(new URL((await searchLink(page).getAttribute('href')) ?? '', page.url()).href);
      await waitForHydration(page);
      // From here on the page's clock advances only by `runFor`.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + PAUSE_OFFSET_MS);
      await page.getByRole('searchbox', { name: FIELD }).pressSequentially('rusalka');
      await page.getByRole('main').getByRole('link', { name: 'Rusalka, live' }).last().waitFor();
      await page.clock.runFor(SEARCH_DEBOUNCE_MS - 1);
      assert.equal(new URL(page.url()).search, '');
      await page.clock.runFor(1);
      await page.waitForURL(({ search }) => search === '?q=rusalka');
      await page.clock.resume();
      await eventually('the number of results', async () =>
        /^\d+ results?$/.test(await page.getByRole('main').getByRole('status').innerText()),
      );
      await assertNoAxeViolations(page);
      await page.getByRole('searchbox', { name: FIELD }).fill('qqqq');
      await page.getByText('Nothing found for “qqqq”').first().waitFor();
      assert.deepEqual(consoleMessages, []);
      await context.close();
    });
  }
});
