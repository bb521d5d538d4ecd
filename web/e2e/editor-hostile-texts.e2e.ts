// Texts of operators that look like markup: they are published, and shown to visitors and to other operators as they were typed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field, isRecord, list } from '@marquee/api/json.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { openPage, waitForHydration } from './browser.ts';
import { type EditorPage, editorUrl, eventuallyPublished, openEditor, requestApi } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { eventually } from './wait.ts';

const demo = demoFixture();

/** A part of the draft with its new value. */
interface Part {
  readonly pointer: string;
  readonly to: unknown;
}

/** Where each text is expected: paths of pages with the texts that they show. */
type Expected = Map<string, string[]>;

const FILM_PATH = /^https?:\/\/[^/]+(\/movies\/\d+-[^/]*\/)$/;

/** Gives every text that an operator can type a hostile one, all of them in turn. */
function hostileContent(
  draft: unknown,
  filmId: string,
  filmPath: string,
): { parts: Part[]; expected: Expected; used: Set<string> } {
  const content = field(draft, 'content');
  const theaters = Object.keys(Object(field(content, 'theaters')));
  const [theaterId = ''] = theaters;
  const theater = field(field(content, 'theaters'), theaterId);
  const theaterPath = `/theaters/${String(field(theater, 'slug'))}/`;
  const expected: Expected = new Map();
  const used = new Set<string>();
  let count = 0;
  /** The next text, which these pages show. */
  const text = (...paths: readonly string[]): string => {
    const next = HOSTILE_TEXTS[count % HOSTILE_TEXTS.length] ?? '';
    count += 1;
    used.add(next);
    for (const path of paths) expected.set(path, [...(expected.get(path) ?? []), next]);
    return next;
  };
  const some = <T>(number: number, make: () => T): T[] => Array.from({ length: number }, make);
  const page = '/hostile/';
  const picture = field(theater, 'picture');
  const everyPage = [page, '/events/', theaterPath];

  const blocks = [
    { type: 'hero', title: text(page), text: text(page) },
    { type: 'text', title: text(page), paragraphs: some(110, () => text(page)) },
    { type: 'list', title: text(page), items: some(20, () => text(page)).join('|') },
    { type: 'accordion', items: some(30, () => ({ title: text(page), text: text(page) })) },
    { type: 'callToAction', title: text(page), text: text(page), label: text(page), href: '/events/' },
    { type: 'image', picture, alt: text() },
    { type: 'gallery', title: text(page), pictures: [{ picture, alt: text() }] },
    { type: 'filmRail', title: text(page), movieIds: [] },
    { type: 'showtimes', title: text(page) },
    { type: 'mapLink', title: text(page), theaterId },
    { type: 'memberships', title: text(page), text: text(page) },
    { type: 'contact', title: text(page), text: text(page), address: text(page) },
  ];
  const events = some(8, () => text('/events/')).map((title, index): Part => {
    const id = `${9901 + index}`;
    const own = `/events/${id}-hostile/`;
    return {
      pointer: `/events/${id}`,
      to: {
        id,
        title,
        slug: 'hostile',
        type: text(),
        dates: [{ date: '2026-12-01' }],
        summary: text(index < 2 ? own : '/events/'),
        description: text(...(index < 2 ? [own] : [])),
        picture,
        pictureAlt: text(),
      },
    };
  });
  const link = (label: string) => ({ label, href: '/events/' });
  const parts: Part[] = [
    { pointer: '/pages/~1hostile~1', to: { path: page, title: text(), description: text(), kind: 'content', blocks } },
    ...events,
    { pointer: '/menus/header', to: some(6, () => link(text(...everyPage))) },
    { pointer: '/menus/footer', to: some(2, () => ({ title: text(page), items: some(8, () => link(text(page))) })) },
    { pointer: '/menus/legal', to: some(4, () => link(text(page))) },
    { pointer: `/theaters/${theaterId}/name`, to: text('/theaters/', theaterPath) },
    { pointer: `/theaters/${theaterId}/description`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/hours`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/phone`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/address/street`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/address/city`, to: text(theaterPath) },
    { pointer: `/theaters/${theaterId}/closures`, to: [{ from: '2026-12-24', reason: text() }] },
    {
      pointer: `/films/${filmId}`,
      to: {
        fields: {
          title: text(filmPath),
          originalTitle: text(filmPath),
          certificate: text(filmPath),
          advisory: text(),
          directors: [text(filmPath)],
          cast: [text(filmPath), text(filmPath)],
          countries: [text()],
          distributor: text(),
          tagline: text(filmPath),
          synopsis: text(filmPath),
        },
      },
    },
    { pointer: '/site/settings/name', to: text() },
    { pointer: '/site/settings/circuit/name', to: text() },
    { pointer: '/site/settings/relatedEntity/name', to: text() },
    { pointer: '/site/settings/loyalty/guestHeaderAccessLabel', to: text(page) },
    { pointer: '/site/settings/loyalty/guestSignupTabButton', to: text() },
    { pointer: '/site/settings/loyalty/guestSignupTabText', to: text() },
    { pointer: '/site/settings/loyalty/loggedInHeaderAccessLabel', to: text() },
  ];
  return { parts, expected, used };
}

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

/** The texts of all elements of a page, and its title. */
const textsOf = (page: Page): Promise<{ readonly texts: readonly string[]; readonly title: string; readonly foreign: number }> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (!['SCRIPT', 'STYLE'].includes(node.nodeName) && node.textContent !== null) texts.push(node.textContent);
    // Elements and attributes that only the texts would add.
    const added =
      'math, object, embed, marquee, xmp, base, iframe[srcdoc], [formaction], [onerror], [onload], [onfocus], [onbegin]';
    return { texts, title: document.title, foreign: document.querySelectorAll(added).length };
  });

function assertShown(path: string, expected: readonly string[], { texts, foreign }: Awaited<ReturnType<typeof textsOf>>): void {
  const missing = expected.filter((text) => !texts.some((shown) => shown.includes(text)));
  assert.deepEqual(missing, [], `${path} shows these texts exactly`);
  assert.equal(foreign, 0, `${path} has no element of a text`);
}

async function publishAll(editor: EditorPage): Promise<void> {
  const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
  assert.deepEqual(field(draft, 'problems'), []);
  await requestApi(demo, editor, 'POST', 'aster/publish', { version: field(draft, 'version') });
}

describe('texts of operators', () => {
  it(`security 6.11 ${HOSTILE_TEXTS.length} texts that look like markup are shown exactly, and none runs`, async () => {
    assert.equal(new Set(HOSTILE_TEXTS).size, 300);
    const editor = await openEditor(demo, 'aster/');
    const events = await watch(editor.context);
    const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
    const [, visitor] = await demo.newVisitor();
    await visitor.goto(demo.aster('/movies/'));
    const urls = await visitor
      .locator('a[href*="/movies/"]')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => href));
    const filmPath = urls.map((url) => FILM_PATH.exec(url)?.[1]).find((path) => path !== undefined) ?? '';
    const filmId = /\d+/.exec(filmPath)?.[0] ?? '';
    await visitor.context().close();
    const { parts, expected, used } = hostileContent(draft, filmId, filmPath);
    assert.equal(used.size, 300, 'every text is used');
    const edits = parts.map(({ pointer, to }) => ({ pointer, from: valueOf(field(draft, 'content'), pointer), to }));
    await requestApi(demo, editor, 'PATCH', 'aster/draft', { edits });
    await publishAll(editor);

    // Visitors: as the server sends the page, and after React has taken over.
    const [context, page, messages] = await openPage(demo.browser, 1440);
    const visitorEvents = await watch(context);
    await eventuallyPublished(demo, 'aster', 'visitors see the page', async (visited) => {
      const response = await visited.goto(demo.aster('/hostile/'));
      return response?.status() === 200;
    });
    for (const [path, texts] of expected) {
      await page.goto(demo.aster(path));
      await waitForHydration(page);
      await eventually(`${path} has its newest version`, async () => {
        if ((await textsOf(page)).texts.some((shown) => shown.includes(texts[0] ?? ''))) return true;
        await page.reload();
        await waitForHydration(page);
        return false;
      });
      assertShown(path, texts, await textsOf(page));
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

    // Other operators.
    const consoleErrors: string[] = [];
    editor.page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    editor.page.on('pageerror', (error) => consoleErrors.push(error.message));
    for (const screen of [
      '',
      'program/',
      'films/',
      `films/${filmId}/`,
      'featured/',
      'events/',
      'pages/',
      'menus/',
      'design/',
      'media/',
      'theaters/',
      'settings/',
      'history/',
      'team/',
    ]) {
      await editor.page.goto(editorUrl(demo, `aster/${screen}`));
      await editor.page.getByRole('heading', { level: 1 }).waitFor();
      await editor.page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      assert.equal((await textsOf(editor.page)).foreign, 0, screen);
    }
    assert.deepEqual([...events, ...consoleErrors], []);
    await editor.context.close();
  });
});

/** The value at a pointer; undefined without one. */
function valueOf(document: unknown, pointer: string): unknown {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce((value: unknown, name) => (isRecord(value) ? value[name] : list(value)[Number(name)]), document);
}
