// Questions before what cannot be undone, what screens say without data, times in the zone of the site, and keys in lists.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoAxeViolations } from './browser.ts';
import { addOperator, discardDraft, editorUrl, openEditor, requestApi, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

describe('people and keys', () => {
  it('ux 5.0 removing a person asks first, because their work ends at once, and can be undone', async () => {
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
    // Who has removed the person takes it back from the toast.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await row.waitFor();
    await row.getByText(colleague.email).waitFor();
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

describe('screens without data', () => {
  it('ux 5.9 an alert that could not be loaded says so, and is loaded again', async () => {
    const { context, page } = await openEditor(demo, 'meridian/films/');
    await page.route('**/api/editor/meridian/alerts', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(editorUrl(demo, 'meridian/theaters/'));
    await page.getByRole('heading', { name: 'The alert is not loaded.' }).waitFor();
    await assertNoAxeViolations(page);
    await page.unroute('**/api/editor/meridian/alerts');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Show alert' }).waitFor();
    await context.close();
  });

  it('ux 5.2 a cinema without a feed gets the next step, not words about a feed that it does not have', async () => {
    const { context, page } = await openEditor(demo, 'meridian/films/');
    await page.route('**/api/editor/meridian/feeds', (route) => route.fulfill({ json: { feeds: [] } }));
    await page.route('**/api/editor/meridian/overview', async (route) => {
      const response = await route.fetch();
      const overview = Object(await response.json());
      const theaters = overview.theaters.map((theater: object) => Object.assign(theater, { showsToday: 0, screens: [] }));
      await route.fulfill({ response, json: { ...overview, theaters } });
    });
    await page.goto(editorUrl(demo, 'meridian/'));
    await page.getByRole('heading', { name: 'No shows today' }).waitFor();
    assert.equal(await page.getByText('They come from your ticketing system’s feed.').count(), 0);
    await page.getByRole('link', { name: 'Connect a feed' }).waitFor();
    await page.getByRole('link', { name: 'Type it in' }).waitFor();
    await assertNoAxeViolations(page);
    await page.getByRole('link', { name: 'Import a spreadsheet' }).click();
    await page.getByRole('dialog', { name: 'Shows from a spreadsheet' }).waitFor();
    await context.close();
  });

  it('ux 5.17 an empty filter of films shows the others', async () => {
    const { context, page } = await openEditor(demo, 'meridian/films/');
    await page.route('**/api/editor/meridian/films', async (route) => {
      const response = await route.fetch();
      const { films } = Object(await response.json());
      await route.fulfill({ response, json: { films: films.map((film: object) => Object.assign(film, { shows: 0 })) } });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'No films here' }).waitFor();
    await page.getByRole('button', { name: 'Show all films' }).click();
    await page.getByRole('link', { name: /A Brief History of Rain/ }).waitFor();
    await context.close();
  });
});

describe('times and keys', () => {
  it('ux 5.16 a later publication is in the time zone of the site, which is named, not in that of the browser', async () => {
    const editor = await openEditor(demo, 'meridian/', { timezoneId: 'Europe/Paris' });
    const { context, page } = editor;
    const { content } = Object(await requestApi(demo, editor, 'GET', 'meridian/draft'));
    const name = { pointer: '/site/settings/name', from: content.site.settings.name, to: 'Meridian tomorrow' };
    await requestApi(demo, editor, 'PATCH', 'meridian/draft', { edits: [name] });
    await page.reload();
    // The clock of the server is known.
    await page.getByText(/^Friday, November 20/).waitFor();
    await waitForSaved(page);
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Later', { exact: true }).click();
    await dialog.getByText('In the time zone of your site: Detroit, Eastern Time.').waitFor();
    assert.equal(await dialog.getByLabel('Day').inputValue(), '2026-11-21');
    await assertNoAxeViolations(page);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/publish'));
    await dialog.getByRole('button', { name: 'Schedule 1 change' }).click();
    assert.equal(Object((await sent).postDataJSON())['at'], '2026-11-21T11:00:00Z');
    await page.getByText('Goes live on Sat, Nov 21, 6:00 AM EST.').waitFor();
    await requestApi(demo, editor, 'DELETE', 'meridian/publish/scheduled');
    await discardDraft(demo, editor, 'meridian');
    await context.close();
  });

  it('ux 5.16 which events are over is a matter of the server, whose clock counts from the first row on', async () => {
    const editor = await openEditor(demo, 'meridian/', { timezoneId: 'Pacific/Kiritimati' });
    const { context, page } = editor;
    await page.clock.setSystemTime(new Date('2027-06-01T12:00:00Z'));
    await page.goto(editorUrl(demo, 'meridian/events/'));
    const rows = page.locator('main [data-row]');
    await rows.first().waitFor();
    assert.match((await rows.first().textContent()) ?? '', /Ostinato preview.*Today, 9:30.PM/);
    // Where the computer is, the day is over; the first date of an event is today at the cinema.
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('button', { name: 'Add a date' }).click();
    assert.equal(await page.locator('main input[type=date]').first().inputValue(), '2026-11-20');
    await discardDraft(demo, editor, 'meridian');
    await context.close();
  });

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

  it('ux 5.0 J, K and the arrows go through lists, and Enter opens', async () => {
    // The rows of people whose role cannot be changed have nothing to press.
    addOperator(demo, { site: 'meridian', role: 'editor' });
    const { context, page } = await openEditor(demo, 'meridian/films/');
    const rows = page.locator('main [data-row]');
    await rows.nth(2).waitFor();
    await page.keyboard.press('j');
    await waitForFocus(rows.nth(0));
    await page.keyboard.press('ArrowDown');
    await waitForFocus(rows.nth(1));
    await page.keyboard.press('j');
    await waitForFocus(rows.nth(2));
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowUp');
    await waitForFocus(rows.nth(0));
    for (const [screen, count] of [
      ['pages', 2],
      ['events', 2],
      ['team', 1],
      ['media', 2],
    ] as const) {
      await page.goto(editorUrl(demo, `meridian/${screen}/`));
      await rows.nth(count - 1).waitFor();
      // The roles that the operator may give come after the people.
      if (screen === 'team') await rows.getByRole('button').first().waitFor();
      await page.keyboard.press('j');
      await eventuallyEquals(
        () => page.evaluate(() => document.activeElement?.closest('[data-row]') !== null),
        true,
        `J goes to the first row of ${screen}`,
      );
    }
    await page.goto(editorUrl(demo, 'meridian/events/'));
    await rows.nth(1).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await waitForFocus(rows.nth(1));
    const href = await rows.nth(1).getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === href);
    await context.close();
  });
});
