import { ADS, PAGE, TAG_ADS } from '@marquee/testkit/ads/samples.ts';
import { type Setup, setupOf } from '@marquee/rules/ads/setup.ts';
import { readSizeMapping } from '@marquee/rules/ads/size-mapping.ts';
import type { Ads } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { fakeGpt, fakeJad, fakeWindow } from '@marquee/testkit/ads/fakes.ts';
import { tag } from './tag.ts';
import { wrapper } from './wrapper.ts';

const MAPPING = '{"home1":{"0":[[320,50]],"768":[[728,90],[970,90]]},"home2":{"768":["fluid"]}}';

function setup<Kind extends Setup['kind']>(kind: Kind, ads: Ads, isLoggedIn = false): Extract<Setup, { readonly kind: Kind }> {
  const created = setupOf({ ads, page: PAGE, isLoggedIn, mapping: readSizeMapping(ads.sizeMapping, ads.customKeys).mapping });
  const isKind = (candidate: Setup | undefined): candidate is Extract<Setup, { readonly kind: Kind }> => candidate?.kind === kind;
  if (!isKind(created)) throw new Error('another kind');
  return created;
}

describe('the wrapper', () => {
  const wrapperSetup = setup('wrapper', ADS);
  const CALLS = [['setConfig', wrapperSetup.config], ['loadPositions'], ['displayPositions']];
  const requestAds = (globals: ReturnType<typeof fakeWindow>): void => {
    const { configure, loadPositions, display } = wrapper(globals);
    configure(wrapperSetup);
    loadPositions();
    display();
  };

  it('ADS-16 ADS-19 ADS-22 gets its configuration, then the calls to load and to display, before its script has loaded', () => {
    const globals = fakeWindow();
    requestAds(globals);
    expect(fakeJad(globals)).toEqual(CALLS);
    expect(wrapperSetup.config).toMatchObject({
      page: '/9518146/WMP_US_WEB/allads/acme-cinemas/downtown',
      interstitialOnFirstPageEnabled: true,
    });
  });

  it('gets the same calls after its script has loaded', () => {
    const globals = fakeWindow();
    const log = fakeJad(globals);
    requestAds(globals);
    expect(log).toEqual(CALLS);
  });

  it('ignores an unexpected value of window.jad', () => {
    for (const jad of [null, 'jad', { cmd: 'none' }, { cmd: { push: 3 } }, { cmd: [], public: null }]) {
      const globals = fakeWindow();
      globals.set('jad', jad);
      expect(() => requestAds(globals)).not.toThrow();
    }
  });
});

describe('the tag', () => {
  const ADS_OF_TAG: Ads = { ...TAG_ADS, customKeys: ['home1', 'home2', 'home3'], locations: ['PAGES_TOP'], sizeMapping: MAPPING };

  function setUp({
    restrictsData = false,
    empty = [],
    isLoaded = true,
  }: { restrictsData?: boolean; empty?: readonly string[]; isLoaded?: boolean } = {}) {
    const globals = fakeWindow();
    const rendered: [string, boolean][] = [];
    const provider = tag({
      ...globals,
      restrictsData: () => restrictsData,
      onRender: (container, isEmpty) => void rendered.push([container, isEmpty]),
    });
    const load = () => fakeGpt(globals, empty);
    const gpt = isLoaded ? load() : undefined;
    return { globals, rendered, provider, load, log: gpt?.log ?? [], slots: gpt?.slots ?? [] };
  }
  const callsOf = (log: readonly unknown[][], method: string): unknown[][] =>
    log.filter(([name]) => name === method).map(([, ...rest]) => rest);

  it('ADS-08 ADS-27 ADS-28 ADS-29 defines each slot with path, sizes and container, the interstitial as out-of-page', () => {
    const { provider, log } = setUp();
    provider.configure(setup('tag', ADS_OF_TAG));
    expect(callsOf(log, 'define')).toEqual([
      [
        '/123/WMP_home1',
        [
          [728, 90],
          [970, 90],
          [320, 50],
        ],
        'home1CustomPromoContainer',
      ],
      ['/123/WMP_home2', ['fluid'], 'home2CustomPromoContainer'],
      ['/123/WMP_home3', 'fluid', 'home3CustomPromoContainer'],
      ['/123/WMP_header', 'fluid', 'HeaderPromoContainer'],
      ['/123/WMP_interstitial', [1, 1], 'InterstitialContainer'],
    ]);
  });

  it('ADS-29 maps viewports from the largest to the smallest, and no ad below the smallest', () => {
    const { provider, log } = setUp();
    provider.configure(setup('tag', ADS_OF_TAG));
    expect(callsOf(log, 'mapping')).toEqual([
      [
        'home1CustomPromoContainer',
        [
          [
            [768, 0],
            [
              [728, 90],
              [970, 90],
            ],
          ],
          [[0, 0], [[320, 50]]],
        ],
      ],
      [
        'home2CustomPromoContainer',
        [
          [[768, 0], ['fluid']],
          [[0, 0], []],
        ],
      ],
    ]);
  });

  it('ADS-31 ADS-32 gets the page data as targeting; unknown values are cleared', () => {
    const { provider, log } = setUp();
    provider.configure(setup('tag', TAG_ADS, true));
    expect(log[0]).toEqual([
      'config',
      { targeting: expect.objectContaining({ pageType: 'list', theaterId: 'T1', isLoggedIn: 'true', movieId: null }) },
    ]);
  });

  it('security 6.11 requests safe frames before it is enabled', () => {
    const { provider, log } = setUp();
    provider.configure(setup('tag', TAG_ADS));
    const names = log.map(([name]) => name);
    expect(callsOf(log, 'config')).toContainEqual([
      expect.objectContaining({ safeFrame: { forceSafeFrame: true, sandbox: true }, collapseDiv: 'DISABLED' }),
    ]);
    expect(callsOf(log, 'safe frames')).toEqual([[true]]);
    expect(names.lastIndexOf('config')).toBeLessThan(names.indexOf('enable'));
  });

  it('restricts data processing if the visitor wants that', () => {
    const restricted = setUp({ restrictsData: true });
    restricted.provider.configure(setup('tag', TAG_ADS));
    expect(callsOf(restricted.log, 'privacy')).toEqual([[{ restrictDataProcessing: true }]]);
    const free = setUp();
    free.provider.configure(setup('tag', TAG_ADS));
    expect(callsOf(free.log, 'privacy')).toEqual([]);
  });

  it('ADS-10 refreshes every slot except the interstitial, with the new data', () => {
    const { provider, log } = setUp();
    provider.configure(setup('tag', TAG_ADS));
    provider.display();
    expect(callsOf(log, 'request')).toEqual([['home1CustomPromoContainer'], ['HeaderPromoContainer'], ['InterstitialContainer']]);
    log.length = 0;
    provider.configure(setup('tag', TAG_ADS, true));
    provider.refresh();
    expect(log).toEqual([
      ['config', { targeting: expect.objectContaining({ isLoggedIn: 'true' }) }],
      ['request', 'home1CustomPromoContainer'],
      ['request', 'HeaderPromoContainer'],
    ]);
  });

  it('ADS-13 destroys its slots, and defines new ones in the same containers', () => {
    const { provider, log, slots } = setUp();
    provider.configure(setup('tag', TAG_ADS));
    provider.empty();
    expect(callsOf(log, 'destroy')).toEqual([[['home1CustomPromoContainer', 'HeaderPromoContainer', 'InterstitialContainer']]]);
    provider.configure(setup('tag', { ...TAG_ADS, networkCode: '124' }));
    expect(slots.map(({ path }) => path)).toEqual(['/124/WMP_home1', '/124/WMP_header', '/124/WMP_interstitial']);
    expect(callsOf(log, 'enable')).toHaveLength(1);
  });

  it('reports which containers stay empty', () => {
    const { provider, rendered } = setUp({ empty: ['HeaderPromoContainer'] });
    provider.configure(setup('tag', TAG_ADS));
    provider.display();
    expect(rendered).toEqual([
      ['home1CustomPromoContainer', false],
      ['HeaderPromoContainer', true],
      ['InterstitialContainer', false],
    ]);
  });

  it('queues calls before its script has loaded', () => {
    const { provider, load } = setUp({ isLoaded: false });
    provider.configure(setup('tag', TAG_ADS));
    provider.display();
    expect(callsOf(load().log, 'request')).toHaveLength(3);
  });

  it('ignores a blocked script and an unexpected value of window.googletag', () => {
    for (const googletag of [
      undefined,
      null,
      'blocked',
      { cmd: { push: (job: () => void) => job() } },
      { cmd: [], defineSlot: () => null },
    ]) {
      const { globals, provider } = setUp({ isLoaded: false });
      globals.set('googletag', googletag);
      expect(() => {
        provider.configure(setup('tag', TAG_ADS));
        provider.display();
        provider.refresh();
        provider.empty();
      }).not.toThrow();
    }
  });
});
