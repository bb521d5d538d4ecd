// What cannot be done without a connection says so at once, is not sent later, and works again once there is one (ux 5.17).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { discardDraft, openEditor, settingRow, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals } from './wait.ts';

const demo = demoFixture();

const WORDS = 'You are offline. Try again when there is a connection.';

/** Counts the requests that change something. */
function countChanges(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.method() === 'GET' || request.method() === 'HEAD' ? 0 : 1));
  return () => count;
}

for (const [name, viewport] of [
  ['on a computer', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  describe(`without a connection ${name}`, () => {
    it('ux 5.17 points are not adjusted, by press or Enter, and not sent behind the back later', async () => {
      const { context, page } = await openEditor(demo, 'meridian/members/', { viewport });
      await page.getByRole('searchbox').first().fill('iris');
      await page.getByRole('link', { name: /Iris/ }).first().click();
      await page.getByRole('heading', { level: 1, name: /^Iris/ }).waitFor();
      await page.getByLabel('Points', { exact: true }).fill('+ 100');
      await page.getByLabel('Reason', { exact: true }).fill('Projector stopped');
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      const changes = countChanges(page);
      const add = page.getByRole('button', { name: 'Add 100 points' });
      await add.click();
      const words = page.getByRole('status').filter({ hasText: WORDS });
      await words.waitFor();
      await assertNoAxeViolations(page);
      const [button, text] = [await add.boundingBox(), await words.boundingBox()];
      assert.ok(button !== null && text !== null);
      assert.ok(Math.abs(text.y - button.y) < 80, 'the words are beside the button');
      await page.getByLabel('Reason', { exact: true }).press('Enter');
      await context.setOffline(false);
      await words.waitFor({ state: 'detached' });
      // Time in which a request that waited would be sent.
      await page.waitForTimeout(1500);
      assert.equal(changes(), 0);
      await add.click();
      await page.getByText('100 points added').first().waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await context.close();
    });

    it('ux 5.17 publishing waits and says so, and the draft is kept', async () => {
      const editor = await openEditor(demo, 'meridian/settings/', { viewport });
      const { context, page } = editor;
      await settingRow(page, '/site/settings/name').getByRole('textbox').fill(`Meridian ${name}`);
      await waitForSaved(page);
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await page.keyboard.press('Control+Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Publishing waits for a connection. Your changes are kept.').waitFor();
      const changes = countChanges(page);
      assert.equal(await dialog.getByRole('button', { name: 'Publish 1 change' }).isDisabled(), true);
      await page.keyboard.press('Control+Enter');
      await assertNoAxeViolations(page);
      await context.setOffline(false);
      await eventuallyEquals(() => dialog.getByRole('button', { name: 'Publish 1 change' }).isEnabled(), true);
      await page.waitForTimeout(1500);
      assert.equal(changes(), 0);
      await page.keyboard.press('Control+Enter');
      await page
        .getByText(/^Live since/)
        .first()
        .waitFor();
      await discardDraft(demo, editor, 'meridian');
      await context.close();
    });
  });

describe('other actions without a connection', () => {
  it('ux 5.17 a key is not created, an invitation not sent and a person not removed', async () => {
    const { context, page } = await openEditor(demo, 'meridian/team/?tab=keys');
    await page.getByLabel('Name', { exact: true }).fill('till');
    await page.getByRole('tab', { name: 'People' }).waitFor();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const changes = countChanges(page);
    const words = page.getByRole('status').filter({ hasText: WORDS });
    await page.getByRole('button', { name: 'Create a key' }).press('Enter');
    await words.waitFor();
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByLabel('Email').fill('new@cinema.example');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await words.waitFor();
    await context.setOffline(false);
    await eventually('the words are gone', async () => (await words.count()) === 0);
    await page.waitForTimeout(1500);
    assert.equal(changes(), 0);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('row', { name: /new@cinema.example/ }).waitFor();
    await context.close();
  });
});
