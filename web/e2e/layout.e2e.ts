// Layout at twice the text size, on very wide viewports and on a phone in landscape (ux.md section 2).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { launchBrowser, openPage, waitForHydration } from './browser.ts';
import { demoFixture } from './fixture.ts';
import { eventually } from './wait.ts';

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
const demo = demoFixture('--rate-limits', 'off');

const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('on a very wide viewport', () => {
  it('the headline grows, although THEME-22 limits the container to 1440 px', async () => {
    const sizes: number[] = [];
    for (const width of [1440, 2560]) {
      const [context, page] = await openPage(demo.browser, width);
      await page.goto(demo.meridian('/'));
      sizes.push(await page.locator('h1').evaluate((title) => Number.parseFloat(getComputedStyle(title).fontSize)));
      await context.close();
    }
    const [normalSize = 0, wideSize = 0] = sizes;
    assert.ok(wideSize >= normalSize * 1.25, `${normalSize} and ${wideSize} px`);
  });
});

describe('a browser whose text size is 32 px', () => {
  for (const name of NAMES) {
    it(`doubles the text size of ${name}, and no page overflows`, async () => {
      const largeTextBrowser = await launchBrowser('--blink-settings=defaultFontSize=32');
      const sizeOf = (page: Page, selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      const problems: string[] = [];
      for (const width of [390, 1440] as const) {
        const [normalContext, normalPage] = await openPage(demo.browser, width);
        const [largeContext, largePage] = await openPage(largeTextBrowser, width);
        for (const path of PATHS[name]) {
          await normalPage.goto(demo[name](path));
          await largePage.goto(demo[name](path));
          for (const selector of ['body', 'main p', 'footer a']) {
            if ((await normalPage.locator(selector).count()) === 0) continue;
            const [normalSize, largeSize] = [await sizeOf(normalPage, selector), await sizeOf(largePage, selector)];
            if (largeSize < 1.9 * normalSize)
              problems.push(`${path} at ${width}: ${selector} has ${normalSize} and ${largeSize} px`);
          }
          const overflow = await horizontalOverflow(largePage);
          if (overflow > 0) problems.push(`${path} at ${width}: ${overflow} px too wide`);
        }
        await normalContext.close();
        await largeContext.close();
      }
      await largeTextBrowser.close();
      assert.deepEqual(problems, []);
    });
  }
});

describe('the bar of days and filters', () => {
  for (const [name, path] of [
    ['meridian', '/showtimes/?view=time'],
    ['aster', '/showtimes/'],
    ['aster', '/showtimes/?theater=aster-canal-street'],
    ['aster', '/fr/showtimes/'],
    ['aster', '/fr/showtimes/?theater=aster-canal-street'],
  ] as const)
    it(`of ${name} on ${path} has the height that what is sticky below it assumes, and shows all days on desktops`, async () => {
      const [context, page] = await openPage(demo.browser, 1440);
      await page.goto(demo[name](path));
      for (const width of [1440, 1280, 1024, 768]) {
        await page.setViewportSize({ width, height: 900 });
        const { assumed, height, hidden } = await page.locator('[data-bar]').evaluate((bar) => {
          const days = bar.querySelector('nav ul');
          const probe = document.createElement('div');
          probe.style.cssText = 'position:absolute;block-size:var(--barH, 76px)';
          bar.parentElement?.append(probe);
          const stickyTop = probe.getBoundingClientRect().height;
          probe.remove();
          return {
            assumed: stickyTop,
            height: bar.getBoundingClientRect().height,
            hidden: (days?.scrollWidth ?? NaN) - (days?.clientWidth ?? NaN),
          };
        });
        assert.ok(Math.abs(assumed - height) <= 2, `at ${width} the bar has ${height} px, ${assumed} are assumed`);
        if (width >= 1280) assert.equal(hidden, 0, `at ${width} ${hidden} px of the days are hidden`);
      }
      await context.close();
    });
});

describe('the first view', () => {
  const isInView = async (page: Page, selector: string): Promise<boolean> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= innerHeight;
      });

  for (const name of NAMES) {
    it(`of ${name} on a phone in landscape shows the film, a time, and a picture of at most 45 % of the height`, async () => {
      const [context, page] = await openPage(demo.browser, 844, { viewport: { width: 844, height: 390 } });
      await page.goto(demo[name]('/'));
      await waitForHydration(page);
      assert.ok(await isInView(page, 'main h1'), 'the title');
      assert.ok(await isInView(page, 'main section ul a[href]'), 'a time');
      if (name === 'aster') {
        const height = await page
          .locator('main picture')
          .first()
          .evaluate((picture) => picture.getBoundingClientRect().height);
        assert.ok(height <= 0.45 * 390 + 1, `${height} px`);
      }
      await context.close();
    });
  }

  it('of aster at 1024 by 768 shows the tabs under the hero, and the times of the hero in at most two rows', async () => {
    const [context, page] = await openPage(demo.browser, 1024, { viewport: { width: 1024, height: 768 } });
    await page.goto(demo.aster('/'));
    assert.ok(await isInView(page, 'section[aria-labelledby=list] nav'), 'the tabs');
    const rows = await page
      .locator('main section ul[aria-label] > li')
      .evaluateAll(
        (all) =>
          new Set(
            all
              .filter((element) => element.checkVisibility() && element.closest('section')?.querySelector('h1') !== null)
              .map((element) => element.getBoundingClientRect().top),
          ).size,
      );
    assert.ok(rows === 1 || rows === 2, `${rows} rows`);
    await context.close();
  });

  for (const name of NAMES)
    it(`a word of 40 letters in the title of a film of ${name} is wrapped on a phone`, async () => {
      const [context, page] = await openPage(demo.browser, 390);
      await page.goto(demo[name](FILM));
      await waitForHydration(page);
      const title = page.locator('main h1');
      await title.evaluate((heading) => heading.replaceChildren('Donaudampfschifffahrtsgesellschaftskapit'));
      const { right, lines } = await title.evaluate((heading) => {
        const text = document.createRange();
        text.selectNodeContents(heading);
        return { right: text.getBoundingClientRect().right, lines: text.getClientRects().length };
      });
      assert.ok(lines > 1 && right <= 390, `${lines} lines, to ${right} px`);
      assert.equal(await horizontalOverflow(page), 0);
      await context.close();
    });

  it('a long title has at most four lines on a phone', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(demo.aster('/'));
    await waitForHydration(page);
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
      it(`of ${name} at ${width} lists eight shows, with the theater under the film, and the others on request`, async () => {
        const [context, page] = await openPage(demo.browser, width);
        await page.goto(demo[name]('/offline.html'));
        const shows = page.locator('main ul > li:visible');
        assert.equal(await shows.count(), 8);
        const overlaps = await shows.evaluateAll(
          (all) =>
            all.filter((row) => {
              const [title, theater] = [
                row.querySelector('span')?.getBoundingClientRect(),
                row.querySelector('small')?.getBoundingClientRect(),
              ];
              return title === undefined || (theater !== undefined && theater.top < title.bottom - 1);
            }).length,
        );
        assert.equal(overlaps, 0);
        const picture = await page.locator('main svg[viewBox]').last().boundingBox();
        const title = await page.locator('main h1').boundingBox();
        assert.ok(picture !== null && title !== null);
        if (width === 1440) assert.ok(picture.y < title.y + 40, `the picture begins at ${picture.y}, the title at ${title.y}`);
        await page.locator('main summary', { hasText: /^(All of today|More times)$/ }).click();
        await eventually('the other shows', async () => (await shows.count()) > 8);
        await context.close();
      });
    }
  }
});
