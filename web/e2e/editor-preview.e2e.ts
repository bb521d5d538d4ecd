// The site editor shows the draft and earlier versions: preview, and history.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field, list } from '@marquee/api/json.ts';
import type { Page } from 'playwright-core';
import {
  customProperty,
  discardDraft,
  editorUrl,
  eventuallyPublished,
  openEditor,
  previewFrame,
  publish,
  requestApi,
  setColor,
  settingRow,
  waitForSaved,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { picture } from './picture.ts';
import { eventually, eventuallyEquals } from './wait.ts';

const demo = demoFixture();

/** Pointer of the name of a site. */
const NAME = '/site/settings/name';

describe('the preview of the draft', () => {
  it('shows another page, and content changes that visitors do not see yet', async () => {
    const editor = await openEditor(demo, 'aster/design/');
    const { context, page } = editor;
    const home = await previewFrame(page);
    await page.getByRole('button', { name: /Page in the preview/ }).click();
    await page.getByRole('option', { name: 'Canal Street', exact: true }).click();
    const heading = page.frameLocator('iframe:not([inert])').getByRole('heading', { level: 1 });
    await heading.filter({ hasText: 'Canal Street' }).waitFor();
    await eventually('the first document is removed', () => home.isDetached());

    const theater = '/theaters/aster-canal-street/name';
    const edit = { pointer: theater, from: 'Canal Street', to: 'Canal Street West' };
    await requestApi(demo, editor, 'PATCH', 'aster/draft', { edits: [edit] });
    await heading.filter({ hasText: 'Canal Street West' }).waitFor();
    assert.equal(await page.locator('iframe').count(), 1);

    // Links do nothing.
    const frame = await previewFrame(page);
    const address = frame.url();
    const navigations: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()));
    await frame.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
    await discardDraft(demo, editor, 'aster');
    await heading.filter({ hasText: 'Canal Street', hasNotText: 'West' }).waitFor();
    assert.deepEqual(
      navigations.filter((url) => url !== address),
      [],
    );
    await context.close();
  });

  it('PREV-11 outlines the header or the footer while it is designed, and scrolls to it', async () => {
    const { context, page } = await openEditor(demo, 'aster/design/');
    const frame = await previewFrame(page);
    /** Label of the outlined part, and how far its box is from that of the part, in px. */
    const outlined = () =>
      frame.evaluate(() => {
        const root = document.querySelector('[data-outlines]')?.shadowRoot;
        const outline = root?.querySelector<HTMLElement>('div:not([hidden], [data-hover])');
        const label = outline?.textContent ?? '';
        const part = document.querySelector(`[data-surface=${label.toLowerCase() || 'none'}]`);
        if (outline === null || outline === undefined || part === null) return { label, distance: -1, isVisible: false };
        const [box, around] = [outline.getBoundingClientRect(), part.getBoundingClientRect()];
        const distance = Math.max(Math.abs(box.top - around.top), Math.abs(box.bottom - around.bottom));
        return { label, distance, isVisible: around.top < innerHeight && around.bottom > 0 };
      });
    assert.equal(await frame.locator('[data-outlines]').count(), 0, 'nothing before');
    await page.getByRole('tab', { name: 'Layout' }).click();
    await page.getByRole('radio', { name: 'Centered' }).last().focus();
    await eventuallyEquals(outlined, { label: 'Footer', distance: 0, isVisible: true });
    await page.getByRole('switch', { name: 'Search' }).focus();
    await eventuallyEquals(outlined, { label: 'Header', distance: 0, isVisible: true });
    // Colors are of the whole page.
    await page.getByRole('tab', { name: 'Colors' }).click();
    await eventuallyEquals(outlined, { label: '', distance: -1, isVisible: false });
    await context.close();
  });

  it('shows another logo before it is published, and the former one after undo', async () => {
    const editor = await openEditor(demo, 'aster/design/');
    const { context, page } = editor;
    await previewFrame(page);
    const logo = page.frameLocator('iframe:not([inert])').locator('header img').first();
    const published = await logo.getAttribute('src');
    await page.getByRole('tab', { name: 'Layout' }).click();
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(240, 60) });
    await dialog.getByText(/^Stored/).waitFor();
    await dialog.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await dialog.waitFor({ state: 'detached' });
    const shown = (): Promise<string | null> => logo.getAttribute('src');
    await eventually('the preview has the new logo', async () => (await shown()) !== published);
    const visitor = await demo.browser.newPage();
    await visitor.goto(demo.aster('/'), { waitUntil: 'domcontentloaded' });
    assert.equal(await visitor.locator('header img').first().getAttribute('src'), published, 'visitors see the former one');
    await visitor.close();

    await page.keyboard.press('Control+z');
    await eventually('the preview has the former logo', async () => (await shown()) === published);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('shares an address that shows the draft without a sign-in', async () => {
    const editor = await openEditor(demo, 'aster/design/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { context, page } = editor;
    await previewFrame(page);
    await setColor(page, 'Primary', '#7A1FA2');
    await page.getByRole('button', { name: 'Share preview' }).click();
    await page.getByText(/^The link is copied. It works until /).waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    const [visitorContext, visited] = await demo.newVisitor();
    await visited.goto(address);
    assert.equal(await customProperty(visited, '--primary'), '#7A1FA2');
    await visited.goto(demo.aster('/'));
    assert.notEqual(await customProperty(visited, '--primary'), '#7A1FA2');
    await visitorContext.close();
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });
});

describe('versions', () => {
  it('the first version is restored into the draft, and published', async () => {
    const editor = await openEditor(demo, 'meridian/settings/');
    const { context, page } = editor;
    const name = settingRow(page, NAME).getByRole('textbox');
    await name.fill('Meridian for a moment');
    await publish(page);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'History' }).first().click();
    await page
      .getByRole('listbox', { name: 'Versions' })
      .getByRole('option')
      .filter({ hasText: /^Version 1(?!\d)/ })
      .click();
    await page.getByRole('button', { name: 'Restore Version 1' }).click();
    await page.getByText('Version 1 is in the draft.').waitFor();
    await eventuallyPublished(demo, 'meridian', 'visitors still see the newest version', async (visited) => {
      return (await visited.title()).includes('Meridian for a moment');
    });
    await publish(page);
    await eventuallyPublished(demo, 'meridian', 'visitors see the first version', async (visited) => {
      return !(await visited.title()).includes('Meridian for a moment');
    });
    await context.close();
  });

  it('two versions are compared by slider, side by side and as a list, by keys', async () => {
    const editor = await openEditor(demo, 'aster/design/');
    const { context, page } = editor;
    await setColor(page, 'Primary', '#7A1FA2');
    await publish(page);
    await setColor(page, 'Primary', '#0B5394');
    await waitForSaved(page);
    const edit = { pointer: '/theaters/aster-canal-street/name', from: 'Canal Street', to: 'Canal Street West' };
    await requestApi(demo, editor, 'PATCH', 'aster/draft', { edits: [edit] });
    await page.getByRole('link', { name: 'History' }).first().click();
    const divider = page.getByRole('slider', { name: 'Line between both versions' });
    await divider.waitFor();
    const colors = (): Promise<string[]> =>
      Promise.all(['Live now', 'Draft'].map((version) => frameColor(page, `Page in ${version}`)));
    await eventuallyEquals(colors, ['#7A1FA2', '#0B5394']);
    await page.getByRole('heading', { level: 1, name: 'History' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await eventuallyEquals(() => divider.inputValue(), '39');

    // The second change is on the page of a theater.
    const bar = page.locator('output');
    await page.keyboard.press('Alt+ArrowRight');
    await bar.filter({ hasText: '1 of 2: Design, Primary' }).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await bar.filter({ hasText: '2 of 2: Canal Street West, Name' }).waitFor();
    await page.getByRole('radio', { name: 'Side by side' }).press('Space');
    await divider.waitFor({ state: 'detached' });
    for (const [version, name] of [
      ['Live now', /Canal Street$/],
      ['Draft', /Canal Street West$/],
    ] as const) {
      const heading = page.frameLocator(`iframe[title="Page in ${version}"]:not([inert])`).getByRole('heading', { level: 1 });
      await heading.filter({ hasText: name }).waitFor();
    }
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Changes in Draft' }).getByRole('listitem').nth(1).waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('listitem').and(page.locator('[aria-current]')).filter({ hasText: 'Primary' }).waitFor();
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('searches versions that are not listed yet, and keeps the comparison near the versions on phones', async () => {
    const { context, page } = await openEditor(demo, 'meridian/', { viewport: { width: 390, height: 844 } });
    // The server has 700 versions, 50 of them on a page.
    await page.route(/\/api\/editor\/meridian\/history(\?before=\d+)?$/, (route) => {
      const before = Number(new URL(route.request().url()).searchParams.get('before') ?? '701');
      const next = Math.max(before - 50, 1);
      const revisions = Array.from({ length: before - next }, (_, index) => ({
        number: before - 1 - index,
        at: '2026-11-20T22:00:00Z',
        actor: 'Ada Berg',
        name: '',
        changes: 1,
      }));
      return route.fulfill({ json: { revisions, ...(next > 1 && { next }) } });
    });
    await page.goto(editorUrl(demo, 'meridian/history/'));
    await page.getByRole('option', { name: /^Version 700/ }).waitFor();
    const compared = await page.getByRole('button', { name: /compared with/ }).boundingBox();
    assert.ok(compared !== null && compared.y < 844, `the comparison begins at ${compared?.y} px`);
    const search = page.getByRole('searchbox', { name: 'Find a version or person' });
    await search.fill('version 199');
    await page.getByRole('option', { name: /^Version 199/ }).waitFor();
    assert.equal(await page.getByRole('option').count(), 1);
    // A search stops after ten more pages.
    await search.fill('version 99');
    const more = page.getByRole('button', { name: 'Search more' });
    await more.waitFor();
    assert.equal(await page.getByText('No version found.').count(), 0);
    await more.click();
    await page.getByRole('option', { name: /^Version 99/ }).waitFor();
    await more.waitFor({ state: 'detached' });
    await search.fill('Theo');
    await page.getByText('No version found.').waitFor();
    await context.close();
  });
});

/** The primary color of the page in a frame; empty while the frame loads. */
async function frameColor(page: Page, title: string): Promise<string> {
  const frame = await (await page.locator(`iframe[title="${title}"]:not([inert])`).elementHandle())?.contentFrame();
  if (frame === null || frame === undefined) return '';
  return customProperty(frame, '--primary').catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('Execution context was destroyed')) return '';
    throw error;
  });
}

describe('a changed draft', () => {
  it('PREV-11 ux 5 is shown in the document that is open, at the place to which it was scrolled, with its new styles', async () => {
    // The page scrolls to the block at once.
    const editor = await openEditor(demo, 'aster/pages/visit/', { reducedMotion: 'reduce' });
    const { context, page } = editor;
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const frame = await previewFrame(page);
    await frame.evaluate(() => Object.assign(window, { isFirst: true }));
    await page.getByRole('button', { name: /^Gallery/ }).click();
    await eventually('the gallery is outlined and scrolled to', () =>
      frame.evaluate(() => scrollY > 100 && document.querySelector('[data-outlines]') !== null),
    );
    const isFirst = (): Promise<boolean> => frame.evaluate(() => Reflect.get(window, 'isFirst') === true);
    const top = await frame.evaluate(() => scrollY);
    // Content that messages do not carry: the name of a link of the menu, and the background of a block.
    const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
    const links = list(valueAtPath(draft, ['content', 'menus', 'header']));
    await requestApi(demo, editor, 'PATCH', 'aster/draft', {
      edits: [{ pointer: '/menus/header', from: links, to: links.with(0, { ...Object(links[0]), label: 'Renamed link' }) }],
    });
    await frame.getByRole('link', { name: 'Renamed link' }).first().waitFor({ state: 'attached' });
    assert.equal(await frame.evaluate(() => scrollY), top);
    const blocks = list(valueAtPath(draft, ['content', 'pages', '/visit/', 'blocks']));
    await requestApi(demo, editor, 'PATCH', 'aster/draft', {
      edits: [
        {
          pointer: '/pages/~1visit~1/blocks',
          from: blocks,
          to: blocks.with(1, { ...Object(blocks[1]), settings: { background: 'accent' } }),
        },
      ],
    });
    const colored = (): Promise<string> =>
      frame.evaluate(() => {
        const block = document.querySelector('[data-back=accent]');
        return block === null ? '' : getComputedStyle(block).backgroundColor;
      });
    await eventually('the block has a background', async () => !['', 'rgba(0, 0, 0, 0)'].includes(await colored()));
    assert.equal(await isFirst(), true, 'no new document');
    assert.equal(await page.locator('iframe').count(), 1);
    // The block above it is higher with a background, and browsers may keep what is below in its place.
    assert.ok((await frame.evaluate(() => scrollY)) >= top);
    await eventuallyEquals(
      () =>
        frame.evaluate(
          () => document.querySelector('[data-outlines]')?.shadowRoot?.querySelector('div:not([data-hover]) span')?.textContent,
        ),
      'Gallery',
    );
    // The page still listens: a text of another block is edited on it.
    await frame.getByRole('heading', { name: 'Tickets' }).click();
    await page.getByRole('button', { name: 'All blocks' }).waitFor();
    assert.deepEqual(errors, []);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('PREV-11 is in a new document if that needs another policy: a video', async () => {
    const editor = await openEditor(demo, 'aster/pages/visit/');
    const { context, page } = editor;
    const frame = await previewFrame(page);
    const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
    const blocks = list(valueAtPath(draft, ['content', 'pages', '/visit/', 'blocks']));
    await requestApi(demo, editor, 'PATCH', 'aster/draft', {
      edits: [
        {
          pointer: '/pages/~1visit~1/blocks',
          from: blocks,
          to: [...blocks, { type: 'video', title: 'Our house', video: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' }],
        },
      ],
    });
    await eventually('the first document is removed', () => frame.isDetached());
    await page.frameLocator('iframe:not([inert])').getByText('Our house').first().waitFor({ state: 'attached' });
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });
});

const valueAtPath = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((parent, name) => field(parent, name), value);
