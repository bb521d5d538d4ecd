// Texts of operators that look like markup: they are published, and shown to visitors and to other operators as they were typed.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { field, isRecord, list } from '@marquee/api/json.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { openPage, waitForHydration } from './browser.ts';
import {
  type EditorPage,
  addOperator,
  editorUrl,
  eventuallyPublished,
  openEditor,
  previewFrame,
  requestApi,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { HostileTexts, PAGE, type Request, hostileDraft, storeHostileRecords } from './hostile-content.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { eventually } from './wait.ts';

const demo = demoFixture();

const FILM_PATH = /^https?:\/\/[^/]+(\/movies\/\d+-[^/]*\/)$/;

/** Collects what must not happen on the pages of a context. */
async function watch(context: BrowserContext): Promise<string[]> {
  const events: string[] = [];
  await context.exposeBinding('ranCode', (_, text: string) => {
    events.push(`ran: ${text}`);
  });
  await context.addInitScript({
    content: `for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = (text) => ranCode(name + ' ' + text);`,
  });
  context.on('request', (request) => {
    if (request.url().includes('evil.example')) events.push(`requested: ${request.url()}`);
  });
  return events;
}

/** Elements and attributes that only the texts would add. */
const FOREIGN = 'math, object, embed, marquee, xmp, base, iframe[srcdoc], [formaction], [onerror], [onload], [onfocus], [onbegin]';

const countForeign = (page: Page): Promise<number> => page.locator(FOREIGN).count();

/** The texts of all elements of a page. */
const textsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (!['SCRIPT', 'STYLE'].includes(node.nodeName) && node.textContent !== null) texts.push(node.textContent);
    return texts;
  });

async function assertShown(page: Page, path: string, expected: readonly string[]): Promise<void> {
  const texts = await textsOf(page);
  const missing = expected.filter((text) => !texts.some((shown) => shown.includes(text)));
  assert.deepEqual(missing, [], `${path} shows these texts exactly`);
  assert.equal(await countForeign(page), 0, `${path} has no element of a text`);
}

/** Stores a video whose name and captions are hostile, and returns its source. */
async function storeVideo(editor: EditorPage, texts: HostileTexts): Promise<string> {
  const clip = await readFile(new URL('../../fixtures/media/clip.mp4', import.meta.url));
  const { origin } = new URL(editorUrl(demo));
  const send = async (method: string, path: string, contentType: string, data: Buffer): Promise<unknown> => {
    const url = `${origin}/api/editor/aster/media/${path}`;
    const response = await editor.context.request.fetch(url, { method, headers: { origin, 'content-type': contentType }, data });
    assert.equal(response.status(), 200, await response.text());
    return response.json();
  };
  const name = new URLSearchParams({ name: `${texts.short(60)}.mp4` }).toString();
  const source = String(field(field(await send('POST', `videos?${name}`, 'video/mp4', clip), 'video'), 'source'));
  const captions = `WEBVTT\n\n00:00.000 --> 00:02.000\n${texts.short(40)}\n`;
  const query = new URLSearchParams({ source, locale: 'en', name: `${texts.short(60)}.vtt` }).toString();
  await send('PUT', `video/captions?${query}`, 'text/vtt', Buffer.from(captions));
  return source;
}

/** Publishes with the dialog, which lists every change, under a hostile name. */
async function publishInDialog({ page }: EditorPage, name: string): Promise<void> {
  await page.goto(editorUrl(demo, 'aster/'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Menus', { exact: false }).first().waitFor();
  assert.equal(await countForeign(page), 0, 'the dialog that publishes');
  await dialog.getByLabel('Name this version (optional)').fill(name);
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(/^Live since/)
    .first()
    .waitFor();
}

/** Opens the page in its editor, and blocks of it that have fields of their own: text, saved block, accordion, video and embed. */
async function openBlocks({ page }: EditorPage): Promise<void> {
  await page.goto(editorUrl(demo, `aster/pages${PAGE}`));
  await previewFrame(page);
  const blocks = page.locator('#main li button:has(b)');
  assert.equal(await blocks.count(), 18);
  for (const index of [2, 3, 5, 12, 14]) {
    await blocks.nth(index).click();
    const back = page.getByRole('button', { name: 'All blocks' });
    await back.waitFor();
    assert.equal(await countForeign(page), 0, `block ${index + 1}`);
    await back.click();
    await blocks.first().waitFor();
  }
}

describe('texts of operators', () => {
  it(`security 6.11 ${HOSTILE_TEXTS.length} texts that look like markup are shown exactly, and none runs`, async () => {
    assert.equal(new Set(HOSTILE_TEXTS).size, 300);
    const texts = new HostileTexts();
    // The name is beside what this person does, on most screens; the browser is in the list of their sessions.
    const operator = addOperator(demo, { name: texts.short(60) });
    const editor = await openEditor(demo, 'aster/', { operator, userAgent: `Mozilla/5.0 ${texts.short(60)}` });
    const events = await watch(editor.context);
    const request: Request = (method, path, data) => requestApi(demo, editor, method, `aster/${path}`, data);
    const draft = await request('GET', 'draft');
    const [, visitor] = await demo.newVisitor();
    await visitor.goto(demo.aster('/movies/'));
    const urls = await visitor
      .locator('a[href*="/movies/"]')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => href));
    const filmPath = urls.map((url) => FILM_PATH.exec(url)?.[1]).find((path) => path !== undefined) ?? '';
    const filmId = /\d+/.exec(filmPath)?.[0] ?? '';
    await visitor.context().close();
    const video = await storeVideo(editor, texts);
    const parts = hostileDraft(texts, draft, { filmId, filmPath, video });
    assert.equal(texts.used.size, 300, 'every text is used');
    const edits = parts.map(({ pointer, to }) => ({ pointer, from: valueOf(field(draft, 'content'), pointer), to }));
    await request('PATCH', 'draft', { edits });
    assert.deepEqual(field(await request('GET', 'draft'), 'problems'), []);
    const [theater = ''] = Object.keys(Object(field(field(draft, 'content'), 'theaters')));
    const shown = await storeHostileRecords(texts, theater, request);
    // Names of keys are parts of addresses.
    await assert.rejects(request('POST', 'keys', { name: texts.short(60), scope: 'operator' }), /422/);
    const version = texts.short(80);
    const consoleErrors: string[] = [];
    editor.page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    editor.page.on('pageerror', (error) => consoleErrors.push(error.message));
    await publishInDialog(editor, version);

    // Visitors: as the server sends the page, and after React has taken over.
    const [context, page, messages] = await openPage(demo.browser, 1440);
    const visitorEvents = await watch(context);
    await eventuallyPublished(demo, 'aster', 'visitors see the page', async (visited) => {
      const response = await visited.goto(demo.aster(PAGE));
      return response?.status() === 200;
    });
    for (const [path, expected] of texts.expected) {
      await page.goto(demo.aster(path));
      await waitForHydration(page);
      await eventually(`${path} has its newest version`, async () => {
        if ((await textsOf(page)).some((text) => text.includes(expected[0] ?? ''))) return true;
        await page.reload();
        await waitForHydration(page);
        return false;
      });
      await assertShown(page, path, expected);
    }
    // The search of the dialog runs in the browser.
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('script');
    await dialog.getByRole('link').first().waitFor();
    for (const path of ['/', '/movies/', '/search/?q=script', '/showtimes/', '/login/', '/nowhere/'])
      await page.goto(demo.aster(path));
    assert.deepEqual(visitorEvents, []);
    assert.deepEqual(
      messages.filter((message) => !message.includes('404')),
      [],
    );
    // A page that takes a text for markup would be noticed.
    await page.goto('about:blank');
    await page.setContent(HOSTILE_TEXTS.find((text) => text.startsWith('<img src=x')) ?? '');
    await eventually('code of a text runs', () => visitorEvents.length > 0);
    await context.close();

    // Operators. The version that is live is shown without its name.
    const change = { pointer: '/site/settings/relatedEntity/name', to: texts.next() };
    await request('PATCH', 'draft', { edits: [{ ...change, from: parts.find(({ pointer }) => pointer === change.pointer)?.to }] });
    await request('POST', 'publish', { version: field(await request('GET', 'draft'), 'version') });
    const screens: ReadonlyMap<string, readonly string[]> = new Map([
      ...['', 'program/', 'films/', `films/${filmId}/`, 'featured/', 'events/', 'events/9901/'].map(noText),
      ...['pages/', 'menus/', 'design/', 'media/', 'theaters/', 'members/', 'settings/'].map(noText),
      ['history/', [version]],
      ...shown,
    ]);
    for (const [screen, expected] of screens) {
      await editor.page.goto(editorUrl(demo, `aster/${screen}`));
      await editor.page.getByRole('heading', { level: 1 }).waitFor();
      await editor.page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      const found = new Set<string>();
      await eventually(
        `${screen} shows its texts`,
        async () => {
          for (const tab of [undefined, ...(await editor.page.locator('#main').getByRole('tab').all())]) {
            await tab?.click();
            assert.equal(await countForeign(editor.page), 0, screen);
            const seen = expected.length === 0 ? [] : await textsOf(editor.page);
            for (const text of expected) if (seen.some((line) => line.includes(text))) found.add(text);
          }
          return found.size === expected.length;
        },
        () => `${JSON.stringify(expected)}, but only ${JSON.stringify([...found])}`,
      );
    }
    await openBlocks(editor);
    assert.deepEqual([...events, ...consoleErrors], []);
    await editor.context.close();
  });
});

const noText = (screen: string): readonly [string, readonly string[]] => [screen, []];

/** The value at a pointer; undefined without one. */
function valueOf(document: unknown, pointer: string): unknown {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce((value: unknown, name) => (isRecord(value) ? value[name] : list(value)[Number(name)]), document);
}
