// Text on pictures has a contrast of 4.5:1 for any picture, palette and window size (ux.md section 9).

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, waitForHydration } from './browser.ts';
import { measureTextContrast } from './text-contrast.ts';
import { demoFixture } from './fixture.ts';
import { eventually } from './wait.ts';

/**
 * Width and height of the windows: a phone, a tablet, a phone in landscape, desktops and a large screen. Each is wider than the one before,
 * because browsers keep a picture when their window gets narrower.
 */
const SIZES = [
  [390, 844],
  [768, 900],
  [844, 390],
  [1024, 900],
  [1440, 900],
  [2560, 1440],
] as const;
/** Films whose pictures are light behind the text. */
const FILMS = [
  ['Low Tide Orchestra', '/movies/318377-low-tide-orchestra/'],
  ['A Brief History of Rain', '/movies/104519-a-brief-history-of-rain/'],
  ['Marguerite Runs', '/movies/319508-marguerite-runs/'],
] as const;
/** The film that the tests put first on the home page. Its picture is light as well. */
const FEATURED = { meridian: '104519', aster: '318377' } as const;
/** Minimum share of pixels with enough contrast. It is below 1 because glyphs extend beyond their boxes by a pixel. */
const MIN_SHARE = 0.99;

const demo = demoFixture();

/**
 * Site, color mode and description of each variant. Both sites show pictures from edge to edge; only Meridian does so by default.
 */
const VARIANTS = [
  ['meridian', 'light', 'dark by default'],
  ['aster', 'light', 'light'],
  ['aster', 'dark', 'light, switched to dark'],
] as const;

describe('text on pictures', () => {
  before(async () => {
    for (const name of ['meridian', 'aster'] as const)
      demo.server.configure(name, (config) => {
        config['movieOrderIndex'] = [FEATURED[name]];
        config['roundness'] = { buttons: 'NONE', content: 'NONE' };
        config.options['colorModeSwitch'] = true;
      });
    const page = await demo.browser.newPage();
    for (const [address, film] of [
      [demo.meridian('/'), 'A Brief History of Rain'],
      [demo.aster('/?theater=aster-canal-street'), 'Low Tide Orchestra'],
    ] as const)
      await eventually(
        `${film} is first`,
        async () => (await page.goto(address)) !== null && (await page.locator('h1').innerText()).includes(film),
      );
    await page.close();
  });

  for (const [name, mode, description] of VARIANTS)
    for (const [film, path] of [['the home page', '/'], ...FILMS] as const)
      it(`has 4.5:1 in ${film} of ${name} (${description}) at every size`, async () => {
        const [context, page] = await openPage(demo.browser, SIZES[0][0], { bypassCSP: true, reducedMotion: 'reduce' });
        await page.addInitScript((value) => localStorage.setItem('color-mode', value), mode);
        await page.goto(demo[name](path));
        await waitForHydration(page);
        const hero = page.locator('main h1').locator('xpath=ancestor::*[.//picture][1]');
        await hero.evaluate((element) => element.setAttribute('data-measured', ''));
        const lowContrast: string[] = [];
        for (const [width, height] of SIZES) {
          // Screenshots of a large screen take long, and its pages differ from those at 1440 in sizes only.
          if (width > 2000 && path !== '/' && path !== FILMS[0][1]) continue;
          await page.setViewportSize({ width, height });
          // The browser chooses another picture for the size.
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          await hero.locator('img').evaluateAll((images: HTMLImageElement[]) => Promise.all(images.map((image) => image.decode())));
          // The boxes of the text are measured before the screenshot, which would wait for the fonts.
          await page.evaluate(() => document.fonts.ready);
          const texts = await measureTextContrast(page, '[data-measured]');
          assert.ok(texts.length > 4, `only ${texts.length} texts were measured at ${width} by ${height}`);
          for (const { text, share, minimum } of texts)
            if (share < MIN_SHARE)
              lowContrast.push(
                `${width} by ${height}: "${text}" on ${Math.round(share * 100)} % of its pixels, minimum ${minimum.toFixed(1)}`,
              );
        }
        assert.deepEqual(lowContrast, []);
        await context.close();
      });
});
