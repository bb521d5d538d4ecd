// Analytics in the browser: what it is told of pages, clicks and members (area analytics).

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import * as guests from './guests.ts';
import { openFollowed, settled } from './settled.ts';
import { stageWithThirdParties } from './stage.ts';
import { type Received, entry, move, published, receive } from './third-parties.ts';
import { eventually, hasClosed, leavesDialogEntry } from './visit.ts';

const demo = stageWithThirdParties('--rate-limits', 'off', '--analytics-id', 'G-PRODUCT');
const { meridian, aster } = demo;

const FILM = '/movies/318204-the-salt-cartographer/';
const DAY_S = 86_400;
/** The rest after which a search counts (THEME-23). */
const REST_MS = 500;
const PEOPLE = { meridian: ['iris', 'lanterns-over-the-canal'], aster: ['noor', 'five-houses-one-card'] } as const;
type Place = keyof typeof PEOPLE;

/** A visitor on a page that is awake, who has said yes unless told otherwise. */
async function visitor(address: string, isAsked: boolean = false): Promise<[BrowserContext, Page, Received]> {
  const [context, page] = await openFollowed(demo.browser, 1440);
  const seen = await receive(context, address);
  await page.goto(address);
  await move(page);
  if (isAsked) await page.getByRole('button', { name: 'Accept all' }).waitFor();
  else await page.getByRole('button', { name: 'Accept all' }).click();
  return [context, page, seen];
}

/** The paths of the page views that an id was told of. */
const views = async (seen: Received, id: string = 'G-PRODUCT'): Promise<unknown[]> =>
  (await seen.calls('analytics', 'event')).flatMap(({ args: [told, name, details] }) =>
    told === id && name === 'page_view' ? [entry(details, 'page_path')] : [],
  );
/** What containers are told of an event. */
const events = async (seen: Received, name: string): Promise<unknown[]> =>
  (await seen.calls('containers', 'dataLayer')).flatMap(({ args: [said] }) => (entry(said, 'event') === name ? [said] : []));
const awaited = (seen: Received, name: string): Promise<void> =>
  eventually(`the event ${name}`, async () => (await events(seen, name)).length > 0);
const viewed = (seen: Received, path: string): Promise<void> =>
  eventually(`the view of ${path}`, async () => (await views(seen)).at(-1) === path);

async function signIn(page: Page, place: Place): Promise<void> {
  await page.goto(demo[place]('/login/'));
  await guests.ready(page);
  const [name, password] = PEOPLE[place];
  await guests.signIn(page, name, password);
  await page.getByRole('heading', { name: /^Good / }).waitFor();
}

describe('analytics', () => {
  it('ANLY-08 ANLY-13 has both ids, 395 days, and leaves its cookie alone', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'));
    await viewed(seen, '/movies/');
    // Calls may arrive in another order than they were made.
    await settled(page);
    const configs = await seen.calls('analytics', 'config');
    assert.deepEqual(
      configs.map(({ args: [id] }) => id),
      ['G-PRODUCT', 'G-MERIDIAN'],
    );
    for (const {
      args: [, config],
    } of configs) {
      assert.equal(entry(config, 'cookie_expires'), 34_164_000);
      assert.equal(entry(config, 'cookie_update'), false);
      assert.equal(entry(config, 'anonymize_ip'), true);
      assert.equal(entry(config, 'send_page_view'), false);
    }
    await eventually('the cookie', async () => (await context.cookies()).some(({ name }) => name === '_ga'));
    const cookie = (await context.cookies()).find(({ name }) => name === '_ga');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_S;
    assert.ok(days > 394 && days < 396, `${days} days`);
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('__'))),
      [],
      'the library keeps nothing',
    );
    await context.close();
  });

  it('PAGE-04 ANLY-16 tells of each page once, and of each change of route', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'));
    // Whoever leaves before a container has come is not told of to it.
    const viewedByAll = async (path: string): Promise<void> => {
      await viewed(seen, path);
      await eventually(`the site’s own view of ${path}`, async () => (await views(seen, 'G-MERIDIAN')).at(-1) === path);
      await eventually(
        `the container’s view of ${path}`,
        async () => entry((await events(seen, 'page_view')).at(-1), 'path') === path,
      );
    };
    await viewedByAll('/movies/');
    for (const path of [FILM, '/visit/']) {
      await page.goto(meridian(path));
      await move(page);
      await viewedByAll(path);
    }
    for (const path of ['/events/', '/club/']) {
      await page.evaluate((address) => history.pushState({}, '', address), path);
      await viewed(seen, path);
    }
    await page.goBack();
    await viewed(seen, '/events/');
    // Dialogs and what a page keeps in its address are no other page.
    await page.evaluate(() => history.replaceState(history.state, '', '?q=salt'));
    await settled(page);
    const all = ['/movies/', FILM, '/visit/', '/events/', '/club/', '/events/'];
    assert.deepEqual(await views(seen), all);
    assert.deepEqual(await views(seen, 'G-MERIDIAN'), all);
    assert.deepEqual(
      (await events(seen, 'page_view')).map((said) => entry(said, 'path')),
      all,
      'one container puts them into dataLayer',
    );
    await context.close();
  });

  it('PAGE-04 tells of no change of route while analytics is not set up', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'), true);
    for (const path of ['/events/', '/club/', '/visit/'])
      await page.evaluate((address) => history.pushState({}, '', address), path);
    await settled(page);
    assert.deepEqual(seen.foreign(), []);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await viewed(seen, '/visit/');
    await settled(page);
    assert.deepEqual(await views(seen), ['/visit/']);
    await context.close();
  });

  it('ANLY-06 reports a link that leads out by its address, and no link of the site', async () => {
    const [context, page, seen] = await visitor(meridian('/visit/'));
    await viewed(seen, '/visit/');
    await settled(page);
    await page.evaluate(() => {
      addEventListener('click', (event) => event.preventDefault());
      for (const [words, href] of [
        ['Outside', 'https://shop.example.org/x'],
        ['Inside', '/club/'],
      ]) {
        const link = document.createElement('a');
        Object.assign(link, { href, textContent: words });
        document.querySelector('main')?.prepend(link);
      }
    });
    await page.getByRole('link', { name: 'Inside' }).click();
    await page.getByRole('link', { name: 'Outside' }).click();
    await awaited(seen, 'click');
    await settled(page);
    const told = await events(seen, 'click');
    assert.deepEqual(
      told.map((said) => [entry(said, 'category'), entry(said, 'label')]),
      [['Navigation', 'out: https://shop.example.org/x']],
    );
    const hits = (await seen.calls('analytics', 'event')).filter(({ args: [, name] }) => name === 'click');
    assert.deepEqual(
      hits.map(({ args: [id, , details] }) => [id, entry(details, 'label')]),
      ['G-PRODUCT', 'G-MERIDIAN'].map((id) => [id, 'out: https://shop.example.org/x']),
    );
    await context.close();
  });

  it('ANLY-07 tells of showtimes, films, days and searches, and never of the words of a search', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'));
    await viewed(seen, '/movies/');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('salt');
    await awaited(seen, 'search');
    await page.keyboard.press('Escape');
    await hasClosed(page.getByRole('dialog', { name: 'Search' }));
    const [search] = await events(seen, 'search');
    assert.equal(entry(search, 'length'), 4);
    assert.doesNotMatch(JSON.stringify(await seen.calls()), /"salt"/);
    // What a page could not deliver before it was left is told by the next one, once that is awake.
    await page.locator('main a[href="?day=2026-11-21"], main a[href$="day=2026-11-21"]').first().click();
    await page.waitForURL('**day=2026-11-21**');
    await move(page);
    await awaited(seen, 'day_chosen');
    assert.equal(entry((await events(seen, 'day_chosen'))[0], 'day'), '2026-11-21');
    await eventually('the next view', async () => (await views(seen)).length === 2);
    await page.locator(`main a[href="${FILM}"]`).first().click();
    await page.waitForURL(`**${FILM}`);
    await move(page);
    await awaited(seen, 'film_opened');
    assert.equal(entry((await events(seen, 'film_opened'))[0], 'filmId'), '318204');
    await viewed(seen, FILM);
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await page.locator('main a[href*="perfCode="]').first().click();
    await awaited(seen, 'showtime_chosen');
    const [chosen] = await events(seen, 'showtime_chosen');
    assert.equal(entry(chosen, 'filmId'), '318204');
    assert.equal(entry(chosen, 'theaterId'), 'meridian-main');
    assert.match(String(entry(chosen, 'start')), /^2026-11-\d\dT\d\d:\d\d(:\d\d)?[+-]\d\d:\d\d$/);
    await context.close();
  });

  it('ANLY-07 reports a search that was typed before its data arrived', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'));
    await viewed(seen, '/movies/');
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    await context.route('**/search/', async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.clock.install();
    await page.getByRole('searchbox').fill('salt');
    await page.clock.runFor(REST_MS);
    release();
    await page.clock.resume();
    await awaited(seen, 'search');
    assert.equal(entry((await events(seen, 'search'))[0], 'length'), 4);
    await context.close();
  });

  it('ANLY-07 a crafted link identifies nobody and tells nothing', async () => {
    const [context, page, seen] = await visitor(
      meridian('/movies/?an_uid=victim&an_event=bought&an_prop_price=9&an_trait_mail=x&day=2026-11-21'),
    );
    await viewed(seen, '/movies/');
    await settled(page);
    assert.doesNotMatch(JSON.stringify(await seen.calls()), /victim|bought|an_uid|user_id/);
    assert.equal(new URL(page.url()).search, '?day=2026-11-21');
    await context.close();
  });
});

describe('ANLY-07 a click that leaves the page', () => {
  /** A visitor who agreed, on a second page of the site; `held` are requests that are not answered there before they are released. */
  async function waiting(held: string): Promise<{
    readonly page: Page;
    readonly seen: Received;
    readonly release: () => Promise<void>;
    readonly close: () => Promise<void>;
  }> {
    const [context, page, seen] = await visitor(meridian('/movies/'));
    await viewed(seen, '/movies/');
    await eventually('the container', async () => (await seen.calls('containers', 'loaded')).length > 0);
    await seen.forget();
    const holding: (() => void)[] = [];
    let isHeld = true;
    await context.route(held, async (route) => {
      if (isHeld) await new Promise<void>((done) => holding.push(done));
      await route.continue().catch(() => undefined);
    });
    await page.goto(meridian('/movies/?day=2026-11-21'));
    const release = async (): Promise<void> => {
      isHeld = false;
      for (const done of holding) done();
      await Promise.resolve();
    };
    return { page, seen, release, close: () => context.close() };
  }
  /** Opens the film by a click, and wakes its page. */
  async function openFilm(page: Page): Promise<void> {
    await page.locator(`main a[href^="${FILM}"]`).first().click();
    await page.waitForURL((url) => url.pathname === FILM);
  }
  /** The films that containers and the service were told of. */
  const films = async (seen: Received): Promise<unknown[]> => [
    (await events(seen, 'film_opened')).map((told) => entry(told, 'filmId')),
    (await seen.calls('analytics', 'event')).flatMap(({ args: [id, name, details] }) =>
      id === 'G-PRODUCT' && name === 'film_opened' ? [entry(details, 'filmId')] : [],
    ),
  ];
  const toldOnce = async (page: Page, seen: Received): Promise<void> => {
    await move(page);
    await viewed(seen, FILM);
    await eventually('the film for both', async () => (await films(seen)).every((told) => Array.isArray(told) && told.length > 0));
    await page.goto(meridian('/visit/'));
    await move(page);
    await viewed(seen, '/visit/');
    await settled(page);
    assert.deepEqual(await films(seen), [['318204'], ['318204']]);
  };

  for (const [what, held] of [
    ['before the page listens to clicks', '**/assets/entry-outside-*.js'],
    ['before the settings of third parties have come', '**/api/third-parties**'],
    ['before the library has come', '**/assets/library-*.js'],
    ['before the container has come', '**/gtm.js*'],
    ['before the service has come', '**/gtag/js*'],
  ] as const)
    it(`${what} is told from the next page, once`, async () => {
      const { page, seen, release, close } = await waiting(held);
      await openFilm(page);
      await release();
      await toldOnce(page, seen);
      await close();
    });

  it('CONS-02 leaves nothing in the browser before a choice, and nothing after a refusal', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'), true);
    await openFilm(page);
    await move(page);
    await page.getByRole('button', { name: 'Accept all' }).waitFor();
    const kept = (): Promise<string[]> => page.evaluate(() => Object.keys(sessionStorage));
    assert.deepEqual(await kept(), []);
    await page
      .getByRole('button', { name: /^(Refuse|Reject|Decline|No)/ })
      .first()
      .click();
    await page.goto(meridian('/movies/'));
    await move(page);
    await openFilm(page);
    await move(page);
    await settled(page);
    assert.deepEqual([await kept(), await seen.calls()], [[], []]);
    await context.close();
  });
});

describe('the marketing tracker', () => {
  before(async () => {
    demo.program.configure('aster', ({ options }) => {
      options['marketingTracker'] = { enabled: true, customerId: 'aster', scriptUrl: 'https://tracker.example/{customerId}.js' };
      options['marketingTrackerRequiresConsent'] = true;
      delete options['tagManagerLaunchUrl'];
    });
    const page = await demo.browser.newPage();
    await published(page, aster('/'), (parties) => entry(parties, 'marketing', 'customerId') === 'aster');
    await page.close();
  });

  /** The member that the tracker is told of on the page after a sign-in. */
  async function identified(page: Page, seen: Received, place: Place): Promise<{ readonly id: string; readonly at: string }> {
    await settled(page);
    await seen.forget();
    await signIn(page, place);
    await settled(page);
    assert.deepEqual(seen.foreign(), [], 'the member area has no trackers');
    await page.goto(demo[place]('/movies/'));
    await move(page);
    await eventually('the member', async () => (await seen.calls('marketing', 'identify')).length > 0);
    await settled(page);
    const calls = await seen.calls('marketing', 'identify');
    assert.equal(calls.length, 1);
    const member = entry(calls[0]?.args[0], 'memberId');
    return { id: String(entry(member, 'id')), at: String(entry(member, 'loginDateTime')) };
  }

  it('ANLY-02 ANLY-03 ANLY-04 is told of who signs in: the same id each time, another on another site, with the time', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'));
    await viewed(seen, '/movies/');
    const first = await identified(page, seen, 'meridian');
    assert.match(first.id, /^[0-9a-f]{64}$/);
    assert.match(first.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    assert.doesNotMatch(JSON.stringify(await seen.calls()), /iris/i, 'nothing else says who it is');
    await seen.forget();
    await page.goto(meridian('/visit/'));
    await move(page);
    await viewed(seen, '/visit/');
    await settled(page);
    assert.deepEqual(await seen.calls('marketing', 'identify'), [], 'once for a sign-in');
    await page.goto(meridian('/login/profile/'));
    await page.locator('main a[href="#loyalty-logout"]').first().click();
    await page.waitForFunction(() => !document.cookie.includes('signedIn%22%3Atrue'));
    const second = await identified(page, seen, 'meridian');
    assert.equal(second.id, first.id);
    await context.close();

    const [others, other, elsewhere] = await visitor(aster('/movies/'));
    await viewed(elsewhere, '/movies/');
    const third = await identified(other, elsewhere, 'aster');
    assert.match(third.id, /^[0-9a-f]{64}$/);
    assert.notEqual(third.id, first.id);
    await others.close();
  });

  it('ANLY-03 is told of nobody where one purpose is denied', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'), true);
    await page.getByRole('button', { name: 'Choose in detail' }).click();
    for (const name of ['Measure visits', 'Relevant ads']) await page.getByRole('switch', { name }).click();
    await page.getByRole('button', { name: 'Save choices' }).click();
    await leavesDialogEntry(page);
    await viewed(seen, '/movies/');
    await signIn(page, 'meridian');
    await seen.forget();
    await page.goto(meridian('/movies/'));
    await move(page);
    await viewed(seen, '/movies/');
    await awaited(seen, 'sign_in');
    await settled(page);
    assert.deepEqual(await seen.calls('marketing', 'identify'), []);
    await context.close();
  });

  it('ANLY-01 loads before a choice where it does not wait for consent, and is told of nobody', async () => {
    demo.program.configure('meridian', ({ options }) => {
      options['marketingTrackerRequiresConsent'] = false;
    });
    const [context, page] = await openFollowed(demo.browser, 1440);
    await published(page, meridian('/'), (parties) => entry(parties, 'marketing', 'requiresConsent') === false);
    const seen = await receive(context, meridian('/'));
    await signIn(page, 'meridian');
    await page.goto(meridian('/movies/'));
    await move(page);
    await eventually('the tracker', async () => (await seen.calls('marketing', 'page')).length > 0);
    await settled(page);
    assert.deepEqual(seen.scripts(), ['/marketing.js?customer=meridian']);
    assert.deepEqual(await seen.calls('marketing', 'identify'), []);
    await context.close();
  });
});
