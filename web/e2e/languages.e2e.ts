// Pages in every language of `locales/` on a desk and a phone: nothing beside the screen, no text at its edge, none over another,
// none cut, no finding of axe.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { WIDTHS, atRest, hydrated, launch, open, passesAxe } from './browser.ts';
import { drawAll, faults } from './layout.ts';
import { type Program, startDemo } from './program.ts';

const FOLDER = join(import.meta.dirname, '../../locales');
/** Languages that the demo sites do not have themselves. */
const LANGUAGES = readdirSync(FOLDER).filter((name) => name !== 'en' && name !== 'fr');
const FILM = '/movies/318204-the-salt-cartographer/';
const PATHS = {
  meridian: ['/', FILM, '/showtimes/', '/login/', '/login/join/', '/search/', '/offline.html', '/nowhere/'],
  aster: ['/', FILM, '/showtimes/', '/showtimes/?day=week', '/theaters/', '/theaters/canal-street/', '/events/', '/nowhere/'],
} as const;
const SITES = ['meridian', 'aster'] as const;

interface Words {
  readonly pages: { readonly tabs: { readonly nowShowing: string }; readonly errors: { readonly notFoundTitle: string } };
  readonly later: { readonly account: { readonly signIn: string } };
}
const wordsOf = (language: string): Words => {
  const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, language, `${name}.json`), 'utf8'));
  return { pages: read('pages'), later: read('later') };
};

describe('pages in other languages', { skip: LANGUAGES.length === 0 }, () => {
  let program: Program | undefined;
  let browser: Browser | undefined;
  const url = (site: (typeof SITES)[number], path: string): string =>
    `http://${site === 'aster' ? 'aster.' : ''}localhost:${program?.port ?? 0}${path}`;
  before(async () => {
    program = await startDemo('--rate-limits', 'off');
    for (const site of SITES) {
      program.configure(site, ({ options }) => {
        options['additionalLocales'] = LANGUAGES;
      });
    }
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await program?.stop();
  });

  for (const language of LANGUAGES) {
    for (const site of SITES) {
      it(`${site} in ${language} fits a desk and a phone`, async () => {
        assert.ok(browser !== undefined);
        const found: string[] = [];
        for (const width of WIDTHS) {
          const [context, page, errors] = await open(browser, width);
          await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
          for (const path of PATHS[site]) {
            await page.goto(url(site, `/${language}${path}`));
            await hydrated(page);
            assert.equal(await page.locator('html').getAttribute('lang'), language, path);
            await page.evaluate(drawAll);
            await page.evaluate(() => document.fonts.ready);
            await atRest(page);
            found.push(...(await page.evaluate(faults)).map((fault) => `${path} at ${width}: ${fault}`));
            await passesAxe(page);
          }
          // The 404 page is an error of the network.
          found.push(...errors.filter((error) => !error.includes('404')));
          await context.close();
        }
        assert.deepEqual(found, []);
      });
    }

    it(`the pages have the words of ${language}, also after hydration and in a dialog`, async () => {
      assert.ok(browser !== undefined);
      const { pages, later } = wordsOf(language);
      const [context, page] = await open(browser, 1440);
      await page.goto(url('meridian', `/${language}/`));
      await hydrated(page);
      await page.getByText(pages.tabs.nowShowing, { exact: true }).first().waitFor();
      await page.keyboard.press('/');
      await page.getByRole('dialog').waitFor();
      await page.goto(url('meridian', `/${language}/login/`));
      await hydrated(page);
      await page.getByRole('button', { name: later.account.signIn, exact: true }).waitFor();
      await page.goto(url('meridian', `/${language}/nowhere/`));
      assert.equal(await page.locator('h1').textContent(), pages.errors.notFoundTitle);
      await context.close();
    });
  }
});
