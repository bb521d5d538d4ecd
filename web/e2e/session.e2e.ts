// The session in the browser: many tabs, several devices, a suspended device, no network, hand-over to the ticketing site.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { WIDTHS, openPage } from './browser.ts';
import { assertFitsAndAccessible, waitForForm } from './guest-forms.ts';
import { trackActivity, waitUntilIdle } from './page-idle.ts';
import type { DemoSite } from './demo-sites.ts';
import { demoFixture } from './fixture.ts';
import { isTicketing } from './ticketing.ts';
import { MEMBERS, signInByApi } from './third-parties.ts';
import { TIMEOUT_MS, eventually, waitForFocus } from './wait.ts';

const demo = demoFixture('--rate-limits', 'off');
/** A user agent that no other test has. */
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Timeout of fifty tabs, in ms. */
const FIFTY_TABS_TIMEOUT_MS = 300_000;

/** Signs in a member in a new context. */
async function openAsMember(site: DemoSite): Promise<[BrowserContext, Page]> {
  const [context, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
  const { username, password } = MEMBERS[site];
  await page.goto(demo[site]('/login/'));
  await waitForForm(page);
  await page
    .getByLabel(/username/i)
    .first()
    .fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /^Good / }).waitFor();
  return [context, page];
}

const isSignedIn = (page: Page): Promise<boolean> => page.evaluate(() => document.cookie.includes('loyaltyState'));
const waitForGreeting = (page: Page, timeout = TIMEOUT_MS): Promise<void> =>
  page.getByRole('banner').getByRole('link', { name: /^Hi, / }).first().waitFor({ timeout });
/** Counts the loyalty calls of a context whose body contains a name. */
function countCalls(context: BrowserContext, name: string): { readonly count: () => number } {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/cypher') && (request.postData() ?? '').includes(name)) count += 1;
  });
  return { count: () => count };
}

describe('many tabs', () => {
  it('SESS-14 security 1.7 fifty tabs that open at once refresh without a sign-out', async () => {
    const [context, first] = await openAsMember('meridian');
    const tabs = await Promise.all(Array.from({ length: 50 }, () => context.newPage()));
    // The time depends on the machine; what matters is that every tab is signed in.
    await Promise.all(
      tabs.map((tab) => tab.goto(demo.meridian('/theaters/'), { waitUntil: 'commit', timeout: FIFTY_TABS_TIMEOUT_MS })),
    );
    for (const tab of tabs) await waitForGreeting(tab, FIFTY_TABS_TIMEOUT_MS);
    for (const tab of tabs) assert.equal(await isSignedIn(tab), true);
    await first.reload();
    await first.getByRole('heading', { name: /^Good / }).waitFor();
    await context.close();
  });

  it('SESS-32 a sign-out in one tab signs out all tabs', async () => {
    const [context, page] = await openAsMember('meridian');
    const otherTab = await context.newPage();
    await otherTab.goto(demo.meridian('/login/orders/'));
    await otherTab.getByRole('heading', { name: 'Orders and points' }).waitFor();
    await page.goto(demo.meridian('/login/profile/'));
    await page.locator('main a[href="#loyalty-logout"]').first().click();
    await eventually('signing out', async () => !(await isSignedIn(page)));
    await otherTab.reload();
    await otherTab.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(new URL(otherTab.url()).pathname, '/login/orders/');
    await context.close();
  });
});

describe('several devices', () => {
  /** Signs in, and opens the profile with the list of devices. */
  async function openProfile(options: BrowserContextOptions = {}): Promise<[BrowserContext, Page]> {
    const [context, page] = await openPage(demo.browser, 1440, options);
    await signInByApi(page, demo.meridian('/'), 'meridian');
    await page.goto(demo.meridian('/login/profile/'));
    await page.getByText('This device').waitFor();
    return [context, page];
  }
  const signOutButtons = (page: Page) =>
    page
      .getByRole('region', { name: 'Where you are signed in', exact: true })
      .getByRole('button', { name: 'Sign out Firefox on Linux' });

  it('security 1.9 lists other sessions and ends one', async () => {
    // The other tests have sessions of this member too; this one is told apart by its browser.
    const [otherContext, otherPage] = await openProfile({ userAgent: FIREFOX });
    const [context, page] = await openProfile();
    const signOut = signOutButtons(page);
    await signOut.click();
    await page.getByRole('status').getByText('That device is signed out').waitFor();
    await signOut.waitFor({ state: 'detached' });
    await otherPage.reload();
    await otherPage.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await otherContext.close();
    await context.close();
  });

  it('security 1.9 ends one session at a time', async () => {
    const others = [await openProfile({ userAgent: FIREFOX }), await openProfile({ userAgent: FIREFOX })];
    const [context, page] = await openProfile();
    const signOut = signOutButtons(page);
    await signOut.nth(1).waitFor();
    let requests = 0;
    let respond = (): void => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/member/sessions/end', async (route) => {
      requests += 1;
      await responded;
      await route.continue();
    });
    await signOut.nth(0).click();
    await eventually('the first request', () => Promise.resolve(requests === 1));
    await signOut.nth(1).click();
    assert.equal(await signOut.nth(0).getAttribute('aria-busy'), 'true');
    assert.equal(await signOut.nth(1).getAttribute('aria-busy'), null);
    respond();
    await page.getByRole('status').getByText('That device is signed out').waitFor();
    assert.equal(requests, 1);
    await Promise.all([context, ...others.map(([otherContext]) => otherContext)].map((opened) => opened.close()));
  });
});

describe('a suspended tab', () => {
  it('SESS-15 is still signed in after a day', async () => {
    const [context, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
    await page.clock.install();
    const { username, password } = MEMBERS.meridian;
    await page.goto(demo.meridian('/login/'));
    await waitForForm(page);
    await page
      .getByLabel(/username/i)
      .first()
      .fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    const refreshes = countCalls(context, 'RefreshLogin');
    await page.clock.fastForward('25:00:00');
    await eventually('a refresh', async () => Promise.resolve(refreshes.count() > 0));
    assert.equal(await isSignedIn(page), true);
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    await context.close();
  });
});

describe('no network', () => {
  it('SESS-26 shows an error, keeps what was typed, and works again afterwards', async () => {
    const [context, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
    const { username, password } = MEMBERS.meridian;
    await page.goto(demo.meridian('/login/'));
    await waitForForm(page);
    await context.setOffline(true);
    await page
      .getByLabel(/username/i)
      .first()
      .fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/could not reach the box office/).waitFor();
    assert.equal(
      await page
        .getByLabel(/username/i)
        .first()
        .inputValue(),
      username,
    );
    await context.setOffline(false);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    await context.close();
  });

  it('SESS-20 SESS-22 a member stays signed in without a connection', async () => {
    const [context, page] = await openAsMember('aster');
    await page.clock.install();
    // The greeting may use the cached name, before the refresh of the page; the watchlist is loaded after the refresh.
    const address = demo.aster('/theaters/');
    const watchlist = page.waitForResponse(
      (response) => (response.request().postData() ?? '').includes('GetFavoriteFilms') && response.frame().url() === address,
    );
    await page.goto(address);
    await waitForGreeting(page);
    await watchlist;
    const refreshes = countCalls(context, 'RefreshLogin');
    await context.setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    // The refresh is due, and is postponed by half a minute each time.
    await page.clock.fastForward('25:00:00');
    await page.clock.runFor(60_000);
    assert.equal(await isSignedIn(page), true);
    assert.equal(refreshes.count(), 0);
    await context.setOffline(false);
    await page.waitForFunction(() => navigator.onLine);
    const refreshResponse = page.waitForResponse((response) => (response.request().postData() ?? '').includes('RefreshLogin'));
    await page.clock.runFor(30_000);
    assert.equal((await refreshResponse).status(), 200);
    assert.equal(await isSignedIn(page), true);
    await page.reload();
    await waitForGreeting(page);
    await context.close();
  });
});

describe('the hand-over', () => {
  /** Opens a page with a `return` parameter, and waits until its hand-over code has loaded and the page is idle. */
  async function openUntilIdle(page: Page, address: string): Promise<void> {
    const code = page.waitForResponse(/\/assets\/hand-over-page-/);
    await page.goto(address);
    await code;
    await waitUntilIdle(page);
  }
  let waitForTicketing: (page: Page) => Promise<void>;
  before(() => {
    waitForTicketing = async (page) =>
      page
        .getByText(/Signed in as /)
        .first()
        .waitFor();
  });

  it('HAND-02 HAND-03 HAND-09 HAND-12 version 1 shows an overlay with a button, and redirects by itself', async () => {
    const [context, page] = await openAsMember('aster');
    // The overlay redirects after five seconds (HAND-12). An answer without content keeps the page open, so that it can be checked.
    let hasRedirected = (): void => undefined;
    const redirected = new Promise<void>((resolve) => {
      hasRedirected = resolve;
    });
    await page.route(isTicketing, async (route) => {
      await route.fulfill({ status: 204 });
      hasRedirected();
    });
    await page.goto(demo.aster('/movies/?return=%2Fgiftcards'), { waitUntil: 'commit' });
    const overlay = page.getByRole('dialog', { name: 'You will be redirected in a few seconds...' });
    await overlay.waitFor();
    await overlay.getByRole('img', { name: 'Loading' }).waitFor();
    const button = overlay.getByRole('link', { name: 'Click here if it does not work' });
    assert.match((await button.getAttribute('href')) ?? '', /^http:\/\/ticketing\.localhost:\d+\/giftcards\?userSessionId=.+/);
    assert.equal(await button.getAttribute('target'), '_self');
    await waitForFocus(button);
    await redirected;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await assertFitsAndAccessible(page);
    }
    await page.unroute(isTicketing);
    await button.click();
    await page.waitForURL(isTicketing);
    await waitForTicketing(page);
    await context.close();
  });

  it('HAND-11 version 3 posts the session at once', async () => {
    const [context, page] = await openAsMember('meridian');
    const postRequest = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().startsWith('http://ticketing.localhost'),
    );
    await page.goto(demo.meridian('/movies/?return=%2Fvouchers'), { waitUntil: 'commit' });
    const request = await postRequest;
    assert.match(request.postData() ?? '', /^userSessionId=/);
    assert.doesNotMatch(request.url(), /userSessionId/);
    await waitForTicketing(page);
    await context.close();
  });

  it('HAND-01 HAND-05 does nothing for guests, nor for a return path on another host', async () => {
    const [context, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
    await trackActivity(context);
    await openUntilIdle(page, demo.aster('/movies/?return=%2Fgiftcards'));
    assert.equal(await page.getByRole('dialog').count(), 0);
    await context.close();
    const [memberContext, memberPage] = await openAsMember('aster');
    await trackActivity(memberContext);
    await openUntilIdle(memberPage, demo.aster('/movies/?return=.evil.example%2F'));
    await waitForGreeting(memberPage);
    await waitUntilIdle(memberPage);
    assert.equal(await memberPage.getByRole('dialog').count(), 0);
    await memberContext.close();
  });

  it('HAND-06 HAND-07 ends an invalid session, and reloads the page without it', async () => {
    const [context, page] = await openAsMember('meridian');
    // The first GetMember call belongs to the refresh of the page, the second one to the validation of the session.
    let memberCalls = 0;
    const order: string[] = [];
    await context.route('**/api/cypher', async (route) => {
      const body = route.request().postData() ?? '';
      const name = /\/Member\/v3\/(RefreshLogin|GetMember|Logout)\b/.exec(body)?.[1];
      if (name !== undefined) order.push(name);
      if (name === 'GetMember') memberCalls += 1;
      if (name === 'GetMember' && memberCalls === 2) await route.fulfill({ json: { peachCode: 71, statusCode: 71 } });
      else await route.continue();
    });
    // Counts the documents of the tab: the page is reloaded at the same URL.
    await page.addInitScript(() =>
      sessionStorage.setItem('documents', String(Number(sessionStorage.getItem('documents') ?? 0) + 1)),
    );
    const address = demo.meridian('/movies/?return=%2Fgiftcards&day=2026-11-21');
    await page.goto(address, { waitUntil: 'commit' });
    await eventually(
      'the reload of the page',
      async () => (await page.evaluate(() => sessionStorage.getItem('documents')).catch(() => '')) === '2',
    );
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    assert.equal(page.url(), address);
    assert.deepEqual(order, ['RefreshLogin', 'GetMember', 'GetMember', 'Logout']);
    assert.equal(await isSignedIn(page), false);
    assert.equal(await page.getByRole('dialog', { name: /redirected/ }).count(), 0);
    await context.close();
  });

  it('security 5.3 removes a token from the URL', async () => {
    const [context, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
    await page.goto(demo.meridian('/movies/?userSessionId=abc&day=2026-11-21'));
    await page.waitForURL((url) => url.search === '?day=2026-11-21');
    await context.close();
  });
});

describe('the member area', () => {
  it('PAGE-12 links to everything that members and guests can do', async () => {
    const [guestContext, guest] = await demo.newVisitor({ serviceWorkers: 'allow' });
    await guest.goto(demo.meridian('/login/'));
    for (const path of ['join', 'activate', 'forgot-password', 'forgot-username'])
      await guest.locator(`main a[href="/login/${path}/"]`).first().waitFor();
    await guestContext.close();
    const [context, page] = await openAsMember('meridian');
    for (const section of ['rewards', 'vouchers', 'watchlist', 'theaters', 'orders', 'cards', 'profile'])
      await page.getByRole('navigation').locator(`a[href="/login/${section}/"]`).first().waitFor();
    for (const name of ['Add to wallet', 'Payments', 'Redeem']) await page.getByRole('button', { name }).first().waitFor();
    await page.goto(demo.meridian('/login/cards/'));
    await page.locator('main a[href="/login/gift-card/"]').first().waitFor();
    await page
      .getByRole('button', { name: /Report lost/ })
      .first()
      .waitFor();
    await page.goto(demo.meridian('/login/orders/'));
    for (const name of ['Earlier orders', 'Points']) await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.goto(demo.meridian('/login/profile/'));
    await page.locator('main a[href="#loyalty-logout"]').first().waitFor();
    for (const name of [/^Edit/, /password/i, /Delete account/]) await page.getByRole('button', { name }).first().waitFor();
    await context.close();
  });
});
