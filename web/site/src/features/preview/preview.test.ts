import type { SiteFrame } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import type { EditorMessage } from '@marquee/rules/preview-editing.ts';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { type Host, type LaterContent, type Message, type Preview, startPreview } from './preview.ts';

const EDITOR = 'https://editor.example';
const { site } = samplePage('aster-home');

/** Starts the preview of a page in the editor's frame. `origins` is the server's response. */
function framed(origins: unknown = { origins: [EDITOR] }, extra: readonly Host[] = []) {
  const posted: unknown[][] = [];
  const applied: SiteFrame[] = [];
  const edits: EditorMessage[] = [];
  const contents: (LaterContent | undefined)[] = [];
  const outlines: unknown[] = [];
  const host: Host = { postMessage: (...args) => posted.push(args) };
  let send: (message: Message) => void = () => {};
  const preview: Preview = startPreview(site, {
    hosts: [host, ...extra],
    listen: (listener) => {
      send = listener;
    },
    origins: () => (origins instanceof Error ? Promise.reject(origins) : Promise.resolve(origins)),
    isFontFamily: (name) => name === 'Lora',
    applyTheme: (frame) => applied.push(frame),
    loadEditing: (post) =>
      Promise.resolve((message) => {
        edits.push(message);
        post({ type: 'block', position: 1 });
      }),
    loadPartOutline: () => Promise.resolve((message) => outlines.push(message)),
    loadContent: () => Promise.resolve(contents.shift()),
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    preview,
    posted,
    applied,
    edits,
    contents,
    outlines,
    host,
    async post(data: unknown, origin = EDITOR, source: unknown = host) {
      send({ origin, source, data });
      await settle();
    },
  };
}
const setting = (type: string, value: unknown) => ({ type, payload: { [type]: value } });

describe('PREV-01 the page announces itself', () => {
  it('once, when it is mounted, to the first host', () => {
    const second: Host = { postMessage: () => expect.unreachable() };
    const { preview, posted } = framed(undefined, [second]);
    expect(posted).toEqual([]);
    const unsubscribe = preview.subscribe(() => {});
    unsubscribe();
    preview.subscribe(() => {});
    expect(posted).toEqual([[{ type: 'lifeCycle', lifeCycle: 'mounted' }, '*']]);
  });

  it('PREV-02 for every origin of the host', () => {
    const { preview, posted } = framed({ origins: [] });
    preview.subscribe(() => {});
    expect(posted[0]?.[1]).toBe('*');
  });
});

describe('PREV-03 settings are accepted from the listed origins only', () => {
  it.each([
    'https://evil.example',
    'https://editor.example.evil.example',
    'http://editor.example',
    'https://editor.example:8443',
    'null',
    '',
  ])('not from %j', async (origin) => {
    const { preview, applied, post } = framed();
    await post(setting('hasSearch', false), origin);
    expect(preview.site()).toBe(site);
    expect(applied).toEqual([]);
  });

  it('and only from the window that opened or frames the page', async () => {
    const { preview, post } = framed();
    await post(setting('hasSearch', false), EDITOR, {});
    await post(setting('hasSearch', false), EDITOR, null);
    expect(preview.site()).toBe(site);
    await post(setting('hasSearch', false));
    expect(preview.site().hasSearch).toBe(false);
  });

  it.each([[new TypeError('no connection')], [{ origins: EDITOR }], ['<html>'], [null]])(
    'from nobody when the server responds with %s',
    async (origins) => {
      const { preview, post } = framed(origins);
      await post(setting('hasSearch', false));
      expect(preview.site()).toBe(site);
    },
  );

  it('PREV-04 from each of several', async () => {
    const { preview, post } = framed({ origins: [EDITOR, 'http://localhost:3000'] });
    await post(setting('logoSize', 50), 'http://localhost:3000');
    await post(setting('hasSearch', false), EDITOR);
    expect(preview.site()).toEqual({ ...site, logoSize: 50, hasSearch: false });
  });
});

describe('PREV-05 an accepted setting is shown immediately', () => {
  it('other messages change nothing', async () => {
    const { preview, applied, post } = framed();
    for (const data of [
      'hello',
      null,
      { type: 'hasSearch' },
      setting('hasSearch', 'no'),
      setting('font', { fontTarget: 'body', font: 'Comic Sans', weights: ['400'] }),
    ])
      await post(data);
    expect(preview.site()).toBe(site);
    expect(applied).toEqual([]);
  });

  it('PREV-07 settings accumulate, and subscribers are notified', async () => {
    const { preview, applied, post } = framed();
    let renders = 0;
    preview.subscribe(() => {
      renders += 1;
    });
    await post(setting('headerLayout', 'DRAWER'));
    await post(setting('footerMobileLinks', false));
    expect(preview.site()).toEqual({ ...site, headerLayout: 'DRAWER', footerMobileLinks: false });
    expect(applied.at(-1)).toEqual(preview.site());
    expect(renders).toBe(2);
  });

  it('colors and fonts are applied without a render', async () => {
    const { preview, applied, post } = framed();
    let renders = 0;
    preview.subscribe(() => {
      renders += 1;
    });
    const palette = { ...site.theme.colors.palette, primary: '#123456' };
    await post(setting('colorScheme', { palette }));
    await post(setting('font', { fontTarget: 'heading', font: 'Lora', weights: ['700i'] }));
    expect(renders).toBe(0);
    expect(applied.at(-1)?.theme).toMatchObject({
      colors: { palette },
      fonts: { heading: 'Lora', weightHeading: 700, italicHeading: true },
    });
    await post(setting('colorScheme', { palette, roundness: { buttons: 'NONE', content: 'NONE' } }));
    expect(renders).toBe(1);
    expect(preview.site().theme).toMatchObject({ colors: { palette }, fonts: { heading: 'Lora' }, roundContent: 'NONE' });
  });
});

describe('PREV-11 blocks are edited by the listed origins only', () => {
  const message = { type: 'hoverBlock', payload: { hoverBlock: { position: 2 } } };

  it('whose window frames the page; replies go to that origin', async () => {
    const { edits, posted, post } = framed();
    await post(message);
    expect(edits).toEqual([{ type: 'hoverBlock', position: 2 }]);
    expect(posted.at(-1)).toEqual([{ type: 'block', payload: { block: { position: 1 } } }, EDITOR]);
  });

  it('not by other windows or origins, nor by invalid messages', async () => {
    const { edits, posted, post } = framed();
    await post(message, 'https://evil.example');
    await post(message, EDITOR, {});
    await post({ type: 'hoverBlock', payload: { hoverBlock: { position: -1 } } });
    expect(edits).toEqual([]);
    expect(posted).toEqual([]);
  });
});

describe('PREV-11 the header and the footer are outlined by the listed origins only', () => {
  const message = (part: unknown) => ({
    type: 'outlinePart',
    payload: { outlinePart: { part, label: 'Footer', isScrolled: true } },
  });

  it('without what edits blocks, until none is named', async () => {
    const { outlines, edits, post } = framed();
    await post(message('footer'));
    await post(message(undefined));
    expect(outlines).toEqual([
      { type: 'outlinePart', part: 'footer', label: 'Footer', isScrolled: true },
      { type: 'outlinePart', part: undefined, label: 'Footer', isScrolled: true },
    ]);
    expect(edits).toEqual([]);
  });

  it('not by other origins, and no other part', async () => {
    const { outlines, post } = framed();
    await post(message('footer'), 'https://evil.example');
    await post(message('main'));
    expect(outlines).toEqual([]);
  });
});

describe('PREV-11 a changed draft is shown in the document that is open', () => {
  const content = { type: 'content', payload: { content: {} } };

  it('which then announces itself again, for the design and the selected block', async () => {
    const { preview, posted, contents, edits, post } = framed();
    const unsubscribe = preview.subscribe(() => {});
    await post({ type: 'hoverBlock', payload: { hoverBlock: {} } });
    posted.length = 0;
    contents.push({ site: { ...site, logoSize: 31 }, show: unsubscribe });
    await post(content);
    expect(preview.site().logoSize).toBe(31);
    expect(edits.at(-1)).toEqual({ type: 'content' });
    preview.subscribe(() => {});
    expect(posted).toContainEqual([{ type: 'lifeCycle', lifeCycle: 'mounted' }, '*']);
    await post(setting('logoSize', 50));
    expect(preview.site().logoSize).toBe(50);
  });

  it('unless that needs a new document, which the editor is told', async () => {
    const { preview, posted, post } = framed();
    preview.subscribe(() => {});
    await post(content);
    expect(posted.at(-1)).toEqual([{ type: 'contentFailed', payload: { contentFailed: {} } }, EDITOR]);
    expect(preview.site()).toBe(site);
  });

  it('and for a listed editor only', async () => {
    const { posted, contents, post } = framed();
    contents.push({ site, show: () => expect.unreachable() });
    await post(content, 'https://evil.example');
    expect(posted).toEqual([]);
  });
});
