// Theaters: alerts that are live at once, closures, accessibility, opening hours, and what the feed says.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import {
  addOperator,
  discardDraft,
  editorUrl,
  eventuallyPublished,
  openEditor,
  publish,
  requestApi,
  waitForSaved,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

const openTheater = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await card(page, 'Alert').waitFor();
};

/** Waits until a page of the published site has or lacks a text. */
const waitForText = (path: string, words: string, isShown: boolean): Promise<void> =>
  eventuallyPublished(demo, 'aster', `${path} ${isShown ? 'has' : 'lacks'} “${words}”`, async (site) => {
    await site.goto(demo.aster(path), { waitUntil: 'domcontentloaded' });
    return (await site.locator('body').innerText()).includes(words) === isShown;
  });

describe('the theaters', () => {
  it('ux 5.9 shows an alert at once, changes it and ends it, without a publication', async () => {
    const { context, page } = await openEditor(demo, 'aster/theaters/', { operator: addOperator(demo, { role: 'boxOffice' }) });
    await openTheater(page, 'Old Mill');
    const alert = card(page, 'Alert');
    await alert.getByRole('button', { name: 'Show alert' }).click();
    await alert.getByText('A message is required.').waitFor();
    const message = alert.getByRole('textbox', { name: /^Message(?! in)/ });
    await message.fill('Elevator out of order until Friday.');
    await alert.getByText('35 of 160').waitFor();
    await alert.getByRole('textbox', { name: 'Message in French' }).fill('Ascenseur en panne jusqu’à vendredi.');
    await alert.getByRole('button', { name: 'Show alert' }).press('Enter');
    await page.getByText('The alert is live.').waitFor();
    await alert.getByText(/^Live since /).waitFor();
    await page
      .getByRole('link', { name: /^Old Mill/ })
      .getByText('alert')
      .waitFor();
    await waitForText('/movies/', 'Elevator', false);
    await waitForText('/theaters/old-mill/', 'Elevator out of order until Friday.', true);
    await waitForText('/fr/theaters/old-mill/', 'Ascenseur en panne jusqu’à vendredi.', true);
    await message.fill('Elevator works again.');
    await alert.getByRole('button', { name: 'Update alert' }).click();
    await waitForText('/theaters/old-mill/', 'Elevator works again.', true);
    await page.reload();
    await alert.getByRole('button', { name: 'End now' }).click();
    await page.getByText('The alert has ended.').waitFor();
    await waitForText('/theaters/old-mill/', 'Elevator', false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForText('/theaters/old-mill/', 'Elevator works again.', true);
    await alert.getByRole('button', { name: 'End now' }).click();
    await waitForText('/theaters/old-mill/', 'Elevator', false);
    await context.close();
  });

  it('ux 5.9 an alert is on pages before scripts run, with an icon and its theater, and fits a phone', async () => {
    const editor = await openEditor(demo, 'aster/');
    await requestApi(demo, editor, 'PUT', 'aster/alerts/aster-old-mill', {
      message: 'No heating in Screen 2.',
      ends: '2026-11-22T10:00',
    });
    for (const width of WIDTHS) {
      const context = await demo.browser.newContext({ viewport: { width, height: 844 }, javaScriptEnabled: false });
      const site = await context.newPage();
      await site.goto(demo.aster('/theaters/old-mill/'));
      const notices = site.getByRole('complementary', { name: 'Notices' });
      assert.equal((await notices.innerText()).trim(), 'Old Mill: No heating in Screen 2.');
      assert.equal(await notices.locator('svg').count(), 1);
      const box = await notices.boundingBox();
      assert.ok(box !== null && box.width <= width && box.height > 0);
      await context.close();
    }
    const site = await editor.context.newPage();
    await site.goto(demo.aster('/theaters/old-mill/'));
    await assertNoAxeViolations(site);
    await requestApi(demo, editor, 'DELETE', 'aster/alerts/aster-old-mill');
    await editor.context.close();
  });

  it('ux 5.9 phones reach the alert from Today in two taps', async () => {
    const editor = await openEditor(demo, 'aster/', { viewport: { width: 390, height: 844 } });
    const { context, page } = editor;
    await page.getByRole('link', { name: 'Show an alert of Old Mill' }).click();
    await card(page, 'Alert')
      .getByRole('textbox', { name: /^Message(?! in)/ })
      .waitFor();
    await context.close();
  });

  it('ux 5.9 a closure says how many shows it hides, and the theater says until when it is closed', async () => {
    const editor = await openEditor(demo, 'aster/theaters/');
    const { context, page } = editor;
    await openTheater(page, 'Old Mill');
    const closures = card(page, 'Closures');
    await closures.getByRole('button', { name: 'Add' }).click();
    const last = closures.getByRole('listitem').last();
    await last.getByLabel('From').fill('2026-11-21');
    await last.getByLabel('To').fill('2026-11-22');
    await last.getByText(/^[1-9]\d* shows hidden$/).waitFor();
    await publish(page);
    await waitForText('/theaters/old-mill/?day=2026-11-21', 'Closed until Sunday, November 22.', true);
    await last.getByRole('button', { name: /^Remove/ }).click();
    await waitForSaved(page);
    await publish(page);
    await waitForText('/theaters/old-mill/?day=2026-11-21', 'Closed until', false);
    await context.close();
  });

  it('ux 5.9 edits accessibility and opening hours, and marks what differs from the feed', async () => {
    const editor = await openEditor(demo, 'aster/theaters/');
    const { context, page } = editor;
    await openTheater(page, 'Old Mill');
    await card(page, 'Accessibility').getByText('Hearing loop').click();
    const hours = card(page, 'Hours');
    await hours.getByRole('button', { name: /Opening hours/ }).click();
    await page.getByRole('option', { name: 'By weekday' }).click();
    await hours.getByLabel('Opens on Monday').fill('13:30');
    await hours.getByText('Enter both times.').waitFor();
    await hours.getByLabel('Closes on Monday').fill('23:30');
    const facts = card(page, 'Facts');
    const phone = facts.getByRole('textbox', { name: 'Phone' });
    const before = await phone.inputValue();
    await phone.fill('(555) 010-0000');
    await facts.getByText(`Changed. The feed says: ${before}`).waitFor();
    await assertNoAxeViolations(page);
    await publish(page);
    await waitForText('/theaters/old-mill/', 'Hearing loop', true);
    await waitForText('/theaters/old-mill/', 'Mon 1:30 PM – 11:30 PM', true);
    await facts.getByRole('button', { name: 'Reset Phone to the feed' }).click();
    await waitForSaved(page);
    assert.equal(await phone.inputValue(), before);
    await publish(page);
    await waitForText('/theaters/old-mill/', before, true);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.9 adds a theater, refuses a name that is taken, publishes it, and removes it', async () => {
    const editor = await openEditor(demo, 'aster/theaters/');
    const { context, page } = editor;
    const dialog = page.getByRole('dialog', { name: 'Add a theater' });
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await page.getByRole('button', { name: 'Add a theater' }).press('Enter');
    await waitForFocus(name);
    await name.fill('old mill');
    await dialog.getByText('“Old Mill” exists already. Enter another name.').waitFor();
    await name.fill('Old-Mill');
    await dialog.getByText('“Old Mill” has this address. Enter another one.').waitFor();
    await assertNoAxeViolations(page);
    await name.fill('Lantern Yard');
    await dialog.getByRole('textbox', { name: 'City' }).fill('Port Ellery');
    await dialog.getByRole('textbox', { name: 'City' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const link = page.getByRole('link', { name: /^Lantern Yard/ });
    await link.and(page.locator('[aria-current]')).getByText('Draft').waitFor();
    await eventuallyEquals(
      () => card(page, 'Facts').getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
      'Lantern Yard',
    );
    await publish(page);
    await card(page, 'Alert').waitFor();
    await waitForText('/theaters/lantern-yard/', 'Lantern Yard', true);
    await page.getByRole('button', { name: 'Remove theater' }).click();
    await page.getByText('Lantern Yard is removed.').waitFor();
    await link.waitFor({ state: 'detached' });
    await publish(page);
    await waitForText('/theaters/', 'Lantern Yard', false);
    await context.close();
  });

  it('security 2.8 a role that is limited to theaters changes them, reads the others, and is given more', async () => {
    const owner = await openEditor(demo, 'aster/team/');
    const operator = addOperator(demo, { role: 'program', site: 'aster', theaters: ['aster-old-mill'] });
    const editor = await openEditor(demo, 'aster/theaters/', { operator });
    const { context, page } = editor;
    const phone = card(page, 'Facts').getByRole('textbox', { name: 'Phone' });
    await page
      .getByRole('link', { name: /^Old Mill/ })
      .and(page.locator('[aria-current]'))
      .waitFor();
    assert.equal(await phone.isDisabled(), false);
    assert.equal(await page.locator('[data-sort-handle]').count(), 0);
    await phone.fill('555 0100');
    await waitForSaved(page);
    await openTheater(page, 'Harbor');
    await page.getByText('Your role Program is limited to Old Mill. This is another theater.').waitFor();
    assert.equal(await phone.isDisabled(), true);
    assert.equal(await card(page, 'Alert').getByRole('button', { name: 'Show alert' }).isDisabled(), true);
    await assertNoAxeViolations(page);

    await page.getByRole('link', { name: 'Program', exact: true }).first().click();
    const add = page.getByRole('button', { name: 'Add show' });
    await page.getByRole('button', { name: 'Theater: Old Mill' }).click();
    assert.equal(await add.isDisabled(), false);
    await page
      .getByRole('menuitemradio', { name: 'Harbor' })
      .or(page.getByRole('menuitem', { name: 'Harbor' }))
      .click();
    await page.getByText('This is another theater.').waitFor();
    assert.equal(await add.count(), 0);
    // What they cannot change has no handles and no buttons.
    const wholeSite = page.getByText('Your role Program is limited to Old Mill. This belongs to the whole site.');
    const handles = page.locator('[data-sort-handle]');
    await page.getByRole('link', { name: 'Films', exact: true }).first().click();
    await wholeSite.waitFor();
    await page.getByRole('list', { name: 'Films' }).getByRole('listitem').first().waitFor();
    assert.equal(await handles.count(), 0);
    await page.getByRole('link', { name: 'Menus', exact: true }).first().click();
    const readOnly = page.getByText('You can read this, but not change it');
    await readOnly.waitFor();
    assert.equal(await handles.count(), 0);
    assert.equal(await page.getByRole('button', { name: /^Add a (link|column)/ }).count(), 0);
    await page.goto(editorUrl(demo, 'aster/pages/visit/'));
    await readOnly.waitFor();
    assert.equal(await page.getByRole('tab', { name: 'Add' }).count(), 0);
    assert.equal(await handles.count(), 0);
    await page.getByRole('button', { name: /^Text Tickets/ }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Heading' }).isDisabled(), true);
    await assertNoAxeViolations(page);

    // Publishes its change, and leaves that of a colleague in the draft.
    const edits = [{ pointer: '/programRules/aster-harbor/cleaningMinutes', to: 25 }];
    await requestApi(demo, owner, 'PATCH', 'aster/draft', { edits });
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish 1 of 2 changes' });
    await dialog.getByText('This is not a change of your theaters. It stays in the draft.').waitFor();
    await assertNoAxeViolations(page);
    await dialog.getByRole('button', { name: /^Publish 1 change/ }).click();
    await page
      .getByText(/^Live since/)
      .first()
      .waitFor();
    await waitForText('/theaters/old-mill/', '555 0100', true);

    await owner.page.reload();
    await owner.page.getByRole('button', { name: `Theaters of ${operator.name}: Old Mill. Change` }).click();
    await owner.page.getByRole('dialog').getByRole('checkbox', { name: 'Harbor' }).check({ force: true });
    await assertNoAxeViolations(owner.page);
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await owner.page.getByText(`${operator.name} now has the role Program at Old Mill and Harbor.`).waitFor();
    await page.goto(editorUrl(demo, 'aster/theaters/aster-harbor/'));
    await eventuallyEquals(() => phone.isDisabled(), false);

    await context.close();
    await owner.context.close();
  });
});
