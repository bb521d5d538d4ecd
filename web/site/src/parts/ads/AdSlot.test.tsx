import type { PageData, Rendered, ReservedAdSpace } from '@marquee/api/schema.gen.ts';
import { HEAD_SCRIPT } from '@marquee/rules/ads/head-script.ts';
import { describe, expect, it } from 'vitest';
import { render } from '../../entry-server.tsx';
import { html, tags } from '@marquee/testkit/pages/markup.tsx';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';

const RESERVED_SPACE: ReservedAdSpace = {
  header: true,
  footer: true,
  customKeys: ['home1', 'home2'],
  sizeMapping: '{"home1":{"0":[[320,50]]}}',
};

const withAds =
  (ads: ReservedAdSpace, hasNotice = true) =>
  (data: PageData): void => {
    data.site.outside = { href: '/api/third-parties.json', hasNotice, ads };
  };

/** The slots and landmarks in document order. */
const order = (markup: string): string[] =>
  [...markup.matchAll(/ data-ad="(\w+)"|<(\/main|footer)/g)].map(([, slot, landmark = '']) =>
    slot === undefined ? landmark : `ad ${slot}`,
  );
const slots = (markup: string): string[] => order(markup).filter((name) => name.startsWith('ad '));

function rendered(name: string, change: (data: PageData) => void): Rendered {
  const data = structuredClone(SAMPLES.get(name));
  if (data === undefined) throw new Error('no sample');
  change(data);
  return JSON.parse(render(JSON.stringify(data)));
}

describe.each(['aster-home', 'meridian-film', 'meridian-theater', 'aster-content', 'aster-404'])('ad slots on %s', (name) => {
  const markup = html(name, withAds(RESERVED_SPACE));

  it('ADS-01 have no container in the HTML of the server', () => {
    expect(slots(markup)).toContain('ad header');
    expect(markup).not.toMatch(/(Promo|Interstitial)Container/);
    expect(markup).not.toContain('home1');
  });

  it('ux 4: have the label Advertisement, and are hidden without scripts', () => {
    expect(markup.match(/<aside [^>]*aria-label="Advertisement"><span aria-hidden="true">Advertisement<\/span>/g)).toHaveLength(4);
    for (const slot of tags(markup, 'div').filter((tag) => tag.includes('data-ad='))) expect(slot).toContain('needsScript');
    expect(markup).not.toMatch(/<[^>]*\sstyle=/);
  });
});

// Also that the kinds of pages whose first custom slot App leaves out are those that have a HeadAd.
it.each([...SAMPLES.keys()].filter((name) => SAMPLES.get(name)?.page.kind !== 'offline'))(
  'ADS-02 %s has one slot below the header, one above the footer and one for each key',
  (name) => {
    expect(slots(html(name, withAds(RESERVED_SPACE)))).toEqual(['ad header', 'ad custom0', 'ad custom1', 'ad footer']);
  },
);

it('ADS-02 the first custom slot is below the head of a list, a film and a theater, the others are after main', () => {
  for (const name of ['meridian-home', 'meridian-film', 'meridian-theater']) {
    expect(order(html(name, withAds(RESERVED_SPACE)))).toEqual([
      'ad header',
      'ad custom0',
      '/main',
      'ad custom1',
      'ad footer',
      'footer',
    ]);
  }
  expect(order(html('meridian-content', withAds(RESERVED_SPACE)))).toEqual([
    'ad header',
    '/main',
    'ad custom0',
    'ad custom1',
    'ad footer',
    'footer',
  ]);
});

it('ux 4: the label is in the language of the page', () => {
  const markup = html('aster-stacked', (data) => {
    withAds(RESERVED_SPACE)(data);
    data.context.intl.locale.short = 'fr';
  });
  expect(markup).toContain('aria-label="Publicité"');
});

it('SET-04 a site without ads has no slots, nor has the offline page', () => {
  expect(html('aster-home')).not.toContain('data-ad');
  expect(html('aster-home', withAds({ header: false, footer: false, customKeys: [], sizeMapping: '' }))).not.toContain('data-ad');
  expect(html('aster-offline', withAds(RESERVED_SPACE))).not.toContain('data-ad');
});

describe('the head of a page with ads', () => {
  it('ADS-09 has a script that checks for consent if the site has a consent notice', () => {
    const { headScript, htmlAttributes, css } = rendered('aster-home', withAds(RESERVED_SPACE));
    expect(headScript).toBe(HEAD_SCRIPT);
    expect(htmlAttributes).not.toHaveProperty('data-ads');
    expect(css).toContain('[data-ad=custom0]{--adShow:grid;--adH:50px');
  });

  it('ADS-09 reserves the slots without a script if the site has no consent notice', () => {
    const { headScript, htmlAttributes } = rendered('aster-home', withAds(RESERVED_SPACE, false));
    expect(headScript).toBeUndefined();
    expect(htmlAttributes['data-ads']).toBe('');
  });

  it('has neither if the site has no ads', () => {
    const { headScript, htmlAttributes, css } = rendered('aster-home', (data) => {
      data.site.outside = { href: '/api/third-parties.json', hasNotice: true };
    });
    expect([headScript, css.includes('data-ad')]).toEqual([undefined, false]);
    expect(htmlAttributes).not.toHaveProperty('data-ads');
  });
});
