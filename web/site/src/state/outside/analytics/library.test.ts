import { LOAD_WAIT_MS, QUEUE_EVERY_MS } from '@marquee/rules/analytics/facts.ts';
import { withoutOrders } from '@marquee/rules/analytics/addresses.ts';
import type { TagContainer } from '@marquee/api/schema.gen.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Library, LibrarySettings } from './library.ts';
import { type BrowserStand, standBrowser } from './stand.ts';

const GTAG = 'https://g.example/gtag/js';
const GTM = 'https://g.example/gtm.js';
const VIEW = { title: 'Movies', url: 'https://acme.example/movies/', path: '/movies/', search: '', referrer: 'https://search.example/' };
const SERVICE: LibrarySettings = { analytics: { measurementIds: ['G-OWN', 'G-SITE'], script: GTAG }, containers: [], containerScript: GTM };
const SITE_CONTAINER: TagContainer = { purpose: 'site', id: 'GTM-S' };
const CONTAINERS: LibrarySettings = { containers: [{ purpose: 'ads', id: 'GTM-A' }, { purpose: 'targett', id: 'GTM-T' }, SITE_CONTAINER], containerScript: GTM };

let browser: BrowserStand;
let warned: unknown[];

/** The real library, made anew: it finds out once, when it is read, whether there is a browser. */
async function open(settings: LibrarySettings): Promise<Library> {
  vi.resetModules();
  const { openLibrary } = await import('./library.ts');
  const library = openLibrary(settings, (reason) => void warned.push(reason));
  await vi.advanceTimersByTimeAsync(0);
  return library;
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** Page views and events that the service was told. */
const serviceEvents = (): unknown[] => browser.layer('ga4DataLayer').filter((entry) => Array.isArray(entry) && entry[0] === 'event');
/** What the containers were told, but for their own start. */
const managerEvents = (): unknown[] => browser.layer('dataLayer').filter((entry) => typeof entry === 'object' && entry !== null && 'event' in entry && entry.event !== 'gtm.js');
const opened = (filmId: string) => ({ name: 'film_opened', properties: { filmId } }) as const;

beforeEach(() => {
  vi.useFakeTimers();
  browser = standBrowser();
  warned = [];
});
afterEach(() => {
  expect(warned).toEqual([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the analytics service', () => {
  it('ANLY-08 ANLY-13 loads one script and is told both measurement ids with their cookie', async () => {
    await open(SERVICE);
    expect(browser.scripts.map(({ src }) => src)).toEqual([`${GTAG}?id=G-OWN&l=ga4DataLayer`]);
    const configured = browser.layer('ga4DataLayer').filter((entry) => Array.isArray(entry) && entry[0] === 'config');
    expect(configured).toEqual(['G-OWN', 'G-SITE'].map((id) => ['config', id, expect.objectContaining({ cookie_expires: 34_164_000, cookie_update: false, anonymize_ip: true, send_page_view: false })]));
  });

  it('ANLY-07 is told page views and events, in their order', async () => {
    const library = await open(SERVICE);
    library.page(VIEW);
    library.track(opened('7'));
    await pass(QUEUE_EVERY_MS);
    expect(serviceEvents()).toEqual([
      ['event', 'page_view', expect.objectContaining({ page_title: 'Movies', page_location: VIEW.url, page_path: '/movies/', page_search: '', page_referrer: VIEW.referrer })],
      ['event', 'film_opened', { filmId: '7' }],
    ]);
  });

  it('PAGE-04 is never told the page address itself, not even beside other events', async () => {
    browser.location.search = '?token=s3cret';
    browser.location.href = 'https://acme.example/movies/?token=s3cret';
    browser.location.hash = '#s3cret';
    const library = await open(SERVICE);
    library.page(VIEW);
    library.track(opened('7'));
    await pass(QUEUE_EVERY_MS);
    expect(browser.layer('ga4DataLayer')).toContainEqual(['set', { page_location: VIEW.url, page_referrer: VIEW.referrer }]);
    expect(JSON.stringify(browser.layer('ga4DataLayer'))).not.toContain('s3cret');
  });

  it('does not change what it is given', async () => {
    const library = await open({ ...SERVICE, containers: [SITE_CONTAINER] });
    browser.loadManagers();
    const properties = { filmId: '7' };
    library.track({ name: 'film_opened', properties });
    await pass(QUEUE_EVERY_MS);
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

  it('SITE-09 find the ids of website and circuit unchanged in the layer before they start', async () => {
    await open({ ...CONTAINERS, websiteId: 'V2Vic2l0ZTo3/==', circuitId: 'Q2lyY3VpdDox' });
    expect(browser.layer('dataLayer')[0]).toEqual({ websiteId: 'V2Vic2l0ZTo3/==', circuitId: 'Q2lyY3VpdDox' });
    expect(browser.layer('dataLayer')).toHaveLength(4);
  });

  it('load although the id of one begins that of another', async () => {
    await open({ containers: [{ purpose: 'ads', id: 'GTM-AB1' }, { purpose: 'site', id: 'GTM-AB' }], containerScript: GTM });
    expect(browser.scripts.map(({ src }) => src).toSorted()).toEqual([`${GTM}?id=GTM-AB`, `${GTM}?id=GTM-AB1`]);
  });

  it('PAGE-04 ANLY-07 are told each page view and event once, by name, and nobody is named in them', async () => {
    const library = await open(CONTAINERS);
    browser.loadManagers();
    await pass(100);
    library.page(VIEW);
    library.track(opened('7'));
    await pass(QUEUE_EVERY_MS);
    expect(managerEvents()).toEqual([expect.objectContaining({ event: 'page_view', url: VIEW.url, path: '/movies/', search: '', hash: '' }), { event: 'film_opened', filmId: '7' }]);
  });

  it('ANLY-15 are waited for as long as 10,000 ms', async () => {
    const library = await open(CONTAINERS);
    library.track(opened('7'));
    await pass(LOAD_WAIT_MS - 100);
    browser.loadManagers();
    await pass(50 + QUEUE_EVERY_MS);
    expect(managerEvents()).toEqual([{ event: 'film_opened', filmId: '7' }]);
  });

  it('ANLY-15 are not waited for any longer: what loads after that is told nothing', async () => {
    const library = await open(CONTAINERS);
    library.track(opened('7'));
    await pass(LOAD_WAIT_MS + 100);
    browser.loadManagers();
    await pass(10 * QUEUE_EVERY_MS);
    expect(managerEvents()).toEqual([]);
  });
});

describe('ANLY-14 without a connection', () => {
  it('events wait, and are sent within 3000 ms of being online again', async () => {
    const library = await open(SERVICE);
    await pass(100);
    browser.setOnline(false);
    await pass(0);
    library.track(opened('7'));
    library.track(opened('8'));
    await pass(10 * QUEUE_EVERY_MS);
    expect(serviceEvents()).toEqual([]);
    browser.setOnline(true);
    await pass(QUEUE_EVERY_MS);
    expect(serviceEvents()).toEqual([
      ['event', 'film_opened', { filmId: '7' }],
      ['event', 'film_opened', { filmId: '8' }],
    ]);
  });

  it('they are looked at every 3000 ms and not before', async () => {
    const library = await open(SERVICE);
    await pass(100);
    browser.setOnline(false);
    await pass(0);
    library.track(opened('7'));
    // A beat, then the connection: the next beat is a whole one away.
    await pass(QUEUE_EVERY_MS - 100);
    browser.setOnline(true);
    await pass(QUEUE_EVERY_MS - 1);
    expect(serviceEvents()).toEqual([]);
    await pass(1);
    expect(serviceEvents()).toHaveLength(1);
  });
});

describe('ANLY-07 what is not delivered when the page is left', () => {
  it('is what the service or a container has not loaded in time, and is no longer sent on this page', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    library.track(opened('7'));
    await pass(100);
    expect(library.takeUnsent()).toEqual([{ event: opened('7'), to: ['google-analytics', 'gtm-site'], pages: 1 }]);
    browser.loadService();
    browser.loadManagers();
    await pass(10 * QUEUE_EVERY_MS);
    expect(managerEvents()).toEqual([]);
    expect(library.takeUnsent()).toEqual([]);
  });

  it('is kept for those that have not received it', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadService();
    library.track(opened('7'));
    await pass(100);
    expect(library.takeUnsent()).toEqual([{ event: opened('7'), to: ['gtm-site'], pages: 1 }]);
    browser.loadManagers();
    library.track(opened('8'));
    await pass(LOAD_WAIT_MS);
    expect(library.takeUnsent()).toEqual([]);
  });

  it('is sent again to those alone', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadManagers();
    library.resend({ event: opened('7'), to: ['gtm-site', 'gone'], pages: 1 });
    await pass(LOAD_WAIT_MS);
    expect([serviceEvents(), managerEvents(), library.takeUnsent()]).toEqual([[], [{ event: 'film_opened', filmId: '7' }], []]);
  });

  it('is given up after five pages: its script may be blocked', async () => {
    const library = await open(CONTAINERS);
    library.resend({ event: opened('7'), to: ['gtm-site'], pages: 3 });
    library.resend({ event: opened('8'), to: ['gtm-site'], pages: 4 });
    expect(library.takeUnsent().map(({ event }) => event)).toEqual([opened('7')]);
  });
});

describe('CONS-03 disabled', () => {
  it('nothing is told to anybody, and the service is told to stop', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadManagers();
    await pass(100);
    library.disable();
    await pass(0);
    library.page(VIEW);
    library.track(opened('7'));
    await pass(10 * QUEUE_EVERY_MS);
    expect([serviceEvents(), managerEvents()]).toEqual([[], []]);
    expect([browser.globals['ga-disable-G-OWN'], browser.globals['ga-disable-G-SITE']]).toEqual([true, true]);
  });

  it('what waited for a connection or a script is never sent', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    await pass(100);
    browser.setOnline(false);
    await pass(0);
    library.track(opened('7'));
    await pass(QUEUE_EVERY_MS);
    library.disable();
    browser.setOnline(true);
    browser.loadManagers();
    await pass(10 * QUEUE_EVERY_MS);
    expect([serviceEvents(), managerEvents()]).toEqual([[], []]);
    library.enable();
    await pass(10 * QUEUE_EVERY_MS);
    expect([serviceEvents(), managerEvents()]).toEqual([[], []]);
  });

  it('and enabled again it goes on, without loading or configuring anything twice', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadManagers();
    await pass(100);
    const before = [browser.scripts.length, browser.layer('ga4DataLayer').length, browser.layer('dataLayer').length];
    library.disable();
    await pass(100);
    library.enable();
    await pass(100);
    expect([browser.scripts.length, browser.layer('ga4DataLayer').length, browser.layer('dataLayer').length]).toEqual(before);
    library.track(opened('7'));
    await pass(QUEUE_EVERY_MS);
    expect([serviceEvents().length, managerEvents().length]).toEqual([1, 1]);
    expect([browser.globals['ga-disable-G-OWN'], browser.globals['ga-disable-G-SITE']]).toEqual([false, false]);
  });
});

describe('the library', () => {
  it('leaves no identifier in the browser', async () => {
    const library = await open({ ...SERVICE, containers: CONTAINERS.containers });
    browser.loadManagers();
    library.page(VIEW);
    library.track(opened('7'));
    await pass(LOAD_WAIT_MS);
    expect(browser.kept.filter((name) => name.startsWith('__'))).toEqual([]);
    expect(JSON.stringify(managerEvents())).not.toContain('anonymousId');
  });

  it.each(['?an_uid=7&an_event=bought&an_prop_price=9&an_trait_mail=x', '?=an_uid=7&=an_event=x', '?+an_uid[x]=7', '?an_aid=known'])('obeys no crafted address: %s', async (search) => {
    browser.location.search = withoutOrders(search);
    await open(SERVICE);
    await pass(QUEUE_EVERY_MS);
    expect(serviceEvents()).toEqual([]);
    expect(JSON.stringify(browser.layer('ga4DataLayer'))).not.toMatch(/user_id|user_properties/);
  });

  it.each(['?an_uid=7&an_event=bought', '?=an_event=bought'])('would obey %s, were it given it', async (search) => {
    browser.location.search = search;
    await open(SERVICE);
    await pass(QUEUE_EVERY_MS);
    expect(serviceEvents()).toContainEqual(['event', 'bought', expect.anything()]);
  });
});
