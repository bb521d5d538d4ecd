// The plan of featured films: by keyboard and by pointer, in the preview and on the published home page.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { discardDraft, eventuallyPublished, openEditor, publish, requestApi, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { propertyAt } from './third-parties.ts';
import { eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();
const PLAN = 'Featured films';

const bar = (page: Page, name: RegExp): Locator => page.getByRole('region', { name: PLAN }).getByRole('button', { name });

async function openFeatured(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Featured' }).waitFor();
  await page.getByRole('region', { name: PLAN }).waitFor();
}

/** Features a film through the dialog, by keyboard. */
async function feature(page: Page, film: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Feature a film' });
  await waitForFocus(dialog.getByRole('combobox', { name: 'Film' }));
  await page.keyboard.type(film);
  await page.getByRole('option', { name: film }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

describe('featured films', () => {
  it('ux 5.5 SITE-12 a film is featured by keyboard, moved, published, and leads the home page', async () => {
    const editor = await openEditor(demo, 'aster/featured/');
    const { context, page } = editor;
    await openFeatured(page);
    const before = page.getByRole('list', { name: 'Order on the home page' }).getByRole('listitem').first();
    assert.doesNotMatch(await before.innerText(), /The Salt Cartographer/);
    await page.getByRole('button', { name: /^Nothing planned/ }).press('Enter');
    await feature(page, 'The Salt Cartographer');
    const week = bar(page, /^The Salt Cartographer, Nov 20 – 26, All theaters$/);
    await week.waitFor();
    await week.press('ArrowRight');
    await bar(page, /^The Salt Cartographer, Nov 21 – 27, /).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await bar(page, /^The Salt Cartographer, Nov 21 – 28, /).waitFor();
    await page.keyboard.press('ArrowLeft');
    await waitForFocus(bar(page, /^The Salt Cartographer, Nov 20 – 27, /));
    await page.getByRole('listitem').filter({ hasText: 'The Salt Cartographer' }).getByText('Follows featured').waitFor();
    await waitForSaved(page);
    await page
      .frameLocator('iframe[title="Today"]:not([inert])')
      .getByRole('heading', { level: 1, name: 'The Salt Cartographer' })
      .waitFor();
    await publish(page);
    await eventuallyPublished(demo, 'aster', 'the home page has the film first', async (site) => {
      await site.goto(demo.aster('/'), { waitUntil: 'domcontentloaded' });
      return (await site.getByRole('heading', { level: 1 }).innerText()).trim() === 'The Salt Cartographer';
    });
    await bar(page, /^The Salt Cartographer/).press('Delete');
    await page.getByText('The Salt Cartographer is not featured any more.').waitFor();
    await publish(page);
    await context.close();
  });

  it('ux 5.5 of two films on one day the later one makes room, which can be undone; bars are dragged', async () => {
    const editor = await openEditor(demo, 'aster/featured/');
    const { context, page } = editor;
    await openFeatured(page);
    await page.getByRole('button', { name: /^Nothing planned/ }).press('Enter');
    await feature(page, 'The Salt Cartographer');
    await page.getByRole('button', { name: /^Nothing planned, Nov 27/ }).press('Enter');
    await feature(page, 'Ostinato');
    const second = bar(page, /^Ostinato, Nov 27 – Dec 3, /);
    await second.waitFor();
    // The end of the first one is pulled by two days.
    const first = bar(page, /^The Salt Cartographer/);
    const [box, track] = [await first.boundingBox(), await page.locator('[data-lane=""]').boundingBox()];
    assert.ok(box !== null && track !== null);
    const day = track.width / 28;
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 2 * day - 4, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await bar(page, /^The Salt Cartographer, Nov 20 – 28, /).waitFor();
    await bar(page, /^Ostinato, Nov 29 – Dec 3, /).waitFor();
    await page.getByText('Ostinato makes room').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await second.waitFor();
    await bar(page, /^The Salt Cartographer, Nov 20 – 26, /).waitFor();
    // A bar is dragged to a theater, with Escape as the way back.
    const lane = await page.locator('[data-lane="aster-old-mill"]').boundingBox();
    const from = await second.boundingBox();
    assert.ok(lane !== null && from !== null);
    for (const end of ['Escape', 'drop'] as const) {
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x + from.width / 2, lane.y + lane.height / 2, { steps: 5 });
      if (end === 'Escape') await page.keyboard.press('Escape');
      await page.mouse.up();
      await bar(
        page,
        end === 'Escape' ? /^Ostinato, Nov 27 – Dec 3, All theaters$/ : /^Ostinato, Nov 27 – Dec 3, Old Mill$/,
      ).waitFor();
    }
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').filter({ hasText: 'The Salt Cartographer' }).waitFor();
    await page.keyboard.press('Escape');
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.5 the order is mine, by shows or by release, and a film can be hidden and shown again', async () => {
    const editor = await openEditor(demo, 'aster/featured/');
    const { context, page } = editor;
    await openFeatured(page);
    const rows = page.getByRole('list', { name: 'Order on the home page' }).getByRole('listitem');
    const order = page.getByRole('radiogroup', { name: 'Order on the home page' });
    const titles = async (): Promise<string> => (await rows.allInnerTexts()).join('|');
    const mine = await titles();
    await order.getByText('By release').click();
    await page.getByText('The films have another order.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await eventuallyEquals(titles, mine);
    await order.getByText('By shows').click();
    const byShows = async (): Promise<unknown> =>
      propertyAt(await requestApi(demo, editor, 'GET', 'aster/draft'), 'content', 'site', 'config', 'options', 'orderByShows');
    await eventuallyEquals(byShows, true);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await eventuallyEquals(async () => (await byShows()) ?? false, false);
    await eventuallyEquals(titles, mine);
    const name = (await rows.nth(1).locator('b').innerText()).trim();
    const count = await rows.count();
    await rows
      .nth(1)
      .getByRole('button', { name: `Hide ${name}` })
      .click();
    await eventuallyEquals(() => rows.count(), count - 1);
    await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Show again' }).click();
    await eventuallyEquals(titles, mine);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  for (const width of WIDTHS)
    it(`at ${width} the plan has no axe violations`, async () => {
      const editor = await openEditor(demo, 'aster/featured/', { viewport: { width, height: 900 } });
      const { context, page } = editor;
      await openFeatured(page);
      await page.getByRole('button', { name: 'Feature a film' }).click();
      await feature(page, 'The Salt Cartographer');
      await bar(page, /^The Salt Cartographer/).waitFor();
      await assertNoAxeViolations(page);
      await discardDraft(demo, editor, 'aster');
      await context.close();
    });
});
