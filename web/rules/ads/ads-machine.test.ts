import type { Ads } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { DEBOUNCE_MS } from '../constants.ts';
import { type AdView, adsMachine } from './ads-machine.ts';
import { ADS, FILM, PAGE, TAG_ADS } from '@marquee/testkit/ads/samples.ts';

/** A machine with a fake clock and a script that the test loads. */
function setUp({
  isScriptLoaded = true,
  containers: inPage = ['HeaderPromoContainer', 'InterstitialContainer', 'home1CustomPromoContainer'],
} = {}) {
  const containers = [...inPage];
  const log: string[] = [];
  const published: object[] = [];
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  /** As state/load-script.ts: loads a script once, and again after a failure. */
  const scripts = new Map<string, Promise<void>>();
  let waiting: { resolve: () => void; reject: (reason: Error) => void }[] = [];
  const flush = async (): Promise<void> => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  const machine = adsMachine({
    publish: (data) => void published.push(data),
    loadScript: (src) => {
      const cached = scripts.get(src);
      if (cached !== undefined) return cached;
      log.push(`load ${src}`);
      const loading = isScriptLoaded
        ? Promise.resolve()
        : new Promise<void>((resolve, reject) => void waiting.push({ resolve, reject }));
      scripts.set(src, loading);
      loading.catch(() => scripts.delete(src));
      return loading;
    },
    containers: () => containers,
    configure: (setup) => void log.push(`configure ${setup.kind}`),
    loadPositions: () => void log.push('load positions'),
    display: () => void log.push('display'),
    refresh: () => void log.push('refresh'),
    empty: () => void log.push('empty'),
    after: (ms, then) => {
      const timer = { at: now + ms, run: then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    warn: (problem) => void log.push(`warn ${problem}`),
  });
  return {
    log,
    published,
    containers,
    machine,
    pass: async (ms: number): Promise<void> => {
      now += ms;
      const elapsed = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of elapsed) run();
      await flush();
    },
    script: async (isLoaded: boolean): Promise<void> => {
      const pending = waiting;
      waiting = [];
      for (const { resolve, reject } of pending)
        if (isLoaded) resolve();
        else reject(new Error('blocked'));
      await flush();
    },
  };
}

const view = (ads: Ads = ADS, more: Partial<AdView> = {}): AdView => ({
  ads,
  page: PAGE,
  isLoggedIn: false,
  mayShow: true,
  ...more,
});
const WRAPPER = `load ${ADS.wrapperScript}`;
const TAG = `load ${ADS.tagScript}`;
const FIRST = ['configure wrapper', 'load positions', 'display'];

describe('ads', () => {
  it('ADS-12 are configured once for three changes within 200 ms', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view());
    await pass(100);
    machine.update(view({ ...ADS, theater: { id: 'T2', name: 'Uptown', slug: 'uptown', href: '/theaters/uptown/' } }));
    await pass(100);
    machine.update(view());
    await pass(DEBOUNCE_MS - 1);
    expect(log).toEqual([WRAPPER]);
    await pass(1);
    expect(log).toEqual([WRAPPER, ...FIRST]);
  });

  it.each([
    ['page', view(ADS, { page: FILM })],
    ['theater', view({ ...ADS, theater: { id: 'T2', name: 'Downtown', slug: 'downtown', href: '/theaters/downtown-2/' } })],
    ['settings', view({ ...ADS, locations: ['PAGES_TOP'] })],
    ['sign-in', view(ADS, { isLoggedIn: true })],
  ])('ADS-11 are configured again when the %s changes', async (_, next) => {
    const { machine, log, pass } = setUp();
    machine.update(view());
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(next);
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(FIRST);
  });

  it('ADS-11 are not configured again when nothing changed', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view());
    await pass(DEBOUNCE_MS);
    machine.update(view());
    await pass(DEBOUNCE_MS);
    expect(log.filter((line) => line === 'display')).toHaveLength(1);
  });

  it.each([ADS, TAG_ADS])('ADS-11 are not configured without scheduled films ($display)', async (ads) => {
    const { machine, log, pass } = setUp();
    machine.update(view({ ...ads, scheduledMovieIds: [] }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([ads === ADS ? WRAPPER : TAG]);
  });

  it('are not requested again because the visitor closed one', async () => {
    for (const ads of [ADS, TAG_ADS]) {
      const { machine, log, pass, containers } = setUp();
      machine.update(view(ads));
      await pass(DEBOUNCE_MS);
      containers.pop();
      log.length = 0;
      machine.update(view(ads));
      await pass(DEBOUNCE_MS);
      expect(log).toEqual([]);
    }
  });

  it('ADS-13 are removed before others are loaded when the ad page path changes', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view());
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(view({ ...ADS, theater: { id: 'T2', name: 'Uptown', slug: 'uptown', href: '/theaters/uptown/' } }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(['empty', ...FIRST]);
  });

  it('ADS-06 load no script if there is none, and configure nothing', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view({ ...ADS, wrapperScript: '' }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([]);
  });

  it('are not requested without a container', async () => {
    const { machine, log, pass } = setUp({ containers: [] });
    machine.update(view());
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([WRAPPER]);
  });
});

describe('without the wrapper', () => {
  it('ADS-08 ADS-15 slots are displayed without the configuration of the wrapper', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view(TAG_ADS));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([TAG, 'configure tag', 'load positions', 'display']);
  });

  it.each([
    ['page', view(TAG_ADS, { page: FILM })],
    ['member', view(TAG_ADS, { isLoggedIn: true })],
  ])('ADS-10 changed data of the %s refresh the slots', async (_, next) => {
    const { machine, log, pass } = setUp();
    machine.update(view(TAG_ADS));
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(next);
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(['configure tag', 'refresh']);
  });

  it('ADS-13 other slots replace them', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view(TAG_ADS));
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(view({ ...TAG_ADS, networkCode: '124' }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(['empty', 'configure tag', 'load positions', 'display']);
  });

  it('logs problems of the size mapping once, and continues without it', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view({ ...TAG_ADS, sizeMapping: '{"home1":3}' }));
    await pass(DEBOUNCE_MS);
    machine.update(view({ ...TAG_ADS, sizeMapping: '{"home1":3}' }, { isLoggedIn: true }));
    await pass(DEBOUNCE_MS);
    expect(log.filter((line) => line !== TAG)).toEqual([
      'warn Invalid size mapping for ad location: home1',
      'configure tag',
      'load positions',
      'display',
      'configure tag',
      'refresh',
    ]);
    const broken = setUp();
    broken.machine.update(view({ ...TAG_ADS, sizeMapping: '{' }));
    await broken.pass(DEBOUNCE_MS);
    expect(broken.log.filter((line) => line !== TAG)).toEqual([
      'warn Error parsing size mapping',
      'configure tag',
      'load positions',
      'display',
    ]);
  });
});

it('SET-06 does not parse the size mapping before ads may show, and parses it again when it changes', async () => {
  const { machine, log, pass } = setUp();
  const broken = (sizeMapping: string): Ads => ({ ...TAG_ADS, sizeMapping });
  machine.update(view(broken('{"home1":3}'), { mayShow: false }));
  await pass(DEBOUNCE_MS);
  expect(log).toEqual([]);
  for (const sizeMapping of ['{"home1":3}', '{"home1":{"0":[[320,50]]}}', '{']) {
    machine.update(view(broken(sizeMapping)));
    await pass(DEBOUNCE_MS);
  }
  expect(log.filter((line) => line.startsWith('warn'))).toEqual([
    'warn Invalid size mapping for ad location: home1',
    'warn Error parsing size mapping',
  ]);
});

describe.each([
  ['with the wrapper', ADS, WRAPPER],
  ['without it', TAG_ADS, TAG],
])('ADS-09 consent, %s', (_, ads, script) => {
  it('is required before any request to another host', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view(ads, { mayShow: false }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([]);
    machine.update(view(ads));
    expect(log).toEqual([script]);
    await pass(DEBOUNCE_MS);
    expect(log.at(-1)).toBe('display');
  });

  it('that is withdrawn removes the ads at once', async () => {
    const { machine, log, pass } = setUp();
    machine.update(view(ads));
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(view(ads, { mayShow: false }));
    expect(log).toEqual(['empty']);
    machine.update(view(ads, { mayShow: false, isLoggedIn: true }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(['empty']);
  });

  it('that is withdrawn during the debounce delay, or before the script has loaded, prevents ads', async () => {
    const { machine, log, pass, script: loadScript } = setUp({ isScriptLoaded: false });
    machine.update(view(ads));
    machine.update(view(ads, { mayShow: false }));
    await pass(DEBOUNCE_MS);
    machine.update(view(ads));
    await pass(DEBOUNCE_MS);
    machine.update(view(ads, { mayShow: false }));
    await loadScript(true);
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([script]);
  });

  it('that is granted again displays them again', async () => {
    const { machine, log, pass } = setUp();
    for (const mayShow of [true, false, true]) {
      machine.update(view(ads, { mayShow }));
      await pass(DEBOUNCE_MS);
    }
    expect(log.filter((line) => line === 'display' || line === 'empty')).toEqual(['display', 'empty', 'display']);
  });
});

describe('a script', () => {
  it('that is blocked causes no error, and is loaded again with the next change', async () => {
    const { machine, log, pass, script } = setUp({ isScriptLoaded: false });
    machine.update(view());
    await pass(DEBOUNCE_MS);
    await script(false);
    expect(log).toEqual([WRAPPER]);
    machine.update(view(ADS, { isLoggedIn: true }));
    await pass(DEBOUNCE_MS);
    await script(true);
    expect(log).toEqual([WRAPPER, WRAPPER, ...FIRST]);
  });

  it('ADS-12 that loads late displays only the newest ads', async () => {
    const { machine, log, pass, script } = setUp({ isScriptLoaded: false });
    machine.update(view());
    await pass(DEBOUNCE_MS);
    machine.update(view(ADS, { page: FILM }));
    await script(true);
    expect(log).toEqual([WRAPPER]);
    await pass(DEBOUNCE_MS);
    await script(true);
    expect(log).toEqual([WRAPPER, ...FIRST]);
  });
});

it('ADS-31 ADS-32 the page-level data is published once, and again when it changes, whatever the consent', async () => {
  const { machine, published, pass } = setUp();
  machine.update(view(ADS, { mayShow: false }));
  await pass(DEBOUNCE_MS);
  machine.update(view());
  await pass(DEBOUNCE_MS);
  machine.update(view(ADS, { isLoggedIn: true }));
  await pass(DEBOUNCE_MS);
  expect(published).toMatchObject([{ pageType: 'list', isLoggedIn: false }, { isLoggedIn: true }]);
});
