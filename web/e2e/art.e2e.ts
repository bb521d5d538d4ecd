// Words on pictures: whatever the picture, the palette and the window, they keep a contrast of 4.5:1 (ux.md section 9).

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { hydrated, open } from './browser.ts';
import { legibility } from './legible.ts';
import { stage } from './stage.ts';
import { eventually } from './visit.ts';

const WIDTHS = [390, 768, 1024, 1440] as const;
/** Films whose pictures are light where the words are. */
const FILMS = [
  ['Low Tide Orchestra', '/movies/318377-low-tide-orchestra/'],
  ['A Brief History of Rain', '/movies/104519-a-brief-history-of-rain/'],
  ['Marguerite Runs', '/movies/319508-marguerite-runs/'],
] as const;
/** The film that leads the home page, with a light picture as well. */
const LEADING = { meridian: '104519', aster: '318377' } as const;
/** The least share of pixels, because letters overlap the edges of their boxes by a pixel. */
const SHARE = 0.99;

const demo = stage();

/** A site, and the colors in which its pages are looked at. Both show pictures from edge to edge, which only Meridian does by itself. */
const LOOKS = [
  ['meridian', 'light', 'dark on its own'],
  ['aster', 'light', 'light'],
  ['aster', 'dark', 'light, switched to dark'],
] as const;

describe('words on pictures', () => {
  before(async () => {
    for (const name of ['meridian', 'aster'] as const)
      demo.program.configure(name, (config) => {
        config['movieOrderIndex'] = [LEADING[name]];
        config['roundness'] = { buttons: 'NONE', content: 'NONE' };
        config.options['colorModeSwitch'] = true;
      });
    const page = await demo.browser.newPage();
    for (const [address, film] of [
      [demo.meridian('/'), 'A Brief History of Rain'],
      [demo.aster('/?theater=aster-canal-street'), 'Low Tide Orchestra'],
    ] as const)
      await eventually(
        `${film} leads`,
        async () => (await page.goto(address)) !== null && (await page.locator('h1').innerText()).includes(film),
      );
    await page.close();
  });

  for (const [name, mode, what] of LOOKS) {
    for (const width of WIDTHS) {
      it(`keep 4.5:1 on ${name} (${what}) at ${width}`, async () => {
        const [context, page] = await open(demo.browser, width, { bypassCSP: true, reducedMotion: 'reduce' });
        await page.addInitScript((wanted) => localStorage.setItem('color-mode', wanted), mode);
        const weak: string[] = [];
        let measured = 0;
        for (const [film, path] of [['the home page', '/'], ...FILMS] as const) {
          await page.goto(demo[name](path));
          await hydrated(page);
          await page
            .locator('main img')
            .first()
            .evaluate((image: HTMLImageElement) => image.decode());
          // A screenshot waits for the fonts; the boxes of the words are measured before it.
          await page.evaluate(() => document.fonts.ready);
          const head = page.locator('main h1').locator('xpath=ancestor::*[.//picture][1]');
          await head.evaluate((element) => element.setAttribute('data-measured', ''));
          for (const { text, share, least } of await legibility(page, '[data-measured]')) {
            measured += 1;
            if (share < SHARE)
              weak.push(`${film}: "${text}" on ${Math.round(share * 100)} % of its pixels, least ${least.toFixed(1)}`);
          }
        }
        assert.ok(measured > 20, `only ${measured} texts were measured`);
        assert.deepEqual(weak, []);
        await context.close();
      });
    }
  }
});
