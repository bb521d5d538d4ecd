// Every page at five times of the day and at every size of screen: nothing beside the screen, no text at its edge, none over
// another, none cut, no finding of axe, and never a word that is wrong at that hour.

import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { atRest, hydrated, launch } from './browser.ts';
import { drawAll, faults } from './layout.ts';
import { type Address, GUEST_PAGES, OTHER_PAGES, PROGRAM_PAGES } from './pages.ts';
import { type Program, startDemo } from './program.ts';

/** Times of the demo's home (America/Detroit, UTC-5). All but the last are the same cinema day. */
const CLOCKS = {
  'Friday before opening': '2026-11-20T14:00:00Z',
  'Friday afternoon': '2026-11-20T19:30:00Z',
  'Friday at the last start': '2026-11-21T04:25:00Z',
  'Friday after the last film': '2026-11-21T07:30:00Z',
  'Monday morning': '2026-11-23T14:00:00Z',
} as const;

/** Width and height of the screens: phones, tablets on both sides of the breakpoints, desks, a large one, a phone on its side. */
const SIZES = [
  [320, 640],
  [390, 844],
  [640, 960],
  [768, 1024],
  [808, 600],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
  [844, 390],
] as const;

/** Sizes at which axe looks: its rules read the tree and the styles, which change at the breakpoints between them. */
const AXE_WIDTHS: ReadonlySet<number> = new Set([390, 1440]);
/** Its sizes at the other hours, whose pages have other words in the same styles. */
const AXE_WIDTHS_AGAIN: ReadonlySet<number> = new Set([390]);

const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const [name, clock] of Object.entries(CLOCKS)) {
  describe(name, () => {
    let program: Program | undefined;
    let browser: Browser | undefined;
    let context: BrowserContext | undefined;
    before(async () => {
      program = await startDemo('--clock', clock);
      browser = await launch();
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      // The functions of this file call it under their names, where the tests' compiler keeps those.
      await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
    });
    after(async () => {
      await browser?.close();
      await program?.stop();
    });

    const pages = clock === CLOCKS['Friday afternoon'] ? [...PROGRAM_PAGES, ...OTHER_PAGES, ...GUEST_PAGES] : PROGRAM_PAGES;
    const axeWidths = clock === CLOCKS['Friday afternoon'] ? AXE_WIDTHS : AXE_WIDTHS_AGAIN;
    for (const address of pages) {
      it(`${address.join(' ')} fits every screen and has no finding of axe`, async () => {
        assert.ok(program !== undefined && browser !== undefined);
        assert.ok(context !== undefined);
        const page = await context.newPage();
        try {
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.goto(url(program, address));
          await hydrated(page);
          await page.evaluate(drawAll);
          await page.evaluate(() => document.fonts.ready);
          const found: string[] = [];
          for (const [width, height] of SIZES) {
            await page.setViewportSize({ width, height });
            await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
            // Another size may need other fonts, and move to its colors and places.
            await page.evaluate(() => document.fonts.ready);
            await atRest(page);
            const at = `${width}x${height}: `;
            found.push(...(await page.evaluate(faults)).map((fault) => at + fault));
            if (axeWidths.has(width)) found.push(...(await axe(page)).map((fault) => at + fault));
          }
          assert.deepEqual(found, []);
        } finally {
          await page.close();
        }
      });
    }
  });
}

const url = ({ port }: Program, [site, path]: Address): string =>
  `http://${site === 'aster' ? 'aster.localhost' : 'localhost'}:${port}${path}`;

async function axe(page: Page): Promise<string[]> {
  // All in this page: otherwise every call opens another one.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(AXE_RULES).analyze();
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
}
