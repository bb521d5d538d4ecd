// The live preview: the demo's editor shows a site in a frame and changes its settings; other windows and origins cannot.

import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { demoFixture } from './fixture.ts';
import { waitForHydration } from './browser.ts';
import { eventually, eventuallyEquals } from './wait.ts';

/** A color that no site has. */
const COLOR = '#12ab34';

const demo = demoFixture();
let context: BrowserContext;
/** The editor page, and the frame with the site. */
let editor: Page;
let frame: Frame;

beforeEach(async () => {
  await context?.close();
  [context, editor] = await demo.newVisitor();
});

/** Opens the editor with a site, and waits until the site has reported that it is mounted. */
async function openEditor(path: string = '/'): Promise<void> {
  const site = demo.meridian(path);
  await editor.goto(`http://editor.localhost:${demo.server.port}/?site=${encodeURIComponent(site)}`);
  await editor.getByText('Connected', { exact: true }).waitFor();
  const siteFrame = editor.frames().find((candidate) => candidate.url() === site);
  assert.ok(siteFrame, 'the site is in a frame');
  frame = siteFrame;
}

/** The value of a CSS custom property of the site. */
const cssVariable = (name: string): Promise<string> =>
  frame.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(`--${property}`), name);
/** Everything that a setting can change, by name. */
const appearance = (): Promise<Record<string, string | undefined>> =>
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

/** Changes the primary color, and waits until the site has applied it, and thus has handled all earlier messages. */
async function applyColor(): Promise<void> {
  await editor.getByLabel('Primary', { exact: true }).fill(COLOR);
  await eventually('the color changes', async () => (await cssVariable('primary')) === COLOR.toUpperCase());
}

/** Runs an action, and returns the names of everything that changed in the appearance. */
async function changesOf(action: () => Promise<unknown>): Promise<string[]> {
  const oldAppearance = await appearance();
  await action();
  await eventually('the appearance changes', async () => JSON.stringify(await appearance()) !== JSON.stringify(oldAppearance));
  const newAppearance = await appearance();
  return Object.keys(newAppearance).filter((name) => newAppearance[name] !== oldAppearance[name]);
}

describe('a page reports to its host that it is mounted', () => {
  it('PREV-01 PREV-02 once, whatever the origin of the host', async () => {
    await openEditor();
    // A second message would arrive before the site applies a setting.
    await applyColor();
    const received = await editor.locator('#log li').filter({ hasText: 'received' }).allInnerTexts();
    assert.deepEqual(received, ['received {"type":"lifeCycle","lifeCycle":"mounted"}']);
  });

  it('PREV-01 not in a normal tab, which does not request the allowed origins either', async () => {
    const events: string[] = [];
    editor.on('request', (request) => events.push(new URL(request.url()).pathname));
    await editor.addInitScript({ content: `addEventListener('message', ({ data }) => console.log(JSON.stringify(data)))` });
    editor.on('console', (message) => events.push(message.text()));
    await editor.goto(demo.meridian('/'));
    await waitForHydration(editor);
    // Messages of a page to itself arrive in order.
    await editor.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    await editor.evaluate(() => postMessage('the last message', '*'));
    await eventually('the last message', () => events.includes('"the last message"'));
    assert.deepEqual(
      events.filter((entry) => /preview|lifeCycle/.test(entry)),
      [],
    );
  });
});

describe('a setting takes effect at once, and changes nothing else', () => {
  beforeEach(() => openEditor());

  it('PREV-07 PREV-08 colorScheme', async () => {
    assert.deepEqual(await changesOf(() => editor.getByLabel('Primary', { exact: true }).fill('#aa00aa')), ['primary']);
    assert.equal(await cssVariable('primary'), '#AA00AA');
    assert.equal(await frame.evaluate(() => document.querySelectorAll('[style]').length), 0);
  });

  it('PREV-09 PREV-10 a heading font and its weight', async () => {
    const heading = editor.locator('fieldset[data-target=heading]');
    const changes = await changesOf(() => heading.getByLabel('Family').selectOption('Playfair Display'));
    assert.ok(changes.includes('heading') && !changes.includes('body'), changes.join());
    await heading.getByLabel('Weight').selectOption('700i');
    await eventually('the weight changes', async () => (await cssVariable('weightHeading')) === '700');
    assert.equal(await cssVariable('styleHeading'), 'italic');
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
    const changes = await changesOf(() => body.getByLabel('Family').selectOption('Work Sans'));
    assert.ok(!changes.includes('heading'), changes.join());
    await eventuallyEquals(async () => [await cssVariable('weightBody'), await cssVariable('weightBold')], ['400', '600']);
  });

  it('PREV-06 headerLayout, footerLayout, logoSize', async () => {
    assert.deepEqual(await changesOf(() => editor.locator('[data-type=headerLayout]').selectOption('STACKED')), ['header']);
    assert.deepEqual(await changesOf(() => editor.locator('[data-type=footerLayout]').selectOption('CENTERED')), ['footer']);
    assert.deepEqual(await changesOf(() => editor.locator('[data-type=logoSize]').fill('60')), ['logo']);
    assert.equal(await cssVariable('logoHeight'), '60px');
  });

  it('PREV-05 PREV-06 hasSearch and footerMobileLinks', async () => {
    const search = editor.getByLabel('Search in the header');
    await search.uncheck();
    await eventually('the search link is removed', async () => (await appearance())['search'] === '0');
    assert.deepEqual(await changesOf(() => search.check()), ['search']);
    assert.deepEqual(await changesOf(() => editor.getByLabel('Footer links on phones').uncheck()), ['links']);
  });

  it('PREV-07 settings are sent again to the next page', async () => {
    await changesOf(() => editor.getByLabel('Primary', { exact: true }).fill('#aa00aa'));
    await frame.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
    await frame.waitForURL(/\/events\//);
    await eventually('the next page has the color', async () => (await cssVariable('primary')) === '#AA00AA');
  });
});

describe('other senders cannot change the page', () => {
  const MESSAGE = { type: 'headerLayout', payload: { headerLayout: 'DRAWER' } };
  const header = (): Promise<string | undefined> =>
    frame.evaluate(() => document.querySelector<HTMLElement>('body header')?.dataset['layout']);

  it('PREV-03 a window that is neither its opener nor its parent', async () => {
    await openEditor();
    const oldHeader = await header();
    await frame.evaluate((message) => window.postMessage(message, '*'), MESSAGE);
    await applyColor();
    assert.equal(await header(), oldHeader);
  });

  it('PREV-03 PREV-04 an origin that the server does not allow', async () => {
    let responses = 0;
    await context.route('**/api/preview', async (route) => {
      await route.fulfill({ json: { origins: ['https://editor.example'] } });
      responses += 1;
    });
    await openEditor();
    await eventually('the page has received the origins', () => responses > 0);
    const oldAppearance = await appearance();
    await frame.evaluate(() =>
      addEventListener('message', () => Reflect.set(window, 'messages', Number(Reflect.get(window, 'messages') ?? 0) + 1)),
    );
    await editor.locator('[data-type=headerLayout]').selectOption('DRAWER');
    await editor.getByLabel('Primary', { exact: true }).fill(COLOR);
    await frame.waitForFunction(() => Reflect.get(window, 'messages') === 2);
    // By the time of this response the page has handled the messages.
    await frame.evaluate(async () => (await fetch('/api/preview')).json());
    assert.deepEqual(await appearance(), oldAppearance);
    assert.notEqual(oldAppearance['header'], 'DRAWER');
  });

  it('PREV-05 a message of an invalid shape', async () => {
    await openEditor();
    const oldAppearance = await appearance();
    for (const message of [
      'hello',
      { type: 'hasSearch' },
      { type: 'hasSearch', payload: { hasSearch: 'no' } },
      { type: 'colorScheme', payload: { colorScheme: { palette: { primary: '#aa00aa' } } } },
    ])
      await editor.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message);
    // A valid message after them is applied, and is the only change.
    await applyColor();
    assert.deepEqual({ ...(await appearance()), primary: oldAppearance['primary'] }, oldAppearance);
  });
});

describe('hostile messages from the host itself', () => {
  beforeEach(() => openEditor());

  it('PREV-05 security 6.8 of any shape and size, and with names of prototypes, change nothing', async () => {
    const oldAppearance = await appearance();
    const errors: string[] = [];
    editor.on('pageerror', (error) => errors.push(error.message));
    const count = await editor.evaluate(() => {
      const target = document.querySelector('iframe')?.contentWindow;
      const palette = JSON.parse('{"__proto__":{"primary":"#aa00aa"},"constructor":{"prototype":{"primary":"#aa00aa"}}}');
      const types = ['colorScheme', 'font', 'headerLayout', 'footerLayout', 'logoSize', 'hasSearch', 'footerMobileLinks'];
      const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
      let deep: unknown = 'DRAWER';
      for (let depth = 0; depth < 2000; depth += 1) deep = { payload: deep, type: deep };
      const cyclic: Record<string, unknown> = { type: 'headerLayout' };
      cyclic['payload'] = cyclic;
      const values: unknown[] = [
        null,
        undefined,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        -1,
        10n,
        '',
        'DRAWER ',
        'x'.repeat(1_000_000),
        Array.from({ length: 100_000 }, () => 'DRAWER'),
        ['DRAWER'],
        { 0: 'DRAWER', length: 1 },
        new Map([['palette', palette]]),
        new Date(),
        new Uint8Array(1_000_000),
        new Blob(['DRAWER']),
        /DRAWER/,
        new Error('DRAWER'),
        palette,
        { palette },
        { palette, fontTarget: '__proto__', font: '__proto__', weights: ['400'] },
        { fontTarget: 'body', font: 'constructor', weights: ['400'] },
        { fontTarget: 'body', font: 'Open Sans', weights: Array.from({ length: 100_000 }, () => '450') },
        deep,
        cyclic,
      ];
      const messages = [
        ...types.flatMap((type) => values.map((value) => ({ type, payload: { [type]: value } }))),
        ...names.flatMap((name) => values.map((value) => ({ type: name, payload: { [name]: value } }))),
        ...types.map((type) => JSON.parse(`{"type":"${type}","payload":{"__proto__":{"${type}":"DRAWER"}}}`)),
        ...types.map((type) => JSON.parse(`{"__proto__":{"type":"${type}","payload":{"${type}":"DRAWER"}}}`)),
        ...types.map((type) => ({ type: [type], payload: { [type]: 'DRAWER' } })),
        JSON.parse('{"type":"hasSearch","payload":{"hasSearch":false},"__proto__":null}'.replace('false', '"false"')),
        ...values,
      ];
      for (const message of messages) target?.postMessage(message, '*');
      return messages.length;
    });
    assert.ok(count > 350, `${count} messages`);
    // A valid message after them is applied, and is the only change.
    await applyColor();
    assert.deepEqual({ ...(await appearance()), primary: oldAppearance['primary'] }, oldAppearance);
    assert.deepEqual(await frame.evaluate(() => [Reflect.get({}, 'primary'), Reflect.get({}, 'hasSearch')]), [
      undefined,
      undefined,
    ]);
    assert.deepEqual(errors, []);
  });

  it('PREV-03 another window of the allowed origin cannot change the page', async () => {
    const oldAppearance = await appearance();
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      editor.evaluate(() => void open(location.href.split('?')[0], 'other')),
    ]);
    await popup.waitForLoadState();
    assert.equal(new URL(popup.url()).origin, new URL(editor.url()).origin);
    await popup.evaluate(() => {
      const message = { type: 'headerLayout', payload: { headerLayout: 'DRAWER' } };
      window.opener?.frames[0]?.postMessage(message, '*');
    });
    await applyColor();
    assert.deepEqual({ ...(await appearance()), primary: oldAppearance['primary'] }, oldAppearance);
    assert.notEqual(oldAppearance['header'], 'DRAWER');
  });
});

it('LINK-04 under the reserved path the framed page ignores clicks', async () => {
  await openEditor('/cms-preview/home/');
  const address = frame.url();
  const navigations: string[] = [];
  editor.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()));
  await frame.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  // If the click had navigated, the request would have been sent before this setting is applied.
  await applyColor();
  assert.deepEqual(navigations, []);
  assert.equal(frame.url(), address);
});
