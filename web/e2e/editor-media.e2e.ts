// The media library: uploads, texts, focal point, rights, replacement and removal.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field, list, text } from '@marquee/api/json.ts';
import type { Locator, Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { deleteAndUndo, discardDraft, openEditor, requestApi, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** A PNG of one color, drawn by the browser. */
async function drawn(page: Page, name: string, width: number, height: number, color: string) {
  const url = await page.evaluate(
    ([across, down, fill]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: across, height: down });
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      Object.assign(context, { fillStyle: fill });
      context.fillRect(0, 0, across, down);
      return canvas.toDataURL('image/png');
    },
    [width, height, color] as const,
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}

const uploads = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem');

async function upload(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  await (await chooser).setFiles([...files]);
}

const inspector = (page: Page, name: string): Locator => page.getByRole('complementary', { name });

async function openMedia(site: string = 'aster') {
  const editor = await openEditor(demo, `${site}/media/`);
  await editor.page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
  return editor;
}

describe('the media library', () => {
  it('ux 5.10 pictures of films are fetched once, also if the library is read again meanwhile', async () => {
    const { context, page } = await openMedia('meridian');
    let lacking = 2;
    let isRead = false;
    let requests = 0;
    let finish = (): void => {};
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    // Before, the library is empty; meanwhile, it has the first of two pictures.
    await page.route('**/api/editor/meridian/media', async (route) => {
      const library: unknown = await (await route.fetch()).json();
      isRead = requests > 0;
      const pictures = list(field(library, 'pictures')).slice(0, requests);
      await route.fulfill({ json: { ...Object(library), pictures, filmPictures: lacking } });
    });
    await page.route('**/api/editor/meridian/media/films*', async (route) => {
      requests += 1;
      if (requests > 1) return route.fulfill({ json: { stored: 0, failed: 0 } });
      await isFinished;
      lacking = 0;
      return route.fulfill({ json: { stored: 2, failed: 0 } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Use 2 pictures' }).press('Enter');
    await eventually('the first request', () => requests === 1);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await eventually('the library is read again', () => isRead);
    const heading = page.getByRole('heading', { level: 1, name: 'Media' });
    await page.getByText('2 pictures of your films are not in the library.').waitFor();
    await waitForFocus(heading);
    await page.getByRole('button', { name: 'Use 2 pictures' }).press('Enter');
    assert.equal(requests, 1);
    finish();
    await page.getByText('2 pictures are in the library.').waitFor();
    await page.getByRole('button', { name: 'Use 2 pictures' }).waitFor({ state: 'detached' });
    await waitForFocus(heading);
    await context.close();
  });

  it('ux 5.10 uploads several files, tells duplicates and small ones, and goes on on other screens', async () => {
    const { context, page } = await openMedia();
    const wide = await drawn(page, 'Harbor, evening.png', 1600, 1000, '#147');
    await upload(page, [wide, await drawn(page, 'Icon.png', 120, 80, '#741')]);
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
    await page.getByRole('link', { name: 'Media', exact: true }).first().click();
    await uploads(page).filter({ hasText: 'Harbor' }).getByText('Stored', { exact: true }).waitFor();
    await uploads(page).filter({ hasText: 'Icon' }).getByText('120 × 80 pixels look blurred', { exact: false }).waitFor();
    await upload(page, [wide]);
    await page.getByText('You have this picture already. Use it?').waitFor();
    await page.getByRole('button', { name: 'Use Harbor, evening.png' }).click();
    await inspector(page, 'Harbor, evening.png').waitFor();
    await upload(page, [{ name: 'script.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg><script/></svg>') }]);
    await uploads(page).filter({ hasText: 'script.svg' }).getByRole('button', { name: 'Retry script.svg' }).waitFor();
    await context.close();
  });

  it('ux 5.10 lists a new picture even if an older list arrives after it', async () => {
    const { context, page } = await openEditor(demo, 'aster/pages/');
    let release = (): void => undefined;
    const uploaded = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isFirst = { value: true };
    await page.route(/\/media$/, async (route) => {
      if (route.request().method() !== 'GET' || !isFirst.value) return route.continue();
      isFirst.value = false;
      const response = await route.fetch();
      await uploaded;
      return route.fulfill({ response });
    });
    await page.getByRole('link', { name: 'Media', exact: true }).first().click();
    await eventually('the list was requested', () => Promise.resolve(!isFirst.value));
    await upload(page, [await drawn(page, 'Ticket office.png', 1300, 900, '#935')]);
    await uploads(page).getByText('Stored', { exact: true }).waitFor();
    release();
    await page.getByRole('button', { name: 'Show Ticket office.png' }).click();
    await inspector(page, 'Ticket office.png').waitFor();
    await context.close();
  });

  it('ux 5.10 sets the focal point, texts and rights by keyboard, and filters by them', async () => {
    const editor = await openMedia();
    const { context, page } = editor;
    await upload(page, [await drawn(page, 'Foyer.png', 1600, 1000, '#362')]);
    await page.getByRole('button', { name: 'Show Foyer.png' }).click();
    const panel = inspector(page, 'Foyer.png');
    const point = panel.getByRole('button', { name: /^Focal point/ });
    await point.focus();
    for (const key of ['Shift+ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    await panel.getByRole('button', { name: 'Focal point, 61% from the left, 49% from the top' }).waitFor();
    const alt = panel.getByLabel('Alt text (English)');
    assert.equal(await alt.inputValue(), '', 'a proposal is not taken by itself');
    await panel.getByRole('button', { name: 'Use “Foyer”' }).press('Enter');
    await eventuallyEquals(() => alt.inputValue(), 'Foyer');
    await alt.fill('The foyer with its lamps');
    await panel.getByLabel('Credit').fill('© Nils Aaberg');
    await panel.getByLabel('Last day').fill('2020-01-31');
    await panel.getByText('The site does not show this picture.', { exact: false }).waitFor();
    await waitForSaved(page);
    await page.getByRole('button', { name: /^Rights ending/ }).click();
    await eventuallyEquals(() => page.getByRole('listbox', { name: 'Media' }).getByRole('option').count(), 1);
    await panel.getByRole('checkbox', { name: 'Decoration only, no alt text needed' }).press('Space');
    await eventuallyEquals(() => panel.getByLabel('Alt text (English)').count(), 0);
    await waitForSaved(page);
    await page.keyboard.press('Control+Enter');
    const changes = page.getByRole('dialog');
    await changes.getByText('Picture', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.10 sets the focal point with the pointer', async () => {
    const editor = await openMedia();
    const { context, page } = editor;
    await upload(page, [await drawn(page, 'Stairs.png', 1200, 800, '#824')]);
    await page.getByRole('button', { name: 'Show Stairs.png' }).click();
    const picture = inspector(page, 'Stairs.png').getByRole('button', { name: /^Focal point/ });
    await eventually('the picture is shown', () =>
      picture.locator('img').evaluate((img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth > 0),
    );
    const box = await picture.boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.75);
    await page.mouse.up();
    await page.getByRole('button', { name: /^Focal point, 2[456]% from the left, 7[456]% from the top$/ }).waitFor();
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.10 replaces a picture at its places, and deletes it, with an undo, only where nothing uses it', async () => {
    const editor = await openMedia();
    const { context, page } = editor;
    await upload(page, [await drawn(page, 'Bar.png', 1300, 800, '#153')]);
    await page.getByRole('button', { name: 'Show Bar.png' }).click();
    const chooser = page.waitForEvent('filechooser');
    await inspector(page, 'Bar.png').getByRole('button', { name: 'Replace' }).click();
    await (await chooser).setFiles([await drawn(page, 'New bar.png', 1400, 900, '#531')]);
    const panel = inspector(page, 'New bar.png');
    await panel.getByText('1400 × 900', { exact: false }).waitFor();
    await deleteAndUndo(page, panel.getByRole('button', { name: 'Delete' }));
    await page.getByRole('option', { name: 'New bar.png' }).waitFor();
    await context.close();
  });

  it('ux 5.10 moves through the grid with arrows and opens with Enter', async () => {
    const { context, page } = await openMedia();
    const options = page.getByRole('listbox', { name: 'Media' }).getByRole('option');
    await options.first().focus();
    await page.keyboard.press('ArrowRight');
    await waitForFocus(options.nth(1));
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByRole('heading', { name: 'Where used' }).waitFor();
    await context.close();
  });

  it('ux 5.10 lists the places of a picture that cannot be deleted, and has no axe violations', async () => {
    const editor = await openMedia();
    const library = await requestApi(demo, editor, 'GET', 'aster/media');
    const { page, context } = editor;
    const source = text(
      field(
        list(field(library, 'pictures')).find((picture) => list(field(picture, 'places')).length > 0),
        'source',
      ),
    );
    assert.notEqual(source, '');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(demo.meridian(`/editor/aster/media/${encodeURIComponent(source.replaceAll('/', '~'))}/`));
      await page.getByRole('button', { name: 'Delete' }).waitFor();
      await assertNoAxeViolations(page);
    }
    await page.getByRole('button', { name: 'Delete' }).click();
    await eventually('the places are listed', () => page.getByText('Remove it from these places').isVisible());
    await context.close();
  });
});
