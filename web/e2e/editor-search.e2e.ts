// What the search of the editor finds, and what it does with a film.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoAxeViolations } from './browser.ts';
import { openEditor } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventuallyEquals } from './wait.ts';

const demo = demoFixture();

describe('the search of the editor', () => {
  it('ux 5.17 adds a show of a film and features it, also from the screen that does so', async () => {
    const { context, page } = await openEditor(demo, 'aster/program/');
    await page.getByRole('heading', { level: 1, name: 'Program' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('low ti');
    await page.getByRole('option', { name: 'Add a show of Low Tide Orchestra' }).click();
    const line = page.getByRole('dialog').getByRole('textbox');
    await eventuallyEquals(() => line.inputValue(), 'Low Tide Orchestra ');
    assert.ok(!page.url().includes('?'), 'the address asks once');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('low ti');
    await page.getByRole('option', { name: /^Feature Low Tide Orchestra/ }).click();
    const dialog = page.getByRole('dialog');
    await eventuallyEquals(() => dialog.getByRole('combobox').first().inputValue(), 'Low Tide Orchestra');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await context.close();
  });

  it('ux 5.17 finds words in the texts of pages after titles, and opens the page', async () => {
    const { context, page } = await openEditor(demo, 'aster/');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.fill('no chain');
    const found = page.getByRole('group', { name: 'Found on the site' }).getByRole('option').first();
    await found.waitFor();
    assert.match(await found.innerText(), /“.*belongs to no chain.*”/is);
    await assertNoAxeViolations(page);
    await found.click();
    await page.waitForURL(/\/pages\/friends\/$/);
    await context.close();
  });
});
