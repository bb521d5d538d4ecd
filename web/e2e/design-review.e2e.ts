// Regression tests for details that a design review found (`looks` is its list).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations, openPage, waitForHydration } from './browser.ts';
import { waitForForm } from './guest-forms.ts';
import { demoFixture } from './fixture.ts';
import { eventuallyEquals } from './wait.ts';

const FILM = '/movies/318204-the-salt-cartographer/';

const demo = demoFixture('--rate-limits', 'off');
const { meridian, aster } = demo;

/** Tags that need no explanation. */
const WELL_KNOWN_TAGS: ReadonlySet<string> = new Set(['3D', '4K']);

/** Whether an element is completely in the viewport. */
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
    it(`at ${width} copies the URL with the chosen day, and confirms it without changing the height of the button`, async () => {
      const [context, page] = await openPage(demo.browser, width, { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.goto(meridian(`${FILM}?day=2026-11-21&utm_source=mail`));
      await waitForHydration(page);
      const button = page.getByRole('main').getByRole('button', { name: /^(Share|Copied)$/ });
      const boxBefore = await button.boundingBox();
      await button.click();
      await page.getByRole('status').getByText('Link copied').waitFor({ state: 'attached' });
      await eventuallyEquals(() => button.innerText(), 'Copied');
      assert.equal((await button.boundingBox())?.height, boxBefore?.height);
      const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
      assert.deepEqual([copied.pathname, copied.search], [FILM, '?day=2026-11-21']);
      await context.close();
    });
});

describe('looks 25 "Earlier today"', () => {
  for (const width of WIDTHS)
    it(`at ${width} has its arrow after the text, and rotates it when it is open`, async () => {
      const [context, page] = await openPage(demo.browser, width, { reducedMotion: 'reduce' });
      await page.goto(meridian('/showtimes/'));
      await waitForHydration(page);
      const summary = page.locator('summary:visible', { hasText: 'Earlier today' });
      const arrow = summary.locator('svg');
      const rotation = (): Promise<string> => arrow.evaluate((icon) => getComputedStyle(icon).rotate);
      const edges = await summary.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element.firstChild ?? element);
        return [range.getBoundingClientRect().right, element.querySelector('svg')?.getBoundingClientRect().left ?? 0] as const;
      });
      assert.ok(edges[0] <= edges[1], `the text ends at ${edges[0]}, the arrow begins at ${edges[1]}`);
      assert.equal(await rotation(), 'none');
      await summary.press('Enter');
      await page.waitForFunction(
        (icon) => icon !== null && getComputedStyle(icon).rotate === '180deg',
        await arrow.elementHandle(),
      );
      await context.close();
    });
});

/** The tag codes of times on a page that its legend does not explain. */
async function unexplainedTags(page: Page): Promise<string[]> {
  const explained = new Set((await page.locator('main details dt').allTextContents()).flatMap((text) => text.split(' ')));
  const codes = (await page.locator('main a[href*="perfCode="] abbr').allTextContents()).flatMap((text) => text.split(/\s+/));
  const used = new Set(codes.filter((word) => /^\p{Lu}[\p{Lu}\d]+$/u.test(word)));
  assert.ok(used.size > 0, 'the page has tags');
  return [...used].filter((tag) => !WELL_KNOWN_TAGS.has(tag) && !explained.has(tag));
}

describe('looks 14 the legend of tags', () => {
  it('explains the tags of the page, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const [context, page] = await openPage(demo.browser, 390, { javaScriptEnabled });
      await page.goto(aster('/showtimes/'));
      if (javaScriptEnabled) await waitForHydration(page);
      const legend = page.getByRole('main').locator('details', { hasText: 'What do OV, AD and OC mean?' });
      assert.equal(await legend.getByText('Open captions').isVisible(), false);
      await legend.locator('summary').press('Enter');
      await legend.getByText('Open captions').waitFor();
      assert.deepEqual(await unexplainedTags(page), []);
      await context.close();
    }
  });

  for (const path of ['/', '/?day=week', '/showtimes/?day=week', '/theaters/canal-street/?day=week', `${FILM}?day=week`])
    it(`explains every tag of a time on ${path}`, async () => {
      const [context, page] = await openPage(demo.browser, 1440);
      await page.goto(aster(path));
      assert.deepEqual(await unexplainedTags(page), []);
      await context.close();
    });

  it('is in French on French pages', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(aster('/fr/showtimes/'));
    await page
      .getByRole('main')
      .locator('summary', { hasText: /^Que signifient VO, VOST et AD/ })
      .click();
    await page.getByRole('main').locator('dd', { hasText: 'Version originale' }).first().waitFor();
    await context.close();
  });
});

describe('the menu on a phone', () => {
  it('links to the club, to gift cards and to the sign-in page', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(meridian('/'));
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    assert.match((await menu.getByRole('link', { name: 'Gift cards' }).getAttribute('href')) ?? '', /\/giftcards$/);
    assert.equal(await menu.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('href'), '/login/');
    await menu.getByRole('link', { name: 'Join the Club' }).click();
    await page.getByRole('heading', { name: 'Join the Club', level: 1 }).waitFor();
    await context.close();
  });

  it('links to joining and to the balance of gift cards on a circuit too', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(aster('/'));
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    assert.equal(await menu.getByRole('link', { name: 'Gift card balance' }).getAttribute('href'), '/login/gift-card/');
    assert.equal(await menu.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('href'), '/login/');
    await menu.getByRole('link', { name: 'Join Friends of Aster' }).click();
    await page.getByRole('heading', { name: 'Join Friends of Aster', level: 1 }).waitFor();
    await context.close();
  });
});

describe('the first view', () => {
  it('looks 19 on a desktop shows the first time of an event, and the prices and the join link of the club', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.goto(aster('/events/4104-rusalka-live/'));
    assert.equal(await isInView(page, 'main a[href*="perfCode="]'), true, 'the time of the event');
    await page.goto(meridian('/club/'));
    assert.equal(await isInView(page, 'main a[href="/login/join/"]'), true, 'the link to join');
    assert.equal(await isInView(page, 'main :text("$59 a year")'), true, 'a price');
    await context.close();
  });
});

describe('looks 18 a long email address', () => {
  it('does not widen the form that repeats it at 390', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(meridian('/login/forgot-password/'));
    await waitForForm(page);
    await page.getByLabel('Email').fill('maximiliana.featherstonehaugh-cholmondeley@an-unusually-long-host.example');
    await page.getByRole('main').getByRole('button', { name: 'Send the link' }).click();
    const confirmation = page.getByRole('main').getByText('cholmondeley').first();
    await confirmation.waitFor();
    const rightEdge = await confirmation.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right;
    });
    assert.ok(rightEdge <= 390 - 16, `it ends at ${rightEdge}`);
    await context.close();
  });
});

describe('looks 21 forced colors', () => {
  it('keep the name of the cinema readable, as text if its logo is a dark picture', async () => {
    const [context, page] = await openPage(demo.browser, 1440, { forcedColors: 'active', colorScheme: 'dark' });
    await page.goto(aster('/'));
    const link = page.locator('header').getByRole('link', { name: /Aster/ }).first();
    const visible = await link.evaluate((element) => {
      const text = [...element.querySelectorAll('span')].find((span) => span.checkVisibility());
      const picture = element.querySelector('img')?.checkVisibility() ?? false;
      return {
        text: text?.textContent,
        color: getComputedStyle(text ?? element).color,
        background: getComputedStyle(document.body).backgroundColor,
        picture,
      };
    });
    assert.equal(visible.picture, false);
    assert.match(visible.text ?? '', /Aster/);
    assert.notEqual(visible.color, visible.background);
    await context.close();
  });
});

describe('looks 29 the day picker of a French page', () => {
  it('keeps 8 px on both sides of "Aujourd’hui" at 390', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(aster('/fr/showtimes/'));
    await page.evaluate(() => document.fonts.ready);
    const gaps = await page
      .getByRole('navigation')
      .getByText('Aujourd’hui')
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, pill] = [range.getBoundingClientRect(), (element.closest('a') ?? element).getBoundingClientRect()];
        return [text.left - pill.left, pill.right - text.right];
      });
    for (const gap of gaps) assert.ok(gap >= 8, `${gap} px`);
    await context.close();
  });
});

describe('looks 4 adding a show to a calendar', () => {
  for (const width of WIDTHS)
    it(`fits ${width} px, and has no axe violation`, async () => {
      const [context, page] = await openPage(demo.browser, width);
      await page.goto(meridian(FILM));
      await waitForHydration(page);
      await page.getByRole('main').getByRole('link', { name: 'Calendar', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Add to calendar' });
      await dialog.getByRole('link').first().waitFor();
      await assertNoAxeViolations(page);
      const box = await dialog.boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      await context.close();
    });
});

describe('looks 33 joining without scripts', () => {
  it('shows that JavaScript is required, and no form that could not be submitted', async () => {
    const [context, page] = await openPage(demo.browser, 390, { javaScriptEnabled: false });
    await page.goto(meridian('/login/join/'));
    // Text selectors do not match the content of a `noscript` element.
    assert.match(await page.getByRole('main').innerText(), /This form needs JavaScript/);
    assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0);
    assert.equal(await page.getByRole('main').getByRole('button').count(), 0);
    await context.close();
  });
});
