// Behavior of links: focus, canceled clicks, new windows, campaign parameters and scroll position.

import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals } from './wait.ts';
import { waitForHydration } from './browser.ts';

const FILM = '/movies/318204-the-salt-cartographer/';

const demo = demoFixture();
let context: BrowserContext;
let page: Page;

const { meridian: site } = demo;

beforeEach(async () => {
  await context?.close();
  [context, page] = await demo.newVisitor();
});

/** Opens a page and adds a link with these attributes at the top, as an operator's content could have it. */
async function openWithLink(path: string, attributes: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(site(path));
  await waitForHydration(page);
  await page.evaluate((values) => {
    const link = document.createElement('a');
    for (const [name, value] of Object.entries(values)) link.setAttribute(name, value);
    link.textContent = 'Test link';
    // Runs after all other listeners: `defaultPrevented` is final.
    for (const type of ['click', 'auxclick'])
      addEventListener(type, (event) => (document.documentElement.dataset['canceled'] = String(event.defaultPrevented)));
    document.body.prepend(link);
  }, attributes);
}

const clickLink = (options: { button?: 'left' | 'middle' } = {}): Promise<void> => page.getByText('Test link').click(options);

/** Asserts that the click was canceled and that no script navigated instead. */
async function assertClickCanceled(address: string): Promise<void> {
  const isCanceled = await page.waitForFunction(() => document.documentElement.dataset['canceled']);
  assert.equal(await isCanceled.jsonValue(), 'true');
  // A navigation by a script would have started before this response.
  await page.evaluate(() => fetch('/robots.txt', { cache: 'no-store' }).then((response) => response.text()));
  assert.equal(page.url(), address);
}

const focusedId = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);

describe('an anchor', () => {
  // Browsers do not focus such an element by themselves.
  it('LINK-03 moves the focus on the same page', async () => {
    await openWithLink('/', { href: '#root' });
    await clickLink();
    await eventuallyEquals(focusedId, 'root');
    await eventuallyEquals(() => page.url(), site('/#root'));
  });

  it('LINK-03 moves the focus on the target page', async () => {
    await openWithLink('/events/', { href: '/movies/#root' });
    await clickLink();
    await page.waitForURL(site('/movies/#root'));
    await waitForHydration(page);
    await eventuallyEquals(focusedId, 'root');
  });

  it('LINK-06 with an unknown name behaves like any other anchor', async () => {
    await openWithLink('/', { href: '#loyalty-login' });
    await clickLink();
    await eventuallyEquals(() => page.url(), site('/#loyalty-login'));
  });
});

describe('on a page under the reserved path', () => {
  for (const button of ['left', 'middle'] as const) {
    it(`LINK-04 a click with the ${button} button is canceled`, async () => {
      await openWithLink('/cms-preview/home/', { href: '/movies/' });
      await clickLink({ button });
      await assertClickCanceled(site('/cms-preview/home/'));
      assert.equal(context.pages().length, 1);
    });
  }

  it('LINK-04 on other pages a click is not canceled', async () => {
    await openWithLink('/events/', { href: '/movies/' });
    await clickLink();
    await page.waitForURL(site('/movies/'));
  });
});

describe('a reserved target', () => {
  it('LINK-05 LINK-08 signs out and does not navigate', async () => {
    await openWithLink('/events/', { href: '#loyalty-logout' });
    await page.evaluate(async () => {
      const call = {
        reqMetadata: { method: 'POST', route: '/Member/v3/Login?boxofficeCircuitId=meridian' },
        username: 'iris',
        password: 'lanterns-over-the-canal',
      };
      const headers = { 'Content-Type': 'application/json', 'Boxoffice-Session-Mode': 'cookie' };
      await fetch('/api/cypher', { method: 'POST', headers, body: JSON.stringify(call) });
    });
    const signedIn = (): Promise<boolean> => page.evaluate(() => document.cookie.includes('loyaltyState'));
    await eventuallyEquals(signedIn, true);
    await clickLink();
    await eventuallyEquals(signedIn, false, 'signing out');
    assert.equal(page.url(), site('/events/'));
  });

  it('LINK-07 # neither navigates nor scrolls', async () => {
    await openWithLink('/', { href: '#' });
    await page.evaluate(() => {
      scrollTo({ top: 400, behavior: 'instant' });
      document.querySelector('a')?.click();
    });
    await assertClickCanceled(site('/'));
    assert.equal(await page.evaluate(() => Math.round(scrollY)), 400);
  });

  it('LINK-01 a disabled link cannot be clicked', async () => {
    await openWithLink('/events/', { role: 'link', 'aria-disabled': 'true', href: '/movies/' });
    await page.evaluate(() => document.querySelector('a')?.click());
    await assertClickCanceled(site('/events/'));
  });
});

describe('an external link', () => {
  it('LINK-09 LINK-10 announces and opens a new window, without a referrer', async () => {
    await page.goto(site('/showtimes/'));
    const link = page.locator('a[target=_blank]').first();
    assert.equal(await link.getAttribute('rel'), 'noreferrer');
    assert.match((await link.getAttribute('title')) ?? '', /\(Opens in a new window\)$/);
    assert.match((await link.getAttribute('aria-label')) ?? '', /\(Opens in a new window\)$/);
    await context.route(
      (url) => url.hostname !== 'localhost',
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>external page' }),
    );
    const [openedPage] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await openedPage.getByText('external page').waitFor();
    assert.equal(await openedPage.evaluate(() => document.referrer), '');
    assert.equal(await openedPage.evaluate(() => window.opener === null), true);
    assert.equal(page.url(), site('/showtimes/'));
  });

  it('LINK-11 opens in the same window if its target is _self', async () => {
    await page.goto(site(FILM));
    const booking = page.locator('main a[href*="startticketing"]').first();
    assert.equal(await booking.getAttribute('target'), '_self');
    assert.doesNotMatch((await booking.getAttribute('aria-label')) ?? '', /new window/);
    await booking.click();
    await page.getByText('Sandbox ticketing', { exact: true }).waitFor();
    assert.equal(context.pages().length, 1);
  });
});

describe('embedded in a till', () => {
  const SHOW_URL = 'https://t.example/websales/sales/ABC/book?perfcode=998';
  const NEW_WINDOW_LINK = { href: SHOW_URL, target: '_blank', rel: 'noreferrer' };
  /** The URL to which the demo redirects the internal route. */
  const INTERNAL_ROUTE = /\/ticketing\/?\?theaterCode=ABC&perfCode=998$/;

  beforeEach(async () => {
    await context.route(/t\.example/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>tickets' }));
  });

  it('EMBED-02 EMBED-03 a show of the provider opens an internal route in the same window', async () => {
    await openWithLink('/events/?embedding=tapos_embedded', NEW_WINDOW_LINK);
    await clickLink();
    await page.waitForURL(INTERNAL_ROUTE);
    assert.equal(context.pages().length, 1);
  });

  it('EMBED-02 also with the middle button and the keyboard', async () => {
    await openWithLink('/events/?embedding=tapos_embedded', NEW_WINDOW_LINK);
    const [openedPage] = await Promise.all([context.waitForEvent('page'), clickLink({ button: 'middle' })]);
    await openedPage.waitForURL(INTERNAL_ROUTE);
    await openWithLink('/events/?embedding=tapos_embedded', NEW_WINDOW_LINK);
    await page.getByText('Test link').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(INTERNAL_ROUTE);
  });

  it('EMBED-04 the mode lasts for the browser session only', async () => {
    await openWithLink('/events/?embedding=tapos_embedded', { href: SHOW_URL });
    await openWithLink('/movies/', { href: SHOW_URL });
    await clickLink();
    await page.waitForURL(INTERNAL_ROUTE);
    page = await context.newPage();
    await openWithLink('/movies/', { href: SHOW_URL });
    await clickLink();
    await page.waitForURL(SHOW_URL);
  });

  it('EMBED-01 an unknown mode has no effect', async () => {
    await openWithLink('/events/?embedding=other', { href: SHOW_URL });
    await clickLink();
    await page.waitForURL(SHOW_URL);
  });
});

describe('campaign parameters', () => {
  it('LINK-12 LINK-13 are passed on, and no other parameters are', async () => {
    await openWithLink('/events/?utm_source=mail&utm_campaign=may&sort=asc', { href: '/movies/' });
    await clickLink();
    await page.waitForURL(site('/movies/?utm_source=mail&utm_campaign=may'));
  });

  it('LINK-12 also into a new tab', async () => {
    await openWithLink('/events/?utm_source=mail', { href: '/movies/' });
    const [openedPage] = await Promise.all([context.waitForEvent('page'), clickLink({ button: 'middle' })]);
    await openedPage.waitForURL(site('/movies/?utm_source=mail'));
  });

  it('LINK-14 of the link itself take precedence', async () => {
    await openWithLink('/events/?utm_source=mail', { href: '/movies/?utm_source=banner' });
    await clickLink();
    await page.waitForURL(site('/movies/?utm_source=banner'));
  });

  it('LINK-14 are not added to a phone number', async () => {
    await openWithLink('/events/?utm_source=mail', { href: 'tel:+15550100142' });
    await clickLink();
    assert.equal(await page.getByText('Test link').getAttribute('href'), 'tel:+15550100142');
  });
});

describe('the scroll position', () => {
  const scrollTop = (): Promise<number> => page.evaluate(() => Math.round(scrollY));

  it('PAGE-02 is kept when the day or a filter changes', async () => {
    await page.goto(site('/movies/'));
    await waitForHydration(page);
    await page.evaluate(() => {
      scrollTo({ top: 500, behavior: 'instant' });
      document.querySelector<HTMLAnchorElement>('a[href*="day=2026-11-21"]')?.click();
    });
    await page.waitForURL(/day=2026-11-21/);
    await waitForHydration(page);
    await eventuallyEquals(scrollTop, 500);
  });

  it('PAGE-02 is kept by a navigation whose state has shouldUpdateScroll: false', async () => {
    for (const [options, expected] of [
      [{ state: { shouldUpdateScroll: false } }, 500],
      [{}, 0],
      [{ state: { shouldUpdateScroll: true } }, 0],
    ] as const) {
      await page.goto(site('/movies/'));
      await waitForHydration(page);
      await page.evaluate((navigationOptions) => {
        scrollTo({ top: 500, behavior: 'instant' });
        window.navigation.navigate('/movies/?day=2026-11-21', navigationOptions);
      }, options);
      await page.waitForURL(/day=2026-11-21/);
      await waitForHydration(page);
      await eventuallyEquals(scrollTop, expected, JSON.stringify(options));
    }
  });

  it('PAGE-02 is the top after any other link', async () => {
    await openWithLink('/movies/', { href: '/events/' });
    await page.evaluate(() => {
      scrollTo({ top: 500, behavior: 'instant' });
      document.querySelector('a')?.click();
    });
    await page.waitForURL(site('/events/'));
    await waitForHydration(page);
    await eventuallyEquals(scrollTop, 0);
  });

  it('PAGE-02 is the target of the hash', async () => {
    await page.goto(site('/movies/'));
    const lowestId = await page.evaluate(
      () =>
        [...document.querySelectorAll('main [id]')].toSorted(
          (a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top,
        )[0]?.id ?? '',
    );
    await page.goto(site(`/events/`));
    await page.goto(site(`/movies/#${lowestId}`));
    await waitForHydration(page);
    let top = -1;
    await eventually(
      `${lowestId} is in view`,
      async () => {
        top = await page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top ?? -1, lowestId);
        return top >= 0 && top < 900;
      },
      () => `its top is at ${top}`,
    );
  });
});

it('PAGE-03 only the navigation entry of the current page is active', async () => {
  for (const path of ['/movies/', '/showtimes/', '/events/']) {
    await page.goto(site(path));
    const active = page.getByRole('navigation', { name: 'Main' }).locator('a.active');
    assert.deepEqual(
      await active.evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])),
      [[path, 'page']],
    );
  }
});

describe('with ticketing links as forms', () => {
  before(async () => {
    demo.server.configure('aster', ({ options }) => {
      options['ticketingForm'] = true;
    });
    const settingsPage = await demo.browser.newPage();
    await eventually(
      'the new setting is served',
      async () => (await (await settingsPage.goto(demo.aster('/movies/')))?.text())?.includes('data-form-origin') ?? false,
    );
    await settingsPage.close();
  });

  it('LINK-15 LINK-16 a show’s link posts its query as form fields, and its URL has no query', async () => {
    await page.goto(demo.aster('/movies/'));
    await waitForHydration(page);
    const link = page.locator('main li a[href*="//ticketing."]').first();
    const href = new URL((await link.getAttribute('href')) ?? '');
    assert.notEqual(href.search, '');
    const [formRequest] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(href.origin)),
      link.click(),
    ]);
    assert.equal(formRequest.method(), 'POST');
    assert.equal(formRequest.url(), href.origin + href.pathname);
    assert.equal(formRequest.postData(), href.searchParams.toString());
  });

  it('LINK-15 opens a normal link with the modifier key for a new tab', async () => {
    await page.goto(demo.aster('/movies/'));
    await waitForHydration(page);
    const link = page.locator('main li a[href*="//ticketing."]').first();
    const href = (await link.getAttribute('href')) ?? '';
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
    // A new tab loads `about:blank` first.
    await eventuallyEquals(() => tab.url(), href);
  });
});
