// Several tabs of one browser: a change of the session in one tab shows in the others (security 1.12).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { WIDTHS, waitForHydration } from './browser.ts';
import * as guestForms from './guest-forms.ts';
import { demoFixture } from './fixture.ts';
import { signInByApi } from './third-parties.ts';
import { eventuallyEquals } from './wait.ts';

const demo = demoFixture('--rate-limits', 'off');
const { meridian, aster } = demo;
const FILM = '/movies/318204-the-salt-cartographer/';

/** Opens a context in which Iris is signed in. */
async function openContextOfIris(width: number): Promise<BrowserContext> {
  const context = await demo.browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } });
  const page = await context.newPage();
  await signInByApi(page, meridian('/'), 'meridian');
  await page.close();
  return context;
}

/** Opens a tab, and waits until it shows a text. */
async function openTab(context: BrowserContext, address: string, text: string | RegExp): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await waitForHydration(page);
  await page.getByText(text).first().waitFor();
  return page;
}

const waitForMemberState = (page: Page) => page.waitForFunction(() => 'member' in document.documentElement.dataset);
const waitForGuestState = (page: Page) => page.waitForFunction(() => !('member' in document.documentElement.dataset));
const signOutLink = (page: Page) => page.locator('main a[href="#loyalty-logout"]').first();

/** Returns those of the words that a page contains in its markup, its fields or the tab's storage. */
const findWords = (page: Page, words: readonly string[]): Promise<string[]> =>
  page.evaluate((all) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')].map(({ value }) => value);
    const content = [
      document.documentElement.outerHTML,
      ...fields,
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify({ ...localStorage }),
    ].join('\n');
    return all.filter((word) => content.includes(word));
  }, words);

describe('security 1.12 signing out', () => {
  for (const width of WIDTHS)
    it(`SESS-32 at ${width} leaves no name, address or phone number in any other tab`, async () => {
      const context = await openContextOfIris(width);
      const profile = await openTab(context, meridian('/login/profile/'), 'This device');
      const details = await profile.locator('main dl dd').allInnerTexts();
      // Some words, such as the city, are public on the site's pages.
      const pages = await Promise.all(
        [FILM, '/login/profile/', '/login/join/'].map(async (path) => (await context.request.get(meridian(path))).text()),
      );
      const isPublic = (word: string): boolean => pages.some((html) => html.includes(word));
      const secrets = details
        .flatMap((detail) => detail.split('\n'))
        .filter((detail) => detail.length > 3 && detail !== 'United States' && !isPublic(detail));
      assert.ok(secrets.some((secret) => secret.includes('@')) && secrets.length >= 3, `personal data: ${secrets.join()}`);
      secrets.push('Iris');
      const overview = await openTab(context, meridian('/login/'), /^Good /);
      const editing = await openTab(context, meridian('/login/profile/'), 'This device');
      await editing.getByRole('main').getByRole('button', { name: 'Edit' }).first().click();
      await editing.getByLabel('First name').waitFor();
      const film = await openTab(context, meridian(FILM), 'The Salt Cartographer');
      await waitForMemberState(film);
      await film.locator('a[data-heart][role="button"]').first().waitFor({ state: 'attached' });
      const joining = await openTab(context, meridian('/login/join/'), 'You are already a member');
      for (const page of [overview, editing, film])
        assert.notDeepEqual(await findWords(page, secrets), [], 'the page has personal data before the sign-out');

      await signOutLink(profile).click();
      for (const page of [profile, overview, editing]) await guestForms.signInButton(page).waitFor();
      for (const page of [film, joining]) await waitForGuestState(page);
      await film.locator('a[data-heart][role="button"]').first().waitFor({ state: 'detached' });
      await joining.getByRole('main').getByRole('button').last().waitFor();
      for (const page of [profile, overview, editing, film, joining])
        await eventuallyEquals(() => findWords(page, secrets), [], page.url());
      // The response of the server deletes the HttpOnly cookies.
      await eventuallyEquals(
        async () => (await context.cookies()).map(({ name, value }) => [name, value]).filter(([name]) => name?.includes('loyalty')),
        [],
      );
      await context.close();
    });

  it('SESS-32 clears a partly filled form in another tab', async () => {
    const context = await openContextOfIris(1440);
    const form = await openTab(context, meridian('/login/activate/'), 'Activate');
    await form.getByLabel('First name').fill('Marguerite');
    const profile = await openTab(context, meridian('/login/profile/'), 'This device');
    await waitForMemberState(form);
    await signOutLink(profile).click();
    await waitForGuestState(form);
    await form.waitForFunction(() => [...document.querySelectorAll('input')].every(({ value }) => value !== 'Marguerite'));
    await context.close();
  });

  for (const [event, type] of [
    ['visibilitychange', 'Event'],
    ['pageshow', 'PageTransitionEvent'],
  ] as const)
    it(`SESS-32 signs out a tab that received no message when it is shown again: ${event}`, async () => {
      const context = await openContextOfIris(1440);
      const suspended = await context.newPage();
      await suspended.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
      await suspended.goto(meridian('/login/profile/'));
      await suspended.getByText('This device').first().waitFor();
      const profile = await openTab(context, meridian('/login/profile/'), 'This device');
      await signOutLink(profile).click();
      await guestForms.signInButton(profile).waitFor();
      assert.equal(await suspended.getByText('This device').count(), 1, 'no message has reached it');
      await suspended.evaluate(
        ([name, constructor]) => {
          if (constructor === 'Event') document.dispatchEvent(new Event(name));
          else dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
        },
        [event, type] as const,
      );
      await guestForms.signInButton(suspended).waitFor();
      await eventuallyEquals(() => findWords(suspended, ['Iris']), []);
      await context.close();
    });

  for (const [width, site, message] of [
    [1440, 'meridian', 'You are signed out'],
    [390, 'meridian', 'You are signed out'],
    [1440, 'aster', 'Vous êtes déconnecté'],
    [390, 'aster', 'Vous êtes déconnecté'],
  ] as const)
    it(`looks 10 at ${width} on ${site} scrolls to the top, focuses the heading, and shows a confirmation`, async () => {
      const context = await demo.browser.newContext({ viewport: { width, height: 844 } });
      const page = await context.newPage();
      await signInByApi(page, demo[site]('/'), site);
      await page.goto(demo[site](site === 'aster' ? '/fr/login/profile/' : '/login/profile/'));
      await signOutLink(page).scrollIntoViewIfNeeded();
      // Repeated until the lists of the page have made it higher than the viewport.
      await page.waitForFunction(() => {
        scrollTo(0, document.body.scrollHeight);
        return scrollY > 0;
      });
      await signOutLink(page).press('Enter');
      await page.getByRole('status').getByText(message, { exact: true }).waitFor();
      await page.waitForFunction(() => scrollY === 0 && document.activeElement?.tagName === 'H1');
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
      await context.close();
    });

  it('looks 10 a sign-out link on another page shows the confirmation there', async () => {
    const context = await openContextOfIris(390);
    const page = await openTab(context, meridian('/visit/'), /./);
    await waitForMemberState(page);
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
    it(`SESS-25 at ${width} updates open pages and sign-in forms in other tabs`, async () => {
      const context = await demo.browser.newContext({ viewport: { width, height: 844 } });
      const film = await openTab(context, meridian(FILM), 'The Salt Cartographer');
      const form = await openTab(context, meridian('/login/orders/'), 'Forgot your password?');
      const page = await openTab(context, meridian('/login/'), 'Forgot your password?');
      await guestForms.waitForForm(page);
      await guestForms.signIn(page, 'iris', 'lanterns-over-the-canal');
      await waitForMemberState(film);
      await form.getByRole('heading', { name: 'Orders and points' }).waitFor();
      await film.locator('a[data-heart][role="button"]').first().waitFor({ state: 'attached' });
      await context.close();
    });

  it('SESS-25 shows a newly signed-in member in all tabs', async () => {
    const context = await demo.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signInByApi(page, aster('/'), 'aster');
    const [profile, overview] = [
      await openTab(context, aster('/login/profile/'), 'This device'),
      await openTab(context, aster('/login/'), /^Good /),
    ];
    await signOutLink(profile).click();
    await guestForms.signInButton(overview).waitFor();
    await guestForms.signIn(profile, 'noor', 'five-houses-one-card');
    await overview.getByRole('heading', { name: /^Good .*Noor/ }).waitFor();
    await context.close();
  });
});

describe('security 1.12 changes of a member', () => {
  it('SESS-33 a new name appears in other tabs, also in the header', async () => {
    const context = await openContextOfIris(1440);
    const overview = await openTab(context, meridian('/login/'), /^Good /);
    const film = await openTab(context, meridian(FILM), 'The Salt Cartographer');
    const profile = await openTab(context, meridian('/login/profile/'), 'This device');
    await profile.getByRole('main').getByRole('button', { name: 'Edit' }).first().click();
    await profile.getByLabel('First name').fill('Irina');
    await profile.getByRole('button', { name: 'Save', exact: true }).click();
    await overview.getByRole('heading', { name: /^Good .*Irina/ }).waitFor();
    await film.getByRole('banner').getByRole('link', { name: 'Hi, Irina' }).first().waitFor();
    await context.close();
  });

  it('WATCH-06 a change of the watchlist appears in other tabs', async () => {
    const context = await openContextOfIris(1440);
    const [first, second] = [
      await openTab(context, meridian(FILM), 'The Salt Cartographer'),
      await openTab(context, meridian(FILM), 'The Salt Cartographer'),
    ];
    const heart = (page: Page, pressed: boolean) => page.locator(`a[data-heart="318204"][aria-pressed="${pressed}"]`).first();
    const wasPressed = await Promise.race([
      heart(first, true)
        .waitFor()
        .then(() => true),
      heart(first, false)
        .waitFor()
        .then(() => false),
    ]);
    await heart(second, wasPressed).waitFor();
    await heart(first, wasPressed).click();
    await heart(second, !wasPressed).waitFor();
    await context.close();
  });
});

describe('security 1.7 the refresh', () => {
  it('SESS-14 happens once for all waiting tabs, even if their messages arrive later than the lock', async () => {
    const context = await openContextOfIris(1440);
    await context.addInitScript(() => {
      // No timeouts: the refresh is held back until all tabs wait for it.
      AbortSignal.timeout = () => new AbortController().signal;
      const listen = EventTarget.prototype.addEventListener;
      BroadcastChannel.prototype.addEventListener = function (type: string, listener: EventListenerOrEventListenerObject): void {
        listen.call(
          this,
          type,
          (event) =>
            void setTimeout(
              () => (typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event)),
              1100,
            ),
        );
      };
    });
    let refreshes = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/api/cypher', async (route) => {
      if ((route.request().postData() ?? '').includes('RefreshLogin')) {
        refreshes += 1;
        await released;
      }
      await route.continue();
    });
    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    await Promise.all(tabs.map((page) => page.goto(meridian('/theaters/'), { waitUntil: 'commit' })));
    const [first] = tabs;
    // One tab holds the lock, and all others wait for it.
    await first?.waitForFunction(async (waiting) => {
      const { held: heldLocks = [], pending = [] } = await navigator.locks.query();
      return heldLocks.length === 1 && pending.length === waiting;
    }, tabs.length - 1);
    release();
    for (const page of tabs) await page.getByRole('banner').getByRole('link', { name: /^Hi, / }).first().waitFor();
    await first?.waitForFunction(async () => {
      const { held: heldLocks = [], pending = [] } = await navigator.locks.query();
      return heldLocks.length + pending.length === 0;
    });
    assert.equal(refreshes, 1);
    await context.close();
  });
});
