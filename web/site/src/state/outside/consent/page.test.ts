// Didomi on the page of a browser: the functions of the page that the other tests replace.

import { LOADER_ID } from '@marquee/rules/didomi.ts';
import { NOTICE } from '@marquee/testkit/consent/fake-didomi.ts';
import { FakeElement, type FakePage, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { didomi } from './didomi.ts';
import { didomiPictures } from './provider-picture.ts';
import { pageFrames } from './tcf-stub.ts';

const PICTURES = 'img, svg[role=img], a[target=_blank]:not(:has(img, svg[role=img]))';

let page: FakePage;
let head: FakeElement;

/** A picture of the popup: its kind is the name of its element. */
function picture(kind: 'img' | 'a' | 'svg', { text = '', opensTab = false } = {}) {
  const element = Object.assign(new FakeElement(), { matches: (selector: string) => selector === kind });
  element.textContent = text;
  if (opensTab) element.ancestors['a[target=_blank]'] = element;
  return element;
}
/** The host element of the tool, with pictures. */
const host = (pictures: readonly object[]) => ({
  querySelectorAll: (selector: string) => (selector === PICTURES ? pictures : []),
});

beforeEach(() => {
  vi.useFakeTimers();
  page = fakePage();
  head = new FakeElement();
  Object.assign(document, { head, getElementsByName: (name: string) => page.elements[`[name=${name}]`] ?? [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the pictures of the popup', () => {
  it('CONS-14 are images, graphics and links without a text', () => {
    const [image, graphic, link] = [picture('img', { opensTab: true }), picture('svg'), picture('a', { text: ' ' })];
    image.setAttribute('alt', 'Logo');
    page.elements['#didomi-host'] = [host([image, graphic, link, picture('a', { text: 'Privacy' })])];
    const pictures = didomiPictures();
    expect(pictures.map(({ text, opensTab }) => [text, opensTab])).toEqual([
      ['Logo', true],
      [null, false],
      [null, false],
    ]);
    for (const { setText } of pictures) setText('By Didomi');
    expect([image, graphic, link].map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
      { alt: 'By Didomi' },
      { 'aria-label': 'By Didomi' },
      { 'aria-label': 'By Didomi' },
    ]);
  });

  it('are none without the tool', () => {
    expect(didomiPictures()).toEqual([]);
  });
});

describe('the locator frame of the TCF', () => {
  it('is added once, hidden and with a title', () => {
    const frame = new FakeElement();
    page.elements['<iframe>'] = [frame];
    pageFrames().addFrame('__tcfapiLocator');
    expect(frame).toMatchObject({ name: '__tcfapiLocator', title: '__tcfapiLocator', hidden: true });
    page.elements['[name=__tcfapiLocator]'] = [frame];
    pageFrames().addFrame('__tcfapiLocator');
    expect(page.document.body.children).toEqual([frame]);
  });

  it('replies to the frame that asked, of any origin', () => {
    const source = { postMessage: vi.fn<(message: unknown, options: unknown) => void>() };
    pageFrames().onMessage((data, respond) => respond(['reply to', data]));
    page.window.dispatch('message', { data: 'ping', source });
    page.window.dispatch('message', { data: 'ping', source: null });
    expect(source.postMessage.mock.calls).toEqual([[['reply to', 'ping'], { targetOrigin: '*' }]]);
  });
});

describe('Didomi on the page', () => {
  const open = () => didomi(NOTICE, 'By Didomi');
  const api = { notice: { isVisible: (): unknown => undefined }, getCurrentUserStatus: () => ({}) };
  /** Runs what waits for the tool. */
  const load = (): void => {
    const queue: unknown = Reflect.get(window, 'didomiOnReady');
    Reflect.set(window, 'Didomi', api);
    if (Array.isArray(queue)) for (const run of queue) run(api);
  };

  it('CONS-11 is loaded by a script for the name of the host', async () => {
    const script = new FakeElement();
    page.elements['<script>'] = [script];
    vi.resetModules();
    (await import('./didomi.ts')).didomi({ ...NOTICE, noticeId: '' }, 'By Didomi');
    expect(head.children).toEqual([script]);
    expect(script).toMatchObject({ id: LOADER_ID, src: expect.stringContaining('target=acme.example') });
    expect(Reflect.get(window, 'didomiConfig')).toMatchObject({ app: { apiKey: 'k1' } });
    expect(Reflect.get(window, 'didomiEventListeners')).toHaveLength(4);
    page.elements[`#${LOADER_ID}`] = [script];
    vi.resetModules();
    (await import('./didomi.ts')).didomi(NOTICE, 'By Didomi');
    expect(head.children).toEqual([script]);
  });

  it('CONS-15 checks the logo while its popup is in the page', () => {
    const image = picture('img', { opensTab: true });
    const shown = [new FakeElement()];
    page.elements['#didomi-host'] = [host([image])];
    page.elements['#didomi-notice, #didomi-popup'] = shown;
    const tool = open();
    load();
    tool.showChoices();
    load();
    expect(image.getAttribute('alt')).toBe('By Didomi');
    image.setAttribute('alt', '');
    vi.advanceTimersByTime(500);
    expect(image.getAttribute('alt')).toBe('By Didomi');
    page.elements['#didomi-notice, #didomi-popup'] = [];
    vi.advanceTimersByTime(500);
    image.setAttribute('alt', '');
    page.elements['#didomi-notice, #didomi-popup'] = shown;
    vi.advanceTimersByTime(5000);
    expect([image.getAttribute('alt'), vi.getTimerCount()]).toEqual(['', 0]);
  });

  it('CONS-09 knows the signal of the browser', () => {
    vi.stubGlobal('navigator', { globalPrivacyControl: true });
    const tool = open();
    load();
    expect(tool.choices.doNotSell()).toBe(true);
  });
});
