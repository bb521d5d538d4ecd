import type { AdRoom, PageData, Rendered } from '@marquee/api/schema.gen.ts';
import { HEAD_SCRIPT } from '@marquee/rules/ads/head-script.ts';
import { describe, expect, it } from 'vitest';
import { render } from '../../entry-server.tsx';
import { html, tags } from '../../samples/markup.tsx';
import { SAMPLES } from '../../samples/samples.ts';

const ROOM: AdRoom = { header: true, footer: true, customKeys: ['home1', 'home2'], sizeMapping: '{"home1":{"0":[[320,50]]}}' };

const withAds =
  (ads: AdRoom, hasNotice = true) =>
  (data: PageData): void => {
    data.site.outside = { href: '/api/third-parties.json', hasNotice, ads };
  };

/** Slots and landmarks, in their order. */
const order = (markup: string): string[] => [...markup.matchAll(/ data-ad="(\w+)"|<(\/main|footer)/g)].map(([, slot, landmark = '']) => (slot === undefined ? landmark : `ad ${slot}`));
const slots = (markup: string): string[] => order(markup).filter((name) => name.startsWith('ad '));

function rendered(name: string, change: (data: PageData) => void): Rendered {
  const data = structuredClone(SAMPLES.get(name));
  if (data === undefined) throw new Error('no sample');
  change(data);
  return JSON.parse(render(JSON.stringify(data)));
}

describe.each(['aster-home', 'meridian-film', 'meridian-theater', 'aster-content', 'aster-404'])('room for ads on %s', (name) => {
  const markup = html(name, withAds(ROOM));

  it('ADS-01 has no container: those come in the browser', () => {
    expect(slots(markup)).toContain('ad header');
    expect(markup).not.toMatch(/(Promo|Interstitial)Container/);
    expect(markup).not.toContain('home1');
  });

  it('ADS-02 is under the header, over the footer and for each key, once', () => {
    expect(slots(markup)).toEqual(['ad header', 'ad custom0', 'ad custom1', 'ad footer']);
  });

  it('ux 4: every slot says Advertisement, and none is there without scripts', () => {
    expect(markup.match(/<aside [^>]*aria-label="Advertisement"><span aria-hidden="true">Advertisement<\/span>/g)).toHaveLength(4);
    for (const slot of tags(markup, 'div').filter((tag) => tag.includes('data-ad='))) expect(slot).toContain('needsScript');
    expect(markup).not.toMatch(/<[^>]*\sstyle=/);
  });
});

it('ADS-02 the first custom slot stands under the head of a list, a film and a theater, the others after main', () => {
  for (const name of ['meridian-home', 'meridian-film', 'meridian-theater']) {
    expect(order(html(name, withAds(ROOM)))).toEqual(['ad header', 'ad custom0', '/main', 'ad custom1', 'ad footer', 'footer']);
  }
  expect(order(html('meridian-content', withAds(ROOM)))).toEqual(['ad header', '/main', 'ad custom0', 'ad custom1', 'ad footer', 'footer']);
});

it('ux 4: the label is in the language of the page', () => {
  const markup = html('aster-stacked', (data) => {
    withAds(ROOM)(data);
    data.context.intl.locale.short = 'fr';
  });
  expect(markup).toContain('aria-label="Publicité"');
});

it('SET-04 there is no room where the site asks for none, and none on the page for no connection', () => {
  expect(html('aster-home')).not.toContain('data-ad');
  expect(html('aster-home', withAds({ header: false, footer: false, customKeys: [], sizeMapping: '' }))).not.toContain('data-ad');
  expect(html('aster-offline', withAds(ROOM))).not.toContain('data-ad');
});

describe('the head of a page with ads', () => {
  it('ADS-09 finds out whether consent was given, where visitors are asked', () => {
    const { headScript, htmlAttributes, css } = rendered('aster-home', withAds(ROOM));
    expect(headScript).toBe(HEAD_SCRIPT);
    expect(htmlAttributes).not.toHaveProperty('data-ads');
    expect(css).toContain('[data-ad=custom0]{--adShow:grid;--adH:50px');
  });

  it('ADS-09 has the room where nobody is asked', () => {
    const { headScript, htmlAttributes } = rendered('aster-home', withAds(ROOM, false));
    expect(headScript).toBeUndefined();
    expect(htmlAttributes['data-ads']).toBe('');
  });

  it('has neither on a page without ads', () => {
    const { headScript, htmlAttributes, css } = rendered('aster-home', (data) => {
      data.site.outside = { href: '/api/third-parties.json', hasNotice: true };
    });
    expect([headScript, css.includes('data-ad')]).toEqual([undefined, false]);
    expect(htmlAttributes).not.toHaveProperty('data-ads');
  });
});
