// Questions before what cannot be undone.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoAxeViolations } from './browser.ts';
import { addOperator, editorUrl, openEditor, requestApi } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { waitForFocus } from './wait.ts';

const demo = demoFixture();

describe('people and keys', () => {
  it('ux 5.0 removing a person asks first, because their account may go with the role', async () => {
    const colleague = addOperator(demo, { site: 'meridian', role: 'editor', name: 'Nils Removed' });
    const { context, page } = await openEditor(demo, 'meridian/team/');
    const row = page.getByRole('row', { name: /Nils Removed/ });
    await row.getByRole('button', { name: 'Remove Nils Removed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Nils Removed?' });
    await assertNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor();
    await row.getByRole('button', { name: 'Remove Nils Removed' }).press('Enter');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByText('Nils Removed has no access any more.').waitFor();
    await row.waitFor({ state: 'detached' });
    await waitForFocus(page.getByRole('heading', { level: 1 }));
    assert.ok(colleague.email);
    await context.close();
  });

  it('ux 5.0 revoking a key asks first', async () => {
    const editor = await openEditor(demo, 'meridian/');
    const { context, page } = editor;
    await requestApi(demo, editor, 'POST', 'meridian/keys', { name: 'counter', scope: 'till' });
    await page.goto(editorUrl(demo, 'meridian/team/?tab=keys'));
    const row = page.getByRole('row', { name: /^counter/ });
    await row.getByRole('button', { name: 'Revoke the key counter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the key counter?' });
    await dialog.getByText('This cannot be undone', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Revoke the key counter' }).click();
    await dialog.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('The key counter no longer works.').waitFor();
    await row.waitFor({ state: 'detached' });
    await context.close();
  });
});
