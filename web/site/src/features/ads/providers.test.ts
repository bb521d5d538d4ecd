import { ADS, PAGE, TAG_ADS } from '@marquee/rules/ads/samples.ts';
import { type Setup, setupOf } from '@marquee/rules/ads/setup.ts';
import { readSizeMapping } from '@marquee/rules/ads/size-mapping.ts';
import type { Ads } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { fakeGpt, fakeJad, fakeWindow } from './fakes.ts';
import { tag } from './tag.ts';
import { wrapper } from './wrapper.ts';

const MAPPING = '{"home1":{"0":[[320,50]],"768":[[728,90],[970,90]]},"home2":{"768":["fluid"]}}';

function setup<Kind extends Setup['kind']>(kind: Kind, ads: Ads, isLoggedIn = false): Extract<Setup, { readonly kind: Kind }> {
  const made = setupOf({ ads, page: PAGE, isLoggedIn, mapping: readSizeMapping(ads.sizeMapping, ads.customKeys).mapping });
  const isKind = (one: Setup | undefined): one is Extract<Setup, { readonly kind: Kind }> => one?.kind === kind;
  if (!isKind(made)) throw new Error('another kind');
  return made;
}

describe('the wrapper', () => {
  const made = setup('wrapper', ADS);
  const CALLS = [['setConfig', made.config], ['loadPositions'], ['displayPositions']];
  const ask = (globals: ReturnType<typeof fakeWindow>): void => {
    const { configure, loadPositions, display } = wrapper(globals);
    configure(made);
    loadPositions();
    display();
  };

  it('ADS-16 ADS-19 ADS-22 is told its configuration, then to load and to display, before its script comes', () => {
    const globals = fakeWindow();
    ask(globals);
    expect(fakeJad(globals)).toEqual(CALLS);
    expect(made.config).toMatchObject({ page: '/9518146/WMP_US_WEB/allads/acme-cinemas/downtown', interstitialOnFirstPageEnabled: true });
  });

  it('and after it', () => {
    const globals = fakeWindow();
    const log = fakeJad(globals);
    ask(globals);
    expect(log).toEqual(CALLS);
  });

  it('that is something else does no harm', () => {
    for (const jad of [null, 'jad', { cmd: 'none' }, { cmd: { push: 3 } }, { cmd: [], public: null }]) {
      const globals = fakeWindow();
      globals.set('jad', jad);
      expect(() => ask(globals)).not.toThrow();
    }
  });
});

describe('the tag', () => {
  const ADS_OF_TAG: Ads = { ...TAG_ADS, customKeys: ['home1', 'home2', 'home3'], locations: ['PAGES_TOP'], sizeMapping: MAPPING };

  function stand({ restrictsData = false, empty = [], isThere = true }: { restrictsData?: boolean; empty?: readonly string[]; isThere?: boolean } = {}) {
    const globals = fakeWindow();
    const heard: [string, boolean][] = [];
    const provider = tag({ ...globals, restrictsData: () => restrictsData, onRender: (container, isEmpty) => void heard.push([container, isEmpty]) });
    const come = () => fakeGpt(globals, empty);
    const gpt = isThere ? come() : undefined;
    return { globals, heard, provider, come, log: gpt?.log ?? [], slots: gpt?.slots ?? [] };
  }
  const of = (log: readonly unknown[][], what: string): unknown[][] => log.filter(([name]) => name === what).map(([, ...rest]) => rest);

  it('ADS-08 ADS-27 ADS-28 ADS-29 is given each slot with path, sizes and container, the interstitial out of the page', () => {
    const { provider, log } = stand();
    provider.configure(setup('tag', ADS_OF_TAG));
    expect(of(log, 'define')).toEqual([
      ['/123/WMP_home1', [[728, 90], [970, 90], [320, 50]], 'home1CustomPromoContainer'],
      ['/123/WMP_home2', ['fluid'], 'home2CustomPromoContainer'],
      ['/123/WMP_home3', 'fluid', 'home3CustomPromoContainer'],
      ['/123/WMP_header', 'fluid', 'HeaderPromoContainer'],
      ['/123/WMP_interstitial', [1, 1], 'InterstitialContainer'],
    ]);
  });

  it('ADS-29 is told viewports from the largest to the smallest, and that below there is nothing', () => {
    const { provider, log } = stand();
    provider.configure(setup('tag', ADS_OF_TAG));
    expect(of(log, 'mapping')).toEqual([
      [
        'home1CustomPromoContainer',
        [
          [[768, 0], [[728, 90], [970, 90]]],
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

  it('ADS-31 ADS-32 is told the page data as targeting; what is unknown is cleared', () => {
    const { provider, log } = stand();
    provider.configure(setup('tag', TAG_ADS, true));
    expect(log[0]).toEqual(['config', { targeting: expect.objectContaining({ pageType: 'list', theaterId: 'T1', isLoggedIn: 'true', movieId: null }) }]);
  });

  it('security 6.11 asks for safe frames before it is enabled', () => {
    const { provider, log } = stand();
    provider.configure(setup('tag', TAG_ADS));
    const names = log.map(([name]) => name);
    expect(of(log, 'config')).toContainEqual([expect.objectContaining({ safeFrame: { forceSafeFrame: true, sandbox: true }, collapseDiv: 'DISABLED' })]);
    expect(of(log, 'safe frames')).toEqual([[true]]);
    expect(names.lastIndexOf('config')).toBeLessThan(names.indexOf('enable'));
  });

  it('asks for no more data than needed where the visitor wants that', () => {
    const restricted = stand({ restrictsData: true });
    restricted.provider.configure(setup('tag', TAG_ADS));
    expect(of(restricted.log, 'privacy')).toEqual([[{ restrictDataProcessing: true }]]);
    const free = stand();
    free.provider.configure(setup('tag', TAG_ADS));
    expect(of(free.log, 'privacy')).toEqual([]);
  });

  it('ADS-10 asks anew for every slot except the interstitial, with the new data', () => {
    const { provider, log } = stand();
    provider.configure(setup('tag', TAG_ADS));
    provider.display();
    expect(of(log, 'request')).toEqual([['home1CustomPromoContainer'], ['HeaderPromoContainer'], ['InterstitialContainer']]);
    log.length = 0;
    provider.configure(setup('tag', TAG_ADS, true));
    provider.refresh();
    expect(log).toEqual([['config', { targeting: expect.objectContaining({ isLoggedIn: 'true' }) }], ['request', 'home1CustomPromoContainer'], ['request', 'HeaderPromoContainer']]);
  });

  it('ADS-13 gives its slots back, and makes others in their containers', () => {
    const { provider, log, slots } = stand();
    provider.configure(setup('tag', TAG_ADS));
    provider.empty();
    expect(of(log, 'destroy')).toEqual([[['home1CustomPromoContainer', 'HeaderPromoContainer', 'InterstitialContainer']]]);
    provider.configure(setup('tag', { ...TAG_ADS, networkCode: '124' }));
    expect(slots.map(({ path }) => path)).toEqual(['/124/WMP_home1', '/124/WMP_header', '/124/WMP_interstitial']);
    expect(of(log, 'enable')).toHaveLength(1);
  });

  it('tells which containers stay empty', () => {
    const { provider, heard } = stand({ empty: ['HeaderPromoContainer'] });
    provider.configure(setup('tag', TAG_ADS));
    provider.display();
    expect(heard).toEqual([
      ['home1CustomPromoContainer', false],
      ['HeaderPromoContainer', true],
      ['InterstitialContainer', false],
    ]);
  });

  it('is told before its script comes, too', () => {
    const { provider, come } = stand({ isThere: false });
    provider.configure(setup('tag', TAG_ADS));
    provider.display();
    expect(of(come().log, 'request')).toHaveLength(3);
  });

  it('that is blocked, or something else, does no harm', () => {
    for (const googletag of [undefined, null, 'blocked', { cmd: { push: (job: () => void) => job() } }, { cmd: [], defineSlot: () => null }]) {
      const { globals, provider } = stand({ isThere: false });
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
