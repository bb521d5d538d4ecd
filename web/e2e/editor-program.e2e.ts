// The program, typed by hand: keyboard, mouse, changes over the feed, and the published page.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as json from '@marquee/api/json.ts';
import type { Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { discardDraft, eventuallyPublished, openEditor, requestApi, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** A day of next week on which the demo has shows. */
const nextWeek = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'Program' }).waitFor();
  await page.keyboard.press('.');
};

/** Types a line for a new show. */
async function typeShow(page: Page, line: string): Promise<void> {
  await page.keyboard.press('a');
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill(line);
  await field.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/^Added: /)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('the program', () => {
  it('ux 5.3 adds a show by keyboard, moves it by keys, and publishes only its day', async () => {
    const editor = await openEditor(demo, 'aster/program/');
    const { context, page } = editor;
    await nextWeek(page);
    await typeShow(page, 'mother mon 6:07 s6 ov');
    const added = page.getByRole('button', { name: /^Mother Tongue, Mon,.*6:07 PM to .*Screen 6, Typed in here, Draft/ });
    await added.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('button', { name: /^Mother Tongue, Mon,.*6:12 PM to .*Screen 6/ }).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    const moved = page.getByRole('button', { name: /^Mother Tongue, Mon,.*6:12 PM to .*Screen 5/ });
    await waitForFocus(moved);

    // Ctrl+Z takes back one step at a time.
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /^Mother Tongue, Mon,.*6:12 PM to .*Screen 6/ }).waitFor();
    await waitForSaved(page);
    await page.getByRole('button', { name: 'Publish 1 day' }).click();
    await page.getByText(/^1 day is live since/).waitFor();
    await page.getByRole('button', { name: /^Mother Tongue, Mon,.*Screen 6, Typed in here, Published/ }).waitFor();
    const day = await page
      .locator('[data-lane]', { has: page.getByRole('button', { name: /^Mother Tongue, Mon,.*6:12 PM to/ }) })
      .getAttribute('data-day');
    await eventuallyPublished(demo, 'aster', 'the show is on the page of the theater', async (site) => {
      await site.goto(demo.aster(`/theaters/canal-street/?day=${day}`), { waitUntil: 'domcontentloaded' });
      return (await site.getByText('6:12').count()) > 0;
    });

    await moved.or(page.getByRole('button', { name: /^Mother Tongue, Mon,.*Screen 6/ })).focus();
    await page.keyboard.press('Delete');
    await waitForSaved(page);
    await page.getByRole('button', { name: 'Publish 1 day' }).click();
    await page
      .getByText(/^1 day is live since/)
      .last()
      .waitFor();
    await context.close();
  });

  it('ux 5.3 gives a show an attribute of the site’s own, which pages show in their language', async () => {
    const editor = await openEditor(demo, 'aster/program/');
    const { context, page } = editor;
    await nextWeek(page);
    await typeShow(page, 'mother tue 6:07 s6 imax');
    const added = page.getByRole('button', { name: /^Mother Tongue, Tue,.*6:07 PM to .*Screen 6/ });
    await added.focus();
    await page.keyboard.press('Enter');
    const show = page.getByRole('dialog', { name: 'Mother Tongue' });
    // An attribute that forms do not show at once is among the pills once a show has it.
    await show.getByRole('button', { name: 'IMAX', pressed: true }).waitFor();
    await show.getByRole('button', { name: 'More', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Baby club' }).waitFor();
    await page.getByRole('menuitem', { name: 'Edit attributes' }).click();

    const attributes = page.getByRole('dialog', { name: 'Attributes' });
    await assertNoAxeViolations(page);
    await attributes.getByRole('button', { name: 'New attribute' }).click();
    const form = page.getByRole('dialog', { name: 'New attribute' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter a name.').waitFor();
    await waitForFocus(form.getByRole('textbox', { name: 'Name', exact: true }));
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Sofa club');
    await form.getByRole('textbox', { name: 'Tag', exact: true }).fill('SOFACLUB');
    await form.getByText('A tag has at most 6 characters.').waitFor();
    await form.getByRole('textbox', { name: 'Tag', exact: true }).fill('SOFA');
    await form.getByRole('textbox', { name: 'Name in French' }).fill('Club canapé');
    await assertNoAxeViolations(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await attributes.getByText('Sofa club').waitFor();
    await waitForFocus(attributes.getByRole('button', { name: 'New attribute' }));
    await attributes.getByRole('button', { name: 'Done' }).click();

    // The show is where it was, with the new attribute.
    await waitForFocus(show.getByRole('button', { name: 'More', exact: true }));
    await show.getByRole('button', { name: 'Sofa club' }).press('Space');
    await show.getByRole('button', { name: 'Sofa club', pressed: true }).waitFor();
    // A pill that was switched off stays, with the focus.
    await show.getByRole('button', { name: 'IMAX', exact: true }).press('Space');
    await waitForFocus(show.getByRole('button', { name: 'IMAX', pressed: false, exact: true }));
    await show.getByRole('button', { name: 'Close' }).click();
    await waitForFocus(added);
    await waitForSaved(page);
    const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
    const own = { key: 'Site.Special.SofaClub', group: 'special', label: 'Sofa club', short: 'SOFA' };
    const records = json.list(json.field(json.field(draft, 'content'), 'attributes'));
    assert.deepEqual(
      records.find((record) => json.field(record, 'key') === own.key),
      { ...own, localizations: { fr: { label: 'Club canapé' } } },
    );

    // Removing it can be undone.
    await added.press('Enter');
    await show.getByRole('button', { name: 'More', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit attributes' }).click();
    await attributes.getByRole('button', { name: 'Edit Sofa club' }).click();
    await page.getByRole('dialog', { name: 'Sofa club' }).getByRole('button', { name: 'Remove' }).click();
    await attributes.getByText('Sofa club').waitFor({ state: 'detached' });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await attributes.getByText('Sofa club').waitFor();
    await attributes.getByRole('button', { name: 'Done' }).click();
    await show.getByRole('button', { name: 'Close' }).click();
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.3 keeps what was typed about a show on a phone while the attributes are open', async () => {
    const editor = await openEditor(demo, 'aster/program/');
    const { context, page } = editor;
    await page.setViewportSize({ width: 390, height: 844 });
    const fields = {
      movieId: '318204',
      theaterId: 'aster-canal-street',
      startsAt: '2026-11-21T03:33:00Z',
      screen: '6',
      attributes: [],
    };
    const edits = [{ pointer: '/shows/hand-phone', to: { added: true, fields } }];
    await requestApi(demo, editor, 'PATCH', 'aster/draft', { edits });
    await page.getByRole('button', { name: /10:33 PM/ }).click();
    const sheet = page.getByRole('dialog', { name: /^The Salt Cartographer/ });
    await sheet.getByRole('textbox', { name: 'Price from' }).fill('17.50');
    await sheet.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit attributes' }).click();
    await page.getByRole('dialog', { name: 'Attributes' }).getByRole('button', { name: 'Done' }).click();
    await sheet.getByRole('textbox', { name: 'Price from' }).and(page.locator('[value*="17.50"]')).waitFor();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await waitForSaved(page);
    const draft = json.field(await requestApi(demo, editor, 'GET', 'aster/draft'), 'content');
    const show = json.field(json.field(draft, 'shows'), 'hand-phone');
    assert.equal(json.field(json.field(json.field(show, 'fields'), 'price'), 'amount'), 1750);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.3 keeps an unreadable time, and says what was probably meant', async () => {
    const { context, page } = await openEditor(demo, 'aster/program/');
    await nextWeek(page);
    await page.keyboard.press('a');
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.fill('mother mon 25:10 s6');
    await page.getByText('We read “25:10”. Did you mean 10:25 PM?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '10:25 PM' }).click();
    assert.equal(await field.inputValue(), 'mother mon 10:25PM s6');
    await page.getByRole('dialog').getByText('Mon 10:25 PM, Screen 6.').waitFor();
    await context.close();
  });

  it('ux 5.3 makes the shelf one tab stop, with arrows between its films', async () => {
    const { context, page } = await openEditor(demo, 'aster/program/');
    await page.getByRole('heading', { level: 1, name: 'Program' }).waitFor();
    const shelf = page.getByRole('region', { name: 'Films' });
    const films = shelf.getByRole('listitem').getByRole('button');
    await films.nth(2).waitFor();
    assert.equal(await shelf.locator('li > button[tabindex="0"]').count(), 1);
    await shelf.getByRole('searchbox').press('Tab');
    await waitForFocus(films.first());
    await films.first().press('ArrowDown');
    await films.nth(1).press('ArrowDown');
    await waitForFocus(films.nth(2));
    assert.equal(await films.nth(2).getAttribute('tabindex'), '0', 'the tab stop follows the focus');
    await films.nth(2).press('End');
    await waitForFocus(films.last());
    await films.last().press('Tab');
    await waitForFocus(shelf.getByRole('button', { name: 'New film' }));
    await page.keyboard.press('Shift+Tab');
    await waitForFocus(films.last());
    await films.last().press('Home');
    await waitForFocus(films.first());
    await films.first().press('Enter');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await context.close();
  });

  it('shows notices above the button that adds a show on phones', async () => {
    const editor = await openEditor(demo, 'aster/program/', { viewport: { width: 390, height: 844 } });
    const { context, page } = editor;
    const add = page.getByRole('button', { name: 'Add show', exact: true });
    const rows = page.locator('main li').filter({ has: page.locator('small') });
    for (const count of [1, 2]) {
      await rows.nth(count).getByRole('button').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Hide show' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await eventuallyEquals(() => undo.count(), 2);
    const button = await add.boundingBox();
    const toast = await undo.last().boundingBox();
    assert.ok(button !== null && toast !== null && toast.y + toast.height <= button.y, JSON.stringify({ button, toast }));
    await add.click({ trial: true });
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.3 drops a film where the pointer is, to five minutes', async () => {
    const editor = await openEditor(demo, 'aster/program/');
    const { context, page } = editor;
    await nextWeek(page);
    await page.keyboard.press('1');
    const film = page.getByRole('region', { name: 'Films' }).getByRole('button', { name: /^Mother Tongue/ });
    const lane = page.locator('[data-lane]').last();
    await page.getByRole('heading', { level: 3, name: 'Screen 6' }).waitFor();
    await film.scrollIntoViewIfNeeded();
    const [from, to] = [await film.boundingBox(), await lane.boundingBox()];
    assert.ok(from !== null && to !== null);
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 20);
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    const slot = await page
      .getByText(/Screen 6\. Ends .* clean at /)
      .first()
      .innerText();
    const minutes = /:(?<minutes>\d\d) [AP]M, Screen 6/.exec(slot)?.groups?.['minutes'];
    assert.equal(Number(minutes) % 5, 0, slot);
    await page.mouse.up();
    await page.getByRole('button', { name: /^Mother Tongue,.*Screen 6, Typed in here, Draft/ }).waitFor();
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('takes the shows of a spreadsheet, and names the rows that it cannot read', async () => {
    const editor = await openEditor(demo, 'aster/program/');
    const { context, page } = editor;
    await nextWeek(page);
    await page.getByRole('button', { name: 'Rules for typed-in shows' }).click();
    await waitForFocus(page.getByRole('dialog').getByRole('textbox', { name: 'Trailers' }));
    await page.keyboard.press('Escape');
    const day = await page.locator('[data-lane]').first().getAttribute('data-day');
    await page.getByRole('button', { name: 'Shows from a spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shows from a spreadsheet' });
    await waitForFocus(dialog.getByRole('button', { name: 'Choose a file' }));
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    const rows = `Date,Time,Film,Screen,Length\n${day},7:35 AM,Mother Tongue,6,\n${day},noon,Kestrel,,\n${day},10:05,Brand New,5,95\n`;
    await (await chooser).setFiles({ name: 'week.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await dialog.getByText('3 rows: 2 new shows, 1 new film').waitFor();
    await dialog.getByText('Row 3:').waitFor();
    await assertNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Add 2 shows' }).click();
    await page.getByRole('button', { name: /^Mother Tongue,.*7:35 AM to .*Screen 6, Typed in here, Draft/ }).waitFor();
    const added = page.getByRole('button', { name: /^Brand New,.*10:05 AM to .*Screen 5, Typed in here, Draft/ });
    await added.waitFor();
    await waitForSaved(page);
    // A later edit stays when the notice undoes the file.
    await typeShow(page, 'mother mon 6:07 s6 ov');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await added.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Mother Tongue, Mon,.*6:07 PM to .*Screen 6, Typed in here, Draft/ }).waitFor();
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.3 locks times of the feed until they are edited, and resets them', async () => {
    const editor = await openEditor(demo, 'aster/program/');
    const { context, page } = editor;
    await nextWeek(page);
    // Until the films are there, a show has the id of its film.
    const show = page.getByRole('button', { name: /^(?!\d+,).*, From the feed, Published/ }).first();
    const title = (await show.getAttribute('aria-label'))?.split(',')[0] ?? '';
    await show.click();
    const dialog = page.getByRole('dialog', { name: title });
    assert.equal(await dialog.getByLabel('Starts').count(), 0, 'the form is locked');
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
    const starts = dialog.getByLabel('Starts');
    await waitForFocus(starts);
    await starts.fill('11:55 PM');
    await starts.press('Enter');
    await dialog.getByText('On your site').waitFor();
    await dialog.getByText('Feed says').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 differs').waitFor();
    await page.getByRole('button', { name: /, 11:55 PM to .*Your change over the feed, Draft/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Reset to / })
      .click();
    await page.getByText('The show is as in the feed again.').waitFor();
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.2 imports a spreadsheet after a dry run, live at once', async () => {
    const { context, page } = await openEditor(demo, 'aster/program/');
    await nextWeek(page);
    const day = (await page.locator('[data-lane][data-day]').first().getAttribute('data-day')) ?? '';
    await page.goto(new URL('/editor/aster/program/import/', page.url()).href);
    const sheet = `Date,Time,Film,Theater\n${day},21:41,Mother Tongue,Old Mill\n`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'week.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet, 'utf8') });
    await page.getByRole('heading', { level: 1, name: 'Dry run: nothing is live yet' }).waitFor();
    await page.getByText(/^This import would remove \d+% of the shows$/).waitFor();
    await assertNoAxeViolations(page, 'best-practice');
    await page.getByRole('button', { name: /^Import and remove \d+ shows$/ }).press('Enter');
    await page.getByText(/^Imported: 1 added/).waitFor();
    await eventuallyPublished(demo, 'aster', 'the show is on the page of the theater', async (site) => {
      await site.goto(demo.aster(`/theaters/old-mill/?day=${day}`), { waitUntil: 'domcontentloaded' });
      return (await site.getByText('9:41').count()) > 0;
    });
    await context.close();
  });

  it('quality Q1 has no axe violations', async () => {
    for (const width of WIDTHS) {
      const { context, page } = await openEditor(demo, 'aster/program/', { viewport: { width, height: 900 } });
      await page.getByRole('heading', { level: 1, name: 'Program' }).waitFor();
      await eventually('the shows are loaded', async () => (await page.getByText(/^\d+:\d\d/).count()) > 0);
      await assertNoAxeViolations(page, 'best-practice');
      await page.getByRole('button', { name: 'Add show' }).click();
      await page.getByRole('dialog').waitFor();
      await assertNoAxeViolations(page, 'best-practice');
      await context.close();
    }
  });
});
