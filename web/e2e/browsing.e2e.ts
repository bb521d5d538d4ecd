// Basic use of the demo sites at desktop and phone width: console messages, layout shifts, fonts, no JavaScript, keyboard and
// French.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, openPage, waitForHydration } from './browser.ts';
import { developmentFrontEnd, startDemo } from './demo-server.ts';
import { type DemoSite, siteUrl } from './demo-sites.ts';
import { layoutShifts, totalLayoutShift } from './layout-shifts.ts';
import { demoFixture } from './fixture.ts';
import { startSlowHtml } from './slow-html.ts';
import { signInByApi } from './third-parties.ts';
import { eventually, waitForDialogClosed, waitForFocus } from './wait.ts';

const FILM = '/movies/318204-the-salt-cartographer/';
const MERIDIAN = [
  '/',
  '/movies/',
  '/movies/coming-soon/',
  FILM,
  '/showtimes/',
  '/showtimes/?view=time',
  '/events/',
  '/club/',
  '/visit/',
  '/visit/contact/',
  '/privacy/',
  '/search/?q=salt',
  '/offline.html',
];
const ASTER = [
  '/',
  '/movies/',
  '/theaters/',
  '/theaters/canal-street/',
  '/showtimes/',
  '/events/',
  '/events/4104-rusalka-live/',
  '/friends/',
  '/visit/',
  '/visit/contact/',
  '/previews/',
  '/search/',
  '/offline.html',
  '/fr/',
  '/fr/showtimes/',
];
/** Layout shift score that a page may have (ux.md section 12). */
const MAX_SHIFT = 0.02;
/** The same while a page arrives in parts: no more than text that becomes some px wider with its font. */
const MAX_SHIFT_IN_PARTS = 0.001;

const demo = demoFixture();

const site = (name: DemoSite, path: string): string => demo[name](path);

/** Asserts that a page has not shifted until its fonts had loaded and two more frames were drawn. */
async function assertNoLayoutShift(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  const moves = (await layoutShifts(page)).map(({ movedElements }) => movedElements);
  assert.ok((await totalLayoutShift(page)) < MAX_SHIFT, `the layout moved: ${moves.join('; ')}`);
}

for (const [name, paths] of [
  ['meridian', MERIDIAN],
  ['aster', ASTER],
] as const) {
  for (const width of WIDTHS) {
    describe(`${name} at ${width}`, () => {
      for (const path of paths) {
        it(`${path} logs nothing to the console and does not shift`, async () => {
          const [context, page, consoleMessages] = await openPage(demo.browser, width);
          await page.goto(site(name, path));
          await waitForHydration(page);
          assert.deepEqual(consoleMessages, []);
          await assertNoLayoutShift(page);
          await context.close();
        });
      }
    });
  }
}

describe('a page that arrives in parts', () => {
  for (const name of ['meridian', 'aster'] as const)
    it(`of ${name} does not move its filters`, async (t) => {
      // The browser draws what it has: a menu without its summary, and no other menu.
      const proxy = await startSlowHtml(site(name, '/'), '<details name="filter" data-menu="">');
      t.after(() => proxy.stop());
      const [context, page] = await openPage(demo.browser, 1440);
      t.after(() => context.close());
      await page.goto(proxy.url('/movies/'), { waitUntil: 'commit' });
      await page.locator('[data-bar] details').first().waitFor({ state: 'attached' });
      await page.evaluate(async () => {
        for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      proxy.release();
      await page.locator('section[aria-label=Filters] summary').last().waitFor();
      await waitForHydration(page);
      const moves = (await layoutShifts(page)).map(({ movedElements }) => movedElements);
      // The header may move by some px when its font loads.
      assert.ok((await totalLayoutShift(page)) < MAX_SHIFT_IN_PARTS, moves.join('; '));
    });
});

describe('SW-04 the offline page read later', () => {
  for (const width of WIDTHS) {
    it(`keeps the rows of shows that have started, in their place, at ${width}`, async () => {
      const [context, page] = await openPage(demo.browser, width);
      // The first shows start within half an hour of the demo's time.
      await page.clock.setSystemTime(Date.now() + 45 * 60_000);
      await page.goto(site('aster', '/offline.html'));
      await waitForHydration(page);
      await page.locator('main li', { hasText: 'Started' }).first().waitFor();
      await assertNoLayoutShift(page);
      await context.close();
    });
  }
});

describe('the development build', () => {
  it('hydrates every page without warnings of React', async () => {
    const folder = developmentFrontEnd();
    const devServer = await startDemo('--web', folder);
    try {
      const [context, page, consoleMessages] = await openPage(demo.browser, 1440);
      const paths = [
        ...MERIDIAN.map((path) => siteUrl(devServer.port, 'meridian', path)),
        ...ASTER.map((path) => siteUrl(devServer.port, 'aster', path)),
      ];
      for (const address of paths) {
        await page.goto(address);
        await waitForHydration(page);
        // Parts of a long list are hydrated one after another.
        await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1000 })));
        if (address === paths[0])
          assert.ok(
            consoleMessages.some((line) => line.includes('React DevTools')),
            'this is a development build',
          );
        // Pictures that are still loading when the next page is opened fail; this is not a problem.
        const problems = consoleMessages.splice(0).filter((line) => !line.startsWith('info: ') && !line.startsWith('failed: '));
        assert.deepEqual(problems, [], address);
      }
      await context.close();
    } finally {
      await devServer.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('fonts', () => {
  it('loads only the font families of the site, preloads the first ones, and loads none twice', async () => {
    const [context, page, consoleMessages] = await openPage(demo.browser, 1440);
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
    });
    await page.goto(site('meridian', '/'));
    await waitForHydration(page);
    await page.evaluate(() => document.fonts.ready);
    assert.ok(fonts.length > 0);
    for (const font of fonts) assert.match(font, /^\/fonts\/(open-sans|source-sans-pro)-/);
    assert.equal(new Set(fonts).size, fonts.length);
    const preloaded = await page
      .locator('link[rel=preload][as=font]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.ok(preloaded.length > 0 && preloaded.every((font) => font !== null && fonts.includes(font)));
    assert.deepEqual(consoleMessages, []);
    await context.close();
  });
});

describe('without scripts', () => {
  it('ROUTE-03 ROUTE-16 a film page shows the story, the times and their booking links', async () => {
    const [context, page] = await openPage(demo.browser, 1440, { javaScriptEnabled: false });
    await page.goto(site('meridian', FILM));
    await page.getByText('Forty years ago Evaristo Paz').first().waitFor();
    const booking = page.locator(`a[href*="startticketing"]`).first();
    const address = await booking.getAttribute('href');
    assert.ok(address?.includes('perfCode='), 'a time is a booking link');
    await booking.click();
    await page.getByText('Sandbox ticketing', { exact: true }).waitFor();
    await page.getByText('The Salt Cartographer').waitFor();
    await context.close();
  });

  it('another day can be chosen by a link', async () => {
    const [context, page] = await openPage(demo.browser, 390, { javaScriptEnabled: false });
    await page.goto(site('meridian', '/movies/'));
    await page.getByRole('link', { name: 'Sat 21' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('day') === '2026-11-21');
    assert.equal(
      await page
        .locator('a[aria-current="date"]')
        .first()
        .innerText()
        .then((text) => text.includes('21')),
      true,
    );
    await context.close();
  });

  it('THEAT-01 THEAT-02 the chosen theater is remembered for 30 days', async () => {
    const [context, page] = await openPage(demo.browser, 1440, { javaScriptEnabled: false });
    await page.goto(site('aster', '/theaters/'));
    await page.getByRole('link', { name: /Make this my theater, Harbor/ }).click();
    await eventually('the choice is stored', async () =>
      (await context.cookies()).some(({ name }) => name === 'selectedTheaterId'),
    );
    await page.goto(site('aster', '/movies/'));
    assert.ok((await page.locator('header').first().innerText()).includes('Harbor'));
    const cookie = (await context.cookies()).find((candidate) => candidate.name === 'selectedTheaterId');
    assert.equal(cookie?.path, '/');
    const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    assert.ok(Math.abs(days - 30) < 0.1, `${days} days`);
    await context.close();
  });
});

describe('booking', () => {
  for (const name of ['meridian', 'aster'] as const) {
    it(`a show of today is one tap from the home page of ${name} on a phone`, async () => {
      const [context, page] = await openPage(demo.browser, 390);
      await page.goto(site(name, '/'));
      const show = page.locator('main a[href*="startticketing"]').first();
      const label = (await show.getAttribute('aria-label')) ?? '';
      await show.click();
      await page.waitForURL('**/startticketing?*');
      const film = await page.locator('main').innerText();
      assert.ok(
        label.split(', ').some((part) => part.length > 3 && film.includes(part)),
        `${label}: ${film}`,
      );
      await context.close();
    });
  }
});

describe('by keyboard', () => {
  it('ux 8 a dialog that was just closed opens again at once, and Back closes it', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await signInByApi(page, demo.meridian('/'), 'meridian');
    await page.goto(demo.meridian('/login/cards/'));
    const report = page.getByRole('button', { name: /^Report lost, card/ }).first();
    await report.click();
    const dialog = page.getByRole('dialog', { name: 'Report this card lost?' });
    await waitForFocus(dialog.getByRole('button', { name: 'Cancel' }));
    // On a busy device the next key comes before the close event of the dialog.
    await page.evaluate(() => {
      const opener = [...document.querySelectorAll<HTMLElement>('main button')].find((element) =>
        element.getAttribute('aria-label')?.startsWith('Report lost, card'),
      );
      document.querySelector<HTMLElement>('dialog [data-autofocus]')?.click();
      opener?.click();
    });
    // The removal of the first dialog's history entry is complete when the second dialog has its own.
    await page.waitForFunction(() => history.state?.dialog === true && document.querySelector('dialog[open]') !== null);
    await waitForFocus(dialog.getByRole('button', { name: 'Cancel' }));
    await page.goBack();
    await waitForDialogClosed(dialog);
    assert.equal(new URL(page.url()).pathname, '/login/cards/');
    await waitForFocus(report);
    await context.close();
  });

  it('the skip link is first, and the first showtime is at most three tab stops after it', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(site('meridian', '/'));
    await page.keyboard.press('Tab');
    const first = page.locator(':focus');
    assert.match(await first.innerText(), /Skip to showtimes/);
    await page.keyboard.press('Enter');
    let tabStops = 0;
    for (; tabStops < 4; tabStops += 1) {
      await page.keyboard.press('Tab');
      if ((await page.locator(':focus').getAttribute('href'))?.includes('startticketing')) break;
    }
    assert.ok(tabStops < 3, `${tabStops + 1} stops`);
    await context.close();
  });
});

describe('in French', () => {
  it('LOCALE-01 the page is French in language, texts and times', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(site('aster', '/fr/'));
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await page.getByText('À l’affiche').first().waitFor();
    assert.match(await page.locator('main').innerText(), /18:20/);
    await context.close();
  });
});
