// The members desk: finding a member by keyboard, points with a reason, block, and rewards.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { field, list, text } from '@marquee/api/json.ts';
import type { Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { type EditorPage, addOperator, editorUrl, openEditor, requestApi } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** The points that the profile shows. */
const shownPoints = (page: Page): Promise<number> =>
  page
    .locator('dt', { hasText: /^Points$/ })
    .locator('xpath=following-sibling::dd[1]/b')
    .innerText()
    .then((points) => Number(points.replaceAll(/\D/g, '')));

/** Checks a screen, once the announcements of buttons that were busy are gone. */
async function assertAccessible(page: Page): Promise<void> {
  await page.locator('[data-live-announcer] [role=img]').first().waitFor({ state: 'detached' });
  await assertNoAxeViolations(page);
}

/** Adds a member, and returns the id. */
const createMember = async (editor: EditorPage, member: Readonly<Record<string, string>>): Promise<string> =>
  text(field(await requestApi(demo, editor, 'POST', 'meridian/records/members', member), 'id'));

for (const [name, viewport] of [
  ['on a computer', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  describe(`the members desk ${name}`, () => {
    it('merges another account of a member after a preview', async () => {
      const operator = addOperator(demo, { site: 'meridian', role: 'boxOffice' });
      const editor = await openEditor(demo, 'meridian/members/', { operator, viewport });
      const { context, page } = editor;
      const label = viewport.width > 1000 ? 'wide' : 'narrow';
      const person = { firstName: 'Juno', lastName: `Merge-${label}` };
      const kept = await createMember(editor, { ...person, email: `${label}@kept.example` });
      await createMember(editor, { ...person, email: `${label}@closed.example`, city: 'Lyon' });
      await page.goto(editorUrl(demo, `meridian/members/${kept}/`));
      await page.getByRole('button', { name: 'Merge with another account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: `Choose ${label}@closed.example` }).click();
      await dialog.getByText('0 orders, 1 card, 0 favorites, 0 notes').waitFor();
      await dialog.getByText('City', { exact: true }).waitFor();
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Merge and close the other account' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Another account merged').waitFor();
      await context.close();
    });

    it('finds a member by keyboard, and adds points with a reason, which can be undone', async () => {
      const operator = addOperator(demo, { site: 'meridian', role: 'boxOffice' });
      const { context, page } = await openEditor(demo, 'meridian/members/', { operator, viewport });
      const search = page.getByRole('searchbox', { name: 'Name, email, phone or card' });
      await waitForFocus(search);
      await page.keyboard.type('iris');
      await page.locator('mark', { hasText: 'Iris' }).first().waitFor();
      await assertAccessible(page);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: /^Iris/ }).waitFor();
      const before = await shownPoints(page);
      await waitForFocus(page.getByRole('heading', { level: 1, name: /^Iris/ }));
      await page.keyboard.press('p');
      await waitForFocus(page.getByLabel('Points', { exact: true }));
      await page.keyboard.type('+ 100');
      await page.keyboard.press('Enter');
      await page.getByText('The reason is required.').waitFor();
      assert.equal(await shownPoints(page), before);
      // The field that is not valid has the focus.
      await waitForFocus(page.getByLabel('Reason', { exact: true }));
      await page.keyboard.type('Projector stopped');
      await assertAccessible(page);
      await page.keyboard.press('Enter');
      await page.getByText('100 points added').first().waitFor();
      await eventually('the new total is shown', async () => (await shownPoints(page)) === before + 100);
      await page.getByText('Reason: Projector stopped', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually('the former total is shown', async () => (await shownPoints(page)) === before);
      const stored = await page.evaluate(async () => [
        JSON.stringify(localStorage) + JSON.stringify(sessionStorage),
        (await indexedDB.databases()).map(({ name: database }) => database),
      ]);
      assert.ok(!JSON.stringify(stored).includes('iris'), 'nothing of members is kept on the device');
      await context.close();
    });
  });

describe('the members desk', () => {
  it('signs up, blocks, unblocks and removes a member', async () => {
    const { context, page } = await openEditor(demo, 'meridian/members/');
    await page.getByRole('button', { name: 'Sign up a member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Bo');
    await dialog.getByLabel('Email', { exact: true }).fill('bo.ek@mail.example');
    await dialog.getByRole('button', { name: 'Sign up a member' }).click();
    await dialog.getByText('Last name is required.').waitFor();
    await dialog.getByLabel('Last name').fill('Ek');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Sign up a member' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bo Ek' }).waitFor();
    await page.getByRole('button', { name: 'Block this member' }).click();
    await page.getByRole('radio', { name: 'Disputed payment' }).check({ force: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Block this member' }).click();
    await page.getByText('Bo Ek is blocked and cannot sign in.').waitFor();
    await page.getByText('Reason: Disputed payment').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Unblock', exact: true }).click();
    await page.getByText('Bo Ek is blocked and cannot sign in.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove this member' }).click();
    await page.getByRole('button', { name: 'Remove Bo Ek' }).click();
    await page.getByText('Bo Ek was removed.').waitFor();
    await page.getByRole('link', { name: /Bo Ek/ }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('ux 5.12 keeps notes, sends the confirmation again and saves files', async () => {
    const editor = await openEditor(demo, 'meridian/members/');
    const { context, page } = editor;
    const id = await createMember(editor, {
      email: 'nora.lind@mail.example',
      firstName: 'Nora',
      lastName: 'Lind',
      standing: 'unconfirmed',
    });
    await page.goto(editorUrl(demo, `meridian/members/${id}/`));
    await waitForFocus(page.getByRole('heading', { level: 1, name: 'Nora Lind' }));
    await page.keyboard.press('n');
    const noteField = page.getByRole('textbox', { name: 'Add a note for colleagues' });
    await waitForFocus(noteField);
    await page.getByText('The member can read it on request.').waitFor();
    await page.keyboard.type('Prefers row F');
    await assertAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const note = page.getByRole('listitem').filter({ hasText: 'Prefers row F' });
    await note.waitFor();
    await waitForFocus(noteField);
    assert.equal(await noteField.inputValue(), '');
    await note.getByRole('button', { name: /^Remove the note of/ }).click();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await note.waitFor();
    await page.getByRole('heading', { level: 1, name: 'Nora Lind' }).focus();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Send it to Nora Lind?' });
    await waitForFocus(dialog.getByRole('button', { name: 'Send the confirmation again' }));
    await page.keyboard.press('Enter');
    await page.getByText('The confirmation was sent to nora.lind@mail.example again.').waitFor();
    await page.getByText('Confirmation sent again').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Nora Lind' }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL(/\/program\//);
    await page.goBack();
    const saved = async (button: string): Promise<readonly [string, string]> => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
    };
    const [name, data] = await saved('Export this member’s data');
    assert.equal(name, 'member.json');
    assert.match(data, /Prefers row F/);
    const [listName, exported] = await saved('Export as CSV');
    assert.equal(listName, 'members.csv');
    assert.match(exported, /^id,.*\n/);
    assert.match(exported, /nora\.lind@mail\.example/);
    await context.close();
  });

  it('adds a reward, turns it off, and finds a gift card by its number', async () => {
    const editor = await openEditor(demo, 'meridian/rewards/');
    const { context, page } = editor;
    await page.getByRole('button', { name: 'Add a reward' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Any hot drink');
    await dialog.getByLabel('Code', { exact: true }).fill('HOT-DRINK');
    await dialog.getByLabel('Costs, in points').fill('250');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /Any hot drink/ });
    await row.getByText('250 points').waitFor();
    await row.getByText('None redeemed').waitFor();
    const levels = page.getByRole('region', { name: 'Levels' });
    await levels
      .getByRole('listitem')
      .filter({ hasText: 'Gold Duo' })
      .getByText(/\d+ members?$/)
      .waitFor();
    await page.getByRole('button', { name: 'Preview the club page' }).click();
    await page.getByRole('dialog').locator('iframe').contentFrame().getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('switch').press('Space');
    await page.getByText('Any hot drink is no longer offered.').waitFor();
    await assertAccessible(page);
    const card = await requestApi(demo, editor, 'POST', 'meridian/records/gift-cards', { amount: 5000, currency: 'USD' });
    assert.ok(typeof card === 'object' && card !== null && 'number' in card);
    await page.getByLabel('Number', { exact: true }).fill(String(card.number));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('$50.00 left of $50.00').waitFor();
    await page.getByRole('button', { name: 'Change Any hot drink' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove Any hot drink?' }).getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await context.close();
  });

  it('ux 5.13 shows a new gift card in the look of the site, and prints nothing else', async () => {
    const { context, page } = await openEditor(demo, 'meridian/rewards/');
    await page.getByRole('tab', { name: 'Gift cards' }).click();
    await page.getByRole('button', { name: 'Add a gift card' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('25');
    await dialog.getByRole('button', { name: 'Add a gift card' }).click();
    await dialog.getByRole('button', { name: 'Print' }).waitFor();
    await dialog.getByText('$25.00').waitFor();
    await assertAccessible(page);
    const number = page.getByText(await dialog.getByRole('definition').first().innerText(), { exact: true });
    await page.emulateMedia({ media: 'print' });
    assert.equal(await number.isVisible(), true);
    assert.equal(await page.getByText('Print', { exact: true }).isVisible(), false);
    assert.equal(await page.locator('h1').isVisible(), false);
    await context.close();
  });

  it('ux 5.12 undoes changes of members, rewards and gift cards from their notices', async () => {
    const editor = await openEditor(demo, 'meridian/members/');
    const { context, page } = editor;
    const id = await createMember(editor, {
      email: 'uma.berg@mail.example',
      firstName: 'Uma',
      lastName: 'Berg',
      city: 'Lyon',
    });
    const member = `meridian/records/members/${id}`;
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    const undone = async (): Promise<void> => {
      await undo.last().click();
      await page.getByText('Undone.', { exact: true }).last().waitFor();
    };
    await page.goto(editorUrl(demo, `meridian/members/${id}/`));
    await page.getByRole('button', { name: 'Edit details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('City').fill('Nantes');
    await dialog.getByLabel('First name').fill('Umma');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Umma Berg' }).waitFor();
    await undone();
    await page.getByRole('heading', { level: 1, name: 'Uma Berg' }).waitFor();
    const restored = await requestApi(demo, editor, 'GET', member);
    assert.ok(typeof restored === 'object' && restored !== null && 'city' in restored && restored.city === 'Lyon');

    const reward = {
      itemCode: 'UNDO-TEA',
      name: 'Tea',
      description: 'Hot',
      pointsCost: 90,
      isAvailable: false,
      position: 3,
    };
    await requestApi(demo, editor, 'POST', 'meridian/records/rewards', reward);
    const path = 'meridian/records/rewards/UNDO-TEA';
    const before = await requestApi(demo, editor, 'GET', path);
    await page.goto(editorUrl(demo, 'meridian/rewards/'));
    await page.getByRole('button', { name: 'Change Tea' }).click();
    await dialog.getByLabel('Costs, in points').fill('120');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Tea/ }).getByText('120 points').waitFor();
    await undone();
    await page.getByRole('row', { name: /Tea/ }).getByText('90 points').waitFor();
    await page.getByRole('button', { name: 'Change Tea' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove Tea?' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: /Tea/ }).waitFor({ state: 'detached' });
    await undone();
    await page.getByRole('row', { name: /Tea/ }).waitFor();
    assert.deepEqual(await requestApi(demo, editor, 'GET', path), before);
    await context.close();
  });

  it('ux 5.12 changes the end of a membership, language, theater and consents of a member', async () => {
    const editor = await openEditor(demo, 'aster/', { viewport: { width: 390, height: 844 } });
    const { context, page } = editor;
    const member = { firstName: 'Lea', lastName: 'Lang', email: 'lea@lang.example', expiresAt: '2026-12-31T22:00:00Z' };
    const created = await requestApi(demo, editor, 'POST', 'aster/records/members', member);
    const path = `aster/records/members/${text(field(created, 'id'))}`;
    await page.goto(editorUrl(demo, `aster/members/${text(field(created, 'id'))}/`));
    await page.getByRole('button', { name: 'Edit details' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const choose = async (label: RegExp, option: string): Promise<void> => {
      await dialog.getByRole('button', { name: label }).press('Enter');
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    assert.equal(await dialog.getByLabel('Membership ends').inputValue(), '2026-12-31');
    await choose(/Language$/, 'French');
    await choose(/Theater$/, 'Canal Street');
    await dialog.getByLabel('Address, second line').fill('Floor 3');
    await dialog.getByRole('switch', { name: 'Text messages' }).press('Space');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const changed = await requestApi(demo, editor, 'GET', path);
    const theater = text(field(changed, 'preferredCinemaId'));
    assert.deepEqual(
      [field(changed, 'language'), field(changed, 'address2'), field(field(changed, 'consents'), 'wishToReceiveSms')],
      ['fr', 'Floor 3', true],
    );
    assert.ok(theater !== '', 'the theater is chosen');
    assert.equal(field(changed, 'expiresAt'), member.expiresAt, 'a day that stays the same keeps its time');
    await page.getByRole('button', { name: 'Edit details' }).press('Enter');
    await dialog.getByLabel('Membership ends').fill('2027-06-30');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(field(await requestApi(demo, editor, 'GET', path), 'expiresAt'), '2027-06-30T23:59:59Z');
    await context.close();
  });

  it('ux 5.13 a reward has texts in the languages of the site, theaters and a place in the list', async () => {
    const editor = await openEditor(demo, 'aster/rewards/');
    const { context, page } = editor;
    const reward = { itemCode: 'LANG-TEA', name: 'Tea', pointsCost: 90 };
    await requestApi(demo, editor, 'POST', 'aster/records/rewards', reward);
    await page.reload();
    await page.getByRole('button', { name: 'Change Tea' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name (French)').fill('Thé');
    await dialog.getByLabel('Place in the list, 0 for first').fill('2');
    await dialog.getByRole('checkbox', { name: 'Canal Street' }).press('Space');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const saved = await requestApi(demo, editor, 'GET', 'aster/records/rewards/LANG-TEA');
    assert.equal(field(field(field(saved, 'localizations'), 'fr'), 'name'), 'Thé');
    assert.deepEqual([list(field(saved, 'theaters')).length, field(saved, 'position')], [1, 2]);
    await context.close();
  });

  it('ux 5.12 imports a file of members after saying what it changes', async () => {
    const editor = await openEditor(demo, 'meridian/members/', { viewport: { width: 390, height: 844 } });
    const { context, page } = editor;
    await createMember(editor, { firstName: 'Ida', lastName: 'Import', email: 'ida@import.example' });
    await page.getByRole('button', { name: 'Import a file' }).click();
    await page.getByRole('menuitem', { name: 'Import members' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import members' });
    assert.ok(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled());
    const choose = (name: string, rows: string): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await choose('shoes.csv', 'email,shoeSize\nida@import.example,44\n');
    await dialog.getByText('Unknown column "shoeSize"').waitFor();
    const lines = [
      'email,firstName,lastName,city',
      'ida@import.example,Ida,Import,Lyon',
      'nils@import.example,Nils,Import,',
      'x,No,Body,',
    ];
    await choose('members.csv', lines.join('\n'));
    await dialog.getByText('members.csv has 3 rows.').waitFor();
    await dialog.getByText('1 new, 1 changed, 0 as they are').waitFor();
    await dialog.getByRole('region', { name: '1 row is left out' }).getByText('Line 4').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('Imported: 1 new, 1 changed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('nils@import');
    await page.getByRole('link', { name: /Nils Import/ }).waitFor();
    await context.close();
  });

  it('security 2.8 is hidden from roles without members', async () => {
    const operator = addOperator(demo, { site: 'meridian', role: 'viewer' });
    const { context, page } = await openEditor(demo, 'meridian/members/', { operator });
    await page.getByText('Your role does not permit this.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Members' }).count(), 0);
    await context.close();
  });
});
