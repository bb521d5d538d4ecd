import type { Ads } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { DEBOUNCE_MS } from '../constants.ts';
import { type AdView, adsMachine } from './ads-machine.ts';
import { ADS, FILM, PAGE, TAG_ADS } from './samples.ts';

/** A machine with a clock of its own and a script that comes by hand. */
function stand({ isScriptThere = true, containers: inPage = ['HeaderPromoContainer', 'InterstitialContainer', 'home1CustomPromoContainer'] } = {}) {
  const containers = [...inPage];
  const log: string[] = [];
  const published: object[] = [];
  let now = 0;
  let timers: { readonly at: number; readonly ring: () => void }[] = [];
  /** As state/load-script.ts: once, and again when it failed. */
  const scripts = new Map<string, Promise<void>>();
  let waiting: { resolve: () => void; reject: (reason: Error) => void }[] = [];
  const rest = async (): Promise<void> => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  const machine = adsMachine({
    publish: (data) => void published.push(data),
    loadScript: (src) => {
      const known = scripts.get(src);
      if (known !== undefined) return known;
      log.push(`load ${src}`);
      const coming = isScriptThere ? Promise.resolve() : new Promise<void>((resolve, reject) => void waiting.push({ resolve, reject }));
      scripts.set(src, coming);
      coming.catch(() => scripts.delete(src));
      return coming;
    },
    containers: () => containers,
    configure: (setup) => void log.push(`configure ${setup.kind}`),
    loadPositions: () => void log.push('load positions'),
    display: () => void log.push('display'),
    refresh: () => void log.push('refresh'),
    empty: () => void log.push('empty'),
    after: (ms, then) => {
      const timer = { at: now + ms, ring: then };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
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
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { ring } of due) ring();
      await rest();
    },
    script: async (isThere: boolean): Promise<void> => {
      const asked = waiting;
      waiting = [];
      for (const { resolve, reject } of asked) if (isThere) resolve();
        else reject(new Error('blocked'));
      await rest();
    },
  };
}

const view = (ads: Ads = ADS, more: Partial<AdView> = {}): AdView => ({ ads, page: PAGE, isLoggedIn: false, mayShow: true, ...more });
const WRAPPER = `load ${ADS.wrapperScript}`;
const TAG = `load ${ADS.tagScript}`;
const FIRST = ['configure wrapper', 'load positions', 'display'];

describe('ads', () => {
  it('ADS-12 are configured once for three changes within 200 ms', async () => {
    const { machine, log, pass } = stand();
    machine.update(view());
    await pass(100);
    machine.update(view({ ...ADS, theater: { id: 'T2', name: 'Uptown', href: '/theaters/uptown/' } }));
    await pass(100);
    machine.update(view());
    await pass(DEBOUNCE_MS - 1);
    expect(log).toEqual([WRAPPER]);
    await pass(1);
    expect(log).toEqual([WRAPPER, ...FIRST]);
  });

  it.each([
    ['page', view(ADS, { page: FILM })],
    ['theater', view({ ...ADS, theater: { id: 'T2', name: 'Downtown', href: '/theaters/downtown-2/' } })],
    ['settings', view({ ...ADS, locations: ['PAGES_TOP'] })],
    ['sign-in', view(ADS, { isLoggedIn: true })],
  ])('ADS-11 are configured again when the %s changes', async (_, next) => {
    const { machine, log, pass } = stand();
    machine.update(view());
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(next);
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(FIRST);
  });

  it('ADS-11 are not configured again when nothing changed', async () => {
    const { machine, log, pass } = stand();
    machine.update(view());
    await pass(DEBOUNCE_MS);
    machine.update(view());
    await pass(DEBOUNCE_MS);
    expect(log.filter((line) => line === 'display')).toHaveLength(1);
  });

  it.each([ADS, TAG_ADS])('ADS-11 are not configured without scheduled films ($display)', async (ads) => {
    const { machine, log, pass } = stand();
    machine.update(view({ ...ads, scheduledMovieIds: [] }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([ads === ADS ? WRAPPER : TAG]);
  });

  it('are not asked for anew because the visitor closed one', async () => {
    for (const ads of [ADS, TAG_ADS]) {
      const { machine, log, pass, containers } = stand();
      machine.update(view(ads));
      await pass(DEBOUNCE_MS);
      containers.pop();
      log.length = 0;
      machine.update(view(ads));
      await pass(DEBOUNCE_MS);
      expect(log).toEqual([]);
    }
  });

  it('ADS-13 are taken away before others are loaded when the ad page path changes', async () => {
    const { machine, log, pass } = stand();
    machine.update(view());
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(view({ ...ADS, theater: { id: 'T2', name: 'Uptown', href: '/theaters/uptown/' } }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(['empty', ...FIRST]);
  });

  it('ADS-06 load no script where there is none, and configure nothing', async () => {
    const { machine, log, pass } = stand();
    machine.update(view({ ...ADS, wrapperScript: '' }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([]);
  });

  it('are not asked for where no container is', async () => {
    const { machine, log, pass } = stand({ containers: [] });
    machine.update(view());
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([WRAPPER]);
  });
});

describe('without the wrapper', () => {
  it('ADS-08 ADS-15 slots are shown, without the configuration of the wrapper', async () => {
    const { machine, log, pass } = stand();
    machine.update(view(TAG_ADS));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([TAG, 'configure tag', 'load positions', 'display']);
  });

  it.each([
    ['page', view(TAG_ADS, { page: FILM })],
    ['member', view(TAG_ADS, { isLoggedIn: true })],
  ])('ADS-10 other data of the %s refresh them', async (_, next) => {
    const { machine, log, pass } = stand();
    machine.update(view(TAG_ADS));
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(next);
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(['configure tag', 'refresh']);
  });

  it('ADS-13 other slots take their place', async () => {
    const { machine, log, pass } = stand();
    machine.update(view(TAG_ADS));
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(view({ ...TAG_ADS, networkCode: '124' }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(['empty', 'configure tag', 'load positions', 'display']);
  });

  it('says once what is wrong with the size mapping, and goes on without', async () => {
    const { machine, log, pass } = stand();
    machine.update(view({ ...TAG_ADS, sizeMapping: '{"home1":3}' }));
    await pass(DEBOUNCE_MS);
    machine.update(view({ ...TAG_ADS, sizeMapping: '{"home1":3}' }, { isLoggedIn: true }));
    await pass(DEBOUNCE_MS);
    expect(log.filter((line) => line !== TAG)).toEqual(['warn Invalid size mapping for ad location: home1', 'configure tag', 'load positions', 'display', 'configure tag', 'refresh']);
    const broken = stand();
    broken.machine.update(view({ ...TAG_ADS, sizeMapping: '{' }));
    await broken.pass(DEBOUNCE_MS);
    expect(broken.log.filter((line) => line !== TAG)).toEqual(['warn Error parsing size mapping', 'configure tag', 'load positions', 'display']);
  });
});

it('SET-06 says nothing of the size mapping before ads may show, and reads another one when it changes', async () => {
  const { machine, log, pass } = stand();
  const broken = (sizeMapping: string): Ads => ({ ...TAG_ADS, sizeMapping });
  machine.update(view(broken('{"home1":3}'), { mayShow: false }));
  await pass(DEBOUNCE_MS);
  expect(log).toEqual([]);
  for (const sizeMapping of ['{"home1":3}', '{"home1":{"0":[[320,50]]}}', '{']) {
    machine.update(view(broken(sizeMapping)));
    await pass(DEBOUNCE_MS);
  }
  expect(log.filter((line) => line.startsWith('warn'))).toEqual(['warn Invalid size mapping for ad location: home1', 'warn Error parsing size mapping']);
});

describe.each([
  ['with the wrapper', ADS, WRAPPER],
  ['without it', TAG_ADS, TAG],
])('ADS-09 consent, %s', (_, ads, script) => {
  it('comes first: before it nothing is asked of another host', async () => {
    const { machine, log, pass } = stand();
    machine.update(view(ads, { mayShow: false }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([]);
    machine.update(view(ads));
    expect(log).toEqual([script]);
    await pass(DEBOUNCE_MS);
    expect(log.at(-1)).toBe('display');
  });

  it('that goes takes the ads away, at once and for good', async () => {
    const { machine, log, pass } = stand();
    machine.update(view(ads));
    await pass(DEBOUNCE_MS);
    log.length = 0;
    machine.update(view(ads, { mayShow: false }));
    expect(log).toEqual(['empty']);
    machine.update(view(ads, { mayShow: false, isLoggedIn: true }));
    await pass(DEBOUNCE_MS);
    expect(log).toEqual(['empty']);
  });

  it('that goes before the page has come to rest, or before the script has come, leaves nothing', async () => {
    const { machine, log, pass, script: come } = stand({ isScriptThere: false });
    machine.update(view(ads));
    machine.update(view(ads, { mayShow: false }));
    await pass(DEBOUNCE_MS);
    machine.update(view(ads));
    await pass(DEBOUNCE_MS);
    machine.update(view(ads, { mayShow: false }));
    await come(true);
    await pass(DEBOUNCE_MS);
    expect(log).toEqual([script]);
  });

  it('that comes again brings them again', async () => {
    const { machine, log, pass } = stand();
    for (const mayShow of [true, false, true]) {
      machine.update(view(ads, { mayShow }));
      await pass(DEBOUNCE_MS);
    }
    expect(log.filter((line) => line === 'display' || line === 'empty')).toEqual(['display', 'empty', 'display']);
  });
});

describe('a script', () => {
  it('that is blocked is no fault, and may come with the next change', async () => {
    const { machine, log, pass, script } = stand({ isScriptThere: false });
    machine.update(view());
    await pass(DEBOUNCE_MS);
    await script(false);
    expect(log).toEqual([WRAPPER]);
    machine.update(view(ADS, { isLoggedIn: true }));
    await pass(DEBOUNCE_MS);
    await script(true);
    expect(log).toEqual([WRAPPER, WRAPPER, ...FIRST]);
  });

  it('ADS-12 that comes late brings only the newest', async () => {
    const { machine, log, pass, script } = stand({ isScriptThere: false });
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

it('ADS-31 ADS-32 the page-level data is told once, and when it changes, whatever consent says', async () => {
  const { machine, published, pass } = stand();
  machine.update(view(ADS, { mayShow: false }));
  await pass(DEBOUNCE_MS);
  machine.update(view());
  await pass(DEBOUNCE_MS);
  machine.update(view(ADS, { isLoggedIn: true }));
  await pass(DEBOUNCE_MS);
  expect(published).toMatchObject([{ pageType: 'list', isLoggedIn: false }, { isLoggedIn: true }]);
});
