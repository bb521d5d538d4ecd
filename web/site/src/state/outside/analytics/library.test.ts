import { LOAD_TIMEOUT_MS, QUEUE_INTERVAL_MS } from '@marquee/rules/analytics/facts.ts';
import { withoutLibraryParameters } from '@marquee/rules/analytics/addresses.ts';
import type { TagContainer } from '@marquee/api/schema.gen.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Library, LibrarySettings } from './library.ts';
import { type FakeBrowser, fakeBrowser } from '@marquee/testkit/analytics/fake-browser.ts';

const GTAG = 'https://g.example/gtag/js';
const GTM = 'https://g.example/gtm.js';
const VIEW = {
  title: 'Movies',
  url: 'https://acme.example/movies/',
  path: '/movies/',
  search: '',
  referrer: 'https://search.example/',
};
const SERVICE: LibrarySettings = {
  analytics: { measurementIds: ['G-OWN', 'G-SITE'], script: GTAG },
  containers: [],
  containerScript: GTM,
};
const SITE_CONTAINER: TagContainer = { purpose: 'site', id: 'GTM-S' };
const CONTAINERS: LibrarySettings = {
  containers: [{ purpose: 'ads', id: 'GTM-A' }, { purpose: 'targett', id: 'GTM-T' }, SITE_CONTAINER],
  containerScript: GTM,
};

let browser: FakeBrowser;
let warned: unknown[];

/** Creates the real library in a new module graph, because it checks for a browser when its module is evaluated. */
async function open(settings: LibrarySettings): Promise<Library> {
  vi.resetModules();
  const { openLibrary } = await import('./library.ts');
  const library = openLibrary(settings, (reason) => void warned.push(reason));
  await vi.advanceTimersByTimeAsync(0);
  return library;
}

const advance = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** The page views and events in the layer of the service. */
const serviceEvents = (): unknown[] =>
  browser.layer('ga4DataLayer').filter((entry) => Array.isArray(entry) && entry[0] === 'event');
/** The page views and events in the layer of the containers. */
const managerEvents = (): unknown[] =>
  browser
    .layer('dataLayer')
    .filter((entry) => typeof entry === 'object' && entry !== null && 'event' in entry && entry.event !== 'gtm.js');
const opened = (filmId: string) => ({ name: 'film_opened', properties: { filmId } }) as const;

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  warned = [];
});
afterEach(() => {
  expect(warned).toEqual([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the analytics service', () => {
  it('ANLY-08 ANLY-13 loads one script and configures both measurement ids with their cookie', async () => {
    await open(SERVICE);
    expect(browser.scripts.map(({ src }) => src)).toEqual([`${GTAG}?id=G-OWN&l=ga4DataLayer`]);
    const configured = browser.layer('ga4DataLayer').filter((entry) => Array.isArray(entry) && entry[0] === 'config');
    expect(configured).toEqual(
      ['G-OWN', 'G-SITE'].map((id) => [
        'config',
        id,
        expect.objectContaining({ cookie_expires: 34_164_000, cookie_update: false, anonymize_ip: true, send_page_view: false }),
      ]),
    );
  });

  it('ANLY-07 gets page views and events in order', async () => {
    const library = await open(SERVICE);
    library.page(VIEW);
    library.track(opened('7'));
    await advance(QUEUE_INTERVAL_MS);
    expect(serviceEvents()).toEqual([
      [
        'event',
        'page_view',
        expect.objectContaining({
          page_title: 'Movies',
          page_location: VIEW.url,
          page_path: '/movies/',
          page_search: '',
          page_referrer: VIEW.referrer,
        }),
      ],
      ['event', 'film_opened', { filmId: '7' }],
    ]);
  });

  it('PAGE-04 never gets the page’s full URL, not even with other events', async () => {
    browser.location.search = '?token=s3cret';
    browser.location.href = 'https://acme.example/movies/?token=s3cret';
    browser.location.hash = '#s3cret';
    const library = await open(SERVICE);
    library.page(VIEW);
    library.track(opened('7'));
    await advance(QUEUE_INTERVAL_MS);
    expect(browser.layer('ga4DataLayer')).toContainEqual(['set', { page_location: VIEW.url, page_referrer: VIEW.referrer }]);
    expect(JSON.stringify(browser.layer('ga4DataLayer'))).not.toContain('s3cret');
  });

  it('does not modify the properties of an event', async () => {
    const library = await open({ ...SERVICE, containers: [SITE_CONTAINER] });
    browser.loadManagers();
    const properties = { filmId: '7' };
    library.track({ name: 'film_opened', properties });
    await advance(QUEUE_INTERVAL_MS);
    expect(properties).toEqual({ filmId: '7' });
    expect(serviceEvents()).toEqual([['event', 'film_opened', { filmId: '7' }]]);
  });
});

describe('containers', () => {
  it('ANLY-09 ANLY-10 ANLY-16 all load, on the layer dataLayer', async () => {
    await open(CONTAINERS);
    expect(browser.scripts.map(({ src }) => src)).toEqual(['GTM-A', 'GTM-T', 'GTM-S'].map((id) => `${GTM}?id=${id}`));
    expect(browser.layer('dataLayer')).toEqual([1, 2, 3].map(() => ({ 'gtm.start': expect.any(Number), event: 'gtm.js' })));
  });

  it('SITE-09 have the unchanged ids of website and circuit in the layer before they start', async () => {
    await open({ ...CONTAINERS, websiteId: 'V2Vic2l0ZTo3/==', circuitId: 'Q2lyY3VpdDox' });
    expect(browser.layer('dataLayer')[0]).toEqual({ websiteId: 'V2Vic2l0ZTo3/==', circuitId: 'Q2lyY3VpdDox' });
    expect(browser.layer('dataLayer')).toHaveLength(4);
  });

  it('all load even if one id is a prefix of another', async () => {
    await open({
      containers: [
        { purpose: 'ads', id: 'GTM-AB1' },
        { purpose: 'site', id: 'GTM-AB' },
      ],
      containerScript: GTM,
    });
    expect(browser.scripts.map(({ src }) => src).toSorted()).toEqual([`${GTM}?id=GTM-AB`, `${GTM}?id=GTM-AB1`]);
  });

  it('PAGE-04 ANLY-07 get each page view and event once, by name and without the visitor’s identity', async () => {
    const library = await open(CONTAINERS);
    browser.loadManagers();
    await advance(100);
    library.page(VIEW);
    library.track(opened('7'));
    await advance(QUEUE_INTERVAL_MS);
    expect(managerEvents()).toEqual([
      expect.objectContaining({ event: 'page_view', url: VIEW.url, path: '/movies/', search: '', hash: '' }),
      { event: 'film_opened', filmId: '7' },
    ]);
  });

  it('ANLY-15 get events if they load within 10,000 ms', async () => {
    const library = await open(CONTAINERS);
    library.track(opened('7'));
    await advance(LOAD_TIMEOUT_MS - 100);
    browser.loadManagers();
    await advance(50 + QUEUE_INTERVAL_MS);
    expect(managerEvents()).toEqual([{ event: 'film_opened', filmId: '7' }]);
  });

  it('ANLY-15 get no events if they load later', async () => {
    const library = await open(CONTAINERS);
    library.track(opened('7'));
    await advance(LOAD_TIMEOUT_MS + 100);
    browser.loadManagers();
    await advance(10 * QUEUE_INTERVAL_MS);
    expect(managerEvents()).toEqual([]);
  });
});

describe('ANLY-14 without a connection', () => {
  it('events wait, and are sent within 3000 ms after the connection is back', async () => {
    const library = await open(SERVICE);
    await advance(100);
    browser.setOnline(false);
    await advance(0);
    library.track(opened('7'));
    library.track(opened('8'));
    await advance(10 * QUEUE_INTERVAL_MS);
    expect(serviceEvents()).toEqual([]);
    browser.setOnline(true);
    await advance(QUEUE_INTERVAL_MS);
    expect(serviceEvents()).toEqual([
      ['event', 'film_opened', { filmId: '7' }],
      ['event', 'film_opened', { filmId: '8' }],
    ]);
  });

  it('the queue is checked every 3000 ms', async () => {
    const library = await open(SERVICE);
    await advance(100);
    browser.setOnline(false);
    await advance(0);
    library.track(opened('7'));
    // The connection comes back right after a check: the next check is a full interval away.
    await advance(QUEUE_INTERVAL_MS - 100);
    browser.setOnline(true);
    await advance(QUEUE_INTERVAL_MS - 1);
    expect(serviceEvents()).toEqual([]);
    await advance(1);
    expect(serviceEvents()).toHaveLength(1);
  });
});

describe('ANLY-07 an undelivered event when the page is left', () => {
  it('is returned with the plugins whose scripts have not loaded, and is no longer sent on this page', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    library.track(opened('7'));
    await advance(100);
    expect(library.takeUndelivered()).toEqual([{ event: opened('7'), to: ['google-analytics', 'gtm-site'], pages: 1 }]);
    browser.loadService();
    browser.loadManagers();
    await advance(10 * QUEUE_INTERVAL_MS);
    expect(managerEvents()).toEqual([]);
    expect(library.takeUndelivered()).toEqual([]);
  });

  it('lists only the plugins that have not received it', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadService();
    library.track(opened('7'));
    await advance(100);
    expect(library.takeUndelivered()).toEqual([{ event: opened('7'), to: ['gtm-site'], pages: 1 }]);
    browser.loadManagers();
    library.track(opened('8'));
    await advance(LOAD_TIMEOUT_MS);
    expect(library.takeUndelivered()).toEqual([]);
  });

  it('is not delivered by the load of another element', async () => {
    const library = await open(SERVICE);
    browser.loadOther('https://g.example/other.js');
    browser.loadOther(undefined);
    library.track(opened('7'));
    await advance(100);
    expect(library.takeUndelivered()).toEqual([{ event: opened('7'), to: ['google-analytics'], pages: 1 }]);
  });

  it.each([opened('8'), { name: 'search', properties: {} } as const])(
    'is not that of another plugin: %j is delivered to both plugins',
    async (event) => {
      const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
      browser.loadService();
      browser.loadManagers();
      browser.setOnline(false);
      await advance(0);
      library.resend({ event: opened('7'), to: ['gtm-site'], pages: 1 });
      library.track(event);
      browser.setOnline(true);
      await advance(2 * QUEUE_INTERVAL_MS);
      expect([serviceEvents().length, managerEvents().length, library.takeUndelivered()]).toEqual([1, 2, []]);
    },
  );

  it('is one of the last fifty', async () => {
    const library = await open(SERVICE);
    for (let number = 0; number < 60; number += 1) library.track(opened(String(number)));
    const undelivered = library.takeUndelivered();
    expect([undelivered.length, undelivered[0]?.event, undelivered.at(-1)?.event]).toEqual([50, opened('10'), opened('59')]);
  });

  it('is not replaced by events that were delivered', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadService();
    library.resend({ event: opened('7'), to: ['gtm-site'], pages: 1 });
    for (let number = 0; number < 60; number += 1) {
      library.resend({ event: { name: 'search', properties: {} }, to: ['google-analytics'], pages: 1 });
      await advance(1);
    }
    expect(library.takeUndelivered()).toEqual([{ event: opened('7'), to: ['gtm-site'], pages: 2 }]);
  });

  it('is resent to those only', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadManagers();
    library.resend({ event: opened('7'), to: ['gtm-site', 'gone'], pages: 1 });
    await advance(LOAD_TIMEOUT_MS);
    expect([serviceEvents(), managerEvents(), library.takeUndelivered()]).toEqual([
      [],
      [{ event: 'film_opened', filmId: '7' }],
      [],
    ]);
  });

  it('is dropped after five pages, because its script may be blocked', async () => {
    const library = await open(CONTAINERS);
    library.resend({ event: opened('7'), to: ['gtm-site'], pages: 3 });
    library.resend({ event: opened('8'), to: ['gtm-site'], pages: 4 });
    expect(library.takeUndelivered().map(({ event }) => event)).toEqual([opened('7')]);
  });
});

describe('CONS-03 disabled analytics', () => {
  it('sends nothing and disables the service', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadManagers();
    await advance(100);
    library.disable();
    await advance(0);
    library.page(VIEW);
    library.track(opened('7'));
    await advance(10 * QUEUE_INTERVAL_MS);
    expect([serviceEvents(), managerEvents()]).toEqual([[], []]);
    expect([browser.globals['ga-disable-G-OWN'], browser.globals['ga-disable-G-SITE']]).toEqual([true, true]);
  });

  it('never sends events that waited for a connection or a script', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    await advance(100);
    browser.setOnline(false);
    await advance(0);
    library.track(opened('7'));
    await advance(QUEUE_INTERVAL_MS);
    library.disable();
    browser.setOnline(true);
    browser.loadManagers();
    await advance(10 * QUEUE_INTERVAL_MS);
    expect([serviceEvents(), managerEvents()]).toEqual([[], []]);
    library.enable();
    await advance(10 * QUEUE_INTERVAL_MS);
    expect([serviceEvents(), managerEvents()]).toEqual([[], []]);
  });

  it('continues when it is enabled again, without loading or configuring anything twice', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadManagers();
    await advance(100);
    const before = [browser.scripts.length, browser.layer('ga4DataLayer').length, browser.layer('dataLayer').length];
    library.disable();
    await advance(100);
    library.enable();
    await advance(100);
    expect([browser.scripts.length, browser.layer('ga4DataLayer').length, browser.layer('dataLayer').length]).toEqual(before);
    library.track(opened('7'));
    await advance(QUEUE_INTERVAL_MS);
    expect([serviceEvents().length, managerEvents().length]).toEqual([1, 1]);
    expect([browser.globals['ga-disable-G-OWN'], browser.globals['ga-disable-G-SITE']]).toEqual([false, false]);
  });
});

describe('the library', () => {
  it('ANLY-16 creates only the layers of what the site has', async () => {
    const ids = { websiteId: 'W', circuitId: 'C' };
    const service = await open({ ...SERVICE, ...ids });
    service.page(VIEW);
    expect([Reflect.has(window, 'dataLayer'), Reflect.has(window, 'ga4DataLayer')]).toEqual([false, true]);
    browser = fakeBrowser();
    const containers = await open({ ...CONTAINERS, ...ids });
    containers.page(VIEW);
    expect([Reflect.has(window, 'dataLayer'), Reflect.has(window, 'ga4DataLayer')]).toEqual([true, false]);
  });

  it('stores no identifier in the browser', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadManagers();
    library.page(VIEW);
    library.track(opened('7'));
    await advance(LOAD_TIMEOUT_MS);
    expect(browser.stored.filter((name) => name.startsWith('__'))).toEqual([]);
    expect(JSON.stringify(managerEvents())).not.toContain('anonymousId');
  });

  it.each([
    '?an_uid=7&an_event=bought&an_prop_price=9&an_trait_mail=x',
    '?=an_uid=7&=an_event=x',
    '?+an_uid[x]=7',
    '?an_aid=known',
  ])('ignores the commands of a crafted URL: %s', async (search) => {
    browser.location.search = withoutLibraryParameters(search);
    await open(SERVICE);
    await advance(QUEUE_INTERVAL_MS);
    expect(serviceEvents()).toEqual([]);
    expect(JSON.stringify(browser.layer('ga4DataLayer'))).not.toMatch(/user_id|user_properties/);
  });

  it.each(['?an_uid=7&an_event=bought', '?=an_event=bought'])(
    'would execute the commands of %s if they were not removed',
    async (search) => {
      browser.location.search = search;
      await open(SERVICE);
      await advance(QUEUE_INTERVAL_MS);
      expect(serviceEvents()).toContainEqual(['event', 'bought', expect.anything()]);
    },
  );
});
