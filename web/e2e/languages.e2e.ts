// Checks pages in every language of `locales/` at desktop and phone width: layout issues (see `layoutIssues`), axe violations and
// texts.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { WIDTHS, WITHOUT_CONTRAST, axeViolations, launchBrowser, openPage, waitForHydration } from './browser.ts';
import { renderOffscreenContent } from './layout.ts';
import { type DemoServer, startDemo } from './demo-server.ts';
import { type DemoSite, siteUrl } from './demo-sites.ts';
import { settledLayoutIssues } from './sizes.ts';

const FOLDER = join(import.meta.dirname, '../../locales');
/** Languages that the demo sites do not offer by default. */
const LANGUAGES = readdirSync(FOLDER).filter((name) => name !== 'en' && name !== 'fr');
const FILM = '/movies/318204-the-salt-cartographer/';
const PATHS = {
  meridian: ['/', FILM, '/showtimes/', '/login/', '/login/join/', '/search/', '/offline.html', '/nowhere/'],
  aster: ['/', FILM, '/showtimes/', '/showtimes/?day=week', '/theaters/', '/theaters/canal-street/', '/events/', '/nowhere/'],
} as const;
const PHONE = 390;
const SITES = ['meridian', 'aster'] as const;

/** The texts that are checked. */
interface Texts {
  readonly pages: { readonly tabs: { readonly nowShowing: string }; readonly errors: { readonly notFoundTitle: string } };
  readonly later: { readonly account: { readonly signIn: string }; readonly search: { readonly field: string } };
}
const textsOf = (language: string): Texts => {
  const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, language, `${name}.json`), 'utf8'));
  return { pages: read('pages'), later: read('later') };
};

describe('pages in other languages', { skip: LANGUAGES.length === 0 }, () => {
  let server: DemoServer | undefined;
  let browser: Browser | undefined;
  const url = (site: DemoSite, path: string): string => siteUrl(server?.port ?? 0, site, path);
  before(async () => {
    server = await startDemo('--rate-limits', 'off');
    for (const site of SITES) {
      server.configure(site, ({ options }) => {
        options['additionalLocales'] = LANGUAGES;
      });
    }
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const language of LANGUAGES) {
    for (const site of SITES) {
      it(`${site} in ${language} fits desktop and phone width and has no axe violations`, async () => {
        assert.ok(browser !== undefined);
        const issues: string[] = [];
        for (const width of WIDTHS) {
          const [context, page, consoleMessages] = await openPage(browser, width);
          for (const path of PATHS[site]) {
            await page.goto(url(site, `/${language}${path}`));
            await waitForHydration(page);
            assert.equal(await page.locator('html').getAttribute('lang'), language, path);
            await page.evaluate(renderOffscreenContent);
            issues.push(...(await settledLayoutIssues(page)).map((issue) => `${path} at ${width}: ${issue}`));
            // Its rules depend on elements, styles and colors. Colors are those of the languages of the demo, and so is the desktop.
            if (width === PHONE)
              issues.push(...(await axeViolations(page, [], WITHOUT_CONTRAST)).map((issue) => `${path}: ${issue}`));
          }
          // The browser logs the status of the 404 page.
          issues.push(...consoleMessages.filter((message) => !message.includes('404')));
          await context.close();
        }
        assert.deepEqual(issues, []);
      });
    }

    it(`pages show the texts of ${language}, also after hydration and in a dialog`, async () => {
      assert.ok(browser !== undefined);
      const { pages, later } = textsOf(language);
      const [context, page] = await openPage(browser, 1440);
      await page.goto(url('meridian', `/${language}/`));
      await waitForHydration(page);
      await page.getByText(pages.tabs.nowShowing, { exact: true }).first().waitFor();
      await page.keyboard.press('/');
      await page.getByRole('dialog').getByRole('searchbox', { name: later.search.field, exact: true }).waitFor();
      await page.goto(url('meridian', `/${language}/login/`));
      await waitForHydration(page);
      await page.getByRole('button', { name: later.account.signIn, exact: true }).waitFor();
      await page.goto(url('meridian', `/${language}/nowhere/`));
      assert.equal(await page.locator('h1').textContent(), pages.errors.notFoundTitle);
      await context.close();
    });
  }
});
