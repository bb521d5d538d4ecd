// Questions before what cannot be undone, what screens say without data, times in the zone of the site, and keys in lists.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoAxeViolations } from './browser.ts';
import { addOperator, discardDraft, editorUrl, openEditor, requestApi } from './editor-session.ts';
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

describe('times and keys', () => {
  it('ux 5.3 a show outside the opening hours of its theater names these', async () => {
    const editor = await openEditor(demo, 'meridian/');
    const { context, page } = editor;
    const days = [{ weekday: 6, opens: '13:00', closes: '23:30' }];
    const show = { movieId: '104519', theaterId: 'meridian-main', screen: '1', startsAt: '2026-11-28T15:00:00Z', attributes: [] };
    await requestApi(demo, editor, 'PATCH', 'meridian/draft', {
      edits: [
        { pointer: '/theaters/meridian-main/openingHours', to: { kind: 'week', days } },
        { pointer: '/shows/hand-early0000001', to: { added: true, fields: show } },
      ],
    });
    await page.goto(editorUrl(demo, 'meridian/program/?show=2026-11-28~meridian-main~hand-early0000001'));
    await page
      .getByRole('dialog')
      .getByText(/Starts outside the opening hours of this day, 1:00.PM to 11:30.PM\./)
      .waitFor();
    await discardDraft(demo, editor, 'meridian');
    await context.close();
  });
});
