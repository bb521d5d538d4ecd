// A draft that several people edit, and edits whose response never arrived.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as json from '@marquee/api/json.ts';
import {
  type EditorPage,
  addOperator,
  discardDraft,
  eventuallyPublished,
  openEditor,
  publish,
  requestApi,
  settingRow,
  waitForSaved,
} from './editor-session.ts';
import { assertNoAxeViolations } from './browser.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** Pointers of the parts that the tests change. */
const NAME = '/site/settings/name';
const LATE_BOOKING = '/site/config/options/lateBookingMinutes';

// First, because people who have just left are still listed as present.
describe('requests', () => {
  it('ux 5.16 5.17 one asks the other to publish, who asks to wait', async () => {
    const viewer = addOperator(demo, { site: 'meridian', role: 'viewer' });
    const [rosa, theo] = [await openEditor(demo, 'meridian/settings/'), await openEditor(demo, 'meridian/', { operator: viewer })];
    await settingRow(rosa.page, NAME).getByRole('textbox').fill('Meridian for two');
    await waitForSaved(rosa.page);
    await theo.page.getByRole('button', { name: '1 change' }).click();
    await theo.page.getByRole('dialog').getByText('Your role does not permit publishing.').waitFor();
    await theo.page.getByRole('button', { name: `Ask ${rosa.operator.name}` }).click();
    const asksToPublish = `${theo.operator.name} asks you to publish.`;
    const review = rosa.page.getByRole('button', { name: 'Review changes' });
    await review.waitFor();
    await rosa.page.getByRole('status').filter({ hasText: asksToPublish }).waitFor();
    // The time and the buttons would be announced again every minute.
    assert.equal(await rosa.page.getByRole('status').filter({ has: review }).count(), 0);
    await assertNoAxeViolations(rosa.page);
    await review.press('Enter');
    await rosa.page.getByRole('dialog').getByText(`${theo.operator.name} is editing too.`, { exact: false }).waitFor();
    await eventuallyEquals(() => review.count(), 0);

    const ada = await openEditor(demo, 'meridian/');
    await ada.page.getByRole('button', { name: '1 change' }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Publish 1 change' }).waitFor();
    await rosa.page.getByRole('button', { name: 'Ask to wait' }).click();
    const asksToWait = `${rosa.operator.name} asks you not to publish yet.`;
    await dialog.getByRole('status').filter({ hasText: asksToWait }).waitFor();
    await rosa.page.getByRole('button', { name: 'Ask to wait' }).press('Enter');
    await rosa.page.getByText('You asked less than a minute ago.').waitFor();
    await rosa.page.keyboard.press('Escape');
    await waitForFocus(rosa.page.locator('#main'));

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await ada.page.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await waitForFocus(ada.page.locator('#main'));
    await discardDraft(demo, rosa, 'meridian');
    for (const { context } of [rosa, theo, ada]) await context.close();
  });
});

describe('a saved edit whose response is lost', () => {
  /** Delivers the next change of the draft to the server, and drops its response. */
  async function loseNextResponse({ page }: EditorPage): Promise<{ readonly delivered: Promise<void> }> {
    let deliver = (): void => {};
    const delivered = new Promise<void>((resolve) => (deliver = resolve));
    let isLost = false;
    await page.route('**/api/editor/meridian/draft', async (route) => {
      if (route.request().method() !== 'PATCH' || isLost) return route.continue();
      isLost = true;
      assert.equal((await route.fetch()).status(), 200);
      await route.abort('connectionreset');
      deliver();
      return undefined;
    });
    return { delivered };
  }

  it('is one change without a conflict', async () => {
    const editor = await openEditor(demo, 'meridian/settings/');
    const { context, page } = editor;
    const field = settingRow(page, NAME).getByRole('textbox');
    await field.waitFor();
    const versionOf = async (): Promise<number> =>
      Number(Object(await requestApi(demo, editor, 'GET', 'meridian/draft'))['version']);
    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && requests.push(request.postData() ?? ''));
    const { delivered } = await loseNextResponse(editor);
    await field.fill('Meridian sent twice');
    await delivered;
    await waitForSaved(page);
    assert.equal(new Set(requests).size, 1, 'the edit is sent again as it was, or not at all');
    assert.equal(await page.getByRole('button', { name: 'Decide' }).count(), 0);
    const draft = Object(await requestApi(demo, editor, 'GET', 'meridian/draft'));
    assert.deepEqual(
      draft['changes'].map(({ pointer, to }: { pointer: string; to: unknown }) => [pointer, to]),
      [[NAME, 'Meridian sent twice']],
    );
    assert.equal(await field.inputValue(), 'Meridian sent twice');
    // One undo takes it back.
    const before = await versionOf();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await eventually('the change is undone', async () => (await versionOf()) > before);
    assert.deepEqual(Object(await requestApi(demo, editor, 'GET', 'meridian/draft'))['changes'], []);
    await context.close();
  });

  it('does not replace what somebody else has written since', async () => {
    const editor = await openEditor(demo, 'meridian/settings/');
    const other = await openEditor(demo, 'meridian/history/');
    const { context, page } = editor;
    const field = settingRow(page, NAME).getByRole('textbox');
    await field.waitFor();
    let hold = (): void => {};
    const held = new Promise<void>((resolve) => (hold = resolve));
    let requests = 0;
    await page.route('**/api/editor/meridian/draft', async (route) => {
      const isEdit = route.request().method() === 'PATCH';
      if (isEdit) requests += 1;
      // A draft that is read meanwhile already has the edit, which would not be sent again.
      if (requests > 1 || (requests === 1 && !isEdit)) {
        await held;
        return route.continue();
      }
      if (!isEdit) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await field.fill('Meridian of the first');
    await eventually('the edit is sent again', () => requests > 1);
    const edit = { pointer: NAME, from: 'Meridian of the first', to: 'Meridian of the second' };
    await requestApi(demo, other, 'PATCH', 'meridian/draft', { edits: [edit] });
    hold();
    await page.getByRole('button', { name: 'Decide' }).waitFor();
    const draft = Object(await requestApi(demo, other, 'GET', 'meridian/draft'));
    assert.equal(draft['content']['site']['settings']['name'], 'Meridian of the second');
    await discardDraft(demo, other, 'meridian');
    for (const one of [context, other.context]) await one.close();
  });
});

describe('edits while the server does not answer', () => {
  it('ux 5.17 says when they are sent again, and sends them at once when asked to', async () => {
    const editor = await openEditor(demo, 'meridian/settings/');
    const { context, page } = editor;
    let isDown = true;
    await page.route('**/api/editor/meridian/draft', (route) =>
      isDown && route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.fallback(),
    );
    const field = settingRow(page, NAME).getByRole('textbox');
    await field.fill('Meridian of later');
    const reason = page.getByText(
      /The server could not save your changes \(code 503\)\. Trying again in \d+\ss\. Keep this tab open\./,
    );
    await reason.waitFor();
    assert.equal(await page.getByRole('status').filter({ has: reason }).count(), 0, 'the seconds are not announced');
    await page.getByRole('status').filter({ hasText: 'Not saved yet.' }).waitFor({ state: 'attached' });
    await assertNoAxeViolations(page);
    // The attempts are so far apart by then that none comes before the key.
    await page.getByText(/Trying again in [12]\d\ss\./).waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try now' }).press('Enter');
    await waitForSaved(page);
    await reason.waitFor({ state: 'detached' });
    await waitForFocus(page.locator('#main'));
    await discardDraft(demo, editor, 'meridian');
    await context.close();
  });
});

describe('two people in one draft', () => {
  async function openBoth(): Promise<readonly [EditorPage, EditorPage]> {
    const [first, second] = [await openEditor(demo, 'meridian/settings/'), await openEditor(demo, 'meridian/settings/')];
    for (const { page } of [first, second]) await settingRow(page, NAME).getByRole('textbox').waitFor();
    return [first, second];
  }

  const nameField = ({ page }: EditorPage) => settingRow(page, NAME).getByRole('textbox');

  it('changes of different parts merge without a question', async () => {
    const [first, second] = await openBoth();
    await nameField(first).fill('Meridian of both');
    await settingRow(second.page, LATE_BOOKING).getByRole('textbox').fill('30');
    for (const { page } of [first, second]) await waitForSaved(page);
    await eventuallyEquals(() => nameField(second).inputValue(), 'Meridian of both');
    await eventuallyEquals(() => settingRow(first.page, LATE_BOOKING).getByRole('textbox').inputValue(), '30');
    await first.page.getByRole('img', { name: second.operator.name }).waitFor();
    await first.page.keyboard.press('Control+Enter');
    const { name } = second.operator;
    const also = new RegExp(
      `^${name} is editing too\\. Their latest changes are included\\. ${name} last changed Settings, .+\\.$`,
    );
    await first.page.getByRole('dialog').getByText(also).waitFor();
    await first.page.keyboard.press('Escape');
    await discardDraft(demo, first, 'meridian');
    for (const { context } of [first, second]) await context.close();
  });

  it('changes of different blocks of a page merge without a question, and undo takes back one’s own', async () => {
    const [first, second] = [await openEditor(demo, 'aster/'), await openEditor(demo, 'aster/pages/visit/')];
    const { page } = second;
    const pointer = '/pages/~1visit~1/blocks';
    const savedBlocks = async (): Promise<readonly unknown[]> => {
      const pages = json.field(json.field(await requestApi(demo, first, 'GET', 'aster/draft'), 'content'), 'pages');
      return json.list(json.field(json.field(pages, '/visit/'), 'blocks'));
    };
    const titles = async (): Promise<readonly string[]> =>
      (await savedBlocks()).map((block) => json.text(json.field(block, 'title')));
    await page.getByRole('button', { name: /^Text Tickets/ }).click();
    const heading = page.getByLabel('Heading', { exact: true });
    await second.context.setOffline(true);
    await heading.fill('Tickets and prices');
    await page.getByText('1 change is waiting.').waitFor();

    const blocks = await savedBlocks();
    const names = await titles();
    const [opening, tickets] = [names.indexOf('Opening'), names.indexOf('Tickets')];
    const changed = blocks.with(opening, { ...Object(blocks[opening]), title: 'Hours' });
    const edits = [{ pointer, from: blocks, to: changed }];
    await requestApi(demo, first, 'PATCH', 'aster/draft', { edits });
    await second.context.setOffline(false);
    const theirs = names.with(opening, 'Hours');
    await eventuallyEquals(titles, theirs.with(tickets, 'Tickets and prices'));
    await waitForSaved(page);
    assert.equal(await page.getByRole('button', { name: 'Decide' }).count(), 0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await eventuallyEquals(titles, theirs);
    await discardDraft(demo, first, 'aster');
    for (const { context } of [first, second]) await context.close();
  });

  for (const [choice, button, mine, theirs, expected] of [
    ['Yours', 'Use yours', 'Meridian A', 'Meridian B', 'Meridian A'],
    ['From ', 'Use that of ', 'Meridian C', 'Meridian D', 'Meridian D'],
  ] as const)
    it(`a conflict waits for a decision: ${button.trim()}`, async () => {
      const [first, second] = await openBoth();
      await second.context.setOffline(true);
      await nameField(second).fill(mine);
      await second.page.getByText('1 change is waiting.').waitFor();
      await nameField(first).fill(theirs);
      await waitForSaved(first.page);
      await second.context.setOffline(false);
      await second.page.getByRole('button', { name: 'Decide' }).click();
      const dialog = second.page.getByRole('dialog', { name: `${first.operator.name} changed the same part` });
      await dialog.getByRole('radio', { name: new RegExp(`^${choice}`) }).check({ force: true });
      await dialog.getByRole('button', { name: new RegExp(`^${button}`) }).click();
      await dialog.waitFor({ state: 'detached' });
      await waitForSaved(second.page);
      await eventuallyEquals(() => nameField(first).inputValue(), expected);
      await publish(second.page);
      await eventuallyPublished(demo, 'meridian', `visitors see ${expected}`, async (page) =>
        (await page.title()).includes(expected),
      );
      for (const { context } of [first, second]) await context.close();
    });
});
