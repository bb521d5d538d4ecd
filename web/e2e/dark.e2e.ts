// Dark colors: where an operator offers them, a visitor switches, and the choice stays.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, hydrated, open, passesAxe } from './browser.ts';
import { stage } from './stage.ts';
import { eventually } from './visit.ts';

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
/** The base dark of a page, as the browser says it. */
const DARK = 'rgb(33, 32, 32)';
const SWITCH = 'Dark colors';

const demo = stage();
const { aster: site } = demo;

const background = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

describe('dark colors', () => {
  before(async () => {
    // The circuit's demo offers it; the single theater's page is dark already.
    demo.program.configure('meridian', (config) => {
      config.options['colorModeSwitch'] = true;
    });
    const page = await demo.browser.newPage();
    await eventually(
      'the switch is published',
      async () => (await page.goto(site('/')))?.text().then((text) => text.includes(SWITCH)) ?? false,
    );
    await page.close();
  });

  it('THEME-06 THEME-07 are the visitor’s choice, by keyboard too, and hold on every page from its first paint', async () => {
    const [context, page, said] = await open(demo.browser, 1440);
    await page.goto(site('/'));
    const light = await background(page);
    assert.notEqual(light, DARK);
    const header = page.getByRole('banner');
    const headerBefore = await header.evaluate((element) => getComputedStyle(element).backgroundColor);
    const button = page.getByRole('contentinfo').getByRole('button', { name: SWITCH });
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.focus();
    await page.keyboard.press('Enter');
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    assert.equal(await background(page), DARK);
    assert.equal(await header.evaluate((element) => getComputedStyle(element).backgroundColor), headerBefore, 'the header stays');
    // The next page is dark before its scripts, which come last, have run.
    await context.route('**/assets/{en,entry}*', (route) => route.abort());
    await page.goto(site('/movies/'));
    assert.equal(await background(page), DARK);
    await button.click();
    assert.equal(await background(page), light);
    await page.reload();
    assert.equal(await background(page), light);
    assert.deepEqual(
      said.filter((line) => !line.includes('/assets/') && !line.includes('ERR_FAILED')),
      [],
    );
    await context.close();
  });

  it('THEME-07 are offered only where the page is light, and only with scripts', async () => {
    const [context, page] = await open(demo.browser, 1440);
    await page.goto(`http://localhost:${demo.program.port}/`);
    assert.equal(await page.getByRole('button', { name: SWITCH }).count(), 0);
    await context.close();
    const [plain, still] = await open(demo.browser, 1440, { javaScriptEnabled: false });
    await still.goto(site('/'));
    assert.equal(await still.getByRole('button', { name: SWITCH }).count(), 0);
    await plain.close();
  });

  for (const width of WIDTHS) {
    for (const path of PATHS) {
      it(`${path} at ${width} passes axe`, async () => {
        const [context, page] = await open(demo.browser, width);
        await page.addInitScript(() => localStorage.setItem('color-mode', 'dark'));
        await page.goto(site(path));
        await hydrated(page);
        assert.equal(await background(page), DARK);
        await passesAxe(page);
        await context.close();
      });
    }
  }
});
