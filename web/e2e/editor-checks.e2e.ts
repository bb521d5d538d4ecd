// What needs attention on the overview, and the checks before a publication: in which order, and where each is fixed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field, list, text } from '@marquee/api/json.ts';
import type { Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { type EditorPage, discardDraft, openEditor, requestApi, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

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

/** Opens the checks of the publication, once all are done. */
async function openChecks(page: Page) {
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Checks' }).waitFor();
  await dialog.getByText('Checking…').first().waitFor({ state: 'detached' });
  return dialog;
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

  it('ux 5.2 an overlap and a show that differs from its feed open the very show', async () => {
    const editor = await openEditor(demo, 'aster/');
    const { context, page } = editor;
    const program = await requestApi(demo, editor, 'GET', 'aster/program?theater=aster-harbor&from=2026-11-22&days=1');
    const [shown] = list(field(program, 'shows'));
    const [id, startsAt] = [text(field(shown, 'id')), text(field(shown, 'startsAt'))];
    const later = new Date(Date.parse(startsAt) + 5 * 60_000).toISOString().replace('.000Z', 'Z');
    const show = (at: string) => ({
      added: true,
      fields: { movieId: '900000000001', theaterId: 'aster-harbor', screen: '1', startsAt: at, attributes: [] },
    });
    await edit(editor, 'aster', [
      { pointer: '/films/900000000001', to: { added: true, fields: { title: 'Low Tide', runtime: 100 } } },
      { pointer: '/shows/hand-overlap00001', to: show('2026-11-28T09:00:00Z') },
      { pointer: '/shows/hand-overlap00002', to: show('2026-11-28T09:35:00Z') },
      { pointer: `/shows/${id}`, to: { fields: { startsAt: later } } },
    ]);
    await page.reload();
    await page.getByRole('link', { name: /^Fix in program: 1 overlap on Sat, Nov 28/ }).waitFor();
    await assertNoAxeViolations(page);
    await page.getByRole('link', { name: /^Compare: A show of .* differs from the feed/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('On your site').waitFor();
    assert.equal(await page.getByText(/before Screen 1 is clean/).count(), 0);
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.getByRole('link', { name: /^Fix in program/ }).click();
    await dialog.getByText(/before Screen 1 is clean/).waitFor();
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });
});

describe('the checks before a publication', () => {
  it('ux 5.16 an overlap, a missing translation and a film without a poster are named, and Fix opens each', async () => {
    const editor = await openEditor(demo, 'aster/');
    const { context, page } = editor;
    const show = (startsAt: string) => ({
      added: true,
      fields: { movieId: '900000000001', theaterId: 'aster-harbor', screen: '1', startsAt, attributes: [] },
    });
    await edit(editor, 'aster', [
      { pointer: '/films/900000000001', to: { added: true, fields: { title: 'Low Tide', runtime: 100 } } },
      { pointer: '/shows/hand-overlap00001', to: show('2026-11-28T09:00:00Z') },
      { pointer: '/shows/hand-overlap00002', to: show('2026-11-28T09:35:00Z') },
      { pointer: '/menus/header', to: [{ label: 'Our films', href: '/movies/' }] },
    ]);
    await page.reload();
    await waitForSaved(page);
    let dialog = await openChecks(page);
    await dialog.getByText('1 overlap on Sat, Nov 28').waitFor();
    await dialog.getByText(/^Harbor.*, Screen 1, 4:35 AM$/).waitFor();
    await dialog.getByText('Low Tide has no poster').waitFor();
    await dialog.getByText(/translations? (?:is|are) missing/).waitFor();
    await assertNoAxeViolations(page);
    await dialog.getByRole('link', { name: /^Fix: 1 overlap/ }).click();
    await page
      .getByRole('dialog', { name: 'Low Tide' })
      .getByText(/before Screen 1 is clean/)
      .waitFor();
    await page.keyboard.press('Escape');

    dialog = await openChecks(page);
    await dialog.getByRole('link', { name: 'Fix: Low Tide has no poster' }).click();
    await waitForFocus(page.getByRole('region', { name: 'Poster' }).getByRole('button').first());

    dialog = await openChecks(page);
    await dialog.getByRole('link', { name: /^Fix: .*missing/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually('a part in French is open', () =>
      /French|language=fr|localizations|link=/.test(decodeURIComponent(page.url())),
    );
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.16 a picture without alternative text asks once, and its Fix opens the block', async () => {
    const editor = await openEditor(demo, 'meridian/');
    const { context, page } = editor;
    const content = Object(Object(await requestApi(demo, editor, 'GET', 'meridian/draft'))['content']);
    const path = Object.keys(content.pages).find((name) => name !== '/' && Array.isArray(content.pages[name].blocks)) ?? '';
    const pointer = `/pages/${path.replaceAll('/', '~1')}/blocks`;
    const blocks = [...content.pages[path].blocks, { type: 'image', picture: 'art/rain.svg', alt: '' }];
    await edit(editor, 'meridian', [{ pointer, to: blocks }]);
    await page.reload();
    await waitForSaved(page);
    const dialog = await openChecks(page);
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('alert').filter({ hasText: 'Without alternative text' }).waitFor();
    await dialog.getByRole('link', { name: /^Fix: .*alternative text/ }).click();
    await page.waitForURL((url) => url.searchParams.get('block') === String(blocks.length - 1));
    await page.getByLabel('Alternative text', { exact: false }).first().waitFor();

    await openChecks(page);
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('alert').filter({ hasText: 'Without alternative text' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page
      .getByText(/^Live since/)
      .first()
      .waitFor();
    // What visitors have already is not asked about again.
    await edit(editor, 'meridian', [{ pointer: '/site/settings/name', to: 'Meridian again' }]);
    await page.reload();
    await waitForSaved(page);
    await openChecks(page);
    await page.keyboard.press('Control+Enter');
    await eventuallyEquals(() => dialog.count(), 0);
    await context.close();
  });
});
