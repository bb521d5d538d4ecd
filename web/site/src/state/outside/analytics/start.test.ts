import type { ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Cell, cell } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import type { SignInRecord } from '../../sign-in-record.ts';
import { type FakeBrowser, fakeBrowser } from '@marquee/testkit/analytics/fake-browser.ts';

const PARTIES: ThirdParties = {
  vendors: { webAnalytics: 'web-analytics', google: 'google', tagManagerAnalytics: 'tag-manager-analytics' },
  analytics: { measurementIds: ['G-OWN'], script: 'https://g.example/gtag/js' },
  containers: [{ purpose: 'site', id: 'GTM-S' }],
  containerScript: 'https://g.example/gtm.js',
  launchScript: '',
};
const MARKETING: ThirdParties = {
  ...PARTIES,
  marketing: { script: 'https://m.example/42.js', customerId: '42', requiresConsent: false },
};

const ASKING: ConsentView = { consent: undefined, hasNotice: true, isReady: false, hasDenied: false };
const READY: ConsentView = { ...ASKING, isReady: true };
const GRANTED: ConsentView = { ...READY, consent: true };
const DENIED: ConsentView = { ...READY, consent: false, hasDenied: true };

const HASH = '0123456789abcdef'.repeat(4);
const AT = '2026-11-22T18:30:00.000Z';

let browser: FakeBrowser;
let sentHeaders = new Headers();
let fetched: string[];
let warnings: unknown[];
/** The items of the tab's storage. */
const session = new Map<string, string>();

async function start(
  view: ConsentView,
  { thirdParties = PARTIES, page = 'meridian-movies', isMember = false } = {},
): Promise<Cell<ConsentView>> {
  vi.resetModules();
  const { startAnalytics } = await import('./start.ts');
  const consent = cell(view);
  const sample = samplePage(page);
  const data = isMember ? JSON.parse(JSON.stringify({ ...sample, page: { kind: 'member' } })) : sample;
  startAnalytics({
    thirdParties,
    data,
    consent,
    isSignedIn: cell<boolean | undefined>(undefined),
    isConsentNoticeOpen: () => false,
  });
  return consent;
}

/** Dispatches the visitor's first interaction and waits for what it starts, including the import of the library. */
async function interact(): Promise<void> {
  browser.dispatch('pointerdown');
  await settle();
}
async function settle(): Promise<void> {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(10);
}

const sources = (): string[] => browser.scripts.map(({ src }) => src);
const layerContents = (): string =>
  JSON.stringify([browser.layer('dataLayer'), browser.layer('ga4DataLayer'), browser.layer('marqueeMarketing')]);

function setUp(options: { search?: string; cookies?: string } = {}): void {
  browser = fakeBrowser(options);
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => session.get(name) ?? null,
    setItem: (name: string, text: string) => void session.set(name, text),
    removeItem: (name: string) => void session.delete(name),
  });
  vi.stubGlobal('parent', window);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    fetched.push(address);
    sentHeaders = new Headers(init.headers);
    return { ok: true, json: async () => ({ id: HASH }) };
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  fetched = [];
  warnings = [];
  session.clear();
  vi.spyOn(console, 'warn').mockImplementation((...words: unknown[]) => void warnings.push(words));
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void warnings.push(words));
  setUp();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('ANLY-05 before a choice and after a refusal', () => {
  it.each([ASKING, READY, DENIED])('nothing is loaded, stored or sent: %j', async (view) => {
    const before = Object.keys(browser.globals);
    await start(view);
    await interact();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sources(), browser.stored, fetched, warnings]).toEqual([[], [], [], []]);
    expect(Object.keys(browser.globals)).toEqual(before);
  });

  it('with consent nothing starts before the first interaction or three seconds', async () => {
    await start(GRANTED);
    await vi.advanceTimersByTimeAsync(2900);
    await settle();
    expect(sources()).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    await settle();
    expect(sources()).toEqual(['https://g.example/gtag/js?id=G-OWN&l=ga4DataLayer', 'https://g.example/gtm.js?id=GTM-S']);
  });

  it('security 6.2 pages of the member area have no trackers', async () => {
    await start(GRANTED, { thirdParties: MARKETING, isMember: true });
    await interact();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sources(), fetched]).toEqual([[], []]);
  });
});

describe('with consent', () => {
  it('tags get the consent first, then one page view without secrets', async () => {
    setUp({ search: '?day=2025-11-22&token=s3cret&q=private' });
    await start(GRANTED);
    await interact();
    browser.loadManagers();
    await vi.advanceTimersByTimeAsync(5000);
    expect(browser.layer('dataLayer').slice(0, 3)).toEqual([
      ['consent', 'default', expect.anything()],
      ['consent', 'update', expect.anything()],
      expect.objectContaining({ event: 'gtm.js' }),
    ]);
    expect(browser.layer('ga4DataLayer').filter((entry) => Array.isArray(entry) && entry[1] === 'page_view')).toEqual([
      ['event', 'page_view', expect.objectContaining({ page_location: 'https://acme.example/movies/?day=2025-11-22' })],
    ]);
    expect(layerContents()).not.toMatch(/s3cret|private/);
    expect(warnings).toEqual([]);
  });

  it('PAGE-04 four changes of route, the last one back, are four more page views', async () => {
    await start(GRANTED);
    await interact();
    for (const path of ['/events/', '/events/', '/visit/', '/movies/']) history.pushState({}, '', path);
    Object.assign(location, { pathname: '/visit/' });
    browser.dispatch('popstate');
    await vi.advanceTimersByTimeAsync(5000);
    const views = browser
      .layer('ga4DataLayer')
      .flatMap((entry) => (Array.isArray(entry) && entry[1] === 'page_view' ? [entry[2].page_path] : []));
    expect(views).toEqual(['/movies/', '/events/', '/visit/', '/movies/', '/visit/']);
  });

  it('a crafted link neither identifies nor tracks, and its other parameters stay', async () => {
    setUp({ search: '?an_uid=7&an_event=bought&day=2025-11-22' });
    await start(GRANTED);
    expect(browser.location.search).toContain('an_uid');
    await interact();
    await vi.advanceTimersByTimeAsync(5000);
    expect(browser.location.search).toBe('?day=2025-11-22');
    expect(layerContents()).not.toMatch(/bought|user_id/);
  });

  it('CONS-03 that is withdrawn, analytics stops and only its cookies are removed', async () => {
    setUp({ cookies: '_ga=1; _ga_OWN=2; selectedTheaterId=main' });
    const consent = await start(GRANTED);
    await interact();
    const [loaded] = [sources().length];
    consent.set(DENIED);
    await settle();
    expect(browser.globals['ga-disable-G-OWN']).toBe(true);
    const before = layerContents();
    history.pushState({}, '', '/events/');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sources().length, layerContents()]).toEqual([loaded, before]);
    expect([...new Set(browser.stored.filter((name) => name !== 'cookiecookie'))]).toEqual(['_ga', '_ga_OWN']);
  });
});

it('blocked scripts are logged as warnings', async () => {
  await start(GRANTED, { thirdParties: { ...MARKETING, launchScript: 'https://l.example/a.js' } });
  await interact();
  expect(sources()).toContain('https://l.example/a.js');
  expect(sources()).toContain('https://m.example/42.js');
  for (const script of browser.scripts.toReversed()) script.fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(warnings).toHaveLength(2);
});

describe('ANLY-03 ANLY-04 a member who signed in', () => {
  const storeRecord = (method: SignInRecord['method']): void => {
    session.set('signed-in', JSON.stringify({ way: method, at: AT }));
  };
  const identified = (): unknown[] =>
    browser.layer('marqueeMarketing').filter((entry) => Array.isArray(entry) && entry[0] === 'identify');

  it('on an earlier page is identified on this one, once', async () => {
    storeRecord('password');
    const consent = await start(GRANTED, { thirdParties: MARKETING });
    await interact();
    expect(fetched).toEqual(['/api/marketing-id']);
    expect(identified()).toEqual([['identify', { memberId: { id: HASH, loginDateTime: AT } }]]);
    consent.set({ ...GRANTED });
    await settle();
    expect([identified().length, session.has('signed-in')]).toEqual([1, false]);
    expect([sentHeaders.get('Boxoffice-Session-Mode'), sentHeaders.get('Boxoffice-Frame')]).toEqual(['cookie', null]);
  });

  it('in a frame of another site is identified by the session of frames', async () => {
    vi.stubGlobal('parent', { location: { origin: 'https://host.example' } });
    storeRecord('password');
    await start(GRANTED, { thirdParties: MARKETING });
    await interact();
    expect(identified()).toHaveLength(1);
    expect(sentHeaders.get('Boxoffice-Frame')).toBe('1');
  });

  it('is identified when the consent tool is ready and reports nothing denied', async () => {
    storeRecord('token');
    const consent = await start(ASKING, { thirdParties: MARKETING });
    await interact();
    expect([fetched, session.has('signed-in')]).toEqual([[], true]);
    consent.set(READY);
    await settle();
    expect(identified()).toHaveLength(1);
  });

  it.each([DENIED, { ...GRANTED, hasDenied: true }])(
    'is not identified, now or later, while something is denied: %j',
    async (view) => {
      storeRecord('password');
      const consent = await start(view, { thirdParties: MARKETING });
      await interact();
      consent.set(GRANTED);
      await settle();
      expect([fetched, identified(), session.has('signed-in')]).toEqual([[], [], false]);
    },
  );

  it('on this page is identified at once', async () => {
    await start(GRANTED, { thirdParties: MARKETING });
    await interact();
    const { recordSignIn } = await import('../../sign-in-record.ts');
    recordSignIn('token', Date.parse(AT));
    await settle();
    expect(identified()).toHaveLength(1);
  });

  it('is an anonymous event of analytics, and joining is another one', async () => {
    storeRecord('join');
    await start(GRANTED);
    await interact();
    await vi.advanceTimersByTimeAsync(5000);
    const events = browser.layer('ga4DataLayer').filter((entry) => Array.isArray(entry) && entry[0] === 'event');
    expect(events.slice(1)).toEqual([
      ['event', 'sign_in', { way: 'join' }],
      ['event', 'join', {}],
    ]);
    expect(fetched).toEqual([]);
  });

  it('is one event of analytics if the member did not join', async () => {
    storeRecord('password');
    await start(GRANTED);
    await interact();
    await vi.advanceTimersByTimeAsync(5000);
    const names = browser
      .layer('ga4DataLayer')
      .flatMap((entry) => (Array.isArray(entry) && entry[0] === 'event' ? [entry[1]] : []));
    expect(names).toEqual(['page_view', 'sign_in']);
  });

  it.each([null, 7, 'id', {}, [HASH]])('is not identified if the server responds with %j', async (response) => {
    storeRecord('password');
    vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => response }));
    await start(GRANTED, { thirdParties: MARKETING });
    await interact();
    expect([identified(), warnings]).toEqual([[], []]);
  });

  it('is not identified if the server returns no id', async () => {
    storeRecord('password');
    vi.stubGlobal('fetch', async () => ({ ok: false, status: 401 }));
    await start(GRANTED, { thirdParties: MARKETING });
    await interact();
    expect([identified(), warnings]).toEqual([[], []]);
  });
});

describe('ANLY-07 an event that was not delivered', () => {
  const events = (): unknown[] =>
    browser.layer('ga4DataLayer').flatMap((entry) => (Array.isArray(entry) && entry[0] === 'event' ? [entry[1]] : []));

  it('when the page is left is stored, and sent when the page returns from the back/forward cache', async () => {
    const consent = await start(GRANTED);
    await interact();
    const { emit } = await import('../../events.ts');
    consent.set(ASKING);
    emit({ name: 'film_opened', filmId: '7' });
    browser.dispatch('pagehide');
    expect(session.get('unsent-events')).toContain('film_opened');
    consent.set(GRANTED);
    browser.dispatch('pageshow', { persisted: false });
    await vi.advanceTimersByTimeAsync(5000);
    expect([events(), session.has('unsent-events')]).toEqual([['page_view'], true]);
    browser.dispatch('pageshow', { persisted: true });
    await vi.advanceTimersByTimeAsync(5000);
    expect([events(), session.has('unsent-events')]).toEqual([['page_view', 'film_opened'], false]);
  });

  it('was a click on the page before, and is sent from this one', async () => {
    const from = { path: '/movies/', search: '' };
    session.set('early-click', JSON.stringify({ path: '/movies/', search: '?day=2025-11-22', keepsPlace: true, from }));
    await start(GRANTED);
    expect(session.has('early-click')).toBe(false);
    await interact();
    await vi.advanceTimersByTimeAsync(5000);
    expect(events()).toEqual(['page_view', 'day_chosen']);
  });
});
