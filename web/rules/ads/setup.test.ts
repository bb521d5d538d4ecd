import type { Ads } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { ADS, FILM, PAGE, TAG_ADS } from '@marquee/testkit/ads/samples.ts';
import { setupOf } from './setup.ts';
import { readSizeMapping } from './size-mapping.ts';

const ALL = [
  'HeaderPromoContainer',
  'FooterPromoContainer',
  'PulsePromoContainer',
  'InterstitialContainer',
  'home1CustomPromoContainer',
  'home2CustomPromoContainer',
];
const setup = (ads: Ads, containers: readonly string[] = ALL) =>
  setupOf({ ads, page: PAGE, isLoggedIn: false, mapping: readSizeMapping(ads.sizeMapping, ads.customKeys).mapping, containers });

const config = (ads: Ads, containers?: readonly string[]) => {
  const result = setup(ads, containers);
  return result?.kind === 'wrapper' ? result.config : undefined;
};
const slots = (ads: Ads, containers?: readonly string[]) => {
  const result = setup(ads, containers);
  return result?.kind === 'tag' ? result.slots : undefined;
};

describe('the wrapper', () => {
  it('ADS-19 receives positions and containers', () => {
    expect(config(ADS)).toMatchObject({
      pagePositions: ['header', 'interstitial'],
      elementsMapping: { header: 'HeaderPromoContainer', interstitial: 'InterstitialContainer' },
    });
  });

  it('ADS-19 receives the location keys in mode CUSTOM', () => {
    const custom = config({ ...ADS, display: 'CUSTOM', locations: ['PULSE'], customKeys: ['home1', 'home2'] });
    expect(custom?.elementsMapping).toEqual({
      pulse: 'PulsePromoContainer',
      home1: 'home1CustomPromoContainer',
      home2: 'home2CustomPromoContainer',
    });
    expect(custom?.pagePositions).toEqual(['pulse', 'home1', 'home2']);
    expect(config({ ...ADS, customKeys: ['home1'] })?.pagePositions).toEqual(['header', 'interstitial']);
  });

  it('ADS-19 receives no location key in another mode, even if the page has its container', () => {
    const result = setupOf({ ads: { ...ADS, customKeys: ['home1'] }, page: PAGE, isLoggedIn: false, mapping: new Map() });
    expect(result).toMatchObject({ config: { pagePositions: ['header', 'interstitial'] } });
  });

  it('ADS-19 receives no position whose container is not in the page', () => {
    const without = config(ADS, ['HeaderPromoContainer']);
    expect([without?.pagePositions, without?.elementsMapping]).toEqual([['header'], { header: 'HeaderPromoContainer' }]);
    expect(setup(ADS, [])).toBeUndefined();
  });

  it('ADS-16 ADS-20 ADS-22 has the page, its targeting and an interstitial on the first page', () => {
    const result = setupOf({ ads: ADS, page: FILM, isLoggedIn: true, mapping: new Map(), containers: ALL });
    expect(result).toMatchObject({
      kind: 'wrapper',
      slotsKey: '/9518146/WMP_US_WEB/allads/acme-cinemas/downtown',
      config: {
        page: '/9518146/WMP_US_WEB/allads/acme-cinemas/downtown',
        targeting: { moviePermalinkPath: '/movies/m1-heat/' },
        interstitialOnFirstPageEnabled: true,
      },
    });
    expect(Object.keys(config(ADS) ?? {})).toEqual([
      'page',
      'pagePositions',
      'elementsMapping',
      'targeting',
      'interstitialOnFirstPageEnabled',
    ]);
  });

  it('SET-07 is not configured without a site code', () => {
    expect(setup({ ...ADS, display: 'CUSTOM', siteCode: '' })).toBeUndefined();
  });
});

describe('without the wrapper', () => {
  it('ADS-15 the wrapper configuration is not used', () => {
    expect(setup(TAG_ADS)?.kind).toBe('tag');
  });

  it('ADS-27 ADS-28 ADS-29 slots have a path, a container and sizes', () => {
    expect(
      slots({ ...TAG_ADS, customKeys: ['home1', 'home2'], sizeMapping: '{"home1":{"0":[[320,50]],"768":[[728,90]]}}' }),
    ).toEqual([
      {
        path: '/123/WMP_home1',
        container: 'home1CustomPromoContainer',
        sizes: [
          { from: 768, sizes: [[728, 90]] },
          { from: 0, sizes: [[320, 50]] },
        ],
      },
      { path: '/123/WMP_home2', container: 'home2CustomPromoContainer', sizes: 'fluid' },
      { path: '/123/WMP_header', container: 'HeaderPromoContainer', sizes: 'fluid' },
      { path: '/123/WMP_interstitial', container: 'InterstitialContainer', sizes: 'interstitial' },
    ]);
  });

  it('ADS-27 the prefix may be empty', () => {
    expect(slots({ ...TAG_ADS, slotPrefix: '' })?.[0]?.path).toBe('/123/home1');
  });

  it('ADS-08 ADS-30 there is an interstitial whatever the locations, 1x1 whatever the mapping', () => {
    const sizeMapping = '{"interstitial":{"0":[[300,250]]}}';
    expect(slots({ ...TAG_ADS, locations: [], customKeys: [], sizeMapping })).toEqual([
      { path: '/123/WMP_interstitial', container: 'InterstitialContainer', sizes: 'interstitial' },
    ]);
  });

  it('ADS-31 ADS-32 the page data is the targeting, as text', () => {
    expect(setup(TAG_ADS)).toMatchObject({ targeting: { pageType: 'list', theaterId: 'T1', isLoggedIn: 'false' } });
  });

  it('slotsKey depends on the slots, not on the targeting', () => {
    const on = (page: typeof PAGE, isLoggedIn: boolean, networkCode = '123') =>
      setupOf({ ads: { ...TAG_ADS, networkCode }, page, isLoggedIn, mapping: new Map(), containers: ALL })?.slotsKey;
    expect(on(FILM, true)).toBe(on(PAGE, false));
    expect(on(PAGE, false, '124')).not.toBe(on(PAGE, false));
  });

  it('slotsKey does not depend on the containers in the page', () => {
    expect(setup(TAG_ADS, ['HeaderPromoContainer'])?.slotsKey).toBe(setup(TAG_ADS)?.slotsKey);
    expect(slots(TAG_ADS, ['HeaderPromoContainer'])?.map(({ path }) => path)).toEqual(['/123/WMP_header']);
  });

  it('nothing is configured without a network code', () => {
    expect(setup({ ...TAG_ADS, networkCode: '' })).toBeUndefined();
  });
});

it.each([ADS, TAG_ADS])('ADS-11 nothing is configured without scheduled films ($display)', (ads) => {
  expect(setup({ ...ads, scheduledMovieIds: [] })).toBeUndefined();
});
