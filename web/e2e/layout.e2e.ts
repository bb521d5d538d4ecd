// Layout at twice the text size, on very wide windows and on a phone on its side (ux.md section 2).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Page, chromium } from 'playwright-core';
import { LAUNCH, hydrated, open } from './browser.ts';
import { stage } from './stage.ts';
import { eventually } from './visit.ts';

const FILM = '/movies/318204-the-salt-cartographer/';
const PATHS = {
  meridian: [
    '/',
    FILM,
    '/showtimes/',
    '/events/',
    '/events/4101-midnights-at-meridian/',
    '/club/',
    '/visit/',
    '/login/',
    '/login/join/',
    '/search/?q=salt',
    '/offline.html',
    '/nowhere/',
  ],
  aster: [
    '/',
    FILM,
    '/theaters/',
    '/theaters/canal-street/',
    '/events/',
    '/friends/',
    '/login/',
    '/login/join/',
    '/offline.html',
    '/nowhere/',
  ],
} as const;
const NAMES = ['meridian', 'aster'] as const;
const demo = stage('--rate-limits', 'off');

const widerBy = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('on a very wide window', () => {
  it('display type grows, beside a container that THEME-22 keeps at 1440 px', async () => {
    const sizes: number[] = [];
    for (const width of [1440, 2560]) {
      const [context, page] = await open(demo.browser, width);
      await page.goto(demo.meridian('/'));
      sizes.push(await page.locator('h1').evaluate((title) => Number.parseFloat(getComputedStyle(title).fontSize)));
      await context.close();
    }
    const [usual = 0, wide = 0] = sizes;
    assert.ok(wide >= usual * 1.25, `${usual} and ${wide} px`);
  });
});

describe('a browser whose text size is 32 px', () => {
  for (const name of NAMES) {
    it(`doubles the type of ${name}, without a page that is too wide`, async () => {
      const large = await chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, '--blink-settings=defaultFontSize=32'] });
      const sizeOf = (page: Page, selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      const wrong: string[] = [];
      for (const width of [390, 1440] as const) {
        const [usual, before] = await open(demo.browser, width);
        const [doubled, after] = await open(large, width);
        for (const path of PATHS[name]) {
          await before.goto(demo[name](path));
          await after.goto(demo[name](path));
          for (const selector of ['body', 'main p', 'footer a']) {
            if ((await before.locator(selector).count()) === 0) continue;
            const [small, big] = [await sizeOf(before, selector), await sizeOf(after, selector)];
            if (big < 1.9 * small) wrong.push(`${path} at ${width}: ${selector} has ${small} and ${big} px`);
          }
          const over = await widerBy(after);
          if (over > 0) wrong.push(`${path} at ${width}: ${over} px too wide`);
        }
        await usual.close();
        await doubled.close();
      }
      await large.close();
      assert.deepEqual(wrong, []);
    });
  }
});

describe('the first view', () => {
  const inView = async (page: Page, selector: string): Promise<boolean> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= innerHeight;
      });

  for (const name of NAMES) {
    it(`of ${name} on a phone on its side has the film, a time, and art of at most 45 % of the height`, async () => {
      const [context, page] = await open(demo.browser, 844, { viewport: { width: 844, height: 390 } });
      await page.goto(demo[name]('/'));
      await hydrated(page);
      assert.ok(await inView(page, 'main h1'), 'the title');
      assert.ok(await inView(page, 'main section ul a[href]'), 'a time');
      if (name === 'aster') {
        const height = await page
          .locator('main picture')
          .first()
          .evaluate((art) => art.getBoundingClientRect().height);
        assert.ok(height <= 0.45 * 390 + 1, `${height} px`);
      }
      await context.close();
    });
  }

  it('of aster at 1024 by 768 has the tabs under the hero, whose times take two rows at most', async () => {
    const [context, page] = await open(demo.browser, 1024, { viewport: { width: 1024, height: 768 } });
    await page.goto(demo.aster('/'));
    assert.ok(await inView(page, 'section[aria-labelledby=list] nav'), 'the tabs');
    const rows = await page
      .locator('main section ul[aria-label] > li')
      .evaluateAll(
        (all) =>
          new Set(
            all
              .filter((one) => one.checkVisibility() && one.closest('section')?.querySelector('h1') !== null)
              .map((one) => one.getBoundingClientRect().top),
          ).size,
      );
    assert.ok(rows === 1 || rows === 2, `${rows} rows`);
    await context.close();
  });

  it('a long title takes four lines at most on a phone', async () => {
    const [context, page] = await open(demo.browser, 390);
    await page.goto(demo.aster('/'));
    await hydrated(page);
    const lines = await page.locator('main h1 a').evaluate((title) => {
      title.textContent = 'A very long title of a film that was named by somebody who could not stop writing '.repeat(3);
      return title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight);
    });
    assert.ok(lines > 3.9 && lines < 4.5, `${lines} lines`);
    await context.close();
  });
});

describe('the offline page', () => {
  for (const name of NAMES) {
    for (const width of [390, 1440] as const) {
      it(`of ${name} at ${width} lists eight shows, with the place under the film, and the others on request`, async () => {
        const [context, page] = await open(demo.browser, width);
        await page.goto(demo[name]('/offline.html'));
        const shows = page.locator('main ul > li:visible');
        assert.equal(await shows.count(), 8);
        const overlaps = await shows.evaluateAll(
          (all) =>
            all.filter((row) => {
              const [title, place] = [
                row.querySelector('span')?.getBoundingClientRect(),
                row.querySelector('small')?.getBoundingClientRect(),
              ];
              return title === undefined || (place !== undefined && place.top < title.bottom - 1);
            }).length,
        );
        assert.equal(overlaps, 0);
        const art = await page.locator('main svg[viewBox]').last().boundingBox();
        const title = await page.locator('main h1').boundingBox();
        assert.ok(art !== null && title !== null);
        if (width === 1440) assert.ok(art.y < title.y + 40, `the picture begins at ${art.y}, the title at ${title.y}`);
        await page.locator('main summary', { hasText: /^(All of today|More times)$/ }).click();
        await eventually('the other shows', async () => (await shows.count()) > 8);
        await context.close();
      });
    }
  }
});
