// Analytics in the browser: what it is told of pages, clicks and members (area analytics).

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { open } from './browser.ts';
import * as guests from './guests.ts';
import { stageWithThirdParties } from './stage.ts';
import { type Watch, entry, move, published, quiet, watch } from './third-parties.ts';
import { eventually } from './visit.ts';

const demo = stageWithThirdParties('--rate-limits', 'off', '--analytics-id', 'G-PRODUCT');
const { meridian, aster } = demo;

const FILM = '/movies/318204-the-salt-cartographer/';
const DAY_S = 86_400;
const PEOPLE = { meridian: ['iris', 'lanterns-over-the-canal'], aster: ['noor', 'five-houses-one-card'] } as const;
type Place = keyof typeof PEOPLE;

/** A visitor on a page that is awake, who has said yes unless told otherwise. */
async function visitor(address: string, isAsked: boolean = false): Promise<[BrowserContext, Page, Watch]> {
  const [context, page] = await open(demo.browser, 1440);
  const seen = watch(context, address);
  await page.goto(address);
  await move(page);
  if (isAsked) await page.getByRole('button', { name: 'Accept all' }).waitFor();
  else await page.getByRole('button', { name: 'Accept all' }).click();
  return [context, page, seen];
}

/** The paths of the page views that an id was told of. */
const views = (seen: Watch, id: string = 'G-PRODUCT'): unknown[] =>
  seen.calls('analytics', 'event').flatMap(({ args: [told, name, details] }) => (told === id && name === 'page_view' ? [entry(details, 'page_path')] : []));
/** What containers are told of an event. */
const events = (seen: Watch, name: string): unknown[] => seen.calls('containers', 'dataLayer').flatMap(({ args: [said] }) => (entry(said, 'event') === name ? [said] : []));
const awaited = (seen: Watch, name: string): Promise<void> => eventually(`the event ${name}`, async () => Promise.resolve(events(seen, name).length > 0));
const viewed = (seen: Watch, path: string): Promise<void> => eventually(`the view of ${path}`, async () => Promise.resolve(views(seen).at(-1) === path));

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
    const configs = seen.calls('analytics', 'config');
    assert.deepEqual(configs.map(({ args: [id] }) => id), ['G-PRODUCT', 'G-MERIDIAN']);
    for (const { args: [, config] } of configs) {
      assert.equal(entry(config, 'cookie_expires'), 34_164_000);
      assert.equal(entry(config, 'cookie_update'), false);
      assert.equal(entry(config, 'anonymize_ip'), true);
      assert.equal(entry(config, 'send_page_view'), false);
    }
    await eventually('the cookie', async () => (await context.cookies()).some(({ name }) => name === '_ga'));
    const cookie = (await context.cookies()).find(({ name }) => name === '_ga');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_S;
    assert.ok(days > 394 && days < 396, `${days} days`);
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('__'))), [], 'the library keeps nothing');
    await context.close();
  });

  it('PAGE-04 ANLY-16 tells of each page once, and of each change of route', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'));
    await viewed(seen, '/movies/');
    for (const path of [FILM, '/visit/']) {
      await page.goto(meridian(path));
      await move(page);
      await viewed(seen, path);
    }
    for (const path of ['/events/', '/club/']) {
      await page.evaluate((address) => history.pushState({}, '', address), path);
      await viewed(seen, path);
    }
    await page.goBack();
    await viewed(seen, '/events/');
    // Dialogs and what a page keeps in its address are no other page.
    await page.evaluate(() => history.replaceState(history.state, '', '?q=salt'));
    await quiet(seen);
    const all = ['/movies/', FILM, '/visit/', '/events/', '/club/', '/events/'];
    assert.deepEqual(views(seen), all);
    assert.deepEqual(views(seen, 'G-MERIDIAN'), all);
    assert.deepEqual(events(seen, 'page_view').map((said) => entry(said, 'path')), all, 'one container puts them into dataLayer');
    await context.close();
  });

  it('PAGE-04 tells of no change of route while analytics is not set up', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'), true);
    for (const path of ['/events/', '/club/', '/visit/']) await page.evaluate((address) => history.pushState({}, '', address), path);
    await quiet(seen);
    assert.deepEqual(seen.foreign(), []);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await viewed(seen, '/visit/');
    await quiet(seen);
    assert.deepEqual(views(seen), ['/visit/']);
    await context.close();
  });

  it('ANLY-06 reports a link that leads out by its address, and no link of the site', async () => {
    const [context, page, seen] = await visitor(meridian('/visit/'));
    await viewed(seen, '/visit/');
    await page.evaluate(() => {
      addEventListener('click', (event) => event.preventDefault());
      for (const [words, href] of [['Outside', 'https://shop.example.org/x'], ['Inside', '/club/']]) {
        const link = document.createElement('a');
        Object.assign(link, { href, textContent: words });
        document.querySelector('main')?.prepend(link);
      }
    });
    await page.getByRole('link', { name: 'Inside' }).click();
    await page.getByRole('link', { name: 'Outside' }).click();
    await awaited(seen, 'click');
    await quiet(seen);
    const told = events(seen, 'click');
    assert.deepEqual(told.map((said) => [entry(said, 'category'), entry(said, 'label')]), [['Navigation', 'out: https://shop.example.org/x']]);
    const hits = seen.calls('analytics', 'event').filter(({ args: [, name] }) => name === 'click');
    assert.deepEqual(hits.map(({ args: [id, , details] }) => [id, entry(details, 'label')]), ['G-PRODUCT', 'G-MERIDIAN'].map((id) => [id, 'out: https://shop.example.org/x']));
    await context.close();
  });

  it('ANLY-07 tells of showtimes, films, days and searches, and never of the words of a search', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/'));
    await viewed(seen, '/movies/');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('salt');
    await awaited(seen, 'search');
    await page.keyboard.press('Escape');
    const [search] = events(seen, 'search');
    assert.equal(entry(search, 'length'), 4);
    assert.doesNotMatch(JSON.stringify(seen.calls()), /"salt"/);
    await page.locator('main a[href="?day=2026-11-21"], main a[href$="day=2026-11-21"]').first().click();
    await awaited(seen, 'day_chosen');
    assert.equal(entry(events(seen, 'day_chosen')[0], 'day'), '2026-11-21');
    await page.waitForURL('**day=2026-11-21**');
    await move(page);
    await eventually('the next view', async () => Promise.resolve(views(seen).length === 2));
    await page.locator(`main a[href="${FILM}"]`).first().click();
    await awaited(seen, 'film_opened');
    assert.equal(entry(events(seen, 'film_opened')[0], 'filmId'), '318204');
    await page.waitForURL(`**${FILM}`);
    await move(page);
    await viewed(seen, FILM);
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await page.locator('main a[href*="perfCode="]').first().click();
    await awaited(seen, 'showtime_chosen');
    const [chosen] = events(seen, 'showtime_chosen');
    assert.equal(entry(chosen, 'filmId'), '318204');
    assert.equal(entry(chosen, 'theaterId'), 'meridian-main');
    assert.match(String(entry(chosen, 'start')), /^2026-11-\d\dT\d\d:\d\d(:\d\d)?[+-]\d\d:\d\d$/);
    await context.close();
  });

  it('ANLY-07 a crafted link identifies nobody and tells nothing', async () => {
    const [context, page, seen] = await visitor(meridian('/movies/?an_uid=victim&an_event=bought&an_prop_price=9&an_trait_mail=x&day=2026-11-21'));
    await viewed(seen, '/movies/');
    await quiet(seen);
    assert.doesNotMatch(JSON.stringify(seen.calls()), /victim|bought|an_uid|user_id/);
    assert.equal(new URL(page.url()).search, '?day=2026-11-21');
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
  async function identified(page: Page, seen: Watch, place: Place): Promise<{ readonly id: string; readonly at: string }> {
    await quiet(seen);
    seen.forget();
    await signIn(page, place);
    await quiet(seen);
    assert.deepEqual(seen.foreign(), [], 'the member area has no trackers');
    await page.goto(demo[place]('/movies/'));
    await move(page);
    await eventually('the member', async () => Promise.resolve(seen.calls('marketing', 'identify').length > 0));
    await quiet(seen);
    const calls = seen.calls('marketing', 'identify');
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
    assert.doesNotMatch(JSON.stringify(seen.calls()), /iris/i, 'nothing else says who it is');
    seen.forget();
    await page.goto(meridian('/visit/'));
    await move(page);
    await viewed(seen, '/visit/');
    await quiet(seen);
    assert.deepEqual(seen.calls('marketing', 'identify'), [], 'once for a sign-in');
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
    await viewed(seen, '/movies/');
    await signIn(page, 'meridian');
    seen.forget();
    await page.goto(meridian('/movies/'));
    await move(page);
    await viewed(seen, '/movies/');
    await awaited(seen, 'sign_in');
    await quiet(seen);
    assert.deepEqual(seen.calls('marketing', 'identify'), []);
    await context.close();
  });

  it('ANLY-01 loads before a choice where it does not wait for consent, and is told of nobody', async () => {
    demo.program.configure('meridian', ({ options }) => {
      options['marketingTrackerRequiresConsent'] = false;
    });
    const [context, page] = await open(demo.browser, 1440);
    await published(page, meridian('/'), (parties) => entry(parties, 'marketing', 'requiresConsent') === false);
    const seen = watch(context, meridian('/'));
    await signIn(page, 'meridian');
    await page.goto(meridian('/movies/'));
    await move(page);
    await eventually('the tracker', async () => Promise.resolve(seen.calls('marketing', 'page').length > 0));
    await quiet(seen);
    assert.deepEqual(seen.scripts(), ['/marketing.js?customer=meridian']);
    assert.deepEqual(seen.calls('marketing', 'identify'), []);
    await context.close();
  });
});
