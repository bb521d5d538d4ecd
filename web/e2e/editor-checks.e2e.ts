// What needs attention on the overview: in which order, and where each is fixed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EditorPage, discardDraft, openEditor, requestApi } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** Adds items to those of the server on the overview. */
async function addAttention({ page }: EditorPage, items: readonly object[]): Promise<void> {
  await page.route('**/api/editor/*/overview', async (route) => {
    const response = await route.fetch();
    const overview = Object(await response.json());
    await route.fulfill({ response, json: { ...overview, attention: [...overview.attention, ...items] } });
  });
}

const item = (kind: string, name: string, place: object): object => ({ kind, names: [name], count: 1, place });

interface Edit {
  readonly pointer: string;
  readonly to: unknown;
}

const valueAt = (content: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => Object(value)[name.replaceAll('~1', '/')], content);

/** Changes parts of the draft of a site. */
async function edit(editor: EditorPage, site: string, edits: readonly Edit[]): Promise<void> {
  const { content } = Object(await requestApi(demo, editor, 'GET', `${site}/draft`));
  const withBefore = edits.map(({ pointer, to }) => ({ pointer, from: valueAt(content, pointer), to }));
  await requestApi(demo, editor, 'PATCH', `${site}/draft`, { edits: withBefore });
}

describe('what needs attention', () => {
  it('ux 5.2 a held feed is first, whatever the draft has, and each button opens the exact field', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await addAttention(editor, [
      item('noPoster', 'A Brief History of Rain', { screen: 'films', record: '104519', field: 'poster' }),
      item('heldFeed', 'Veezi', { screen: 'feeds', record: 'aster', field: 'run-1' }),
      item('noHours', 'Canal Street', { screen: 'theaters', record: 'aster-canal-street', field: 'hours' }),
      item('expiringKey', 'till', { screen: 'team', record: 'keys' }),
    ]);
    const edits = [
      { pointer: '/menus/header', to: [{ label: 'Nowhere', href: '/nowhere/' }] },
      { pointer: '/site/config/options/lateBookingMinutes', to: 9999 },
    ];
    await edit(editor, 'aster', edits);
    await page.goto(page.url().replace('films/', ''));
    const tasks = page.locator('section', { has: page.getByRole('heading', { name: /^Needs attention/ }) }).getByRole('listitem');
    const titles = (): Promise<readonly string[]> => tasks.locator('b').allInnerTexts();
    await eventually(
      'the tasks of server and draft',
      async () => (await titles()).length === 5,
      () => '',
    );
    const [held, links, problem, poster, alt] = await titles();
    assert.equal(held, 'Veezi waits for your decision');
    assert.equal(links, '1 link leads nowhere');
    assert.match(problem ?? '', /booked/);
    assert.equal(poster, 'A Brief History of Rain has no poster');
    assert.match(alt ?? '', /alternative text/);

    await tasks
      .nth(3)
      .getByRole('link', { name: /^Add picture/ })
      .click();
    const posterPart = page.getByRole('region', { name: 'Poster' });
    await waitForFocus(posterPart.getByRole('button').first());
    assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Pictures and trailer');

    await page.goBack();
    await tasks.nth(2).getByRole('link', { name: /^Fix/ }).click();
    await waitForFocus(page.locator('[id="setting-/site/config/options/lateBookingMinutes"]').getByRole('textbox'));

    await page.goBack();
    await tasks
      .nth(4)
      .getByRole('link', { name: /^Describe/ })
      .click();
    await waitForFocus(page.getByLabel('Alternative text', { exact: false }).first());
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.2 the opening hours of a theater and the keys of the team have addresses', async () => {
    const editor = await openEditor(demo, 'meridian/films/');
    const { context, page } = editor;
    await addAttention(editor, [
      item('noHours', 'Meridian', { screen: 'theaters', record: 'meridian-main', field: 'hours' }),
      item('expiringKey', 'till', { screen: 'team', record: 'keys' }),
    ]);
    await page.goto(page.url().replace('films/', ''));
    await page.getByRole('link', { name: /^Add hours/ }).click();
    await waitForFocus(page.getByRole('textbox', { name: 'Hours in words' }));
    await page.goBack();
    await page.getByRole('link', { name: /^See keys/ }).click();
    await page.getByRole('tab', { name: 'API keys', selected: true }).waitFor();
    await context.close();
  });
});
