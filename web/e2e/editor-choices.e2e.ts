// Choices that save typing: the type of an event, a page about searched words, the default of a setting, the tree of pages.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { discardDraft, editorUrl, openEditor, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

describe('choices', () => {
  it('ux 5.8 offers the types of events, and keeps own words', async () => {
    const editor = await openEditor(demo, 'aster/events/');
    const { context, page } = editor;
    await page.getByRole('main').getByRole('link').first().click();
    const type = page.getByRole('combobox', { name: 'Type' });
    await type.fill('Matinee with tea');
    await type.press('Tab');
    await eventuallyEquals(() => type.inputValue(), 'Matinee with tea');
    await waitForSaved(page);
    await page.reload();
    await eventuallyEquals(() => type.inputValue(), 'Matinee with tea');
    await type.press('ArrowDown');
    const options = page.getByRole('option');
    await options.first().waitFor();
    assert.deepEqual(await options.allInnerTexts(), ['Single', 'Series', 'Broadcast', 'Preview', 'Festival']);
    await options.nth(3).click();
    await eventuallyEquals(() => type.inputValue(), 'Preview');
    await assertNoAxeViolations(page);
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.2 begins a page with the words that visitors searched for', async () => {
    const { context, page } = await openEditor(demo, 'aster/pages/');
    // Nobody has searched in the demo.
    await page.route('**/aster/numbers?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), words: [{ name: 'parking', count: 41 }] } });
    });
    await page.getByRole('link', { name: 'Overview' }).first().click();
    const words = page.getByRole('link', { name: 'parking 41 (Answer with a page)' });
    await words.waitFor();
    await assertNoAxeViolations(page);
    await words.click();
    const title = page.getByRole('dialog', { name: 'New page' }).getByRole('textbox').first();
    await eventuallyEquals(() => title.inputValue(), 'Parking');
    assert.ok(!page.url().includes('?'), 'the address asks once');
    await context.close();
  });

  it('ux 5.14 leads back to the default where the published value is another one', async () => {
    const editor = await openEditor(demo, 'aster/settings/');
    const { context, page } = editor;
    const back = page.getByRole('button', { name: /^Back to the default: / });
    await back.first().waitFor();
    const count = await back.count();
    await back.first().click();
    await eventuallyEquals(() => back.count(), count - 1);
    await page.locator('[data-changed]').first().waitFor();
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });
});

describe('the tree of pages', () => {
  const rowOf = (page: Page, name: RegExp): Locator => page.getByRole('treegrid', { name: 'Pages' }).getByRole('row', { name });

  it('ux 5.6 opens and closes by keyboard, finds by letters, and a search keeps what is above', async () => {
    const editor = await openEditor(demo, 'aster/pages/');
    const { context, page } = editor;
    const [visit, cafe] = [rowOf(page, /^Plan your visit/), rowOf(page, /^Café and bar/)];
    await cafe.waitFor();
    assert.equal(await cafe.getAttribute('aria-level'), '2');
    await page.keyboard.press('j');
    await waitForFocus(rowOf(page, /\/ Live$/).first());
    // Letters find a page, also those that are keys elsewhere.
    await page.keyboard.type('pla');
    await waitForFocus(visit);
    await page.keyboard.press('ArrowLeft');
    await cafe.waitFor({ state: 'detached' });
    assert.equal(await visit.getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('ArrowRight');
    await cafe.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await waitForFocus(visit);
    await page.keyboard.press('End');
    await waitForFocus(page.getByRole('row').last());
    await page.keyboard.press('Home');
    await waitForFocus(page.getByRole('row').nth(1));
    await assertNoAxeViolations(page);
    await page.keyboard.press('/');
    await page.keyboard.type('café');
    await eventuallyEquals(() => page.getByRole('row').count(), 3);
    await visit.waitFor();
    await cafe.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/aster/pages/visit~cafe/');
    await context.close();
  });

  it('ux 5.6 offers a page where only others below it exist, and proposes the address above a new one', async () => {
    const editor = await openEditor(demo, 'aster/pages/');
    const { context, page } = editor;
    await rowOf(page, /^Plan your visit/)
      .getByRole('button', { name: 'Actions for Plan your visit' })
      .click();
    await page.getByRole('menuitem', { name: 'New page below' }).click();
    const dialog = page.getByRole('dialog', { name: 'New page' });
    await dialog.getByLabel('Page title').fill('Parking');
    const address = dialog.getByLabel('Address');
    await eventuallyEquals(() => address.inputValue(), '/visit/parking/');
    await address.fill('/press/2026/parking/');
    await dialog.getByRole('button', { name: 'Add page' }).click();
    await page.waitForURL('**/aster/pages/press~2026~parking/');
    await waitForSaved(page);
    await page.goto(editorUrl(demo, 'aster/pages/'));
    const press = rowOf(page, /^\/press\/ /);
    await rowOf(page, /^Parking/).waitFor();
    assert.equal(await rowOf(page, /^Parking/).getAttribute('aria-level'), '3');
    await assertNoAxeViolations(page);
    await press.getByRole('button', { name: 'Add page here' }).click();
    await eventuallyEquals(() => address.inputValue(), '/press/');
    assert.equal(await dialog.getByLabel('Page title').inputValue(), 'Press');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/aster/pages/press/');
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });
});
