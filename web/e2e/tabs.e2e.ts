// Several tabs of one browser: what one does with the session, the others show (security 1.12).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { WIDTHS, hydrated } from './browser.ts';
import * as guests from './guests.ts';
import { stage } from './stage.ts';
import { signInQuietly } from './third-parties.ts';
import { becomes } from './visit.ts';

const demo = stage('--rate-limits', 'off');
const { meridian, aster } = demo;
const FILM = '/movies/318204-the-salt-cartographer/';

/** A browser in which Iris is signed in. */
async function iris(width: number): Promise<BrowserContext> {
  const context = await demo.browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } });
  const page = await context.newPage();
  await signInQuietly(page, meridian('/'), 'meridian');
  await page.close();
  return context;
}

/** A tab of it, once `words` are on the page. */
async function tab(context: BrowserContext, address: string, words: string | RegExp): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await hydrated(page);
  await page.getByText(words).first().waitFor();
  return page;
}

const memberIsShown = (page: Page) => page.waitForFunction(() => 'member' in document.documentElement.dataset);
const nobodyIsShown = (page: Page) => page.waitForFunction(() => !('member' in document.documentElement.dataset));
const signOutLink = (page: Page) => page.locator('main a[href="#loyalty-logout"]').first();

/** What of these words a page still has anywhere: in its text, its fields, its markup or the tab's storage. */
const remains = (page: Page, words: readonly string[]): Promise<string[]> =>
  page.evaluate((all) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')].map(({ value }) => value);
    const there = [
      document.documentElement.outerHTML,
      ...fields,
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify({ ...localStorage }),
    ].join('\n');
    return all.filter((word) => there.includes(word));
  }, words);

describe('security 1.12 signing out', () => {
  for (const width of WIDTHS)
    it(`SESS-32 at ${width} leaves no name, address or phone number in any other tab`, async () => {
      const context = await iris(width);
      const profile = await tab(context, meridian('/login/profile/'), 'This device');
      const facts = await profile.locator('main dl dd').allInnerTexts();
      // Some words are on the site's pages for everybody: its city.
      const pages = await Promise.all(
        [FILM, '/login/profile/', '/login/join/'].map(async (path) => (await context.request.get(meridian(path))).text()),
      );
      const isPublic = (word: string): boolean => pages.some((html) => html.includes(word));
      const secrets = facts
        .flatMap((fact) => fact.split('\n'))
        .filter((fact) => fact.length > 3 && fact !== 'United States' && !isPublic(fact));
      assert.ok(secrets.some((fact) => fact.includes('@')) && secrets.length >= 3, `${secrets.join()} are a member’s facts`);
      secrets.push('Iris');
      const overview = await tab(context, meridian('/login/'), /^Good /);
      const editing = await tab(context, meridian('/login/profile/'), 'This device');
      await editing.getByRole('main').getByRole('button', { name: 'Edit' }).first().click();
      await editing.getByLabel('First name').waitFor();
      const film = await tab(context, meridian(FILM), 'The Salt Cartographer');
      await memberIsShown(film);
      await film.locator('a[data-heart][role="button"]').first().waitFor({ state: 'attached' });
      const joining = await tab(context, meridian('/login/join/'), 'You are already a member');
      for (const page of [overview, editing, film])
        assert.notDeepEqual(await remains(page, secrets), [], 'the member is there before');

      await signOutLink(profile).click();
      for (const page of [profile, overview, editing]) await guests.signInButton(page).waitFor();
      for (const page of [film, joining]) await nobodyIsShown(page);
      await film.locator('a[data-heart][role="button"]').first().waitFor({ state: 'detached' });
      await joining.getByRole('main').getByRole('button').last().waitFor();
      for (const page of [profile, overview, editing, film, joining]) await becomes(() => remains(page, secrets), [], page.url());
      // Those that scripts do not see go with the answer of the server.
      await becomes(
        async () => (await context.cookies()).map(({ name, value }) => [name, value]).filter(([name]) => name?.includes('loyalty')),
        [],
      );
      await context.close();
    });

  it('SESS-32 a form that was begun in another tab is empty afterwards', async () => {
    const context = await iris(1440);
    const form = await tab(context, meridian('/login/activate/'), 'Activate');
    await form.getByLabel('First name').fill('Marguerite');
    const profile = await tab(context, meridian('/login/profile/'), 'This device');
    await memberIsShown(form);
    await signOutLink(profile).click();
    await nobodyIsShown(form);
    await form.waitForFunction(() => [...document.querySelectorAll('input')].every(({ value }) => value !== 'Marguerite'));
    await context.close();
  });

  for (const [event, type] of [
    ['visibilitychange', 'Event'],
    ['pageshow', 'PageTransitionEvent'],
  ] as const)
    it(`SESS-32 a tab that no message reached is signed out when it is shown again: ${event}`, async () => {
      const context = await iris(1440);
      const asleep = await context.newPage();
      await asleep.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
      await asleep.goto(meridian('/login/profile/'));
      await asleep.getByText('This device').first().waitFor();
      const profile = await tab(context, meridian('/login/profile/'), 'This device');
      await signOutLink(profile).click();
      await guests.signInButton(profile).waitFor();
      assert.equal(await asleep.getByText('This device').count(), 1, 'no message has reached it');
      await asleep.evaluate(
        ([name, constructor]) => {
          if (constructor === 'Event') document.dispatchEvent(new Event(name));
          else dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
        },
        [event, type] as const,
      );
      await guests.signInButton(asleep).waitFor();
      await becomes(() => remains(asleep, ['Iris']), []);
      await context.close();
    });

  for (const [width, site, said] of [
    [1440, 'meridian', 'You are signed out'],
    [390, 'meridian', 'You are signed out'],
    [1440, 'aster', 'Vous êtes déconnecté'],
    [390, 'aster', 'Vous êtes déconnecté'],
  ] as const)
    it(`looks 10 at ${width} on ${site} begins at the top, with the focus on the heading, and says so`, async () => {
      const context = await demo.browser.newContext({ viewport: { width, height: 844 } });
      const page = await context.newPage();
      await signInQuietly(page, demo[site]('/'), site);
      await page.goto(demo[site](site === 'aster' ? '/fr/login/profile/' : '/login/profile/'));
      await signOutLink(page).scrollIntoViewIfNeeded();
      // Again until the lists of the page have made it higher than the window.
      await page.waitForFunction(() => {
        scrollTo(0, document.body.scrollHeight);
        return scrollY > 0;
      });
      await signOutLink(page).press('Enter');
      await page.getByRole('status').getByText(said, { exact: true }).waitFor();
      await page.waitForFunction(() => scrollY === 0 && document.activeElement?.tagName === 'H1');
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
      await context.close();
    });

  it('looks 10 a link on a page of the site says so there', async () => {
    const context = await iris(390);
    const page = await tab(context, meridian('/visit/'), /./);
    await memberIsShown(page);
    await page.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link, { href: '#loyalty-logout', textContent: 'Leave' });
      document.querySelector('main')?.append(link);
    });
    await page.getByRole('link', { name: 'Leave', exact: true }).click();
    await page.getByRole('status').getByText('You are signed out', { exact: true }).waitFor();
    await page.waitForFunction(() => scrollY === 0 && document.activeElement?.tagName === 'H1');
    await context.close();
  });
});

describe('security 1.12 signing in', () => {
  for (const width of WIDTHS)
    it(`SESS-25 at ${width} reaches a page of a guest, and a form to sign in`, async () => {
      const context = await demo.browser.newContext({ viewport: { width, height: 844 } });
      const film = await tab(context, meridian(FILM), 'The Salt Cartographer');
      const form = await tab(context, meridian('/login/orders/'), 'Forgot your password?');
      const page = await tab(context, meridian('/login/'), 'Forgot your password?');
      await guests.ready(page);
      await guests.signIn(page, 'iris', 'lanterns-over-the-canal');
      await memberIsShown(film);
      await form.getByRole('heading', { name: 'Orders and points' }).waitFor();
      await film.locator('a[data-heart][role="button"]').first().waitFor({ state: 'attached' });
      await context.close();
    });

  it('SESS-25 another member than before is shown in all tabs', async () => {
    const context = await demo.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signInQuietly(page, aster('/'), 'aster');
    const [profile, other] = [
      await tab(context, aster('/login/profile/'), 'This device'),
      await tab(context, aster('/login/'), /^Good /),
    ];
    await signOutLink(profile).click();
    await guests.signInButton(other).waitFor();
    await guests.signIn(profile, 'noor', 'five-houses-one-card');
    await other.getByRole('heading', { name: /^Good .*Noor/ }).waitFor();
    await context.close();
  });
});

describe('security 1.12 changes of a member', () => {
  it('SESS-33 a new name is in the other tabs, in the header too', async () => {
    const context = await iris(1440);
    const other = await tab(context, meridian('/login/'), /^Good /);
    const film = await tab(context, meridian(FILM), 'The Salt Cartographer');
    const profile = await tab(context, meridian('/login/profile/'), 'This device');
    await profile.getByRole('main').getByRole('button', { name: 'Edit' }).first().click();
    await profile.getByLabel('First name').fill('Irina');
    await profile.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByRole('heading', { name: /^Good .*Irina/ }).waitFor();
    await film.getByRole('banner').getByRole('link', { name: 'Hi, Irina' }).first().waitFor();
    await context.close();
  });

  it('WATCH-06 a film that is put on the watchlist is there in the other tabs', async () => {
    const context = await iris(1440);
    const [first, second] = [
      await tab(context, meridian(FILM), 'The Salt Cartographer'),
      await tab(context, meridian(FILM), 'The Salt Cartographer'),
    ];
    const heart = (page: Page, pressed: boolean) => page.locator(`a[data-heart="318204"][aria-pressed="${pressed}"]`).first();
    const before = await Promise.race([
      heart(first, true)
        .waitFor()
        .then(() => true),
      heart(first, false)
        .waitFor()
        .then(() => false),
    ]);
    await heart(second, before).waitFor();
    await heart(first, before).click();
    await heart(second, !before).waitFor();
    await context.close();
  });
});

describe('security 1.7 the refresh', () => {
  it('SESS-14 is one for all tabs that wait for it, though the lock is faster than the messages', async () => {
    const context = await iris(1440);
    await context.addInitScript(() => {
      // Nobody gives up while the refresh is held until all tabs wait for it.
      AbortSignal.timeout = () => new AbortController().signal;
      const listen = EventTarget.prototype.addEventListener;
      BroadcastChannel.prototype.addEventListener = function (type: string, listener: EventListenerOrEventListenerObject): void {
        listen.call(
          this,
          type,
          (event) =>
            void setTimeout(() => (typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event)), 300),
        );
      };
    });
    let refreshes = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await context.route('**/api/cypher', async (route) => {
      if ((route.request().postData() ?? '').includes('RefreshLogin')) {
        refreshes += 1;
        await held;
      }
      await route.continue();
    });
    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    await Promise.all(tabs.map((page) => page.goto(meridian('/theaters/'), { waitUntil: 'commit' })));
    const [first] = tabs;
    // One has the lock, all others wait for it.
    await first?.waitForFunction(async (waiting) => {
      const { held: has = [], pending = [] } = await navigator.locks.query();
      return has.length === 1 && pending.length === waiting;
    }, tabs.length - 1);
    release();
    for (const page of tabs) await page.getByRole('banner').getByRole('link', { name: /^Hi, / }).first().waitFor();
    await first?.waitForFunction(async () => {
      const { held: has = [], pending = [] } = await navigator.locks.query();
      return has.length + pending.length === 0;
    });
    assert.equal(refreshes, 1);
    await context.close();
  });
});
