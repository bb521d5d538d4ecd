// What comes out of a printer (ux.md section 10): the house's name, the day, films and times as text, the address.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { stage } from './stage.ts';

const FILM = '/movies/318204-the-salt-cartographer/';
/** Letter paper without its margins, in CSS px. */
const PAPER = { width: 726, height: 960 };

/** Pages of times; on each stand the house's name, its day, a film and one of its times. */
const PAGES = [
  ['meridian', '/', 'Meridian Cinema'],
  ['meridian', '/movies/', 'Meridian Cinema'],
  ['meridian', FILM, 'Meridian Cinema'],
  ['meridian', '/showtimes/', 'Meridian Cinema'],
  ['aster', '/movies/', 'Aster Picture Houses'],
  ['aster', '/showtimes/', 'Aster Picture Houses'],
  ['aster', '/theaters/canal-street/', 'Aster Picture Houses'],
] as const;

/** What has no place on paper. */
const ABSENT = [
  'img',
  'svg',
  'header nav',
  'nav[aria-label="Day"]',
  'nav[aria-label="Schedule"]',
  'nav[aria-label="Order"]',
  'section[aria-label="Filters"]',
  'main button',
  'footer nav',
  'footer a:not([href^="tel:"])',
  'iframe',
] as const;

const demo = stage();

const site = (name: 'aster' | 'meridian', path: string): string => demo[name](path);

/** The browser may report the media before its pages have them. */
async function emulate(page: Page, media: 'print' | 'screen', colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.emulateMedia({ media, colorScheme });
  await page.waitForFunction((name) => matchMedia(name).matches, media);
}

async function printed(address: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await demo.browser.newPage({ viewport: PAPER, colorScheme });
  await page.goto(address);
  await emulate(page, 'print', colorScheme);
  return page;
}

/** The places of this selector that take room on the page. */
const seen = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1)
        .map((one) => one.outerHTML.slice(0, 120)),
    );

for (const [name, path, house] of PAGES) {
  describe(`${name}${path} on paper`, () => {
    it('has the house’s name, the day, films with their times, and the address', async () => {
      const page = await printed(site(name, path));
      const text = await page.locator('body').innerText();
      assert.ok(text.startsWith(house), `it begins with ${text.slice(0, 40)}`);
      assert.match(text, /(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [A-Z][a-z]+ \d/);
      assert.match(text, /The Salt Cartographer/);
      assert.match(text, /\d{1,2}:\d{2}\s[AP]M/);
      if (name === 'meridian' || path.startsWith('/theaters/')) assert.match(text, /\d+ [A-Z]\w+ (Street|Lane|Road|Row)/);
      await page.close();
    });

    it('has no picture, no navigation, no filter and nothing to press', async () => {
      const page = await printed(site(name, path));
      for (const selector of ABSENT) assert.deepEqual(await seen(page, selector), [], selector);
      await page.close();
    });

    it('is black on white and no wider than the paper', async () => {
      const page = await printed(site(name, path), 'dark');
      const found = await page.evaluate(() => ({
        ground: getComputedStyle(document.body).backgroundColor,
        words: getComputedStyle(document.body).color,
        over: document.documentElement.scrollWidth - window.innerWidth,
      }));
      assert.deepEqual(found, { ground: 'rgb(255, 255, 255)', words: 'rgb(0, 0, 0)', over: 0 });
      await page.close();
    });
  });
}

it('all times of a day are printed, where the screen has only how many more there are', async () => {
  const page = await printed(site('aster', '/movies/'));
  const card = page
    .locator('main li:has(h3)')
    .filter({ has: page.locator('a[aria-label^="+"]') })
    .first();
  assert.equal(await card.count(), 1, 'a film with more times than its card has');
  assert.doesNotMatch(await card.innerText(), /\+\d/);
  await emulate(page, 'screen');
  await card.locator('a[aria-label^="+"]').waitFor();
  const [, more = '0'] = /\+(\d+)/.exec(await card.innerText()) ?? [];
  const shown = (await card.innerText()).match(/\d{1,2}:\d{2}/g)?.length ?? 0;
  await emulate(page, 'print');
  assert.equal((await card.innerText()).match(/\d{1,2}:\d{2}/g)?.length, shown + Number(more));
  await page.close();
});

it('a long day breaks between films, never inside one', async () => {
  const page = await printed(site('meridian', '/movies/'));
  const inside = await page.locator('main li:has(h3)').evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
  assert.ok(inside.length > 3);
  assert.ok(
    inside.every((value) => value === 'avoid'),
    inside.join(' '),
  );
  await page.close();
});
