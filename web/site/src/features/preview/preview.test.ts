import type { SiteFrame } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { samplePage } from '../../samples/samples.ts';
import { type Host, type Message, type Preview, startPreview } from './preview.ts';

const EDITOR = 'https://editor.example';
const { site } = samplePage('aster-home');

/** A page in a frame of the editor. `origins` is what the server answers. */
function framed(origins: unknown = { origins: [EDITOR] }, extra: readonly Host[] = []) {
  const said: unknown[][] = [];
  const painted: SiteFrame[] = [];
  const host: Host = { postMessage: (...words) => said.push(words) };
  let hear: (message: Message) => void = () => {};
  const preview: Preview = startPreview(site, {
    hosts: [host, ...extra],
    listen: (listener) => {
      hear = listener;
    },
    origins: () => (origins instanceof Error ? Promise.reject(origins) : Promise.resolve(origins)),
    isFamily: (name) => name === 'Lora',
    paint: (now) => painted.push(now),
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    preview,
    said,
    painted,
    host,
    async tell(data: unknown, origin = EDITOR, source: unknown = host) {
      hear({ origin, source, data });
      await settled();
    },
  };
}
const setting = (type: string, value: unknown) => ({ type, payload: { [type]: value } });

describe('PREV-01 the page says that it is there', () => {
  it('once, when it is shown, to the first host', () => {
    const second: Host = { postMessage: () => expect.unreachable() };
    const { preview, said } = framed(undefined, [second]);
    expect(said).toEqual([]);
    const leave = preview.subscribe(() => {});
    leave();
    preview.subscribe(() => {});
    expect(said).toEqual([[{ type: 'lifeCycle', lifeCycle: 'mounted' }, '*']]);
  });

  it('PREV-02 whatever the origin of the host', () => {
    const { preview, said } = framed({ origins: [] });
    preview.subscribe(() => {});
    expect(said[0]?.[1]).toBe('*');
  });
});

describe('PREV-03 settings are taken from the listed origins only', () => {
  it.each(['https://evil.example', 'https://editor.example.evil.example', 'http://editor.example', 'https://editor.example:8443', 'null', ''])('not from %j', async (origin) => {
    const { preview, painted, tell } = framed();
    await tell(setting('hasSearch', false), origin);
    expect(preview.site()).toBe(site);
    expect(painted).toEqual([]);
  });

  it('and only from the window that opened or frames the page', async () => {
    const { preview, tell } = framed();
    await tell(setting('hasSearch', false), EDITOR, {});
    await tell(setting('hasSearch', false), EDITOR, null);
    expect(preview.site()).toBe(site);
    await tell(setting('hasSearch', false));
    expect(preview.site().hasSearch).toBe(false);
  });

  it.each([[new TypeError('no connection')], [{ origins: EDITOR }], ['<html>'], [null]])('from nobody when the server answers %s', async (origins) => {
    const { preview, tell } = framed(origins);
    await tell(setting('hasSearch', false));
    expect(preview.site()).toBe(site);
  });

  it('PREV-04 from each of several', async () => {
    const { preview, tell } = framed({ origins: [EDITOR, 'http://localhost:3000'] });
    await tell(setting('logoSize', 50), 'http://localhost:3000');
    await tell(setting('hasSearch', false), EDITOR);
    expect(preview.site()).toEqual({ ...site, logoSize: 50, hasSearch: false });
  });
});

describe('PREV-05 an accepted setting is shown at once', () => {
  it('other messages change nothing', async () => {
    const { preview, painted, tell } = framed();
    for (const data of ['hello', null, { type: 'hasSearch' }, setting('hasSearch', 'no'), setting('font', { fontTarget: 'body', font: 'Comic Sans', weights: ['400'] })]) await tell(data);
    expect(preview.site()).toBe(site);
    expect(painted).toEqual([]);
  });

  it('PREV-07 settings add up, and components are told', async () => {
    const { preview, painted, tell } = framed();
    let told = 0;
    preview.subscribe(() => {
      told += 1;
    });
    await tell(setting('headerLayout', 'DRAWER'));
    await tell(setting('footerMobileLinks', false));
    expect(preview.site()).toEqual({ ...site, headerLayout: 'DRAWER', footerMobileLinks: false });
    expect(painted.at(-1)).toEqual(preview.site());
    expect(told).toBe(2);
  });

  it('colours and fonts are painted without making the page anew', async () => {
    const { preview, painted, tell } = framed();
    let told = 0;
    preview.subscribe(() => {
      told += 1;
    });
    const palette = { ...site.theme.colors.palette, primary: '#123456' };
    await tell(setting('colorScheme', { palette }));
    await tell(setting('font', { fontTarget: 'heading', font: 'Lora', weights: ['700i'] }));
    expect(told).toBe(0);
    expect(painted.at(-1)?.theme).toMatchObject({ colors: { palette }, fonts: { heading: 'Lora', weightHeading: 700, italicHeading: true } });
    await tell(setting('colorScheme', { palette, roundness: { buttons: 'NONE', content: 'NONE' } }));
    expect(told).toBe(1);
    expect(preview.site().theme).toMatchObject({ colors: { palette }, fonts: { heading: 'Lora' }, roundContent: 'NONE' });
  });
});
