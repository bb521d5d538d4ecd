// Old addresses of an earlier website, the domain and the currency of a site, in the editor.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { isRecord } from '@marquee/api/json.ts';
import { valueAt } from '@marquee/editor/src/state/pointer.ts';
import type { BrowserContext } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import {
  type EditorPage,
  discardDraft,
  editorUrl,
  openEditor,
  publish,
  requestApi,
  settingRow,
  waitForSaved,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { type HostResponse, requestHost } from './host-request.ts';
import { eventuallyEquals } from './wait.ts';

const demo = demoFixture();

/** Requests a path from a host of the server. */
const getFrom = (host: string, path: string): Promise<HostResponse> =>
  requestHost(demo.server.port, `${host}:${demo.server.port}`, path);

/** The draft of Aster. */
async function draftOf(editor: EditorPage): Promise<Readonly<Record<string, unknown>>> {
  const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
  assert.ok(isRecord(draft));
  return draft;
}

describe('addresses of a site', () => {
  const contexts: BrowserContext[] = [];
  after(() => Promise.all(contexts.map((context) => context.close())));

  for (const width of [1440, 390])
    it(`ROUTE-22 an old address is typed in, published and removed again, ${width} px`, async () => {
      const editor = await openEditor(demo, 'aster/pages/', { viewport: { width, height: width === 390 ? 844 : 900 } });
      const { context, page } = editor;
      contexts.push(context);
      const old = `/films-${width}/index.html`;
      await page.getByRole('button', { name: 'Redirects' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Redirects' });
      const field = dialog.getByRole('textbox', { name: 'Old address' });
      await field.fill('/showtimes/');
      await page.keyboard.press('Enter');
      await dialog.getByText('A page has this address.').waitFor();
      await field.fill(`https://www.old-aster.example${old}?page=2`);
      await dialog.getByRole('button', { name: /^Films and showtimes/ }).press('Enter');
      await page
        .getByRole('listbox')
        .getByRole('option', { name: /\(\/showtimes\/\)$/ })
        .click();
      await dialog.getByRole('button', { name: 'Add redirect' }).press('Enter');
      await dialog.getByRole('cell', { name: old, exact: true }).waitFor();
      assert.equal(await field.inputValue(), '', 'the next one can be typed');
      await assertNoAxeViolations(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the screen');
      await page.keyboard.press('Escape');
      await publish(page);
      await eventuallyEquals(async () => {
        const moved = await getFrom('aster.localhost', `${old.toUpperCase()}?page=2`);
        return [moved.status, moved.headers.location];
      }, [301, '/showtimes/?page=2']);

      await page.getByRole('button', { name: 'Redirects' }).press('Enter');
      await dialog.getByRole('button', { name: `Stop forwarding ${old}` }).press('Enter');
      await page.getByText(`${old} does not forward any more.`).waitFor();
      await dialog.getByRole('cell', { name: old, exact: true }).waitFor({ state: 'detached' });
      await discardDraft(demo, editor, 'aster');
    });

  it('security 7.1 a domain is added in the settings, and that of another site is refused there', async () => {
    const editor = await openEditor(demo, 'aster/settings/?field=%2Fsite%2Fhosts');
    const { context, page } = editor;
    contexts.push(context);
    const row = settingRow(page, '/site/hosts');
    await row.getByRole('button', { name: 'Add' }).press('Enter');
    const field = row.getByRole('textbox').last();
    await field.fill('localhost');
    await row.getByText('localhost belongs to another site on this server: remove it').waitFor();
    await field.fill('cinema.example');
    await row.getByText(/belongs to another site/).waitFor({ state: 'detached' });
    await waitForSaved(page);
    await assertNoAxeViolations(page);
    await publish(page);
    await eventuallyEquals(async () => {
      const response = await getFrom('cinema.example', '/');
      return [response.status, response.text.includes('Aster')];
    }, [200, true]);
  });

  it('prices have the currency that the settings say', async () => {
    const editor = await openEditor(demo, 'aster/settings/?field=%2Fsite%2Fconfig%2Foptions%2Fcurrency');
    const { context, page } = editor;
    contexts.push(context);
    const field = settingRow(page, '/site/config/options/currency').getByRole('textbox');
    await field.fill('CHF');
    await waitForSaved(page);
    const { content } = await draftOf(editor);
    const [event] = Object.keys(isRecord(content) && isRecord(content['events']) ? content['events'] : {});
    assert.ok(event !== undefined);
    await page.goto(editorUrl(demo, `aster/events/${event}/`));
    const price = page.getByRole('textbox', { name: 'Price from' });
    await price.fill('17.50');
    await price.press('Tab');
    await waitForSaved(page);
    const saved = valueAt((await draftOf(editor)).content, `/events/${event}/priceFrom`);
    assert.deepEqual(saved, { amount: 1750, currency: 'CHF' });
    await discardDraft(demo, editor, 'aster');
  });
});
