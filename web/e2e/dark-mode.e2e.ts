// The dark mode: visitors can switch it on if the operator offers it, and the choice is stored.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations, openPage, waitForHydration } from './browser.ts';
import { demoFixture } from './fixture.ts';
import { eventually } from './wait.ts';

const PATHS = [
  '/',
  '/movies/',
  '/movies/318204-the-salt-cartographer/',
  '/theaters/',
  '/theaters/canal-street/',
  '/showtimes/',
  '/events/',
  '/events/4104-rusalka-live/',
  '/visit/',
  '/visit/contact/',
  '/privacy/',
  '/search/?q=salt',
  '/offline.html',
  '/nowhere/',
];
/** The background color of a dark page, as the browser serializes it. */
const DARK_BACKGROUND = 'rgb(33, 32, 32)';
const SWITCH_LABEL = 'Dark colors';

const demo = demoFixture();
const { aster: site } = demo;

const background = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

describe('dark colors', () => {
  before(async () => {
    // Aster, which the tests use, offers the switch by default. The pages of Meridian are dark already.
    demo.server.configure('meridian', (config) => {
      config.options['colorModeSwitch'] = true;
    });
    const page = await demo.browser.newPage();
    await eventually(
      'the switch is published',
      async () => (await page.goto(site('/')))?.text().then((text) => text.includes(SWITCH_LABEL)) ?? false,
    );
    await page.close();
  });

  it('THEME-06 THEME-07 can be switched on by keyboard too, and apply to every page from its first paint', async () => {
    const [context, page, consoleMessages] = await openPage(demo.browser, 1440);
    await page.goto(site('/'));
    const light = await background(page);
    assert.notEqual(light, DARK_BACKGROUND);
    const header = page.getByRole('banner');
    const headerBefore = await header.evaluate((element) => getComputedStyle(element).backgroundColor);
    const button = page.getByRole('contentinfo').getByRole('button', { name: SWITCH_LABEL });
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.focus();
    await page.keyboard.press('Enter');
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    assert.equal(await background(page), DARK_BACKGROUND);
    assert.equal(
      await header.evaluate((element) => getComputedStyle(element).backgroundColor),
      headerBefore,
      'the header keeps its color',
    );
    // The next page is dark without its deferred scripts.
    await context.route('**/assets/{en,entry}*', (route) => route.abort());
    await page.goto(site('/movies/'));
    assert.equal(await background(page), DARK_BACKGROUND);
    await button.click();
    assert.equal(await background(page), light);
    await page.reload();
    assert.equal(await background(page), light);
    assert.deepEqual(
      consoleMessages.filter((line) => !line.includes('/assets/') && !line.includes('ERR_FAILED')),
      [],
    );
    await context.close();
  });

  it('THEME-07 are offered only where the page is light, and only with scripts', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(demo.meridian('/'));
    assert.equal(await page.getByRole('button', { name: SWITCH_LABEL }).count(), 0);
    await context.close();
    const [noScriptContext, noScriptPage] = await openPage(demo.browser, 1440, { javaScriptEnabled: false });
    await noScriptPage.goto(site('/'));
    assert.equal(await noScriptPage.getByRole('button', { name: SWITCH_LABEL }).count(), 0);
    await noScriptContext.close();
  });

  for (const width of WIDTHS) {
    for (const path of PATHS) {
      it(`${path} at ${width} passes axe`, async () => {
        const [context, page] = await openPage(demo.browser, width);
        await page.addInitScript(() => localStorage.setItem('color-mode', 'dark'));
        await page.goto(site(path));
        await waitForHydration(page);
        assert.equal(await background(page), DARK_BACKGROUND);
        await assertNoAxeViolations(page);
        await context.close();
      });
    }
  }
});
