// Analytics in the browser: what it receives about pages, clicks and members (area analytics).

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import * as guestForms from './guest-forms.ts';
import { openTrackedPage, waitUntilIdle } from './page-idle.ts';
import { demoFixtureWithThirdParties } from './fixture.ts';
import { type CallRecorder, holdStandIn, interact, propertyAt, recordCalls, waitForThirdPartySettings } from './third-parties.ts';
import { eventually, waitForDialogClosed, waitForDialogEntryRemoved } from './wait.ts';

const demo = demoFixtureWithThirdParties('--rate-limits', 'off', '--analytics-id', 'G-PRODUCT');
const { meridian, aster } = demo;

const FILM = '/movies/318204-the-salt-cartographer/';
const DAY_S = 86_400;
/** Pause in typing after which a search is reported (THEME-23), in ms. */
const SEARCH_DEBOUNCE_MS = 500;
const MEMBERS = { meridian: ['iris', 'lanterns-over-the-canal'], aster: ['noor', 'five-houses-one-card'] } as const;
type Site = keyof typeof MEMBERS;

/** Opens a page in a new context and interacts with it. The visitor accepts all purposes, unless `isUndecided`. */
async function openVisit(address: string, isUndecided: boolean = false): Promise<[BrowserContext, Page, CallRecorder]> {
  const [context, page] = await openTrackedPage(demo.browser, 1440);
  const recorder = await recordCalls(context, address);
  await page.goto(address);
  await interact(page);
  if (isUndecided) await page.getByRole('button', { name: 'Accept all' }).waitFor();
  else await page.getByRole('button', { name: 'Accept all' }).click();
  return [context, page, recorder];
}

/** The paths of the page views that an analytics id has received. */
const pageViews = async (recorder: CallRecorder, id: string = 'G-PRODUCT'): Promise<unknown[]> =>
  (await recorder.calls('analytics', 'event')).flatMap(({ args: [target, name, details] }) =>
    target === id && name === 'page_view' ? [propertyAt(details, 'page_path')] : [],
  );
/** The events of a name that containers have received. */
const containerEvents = async (recorder: CallRecorder, name: string): Promise<unknown[]> =>
  (await recorder.calls('containers', 'dataLayer')).flatMap(({ args: [event] }) =>
    propertyAt(event, 'event') === name ? [event] : [],
  );
const waitForEvent = (recorder: CallRecorder, name: string): Promise<void> =>
  eventually(`the event ${name}`, async () => (await containerEvents(recorder, name)).length > 0);
const waitForView = (recorder: CallRecorder, path: string): Promise<void> =>
  eventually(`the view of ${path}`, async () => (await pageViews(recorder)).at(-1) === path);

async function signIn(page: Page, site: Site): Promise<void> {
  await page.goto(demo[site]('/login/'));
  await guestForms.waitForForm(page);
  const [name, password] = MEMBERS[site];
  await guestForms.signIn(page, name, password);
  await page.getByRole('heading', { name: /^Good / }).waitFor();
}

describe('analytics', () => {
  it('ANLY-08 ANLY-13 configures both ids, with a cookie of 395 days that is never renewed', async () => {
    const [context, page, recorder] = await openVisit(meridian('/movies/'));
    await waitForView(recorder, '/movies/');
    // Calls may arrive in another order than they were sent.
    await waitUntilIdle(page);
    const configs = await recorder.calls('analytics', 'config');
    assert.deepEqual(
      configs.map(({ args: [id] }) => id),
      ['G-PRODUCT', 'G-MERIDIAN'],
    );
    for (const {
      args: [, config],
    } of configs) {
      assert.equal(propertyAt(config, 'cookie_expires'), 34_164_000);
      assert.equal(propertyAt(config, 'cookie_update'), false);
      assert.equal(propertyAt(config, 'anonymize_ip'), true);
      assert.equal(propertyAt(config, 'send_page_view'), false);
    }
    await eventually('the cookie', async () => (await context.cookies()).some(({ name }) => name === '_ga'));
    const cookie = (await context.cookies()).find(({ name }) => name === '_ga');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_S;
    assert.ok(days > 394 && days < 396, `${days} days`);
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('__'))),
      [],
      'the library stores nothing',
    );
    await context.close();
  });

  it('PAGE-04 ANLY-16 reports each page and each route change once', async () => {
    const [context, page, recorder] = await openVisit(meridian('/movies/'));
    // A container that has not loaded when the page is left never receives its page view.
    const waitForAllViews = async (path: string): Promise<void> => {
      await waitForView(recorder, path);
      await eventually(
        `the view of ${path} for the site’s own id`,
        async () => (await pageViews(recorder, 'G-MERIDIAN')).at(-1) === path,
      );
      await eventually(
        `the container’s view of ${path}`,
        async () => propertyAt((await containerEvents(recorder, 'page_view')).at(-1), 'path') === path,
      );
    };
    await waitForAllViews('/movies/');
    for (const path of [FILM, '/visit/']) {
      await page.goto(meridian(path));
      await interact(page);
      await waitForAllViews(path);
    }
    for (const path of ['/events/', '/club/']) {
      await page.evaluate((address) => history.pushState({}, '', address), path);
      await waitForView(recorder, path);
    }
    await page.goBack();
    await waitForView(recorder, '/events/');
    // A changed query is not another page.
    await page.evaluate(() => history.replaceState(history.state, '', '?q=salt'));
    await waitUntilIdle(page);
    const paths = ['/movies/', FILM, '/visit/', '/events/', '/club/', '/events/'];
    assert.deepEqual(await pageViews(recorder), paths);
    assert.deepEqual(await pageViews(recorder, 'G-MERIDIAN'), paths);
    assert.deepEqual(
      (await containerEvents(recorder, 'page_view')).map((event) => propertyAt(event, 'path')),
      paths,
      'only one container adds them to dataLayer',
    );
    await context.close();
  });

  it('PAGE-04 reports no route change while analytics is not started', async () => {
    const [context, page, recorder] = await openVisit(meridian('/movies/'), true);
    for (const path of ['/events/', '/club/', '/visit/'])
      await page.evaluate((address) => history.pushState({}, '', address), path);
    await waitUntilIdle(page);
    assert.deepEqual(recorder.thirdPartyUrls(), []);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await waitForView(recorder, '/visit/');
    await waitUntilIdle(page);
    assert.deepEqual(await pageViews(recorder), ['/visit/']);
    await context.close();
  });

  it('ANLY-06 reports an outbound link with its URL, and no link within the site', async () => {
    const [context, page, recorder] = await openVisit(meridian('/visit/'));
    await waitForView(recorder, '/visit/');
    await waitUntilIdle(page);
    await page.evaluate(() => {
      addEventListener('click', (event) => event.preventDefault());
      for (const [text, href] of [
        ['Outside', 'https://shop.example.org/x'],
        ['Inside', '/club/'],
      ]) {
        const link = document.createElement('a');
        Object.assign(link, { href, textContent: text });
        document.querySelector('main')?.prepend(link);
      }
    });
    await page.getByRole('link', { name: 'Inside' }).click();
    await page.getByRole('link', { name: 'Outside' }).click();
    await waitForEvent(recorder, 'click');
    await waitUntilIdle(page);
    const clicks = await containerEvents(recorder, 'click');
    assert.deepEqual(
      clicks.map((event) => [propertyAt(event, 'category'), propertyAt(event, 'label')]),
      [['Navigation', 'out: https://shop.example.org/x']],
    );
    const reportedClicks = (await recorder.calls('analytics', 'event')).filter(({ args: [, name] }) => name === 'click');
    assert.deepEqual(
      reportedClicks.map(({ args: [id, , details] }) => [id, propertyAt(details, 'label')]),
      ['G-PRODUCT', 'G-MERIDIAN'].map((id) => [id, 'out: https://shop.example.org/x']),
    );
    await context.close();
  });

  it('ANLY-07 reports showtimes, films, days and searches, and never the words of a search', async () => {
    const [context, page, recorder] = await openVisit(meridian('/movies/'));
    await waitForView(recorder, '/movies/');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('salt');
    await waitForEvent(recorder, 'search');
    await page.keyboard.press('Escape');
    await waitForDialogClosed(page.getByRole('dialog', { name: 'Search' }));
    const [search] = await containerEvents(recorder, 'search');
    assert.equal(propertyAt(search, 'length'), 4);
    assert.doesNotMatch(JSON.stringify(await recorder.calls()), /"salt"/);
    // The next page sends the events that could not be sent before the previous page was left, after the first interaction.
    await page.locator('main a[href="?day=2026-11-21"], main a[href$="day=2026-11-21"]').first().click();
    await page.waitForURL('**day=2026-11-21**');
    await interact(page);
    await waitForEvent(recorder, 'day_chosen');
    assert.equal(propertyAt((await containerEvents(recorder, 'day_chosen'))[0], 'day'), '2026-11-21');
    await eventually('the next page view', async () => (await pageViews(recorder)).length === 2);
    await page.locator(`main a[href="${FILM}"]`).first().click();
    await page.waitForURL(`**${FILM}`);
    await interact(page);
    await waitForEvent(recorder, 'film_opened');
    assert.equal(propertyAt((await containerEvents(recorder, 'film_opened'))[0], 'filmId'), '318204');
    await waitForView(recorder, FILM);
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await page.locator('main a[href*="perfCode="]').first().click();
    await waitForEvent(recorder, 'showtime_chosen');
    const [showtimeEvent] = await containerEvents(recorder, 'showtime_chosen');
    assert.equal(propertyAt(showtimeEvent, 'filmId'), '318204');
    assert.equal(propertyAt(showtimeEvent, 'theaterId'), 'meridian-main');
    assert.match(String(propertyAt(showtimeEvent, 'start')), /^2026-11-\d\dT\d\d:\d\d(:\d\d)?[+-]\d\d:\d\d$/);
    await context.close();
  });

  it('ANLY-07 reports a search that was typed before its data arrived', async () => {
    const [context, page, recorder] = await openVisit(meridian('/movies/'));
    await waitForView(recorder, '/movies/');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await context.route('**/search/', async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.clock.install();
    await page.getByRole('searchbox').fill('salt');
    await page.clock.runFor(SEARCH_DEBOUNCE_MS);
    release();
    await page.clock.resume();
    await waitForEvent(recorder, 'search');
    assert.equal(propertyAt((await containerEvents(recorder, 'search'))[0], 'length'), 4);
    await context.close();
  });

  it('ANLY-07 ignores ids and events in the query of a crafted link', async () => {
    const [context, page, recorder] = await openVisit(
      meridian('/movies/?an_uid=victim&an_event=bought&an_prop_price=9&an_trait_mail=x&day=2026-11-21'),
    );
    await waitForView(recorder, '/movies/');
    await waitUntilIdle(page);
    assert.doesNotMatch(JSON.stringify(await recorder.calls()), /victim|bought|an_uid|user_id/);
    assert.equal(new URL(page.url()).search, '?day=2026-11-21');
    await context.close();
  });
});

describe('ANLY-07 a click that leaves the page', () => {
  /** Starts holding back a resource. Resolves to a function that releases it. */
  type Hold = (context: BrowserContext) => Promise<() => Promise<void>>;
  const holdRequests =
    (url: string): Hold =>
    async (context) => {
      const resolvers: (() => void)[] = [];
      let isHolding = true;
      await context.route(url, async (route) => {
        if (isHolding) await new Promise<void>((resolve) => resolvers.push(resolve));
        await route.continue().catch(() => undefined);
      });
      return async () => {
        isHolding = false;
        for (const resolve of resolvers) resolve();
        await Promise.resolve();
      };
    };
  const holdScript =
    (path: string): Hold =>
    () =>
      holdStandIn(demo.server.port, path);

  /** Opens a second page of the site with consent, which does not receive a resource until `release` is called. */
  async function openHoldingBack(hold: Hold): Promise<{
    readonly page: Page;
    readonly recorder: CallRecorder;
    readonly release: () => Promise<void>;
    readonly close: () => Promise<void>;
  }> {
    const [context, page, recorder] = await openVisit(meridian('/movies/'));
    await waitForView(recorder, '/movies/');
    await eventually('the container', async () => (await recorder.calls('containers', 'loaded')).length > 0);
    await recorder.clear();
    const release = await hold(context);
    // The load event waits for a script that is held back.
    await page.goto(meridian('/movies/?day=2026-11-21'), { waitUntil: 'domcontentloaded' });
    return { page, recorder, release, close: () => context.close() };
  }
  /** Opens the film page with a click. */
  async function openFilm(page: Page): Promise<void> {
    await page.locator(`main a[href^="${FILM}"]`).first().click();
    // The load event of the page waits for scripts that are held back.
    await page.waitForURL((url) => url.pathname === FILM, { waitUntil: 'commit' });
  }
  /** The ids of opened films that containers and the analytics service have received. */
  const reportedFilms = async (recorder: CallRecorder): Promise<unknown[]> => [
    (await containerEvents(recorder, 'film_opened')).map((event) => propertyAt(event, 'filmId')),
    (await recorder.calls('analytics', 'event')).flatMap(({ args: [id, name, details] }) =>
      id === 'G-PRODUCT' && name === 'film_opened' ? [propertyAt(details, 'filmId')] : [],
    ),
  ];
  const assertReportedOnce = async (page: Page, recorder: CallRecorder): Promise<void> => {
    await interact(page);
    await waitForView(recorder, FILM);
    let films: readonly unknown[] = [];
    await eventually(
      'the film in both reports',
      async () => {
        films = await reportedFilms(recorder);
        return films.every((ids) => Array.isArray(ids) && ids.length > 0);
      },
      () => JSON.stringify(films),
    );
    await page.goto(meridian('/visit/'));
    await interact(page);
    await waitForView(recorder, '/visit/');
    await waitUntilIdle(page);
    assert.deepEqual(await reportedFilms(recorder), [['318204'], ['318204']]);
  };

  // The last value is the recipient that has loaded before the click.
  for (const [moment, hold, loaded] of [
    ['before the page listens to clicks', holdRequests('**/assets/entry-outside-*.js'), undefined],
    ['before the settings of third parties have loaded', holdRequests('**/api/third-parties**'), undefined],
    ['before the library has loaded', holdRequests('**/assets/library-*.js'), undefined],
    ['before the container has loaded', holdScript('/gtm.js'), 'analytics'],
    ['before the service has loaded', holdScript('/gtag/js'), 'containers'],
  ] as const)
    it(`${moment} is reported once, by the next page`, async () => {
      const { page, recorder, release, close } = await openHoldingBack(hold);
      if (loaded !== undefined) {
        await interact(page);
        await eventually(`${loaded} on the page`, async () => (await recorder.calls(loaded, 'loaded')).length > 0);
      }
      await openFilm(page);
      await release();
      await assertReportedOnce(page, recorder);
      await close();
    });

  it('CONS-02 stores nothing in the browser before a choice and after a refusal', async () => {
    const [context, page, recorder] = await openVisit(meridian('/movies/'), true);
    await openFilm(page);
    await interact(page);
    await page.getByRole('button', { name: 'Accept all' }).waitFor();
    const sessionKeys = (): Promise<string[]> => page.evaluate(() => Object.keys(sessionStorage));
    assert.deepEqual(await sessionKeys(), []);
    await page
      .getByRole('button', { name: /^(Refuse|Reject|Decline|No)/ })
      .first()
      .click();
    await page.goto(meridian('/movies/'));
    await interact(page);
    await openFilm(page);
    await interact(page);
    await waitUntilIdle(page);
    assert.deepEqual([await sessionKeys(), await recorder.calls()], [[], []]);
    await context.close();
  });
});

describe('the marketing tracker', () => {
  before(async () => {
    demo.server.configure('aster', ({ options }) => {
      options['marketingTracker'] = { enabled: true, customerId: 'aster', scriptUrl: 'https://tracker.example/{customerId}.js' };
      options['marketingTrackerRequiresConsent'] = true;
      delete options['tagManagerLaunchUrl'];
    });
    const page = await demo.browser.newPage();
    await waitForThirdPartySettings(page, aster('/'), (settings) => propertyAt(settings, 'marketing', 'customerId') === 'aster');
    await page.close();
  });

  /** Signs in, and returns the member that the tracker receives on the next page. */
  async function signInAndIdentify(
    page: Page,
    recorder: CallRecorder,
    site: Site,
  ): Promise<{ readonly id: string; readonly at: string }> {
    await waitUntilIdle(page);
    await recorder.clear();
    await signIn(page, site);
    await waitUntilIdle(page);
    assert.deepEqual(recorder.thirdPartyUrls(), [], 'the member area loads no trackers');
    await page.goto(demo[site]('/movies/'));
    await interact(page);
    await eventually('the identified member', async () => (await recorder.calls('marketing', 'identify')).length > 0);
    await waitUntilIdle(page);
    const calls = await recorder.calls('marketing', 'identify');
    assert.equal(calls.length, 1);
    const member = propertyAt(calls[0]?.args[0], 'memberId');
    return { id: String(propertyAt(member, 'id')), at: String(propertyAt(member, 'loginDateTime')) };
  }

  it('ANLY-02 ANLY-03 ANLY-04 receives an id of the member and the time of the sign-in: the same id each time, another id on another site', async () => {
    const [context, page, recorder] = await openVisit(meridian('/movies/'));
    await waitForView(recorder, '/movies/');
    const first = await signInAndIdentify(page, recorder, 'meridian');
    assert.match(first.id, /^[0-9a-f]{64}$/);
    assert.match(first.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    assert.doesNotMatch(JSON.stringify(await recorder.calls()), /iris/i, 'nothing else identifies the member');
    await recorder.clear();
    await page.goto(meridian('/visit/'));
    await interact(page);
    await waitForView(recorder, '/visit/');
    await waitUntilIdle(page);
    assert.deepEqual(await recorder.calls('marketing', 'identify'), [], 'only once per sign-in');
    await page.goto(meridian('/login/profile/'));
    await page.locator('main a[href="#loyalty-logout"]').first().click();
    await page.waitForFunction(() => !document.cookie.includes('signedIn%22%3Atrue'));
    const second = await signInAndIdentify(page, recorder, 'meridian');
    assert.equal(second.id, first.id);
    await context.close();

    const [otherContext, otherPage, otherRecorder] = await openVisit(aster('/movies/'));
    await waitForView(otherRecorder, '/movies/');
    const third = await signInAndIdentify(otherPage, otherRecorder, 'aster');
    assert.match(third.id, /^[0-9a-f]{64}$/);
    assert.notEqual(third.id, first.id);
    await otherContext.close();
  });

  it('ANLY-03 receives no member if one purpose is denied', async () => {
    const [context, page, recorder] = await openVisit(meridian('/movies/'), true);
    await page.getByRole('button', { name: 'Choose in detail' }).click();
    for (const name of ['Measure visits', 'Relevant ads']) await page.getByRole('switch', { name }).click();
    await page.getByRole('button', { name: 'Save choices' }).click();
    await waitForDialogEntryRemoved(page);
    await waitForView(recorder, '/movies/');
    await signIn(page, 'meridian');
    await recorder.clear();
    await page.goto(meridian('/movies/'));
    await interact(page);
    await waitForView(recorder, '/movies/');
    await waitForEvent(recorder, 'sign_in');
    await waitUntilIdle(page);
    assert.deepEqual(await recorder.calls('marketing', 'identify'), []);
    await context.close();
  });

  it('ANLY-01 loads before a choice if it does not require consent, and receives no member', async () => {
    demo.server.configure('meridian', ({ options }) => {
      options['marketingTrackerRequiresConsent'] = false;
    });
    const [context, page] = await openTrackedPage(demo.browser, 1440);
    await waitForThirdPartySettings(
      page,
      meridian('/'),
      (settings) => propertyAt(settings, 'marketing', 'requiresConsent') === false,
    );
    const recorder = await recordCalls(context, meridian('/'));
    await signIn(page, 'meridian');
    await page.goto(meridian('/movies/'));
    await interact(page);
    await eventually('the tracker', async () => (await recorder.calls('marketing', 'page')).length > 0);
    await waitUntilIdle(page);
    assert.deepEqual(recorder.scripts(), ['/marketing.js?customer=meridian']);
    assert.deepEqual(await recorder.calls('marketing', 'identify'), []);
    await context.close();
  });
});
