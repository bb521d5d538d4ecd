// The live preview: the demo's trial editor frames a site and changes it, and nobody else can.

import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { stage } from './stage.ts';
import { hydrated } from './browser.ts';
import { becomes, eventually } from './visit.ts';

/** A color that no site has. */
const COLOR = '#12ab34';

const demo = stage();
let context: BrowserContext;
/** The editor, and the site in it. */
let editor: Page;
let frame: Frame;

beforeEach(async () => {
  await context?.close();
  [context, editor] = await demo.visitor();
});

/** Opens the editor on a site and waits until the site has said that it is there. */
async function edit(path: string = '/'): Promise<void> {
  const site = `http://localhost:${demo.program.port}${path}`;
  await editor.goto(`http://editor.localhost:${demo.program.port}/?site=${encodeURIComponent(site)}`);
  await editor.getByText('Connected', { exact: true }).waitFor();
  const found = editor.frames().find((one) => one.url() === site);
  assert.ok(found, 'the site is framed');
  frame = found;
}

/** A custom property of the site. */
const token = (name: string): Promise<string> =>
  frame.evaluate((wanted) => getComputedStyle(document.documentElement).getPropertyValue(`--${wanted}`), name);
/** Everything a setting can change. */
const look = (): Promise<Record<string, string | undefined>> =>
  frame.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return {
      primary: style.getPropertyValue('--primary'),
      body: style.getPropertyValue('--fontBody'),
      heading: style.getPropertyValue('--fontHeading'),
      weights: ['Body', 'Bold', 'Heading'].map((name) => style.getPropertyValue(`--weight${name}`)).join(' '),
      styles: ['Body', 'Heading'].map((name) => style.getPropertyValue(`--style${name}`)).join(' '),
      corners: document.documentElement.dataset['roundContent'],
      header: document.querySelector<HTMLElement>('body header')?.dataset['layout'],
      footer: document.querySelector<HTMLElement>('body footer')?.dataset['layout'],
      logo: style.getPropertyValue('--logoHeight'),
      search: String(document.querySelectorAll('header a[href$="/search/"]').length),
      links: document.querySelector('body footer')?.className,
    };
  });

/** Waits until the site has taken a color, after every message that was sent before. */
async function takesColor(): Promise<void> {
  await editor.getByLabel('Primary', { exact: true }).fill(COLOR);
  await eventually('the color changes', async () => (await token('primary')) === COLOR.toUpperCase());
}

/** Does something and says which parts of the look changed. */
async function changed(act: () => Promise<unknown>): Promise<string[]> {
  const old = await look();
  await act();
  await eventually('the look changes', async () => JSON.stringify(await look()) !== JSON.stringify(old));
  const now = await look();
  return Object.keys(now).filter((name) => now[name] !== old[name]);
}

describe('a page tells its host that it is there', () => {
  it('PREV-01 PREV-02 once, whatever the origin of the host', async () => {
    await edit();
    // A second message would have come before the site takes a setting.
    await takesColor();
    const received = await editor.locator('#log li').filter({ hasText: 'received' }).allInnerTexts();
    assert.deepEqual(received, ['received {"type":"lifeCycle","lifeCycle":"mounted"}']);
  });

  it('PREV-01 not in a plain tab, which does not even ask who may change it', async () => {
    const asked: string[] = [];
    editor.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await editor.addInitScript({ content: `addEventListener('message', ({ data }) => console.log(JSON.stringify(data)))` });
    editor.on('console', (message) => asked.push(message.text()));
    await editor.goto(`http://localhost:${demo.program.port}/`);
    await hydrated(editor);
    // Messages of a page to itself arrive in their order.
    await editor.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    await editor.evaluate(() => postMessage('the last message', '*'));
    await eventually('the last message', () => asked.includes('"the last message"'));
    assert.deepEqual(
      asked.filter((one) => /preview|lifeCycle/.test(one)),
      [],
    );
  });
});

describe('a setting changes at once, and only itself', () => {
  beforeEach(() => edit());

  it('PREV-07 PREV-08 colorScheme', async () => {
    assert.deepEqual(await changed(() => editor.getByLabel('Primary', { exact: true }).fill('#aa00aa')), ['primary']);
    assert.equal(await token('primary'), '#AA00AA');
    assert.equal(await frame.evaluate(() => document.querySelectorAll('[style]').length), 0);
  });

  it('PREV-09 PREV-10 a heading font and its weight', async () => {
    const heading = editor.locator('fieldset[data-target=heading]');
    const parts = await changed(() => heading.getByLabel('Family').selectOption('Playfair Display'));
    assert.ok(parts.includes('heading') && !parts.includes('body'), parts.join());
    await heading.getByLabel('Weight').selectOption('700i');
    await eventually('the weight changes', async () => (await token('weightHeading')) === '700');
    assert.equal(await token('styleHeading'), 'italic');
    await eventually('the font is loaded from the site', () =>
      frame.evaluate(() =>
        [...document.fonts].some(
          ({ family, status }) => family.includes('Playfair Display') && !family.includes('Fallback') && status === 'loaded',
        ),
      ),
    );
  });

  it('PREV-10 a body font and its two weights', async () => {
    const body = editor.locator('fieldset[data-target=body]');
    await body.getByLabel('Bold').selectOption('600');
    const parts = await changed(() => body.getByLabel('Family').selectOption('Work Sans'));
    assert.ok(!parts.includes('heading'), parts.join());
    await becomes(async () => [await token('weightBody'), await token('weightBold')], ['400', '600']);
  });

  it('PREV-06 headerLayout, footerLayout, logoSize', async () => {
    assert.deepEqual(await changed(() => editor.locator('[data-type=headerLayout]').selectOption('STACKED')), ['header']);
    assert.deepEqual(await changed(() => editor.locator('[data-type=footerLayout]').selectOption('CENTERED')), ['footer']);
    assert.deepEqual(await changed(() => editor.locator('[data-type=logoSize]').fill('60')), ['logo']);
    assert.equal(await token('logoHeight'), '60px');
  });

  it('PREV-05 PREV-06 hasSearch and footerMobileLinks', async () => {
    const search = editor.getByLabel('Search in the header');
    await search.uncheck();
    await eventually('the search is gone', async () => (await look())['search'] === '0');
    assert.deepEqual(await changed(() => search.check()), ['search']);
    assert.deepEqual(await changed(() => editor.getByLabel('Footer links on phones').uncheck()), ['links']);
  });

  it('PREV-07 settings are told again to the next page', async () => {
    await changed(() => editor.getByLabel('Primary', { exact: true }).fill('#aa00aa'));
    await frame.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
    await frame.waitForURL(/\/events\//);
    await eventually('the next page has the color', async () => (await token('primary')) === '#AA00AA');
  });
});

describe('nobody else changes it', () => {
  const MESSAGE = { type: 'headerLayout', payload: { headerLayout: 'DRAWER' } };
  const header = (): Promise<string | undefined> =>
    frame.evaluate(() => document.querySelector<HTMLElement>('body header')?.dataset['layout']);

  it('PREV-03 not a window that is neither its opener nor its parent', async () => {
    await edit();
    const old = await header();
    await frame.evaluate((message) => window.postMessage(message, '*'), MESSAGE);
    await takesColor();
    assert.equal(await header(), old);
  });

  it('PREV-03 PREV-04 not an origin that the server does not name', async () => {
    let answers = 0;
    await context.route('**/api/preview', async (route) => {
      await route.fulfill({ json: { origins: ['https://editor.example'] } });
      answers += 1;
    });
    await edit();
    await eventually('the page knows the origins', () => answers > 0);
    const old = await look();
    await frame.evaluate(() =>
      addEventListener('message', () => Reflect.set(window, 'messages', Number(Reflect.get(window, 'messages') ?? 0) + 1)),
    );
    await editor.locator('[data-type=headerLayout]').selectOption('DRAWER');
    await editor.getByLabel('Primary', { exact: true }).fill(COLOR);
    await frame.waitForFunction(() => Reflect.get(window, 'messages') === 2);
    // Answered after everything that the page did with the messages.
    await frame.evaluate(async () => (await fetch('/api/preview')).json());
    assert.deepEqual(await look(), old);
    assert.notEqual(old['header'], 'DRAWER');
  });

  it('PREV-05 not a message of another shape', async () => {
    await edit();
    const old = await look();
    for (const message of [
      'hello',
      { type: 'hasSearch' },
      { type: 'hasSearch', payload: { hasSearch: 'no' } },
      { type: 'colorScheme', payload: { colorScheme: { palette: { primary: '#aa00aa' } } } },
    ])
      await editor.evaluate((one) => document.querySelector('iframe')?.contentWindow?.postMessage(one, '*'), message);
    // What comes after them is taken, and is all that changes.
    await takesColor();
    assert.deepEqual({ ...(await look()), primary: old['primary'] }, old);
  });
});

it('LINK-04 under the reserved path the framed page takes no clicks', async () => {
  await edit('/cms-preview/home/');
  const address = frame.url();
  const opened: string[] = [];
  editor.on('request', (request) => request.isNavigationRequest() && opened.push(request.url()));
  await frame.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  // A page that is being left would still take a setting, but would have asked for the next one.
  await takesColor();
  assert.deepEqual(opened, []);
  assert.equal(frame.url(), address);
});
