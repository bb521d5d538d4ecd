// Choices that save typing: the type of an event, a page about searched words, the default of a setting.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoAxeViolations } from './browser.ts';
import { discardDraft, openEditor, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventuallyEquals } from './wait.ts';

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
