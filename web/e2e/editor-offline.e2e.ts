// What cannot be done without a connection says so at once, is not sent later, and works again once there is one (ux 5.17).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field, list } from '@marquee/api/json.ts';
import type { Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { type EditorPage, discardDraft, openEditor, requestApi, settingRow, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { waitUntilIdle } from './page-idle.ts';
import { eventually, eventuallyEquals } from './wait.ts';

const demo = demoFixture();

const WORDS = 'You are offline. Try again when there is a connection.';

/** Counts the requests that change something. */
function countChanges(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.method() === 'GET' || request.method() === 'HEAD' ? 0 : 1));
  return () => count;
}

/** Waits for two requests and an idle moment of the page. What it sends again when the connection is back, it has sent before. */
const waitForLaterRequest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await fetch('/robots.txt', { cache: 'no-store' });
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
    await fetch('/robots.txt', { cache: 'no-store' });
  });

for (const [name, viewport] of [
  ['on a computer', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  describe(`without a connection ${name}`, () => {
    it('ux 5.17 points are not adjusted, by press or Enter, and not sent behind the back later', async () => {
      const { context, page } = await openEditor(demo, 'meridian/members/', { viewport, isTracked: true });
      await page.getByRole('searchbox').first().fill('iris');
      await page.getByRole('link', { name: /Iris/ }).first().click();
      await page.getByRole('heading', { level: 1, name: /^Iris/ }).waitFor();
      await page.getByLabel('Points', { exact: true }).fill('+ 100');
      await page.getByLabel('Reason', { exact: true }).fill('Projector stopped');
      await waitUntilIdle(page);
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
      await waitForLaterRequest(page);
      assert.equal(changes(), 0);
      await add.click();
      await page.getByText('100 points added').first().waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await context.close();
    });

    it('ux 5.17 publishing waits and says so, and the draft is kept', async () => {
      const editor = await openEditor(demo, 'meridian/settings/', { viewport, isTracked: true });
      const { context, page } = editor;
      await settingRow(page, '/site/settings/name').getByRole('textbox').fill(`Meridian ${name}`);
      await waitForSaved(page);
      await waitUntilIdle(page);
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
      await waitForLaterRequest(page);
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
    const { context, page } = await openEditor(demo, 'meridian/team/?tab=keys', { isTracked: true });
    await page.getByLabel('Name', { exact: true }).fill('till');
    await page.getByRole('tab', { name: 'People' }).waitFor();
    await waitUntilIdle(page);
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
    await waitForLaterRequest(page);
    assert.equal(changes(), 0);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('row', { name: /new@cinema.example/ }).waitFor();
    await context.close();
  });
});

describe('alerts without a connection', () => {
  /** Opens the form of the alert of a theater. */
  async function openAlert() {
    const editor = await openEditor(demo, 'aster/theaters/aster-old-mill/', { isTracked: true });
    const card = editor.page
      .locator('section')
      .filter({ has: editor.page.getByRole('heading', { name: 'Alert', exact: true }) })
      .last();
    await card.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    await waitUntilIdle(editor.page);
    return { editor, page: editor.page, card };
  }

  const shown = async (editor: Pick<EditorPage, 'context'>): Promise<unknown> => {
    const response = await requestApi(demo, editor, 'GET', 'aster/alerts');
    return list(field(response, 'alerts')).map((alert) => field(alert, 'message'));
  };

  it('ux 5.17 an alert is kept, said not to be live yet, and sent once there is a connection', async () => {
    const { editor, page, card } = await openAlert();
    await editor.context.setOffline(true);
    await card.getByRole('textbox', { name: 'Message', exact: true }).fill('The lift is out of order.');
    await card.getByRole('button', { name: 'Show alert' }).press('Enter');
    const note = card.getByRole('status').filter({ hasText: 'You are offline.' });
    await note.getByText('Saved on this device, will be sent. Visitors do not see it yet.').waitFor();
    await page.getByText('1 change is waiting.').waitFor();
    await assertNoAxeViolations(page);
    // It outlasts its screen.
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByText('Yours: The lift is out of order.').waitFor();
    await editor.context.setOffline(false);
    await eventuallyEquals(() => shown(editor), ['The lift is out of order.']);
    await page.getByText('Sent. 1 change is saved.').waitFor();
    await page.getByText('Yours: The lift is out of order.').waitFor({ state: 'detached' });
    await requestApi(demo, editor, 'DELETE', 'aster/alerts/aster-old-mill');
    await editor.context.close();
  });

  it('ux 5.17 an alert that somebody else has changed is not replaced before the person decides', async () => {
    const { editor, page, card } = await openAlert();
    const rosa = await openEditor(demo, 'aster/');
    await editor.context.setOffline(true);
    await card.getByRole('textbox', { name: 'Message', exact: true }).fill('Doors open at five.');
    await card.getByRole('button', { name: 'Show alert' }).click();
    await card.getByText('Visitors do not see it yet.').waitFor();
    await requestApi(demo, rosa, 'PUT', 'aster/alerts/aster-old-mill', { message: 'Sold out tonight.', ends: '2026-11-22T23:00' });
    await editor.context.setOffline(false);
    await card.getByText('Somebody else has changed this alert.').waitFor();
    await card.getByText('Visitors see: Sold out tonight.').waitFor();
    await page.getByText('Somebody else has changed the alert of Old Mill.').waitFor();
    await assertNoAxeViolations(page);
    assert.deepEqual(await shown(rosa), ['Sold out tonight.']);
    await card.getByRole('button', { name: 'Use yours' }).click();
    await eventuallyEquals(() => shown(rosa), ['Doors open at five.']);
    await card.getByText('Somebody else has changed this alert.').waitFor({ state: 'detached' });
    await requestApi(demo, editor, 'DELETE', 'aster/alerts/aster-old-mill');
    await rosa.context.close();
    await editor.context.close();
  });

  it('ux 5.17 an alert whose end has passed meanwhile is not sent, and this is said', async () => {
    const { editor, page, card } = await openAlert();
    await editor.context.setOffline(true);
    await card.getByRole('textbox', { name: 'Message', exact: true }).fill('No hot water.');
    await card.getByRole('button', { name: 'Show alert' }).click();
    await card.getByText('Visitors do not see it yet.').waitFor();
    // Hours later: the clock of the demo does not run on, so the end on the device becomes an earlier one.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('marquee-editor-alerts:aster:')) ?? '';
      localStorage.setItem(
        key,
        (localStorage.getItem(key) ?? '').replaceAll(/2026-11-2\dT\d\d:\d\d(:\d\d(\.\d+)?Z)?/g, (end) =>
          end.includes('Z') ? '2026-11-20T20:00:00Z' : '2026-11-20T15:00',
        ),
      );
    });
    await editor.context.setOffline(false);
    await card.getByText('Your alert was not sent.').waitFor();
    await page.getByText('The alert of Old Mill was not sent.').waitFor();
    await assertNoAxeViolations(page);
    assert.deepEqual(await shown(editor), []);
    await card.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('The alert of Old Mill was not sent.').waitFor({ state: 'detached' });
    await editor.context.close();
  });
});
