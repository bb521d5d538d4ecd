// Small things that a design review found, each on the page of the real program where it was seen.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, hydrated, open } from './browser.ts';
import { ready } from './guests.ts';
import { stage } from './stage.ts';
import { becomes } from './visit.ts';

const FILM = '/movies/318204-the-salt-cartographer/';

const demo = stage('--rate-limits', 'off');
const { meridian, aster } = demo;

/** Tags that are words of everyday language. */
const EVERYDAY: ReadonlySet<string> = new Set(['3D', '4K']);

/** Whether an element lies in the first view, whole. */
const isInView = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

describe('looks 24 sharing a film', () => {
  for (const width of WIDTHS)
    it(`at ${width} copies the address with the chosen day, and says so in one line`, async () => {
      const [context, page] = await open(demo.browser, width, { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.goto(meridian(`${FILM}?day=2026-11-21&utm_source=mail`));
      await hydrated(page);
      const button = page.getByRole('main').getByRole('button', { name: /^(Share|Copied)$/ });
      const before = await button.boundingBox();
      await button.click();
      await page.getByRole('status').getByText('Link copied').waitFor({ state: 'attached' });
      await becomes(() => button.innerText(), 'Copied');
      assert.equal((await button.boundingBox())?.height, before?.height);
      const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      assert.deepEqual([copied.pathname, copied.search], [FILM, '?day=2026-11-21']);
      await context.close();
    });
});

describe('looks 25 "Earlier today"', () => {
  for (const width of WIDTHS)
    it(`at ${width} has its arrow behind the words, and turns it when it is open`, async () => {
      const [context, page] = await open(demo.browser, width, { reducedMotion: 'reduce' });
      await page.goto(meridian('/showtimes/'));
      await hydrated(page);
      const summary = page.locator('summary:visible', { hasText: 'Earlier today' });
      const arrow = summary.locator('svg');
      const turn = (): Promise<string> => arrow.evaluate((icon) => getComputedStyle(icon).rotate);
      const edges = await summary.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element.firstChild ?? element);
        return [range.getBoundingClientRect().right, element.querySelector('svg')?.getBoundingClientRect().left ?? 0] as const;
      });
      assert.ok(edges[0] <= edges[1], `the words end at ${edges[0]}, the arrow begins at ${edges[1]}`);
      assert.equal(await turn(), 'none');
      await summary.press('Enter');
      await page.waitForFunction(
        (icon) => icon !== null && getComputedStyle(icon).rotate === '180deg',
        await arrow.elementHandle(),
      );
      await context.close();
    });
});

/** Codes in the tags of times on a page that its legend does not explain. */
async function unexplained(page: Page): Promise<string[]> {
  const explained = new Set((await page.locator('main details dt').allTextContents()).flatMap((text) => text.split(' ')));
  const words = (await page.locator('main a[href*="perfCode="] abbr').allInnerTexts()).flatMap((text) => text.split(/\s+/));
  const used = new Set(words.filter((word) => /^\p{Lu}[\p{Lu}\d]+$/u.test(word)));
  assert.ok(used.size > 0, 'the page has tags');
  return [...used].filter((tag) => !EVERYDAY.has(tag) && !explained.has(tag));
}

describe('looks 14 the legend of tags', () => {
  it('is a question in the page’s own tags, answered without scripts as well', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const [context, page] = await open(demo.browser, 390, { javaScriptEnabled });
      await page.goto(aster('/showtimes/'));
      if (javaScriptEnabled) await hydrated(page);
      const legend = page.getByRole('main').locator('details', { hasText: 'What do OV, AD and OC mean?' });
      assert.equal(await legend.getByText('Open captions').isVisible(), false);
      await legend.locator('summary').press('Enter');
      await legend.getByText('Open captions').waitFor();
      assert.deepEqual(await unexplained(page), []);
      await context.close();
    }
  });

  for (const path of ['/', '/?day=week', '/showtimes/?day=week', '/theaters/canal-street/?day=week', `${FILM}?day=week`])
    it(`explains every tag of a time on ${path}`, async () => {
      const [context, page] = await open(demo.browser, 1440);
      await page.goto(aster(path));
      assert.deepEqual(await unexplained(page), []);
      await context.close();
    });

  it('speaks French on French pages', async () => {
    const [context, page] = await open(demo.browser, 390);
    await page.goto(aster('/fr/showtimes/'));
    await page
      .getByRole('main')
      .locator('summary', { hasText: /^Que signifient VO, VOST et AD/ })
      .click();
    await page.getByRole('main').locator('dd', { hasText: 'Version originale' }).first().waitFor();
    await context.close();
  });
});

describe('the menu of a phone', () => {
  it('leads to the club, to gift cards and to the sign-in', async () => {
    const [context, page] = await open(demo.browser, 390);
    await page.goto(meridian('/'));
    await hydrated(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    assert.match((await menu.getByRole('link', { name: 'Gift cards' }).getAttribute('href')) ?? '', /\/giftcards$/);
    assert.equal(await menu.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('href'), '/login/');
    await menu.getByRole('link', { name: 'Join the Club' }).click();
    await page.getByRole('heading', { name: 'Join the Club', level: 1 }).waitFor();
    await context.close();
  });
});

describe('first views', () => {
  it('looks 19 of an event at a desk have its first time, those of the club its prices and the way to join', async () => {
    const [context, page] = await open(demo.browser, 1440);
    await page.goto(aster('/events/4104-rusalka-live/'));
    assert.equal(await isInView(page, 'main a[href*="perfCode="]'), true, 'the time of the event');
    await page.goto(meridian('/club/'));
    assert.equal(await isInView(page, 'main a[href="/login/join/"]'), true, 'the link to join');
    assert.equal(await isInView(page, 'main :text("$59 a year")'), true, 'a price');
    await context.close();
  });
});

describe('looks 18 a long address', () => {
  it('does not widen the form that repeats it at 390', async () => {
    const [context, page] = await open(demo.browser, 390);
    await page.goto(meridian('/login/forgot-password/'));
    await ready(page);
    await page.getByLabel('Email').fill('maximiliana.featherstonehaugh-cholmondeley@an-unusually-long-host.example');
    await page.getByRole('main').getByRole('button', { name: 'Send the link' }).click();
    const repeated = page.getByRole('main').getByText('cholmondeley').first();
    await repeated.waitFor();
    const right = await repeated.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right;
    });
    assert.ok(right <= 390 - 16, `it ends at ${right}`);
    await context.close();
  });
});

describe('looks 21 forced colors', () => {
  it('leave the name of the house to be read, in words where its logo is a dark picture', async () => {
    const [context, page] = await open(demo.browser, 1440, { forcedColors: 'active', colorScheme: 'dark' });
    await page.goto(aster('/'));
    const link = page.locator('header').getByRole('link', { name: /Aster/ }).first();
    const shown = await link.evaluate((element) => {
      const words = [...element.querySelectorAll('span')].find((one) => one.checkVisibility());
      const picture = element.querySelector('img')?.checkVisibility() ?? false;
      return {
        words: words?.textContent,
        color: getComputedStyle(words ?? element).color,
        ground: getComputedStyle(document.body).backgroundColor,
        picture,
      };
    });
    assert.equal(shown.picture, false);
    assert.match(shown.words ?? '', /Aster/);
    assert.notEqual(shown.color, shown.ground);
    await context.close();
  });
});

describe('looks 29 the days of a French page', () => {
  it('keep 8 px beside "Aujourd’hui" at 390', async () => {
    const [context, page] = await open(demo.browser, 390);
    await page.goto(aster('/fr/showtimes/'));
    await page.evaluate(() => document.fonts.ready);
    const room = await page
      .getByRole('navigation')
      .getByText('Aujourd’hui')
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [words, pill] = [range.getBoundingClientRect(), (element.closest('a') ?? element).getBoundingClientRect()];
        return [words.left - pill.left, pill.right - words.right];
      });
    for (const gap of room) assert.ok(gap >= 8, `${gap} px`);
    await context.close();
  });
});

describe('looks 33 joining without scripts', () => {
  it('says that it needs them, and shows no form that cannot be sent', async () => {
    const [context, page] = await open(demo.browser, 390, { javaScriptEnabled: false });
    await page.goto(meridian('/login/join/'));
    // What a `noscript` element has is text of no selector.
    assert.match(await page.getByRole('main').innerText(), /This form needs JavaScript/);
    assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0);
    assert.equal(await page.getByRole('main').getByRole('button').count(), 0);
    await context.close();
  });
});
