// Print styles (ux.md section 10): name of the cinema, day, films and times as text, address.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { DemoSite } from './demo-sites.ts';
import { demoFixture } from './fixture.ts';
import { signInByApi } from './third-parties.ts';
import { eventually } from './wait.ts';

const FILM = '/movies/318204-the-salt-cartographer/';
/** US Letter paper without margins, in CSS px. */
const PAPER = { width: 726, height: 960 };

/** Pages with showtimes, each with the name of the cinema or circuit. */
const PAGES = [
  ['meridian', '/', 'Meridian Cinema'],
  ['meridian', '/movies/', 'Meridian Cinema'],
  ['meridian', FILM, 'Meridian Cinema'],
  ['meridian', '/showtimes/', 'Meridian Cinema'],
  ['aster', '/movies/', 'Aster Picture Houses'],
  ['aster', '/showtimes/', 'Aster Picture Houses'],
  ['aster', '/theaters/canal-street/', 'Aster Picture Houses'],
] as const;

/** Selectors of elements that must not be printed. */
const UNPRINTED_ELEMENTS = [
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

const demo = demoFixture();

const site = (name: DemoSite, path: string): string => demo[name](path);

/** Emulates a medium and waits for it, because the page may switch later than the browser reports. */
async function emulateMedium(page: Page, media: 'print' | 'screen', colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.emulateMedia({ media, colorScheme });
  await page.waitForFunction((name) => matchMedia(name).matches, media);
}

/** Opens a page with print styles. */
async function openForPrint(address: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await demo.browser.newPage({ viewport: PAPER, colorScheme });
  await page.goto(address);
  await emulateMedium(page, 'print', colorScheme);
  return page;
}

/** The visible elements of a selector, as HTML. */
const visibleElements = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1)
        .map((element) => element.outerHTML.slice(0, 120)),
    );

for (const [name, path, cinema] of PAGES) {
  describe(`${name}${path} on paper`, () => {
    it('has the name of the cinema, the day, films with their times, and the address', async () => {
      const page = await openForPrint(site(name, path));
      const text = await page.locator('body').innerText();
      assert.ok(text.startsWith(cinema), `it begins with ${text.slice(0, 40)}`);
      assert.match(text, /(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [A-Z][a-z]+ \d/);
      assert.match(text, /The Salt Cartographer/);
      assert.match(text, /\d{1,2}:\d{2}\s[AP]M/);
      if (name === 'meridian' || path.startsWith('/theaters/')) assert.match(text, /\d+ [A-Z]\w+ (Street|Lane|Road|Row)/);
      await page.close();
    });

    it('has no picture, no navigation, no filter and no button', async () => {
      const page = await openForPrint(site(name, path));
      for (const selector of UNPRINTED_ELEMENTS) assert.deepEqual(await visibleElements(page, selector), [], selector);
      await page.close();
    });

    it('is black on white and no wider than the paper', async () => {
      const page = await openForPrint(site(name, path), 'dark');
      const style = await page.evaluate(() => ({
        background: getComputedStyle(document.body).backgroundColor,
        color: getComputedStyle(document.body).color,
        overflow: document.documentElement.scrollWidth - window.innerWidth,
      }));
      assert.deepEqual(style, { background: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)', overflow: 0 });
      await page.close();
    });
  });
}

it('all times of a day are printed, where the screen shows only the number of further times', async () => {
  const page = await openForPrint(site('aster', '/movies/'));
  const card = page
    .locator('main li:has(h3)')
    .filter({ has: page.locator('a[aria-label^="+"]') })
    .first();
  assert.equal(await card.count(), 1, 'a film with more times than its card shows');
  assert.doesNotMatch(await card.innerText(), /\+\d/);
  await emulateMedium(page, 'screen');
  // A card that is not near the viewport has no text (content-visibility).
  await card.scrollIntoViewIfNeeded();
  await eventually('the card has text', async () => /\+\d/.test(await card.innerText()));
  const [, hiddenCount = '0'] = /\+(\d+)/.exec(await card.innerText()) ?? [];
  const shownTimes = (await card.innerText()).match(/\d{1,2}:\d{2}/g)?.length ?? 0;
  await emulateMedium(page, 'print');
  assert.equal((await card.innerText()).match(/\d{1,2}:\d{2}/g)?.length, shownTimes + Number(hiddenCount));
  await page.close();
});

for (const name of ['meridian', 'aster'] as const)
  it(`a membership card of ${name} is printed in black on white, without its art`, async () => {
    const page = await demo.browser.newPage({ viewport: PAPER });
    await signInByApi(page, site(name, '/'), name);
    await page.goto(site(name, '/login/'));
    const card = page.getByRole('region', { name: 'Membership card' });
    await card.waitFor();
    const art = card.locator('> svg');
    assert.equal(await art.isVisible(), true, 'the screen shows the art');
    await emulateMedium(page, 'print');
    assert.equal(await art.isVisible(), false);
    const style = await card.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return [backgroundColor, color];
    });
    assert.deepEqual(style, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    await page.close();
  });

it('pages break between films, never inside one', async () => {
  const page = await openForPrint(site('meridian', '/movies/'));
  const breakInside = await page
    .locator('main li:has(h3)')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).breakInside));
  assert.ok(breakInside.length > 3);
  assert.ok(
    breakInside.every((value) => value === 'avoid'),
    breakInside.join(' '),
  );
  await page.close();
});
