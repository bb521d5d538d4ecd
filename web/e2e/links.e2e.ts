// What links do in a browser: focus, cancelled clicks, new windows, campaigns, the place on the page.

import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { stage } from './stage.ts';
import { becomes, eventually } from './visit.ts';
import { hydrated } from './browser.ts';

const FILM = '/movies/318204-the-salt-cartographer/';

const demo = stage();
let context: BrowserContext;
let page: Page;

const { meridian: site } = demo;

beforeEach(async () => {
  await context?.close();
  [context, page] = await demo.visitor();
});

/** Opens a page and puts a link of these attributes above everything, as an operator's text could have it. */
async function withLink(path: string, attributes: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(site(path));
  await hydrated(page);
  await page.evaluate((given) => {
    const link = document.createElement('a');
    for (const [name, value] of Object.entries(given)) link.setAttribute(name, value);
    link.textContent = 'Test link';
    // The last to hear of a click: what it says then is what the browser does.
    for (const type of ['click', 'auxclick'])
      addEventListener(type, (event) => (document.documentElement.dataset['cancelled'] = String(event.defaultPrevented)));
    document.body.prepend(link);
  }, attributes);
}

const clickLink = (options: { button?: 'left' | 'middle' } = {}): Promise<void> => page.getByText('Test link').click(options);

/** A click that does not leave the page: the browser is told to do nothing, and nothing is opened instead. */
async function stays(address: string): Promise<void> {
  const cancelled = await page.waitForFunction(() => document.documentElement.dataset['cancelled']);
  assert.equal(await cancelled.jsonValue(), 'true');
  // What a script opened instead would have begun before this answer.
  await page.evaluate(() => fetch('/robots.txt', { cache: 'no-store' }).then((answer) => answer.text()));
  assert.equal(page.url(), address);
}

const focusedId = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);

describe('an anchor', () => {
  // No browser gives the focus to such an element by itself.
  it('LINK-03 moves the focus on the same page', async () => {
    await withLink('/', { href: '#root' });
    await clickLink();
    await becomes(focusedId, 'root');
    await becomes(() => page.url(), site('/#root'));
  });

  it('LINK-03 moves the focus on the page it leads to', async () => {
    await withLink('/events/', { href: '/movies/#root' });
    await clickLink();
    await page.waitForURL(site('/movies/#root'));
    await hydrated(page);
    await becomes(focusedId, 'root');
  });

  it('LINK-06 of an unknown name is an ordinary one', async () => {
    await withLink('/', { href: '#loyalty-login' });
    await clickLink();
    await becomes(() => page.url(), site('/#loyalty-login'));
  });
});

describe('under the reserved path', () => {
  for (const button of ['left', 'middle'] as const) {
    it(`LINK-04 a click with the ${button} button is cancelled`, async () => {
      await withLink('/cms-preview/home/', { href: '/movies/' });
      await clickLink({ button });
      await stays(site('/cms-preview/home/'));
      assert.equal(context.pages().length, 1);
    });
  }

  it('LINK-04 the site may name another', async () => {
    await withLink('/events/', { href: '/movies/' });
    await page.evaluate(() => document.documentElement.setAttribute('data-reserved', '/events/'));
    await clickLink();
    await stays(site('/events/'));
  });

  it('LINK-04 elsewhere it is not', async () => {
    await withLink('/events/', { href: '/movies/' });
    await clickLink();
    await page.waitForURL(site('/movies/'));
  });
});

describe('a reserved target', () => {
  it('LINK-05 LINK-08 starts the logout and does not navigate', async () => {
    await withLink('/events/', { href: '#loyalty-logout' });
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
    await becomes(signedIn, true);
    await clickLink();
    await becomes(signedIn, false, 'signing out');
    assert.equal(page.url(), site('/events/'));
  });

  it('LINK-07 # neither navigates nor scrolls', async () => {
    await withLink('/', { href: '#' });
    await page.evaluate(() => {
      scrollTo({ top: 400, behavior: 'instant' });
      document.querySelector('a')?.click();
    });
    await stays(site('/'));
    assert.equal(await page.evaluate(() => Math.round(scrollY)), 400);
  });

  it('LINK-01 a link without a target cannot be clicked', async () => {
    await withLink('/events/', { role: 'link', 'aria-disabled': 'true', href: '/movies/' });
    await page.evaluate(() => document.querySelector('a')?.click());
    await stays(site('/events/'));
  });
});

describe('an external link', () => {
  it('LINK-09 LINK-10 says that it opens a new window, and does, without telling where from', async () => {
    await page.goto(site('/showtimes/'));
    const link = page.locator('a[target=_blank]').first();
    assert.equal(await link.getAttribute('rel'), 'noreferrer');
    assert.match((await link.getAttribute('title')) ?? '', /\(Opens in a new window\)$/);
    assert.match((await link.getAttribute('aria-label')) ?? '', /\(Opens in a new window\)$/);
    await context.route(
      (url) => url.hostname !== 'localhost',
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>elsewhere' }),
    );
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.getByText('elsewhere').waitFor();
    assert.equal(await opened.evaluate(() => document.referrer), '');
    assert.equal(await opened.evaluate(() => window.opener === null), true);
    assert.equal(page.url(), site('/showtimes/'));
  });

  it('LINK-11 opens in the same window when its target says so', async () => {
    await page.goto(site(FILM));
    const booking = page.locator('main a[href*="startticketing"]').first();
    assert.equal(await booking.getAttribute('target'), '_self');
    assert.doesNotMatch((await booking.getAttribute('aria-label')) ?? '', /new window/);
    await booking.click();
    await page.getByText('Sandbox ticketing', { exact: true }).waitFor();
    assert.equal(context.pages().length, 1);
  });
});

describe('in a till’s frame', () => {
  const SHOW = 'https://t.example/websales/sales/ABC/book?perfcode=998';
  const WINDOW = { href: SHOW, target: '_blank', rel: 'noreferrer' };
  /** The demo leads on from the internal route. */
  const INSIDE = /\/ticketing\/?\?theaterCode=ABC&perfCode=998$/;

  beforeEach(async () => {
    await context.route(/t\.example/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>tickets' }));
  });

  it('EMBED-02 EMBED-03 a show of the provider is an internal route, in the same window', async () => {
    await withLink('/events/?embedding=tapos_embedded', WINDOW);
    await clickLink();
    await page.waitForURL(INSIDE);
    assert.equal(context.pages().length, 1);
  });

  it('EMBED-02 also by the middle button and from the keyboard', async () => {
    await withLink('/events/?embedding=tapos_embedded', WINDOW);
    const [opened] = await Promise.all([context.waitForEvent('page'), clickLink({ button: 'middle' })]);
    await opened.waitForURL(INSIDE);
    await withLink('/events/?embedding=tapos_embedded', WINDOW);
    await page.getByText('Test link').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(INSIDE);
  });

  it('EMBED-04 the mode is kept for the browser session, and for no other', async () => {
    await withLink('/events/?embedding=tapos_embedded', { href: SHOW });
    await withLink('/movies/', { href: SHOW });
    await clickLink();
    await page.waitForURL(INSIDE);
    page = await context.newPage();
    await withLink('/movies/', { href: SHOW });
    await clickLink();
    await page.waitForURL(SHOW);
  });

  it('EMBED-01 another mode is none', async () => {
    await withLink('/events/?embedding=other', { href: SHOW });
    await clickLink();
    await page.waitForURL(SHOW);
  });
});

describe('a campaign', () => {
  it('LINK-12 LINK-13 travels on, and nothing else does', async () => {
    await withLink('/events/?utm_source=mail&utm_campaign=may&sort=asc', { href: '/movies/' });
    await clickLink();
    await page.waitForURL(site('/movies/?utm_source=mail&utm_campaign=may'));
  });

  it('LINK-12 also into a new tab', async () => {
    await withLink('/events/?utm_source=mail', { href: '/movies/' });
    const [opened] = await Promise.all([context.waitForEvent('page'), clickLink({ button: 'middle' })]);
    await opened.waitForURL(site('/movies/?utm_source=mail'));
  });

  it('LINK-14 of the link itself wins', async () => {
    await withLink('/events/?utm_source=mail', { href: '/movies/?utm_source=banner' });
    await clickLink();
    await page.waitForURL(site('/movies/?utm_source=banner'));
  });

  it('LINK-14 does not change a phone number', async () => {
    await withLink('/events/?utm_source=mail', { href: 'tel:+15550100142' });
    await clickLink();
    assert.equal(await page.getByText('Test link').getAttribute('href'), 'tel:+15550100142');
  });
});

describe('the place on the page', () => {
  const scrolled = (): Promise<number> => page.evaluate(() => Math.round(scrollY));

  it('PAGE-02 stays with days and filters', async () => {
    await page.goto(site('/movies/'));
    await hydrated(page);
    await page.evaluate(() => {
      scrollTo({ top: 500, behavior: 'instant' });
      document.querySelector<HTMLAnchorElement>('a[href*="day=2026-11-21"]')?.click();
    });
    await page.waitForURL(/day=2026-11-21/);
    await hydrated(page);
    await becomes(scrolled, 500);
  });

  it('PAGE-02 stays with a navigation whose state says shouldUpdateScroll: false', async () => {
    for (const [options, expected] of [
      [{ state: { shouldUpdateScroll: false } }, 500],
      [{}, 0],
      [{ state: { shouldUpdateScroll: true } }, 0],
    ] as const) {
      await page.goto(site('/movies/'));
      await hydrated(page);
      await page.evaluate((given) => {
        scrollTo({ top: 500, behavior: 'instant' });
        window.navigation.navigate('/movies/?day=2026-11-21', given);
      }, options);
      await page.waitForURL(/day=2026-11-21/);
      await hydrated(page);
      await becomes(scrolled, expected, JSON.stringify(options));
    }
  });

  it('PAGE-02 is the top with any other link', async () => {
    await withLink('/movies/', { href: '/events/' });
    await page.evaluate(() => {
      scrollTo({ top: 500, behavior: 'instant' });
      document.querySelector('a')?.click();
    });
    await page.waitForURL(site('/events/'));
    await hydrated(page);
    await becomes(scrolled, 0);
  });

  it('PAGE-02 is the target of the hash', async () => {
    await page.goto(site('/movies/'));
    const lowest = await page.evaluate(
      () =>
        [...document.querySelectorAll('main [id]')].toSorted(
          (a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top,
        )[0]?.id ?? '',
    );
    await page.goto(site(`/events/`));
    await page.goto(site(`/movies/#${lowest}`));
    await hydrated(page);
    let top = -1;
    await eventually(
      `${lowest} is in view`,
      async () => {
        top = await page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top ?? -1, lowest);
        return top >= 0 && top < 900;
      },
      () => `it is at ${top}`,
    );
  });
});

it('PAGE-03 the entry of the current page, and no other, is active', async () => {
  for (const path of ['/movies/', '/showtimes/', '/events/']) {
    await page.goto(site(path));
    const active = page.getByRole('navigation', { name: 'Main' }).locator('a.active');
    assert.deepEqual(
      await active.evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])),
      [[path, 'page']],
    );
  }
});

describe('where ticketing links are forms', () => {
  before(async () => {
    demo.program.configure('aster', ({ options }) => {
      options['ticketingForm'] = true;
    });
    const other = await demo.browser.newPage();
    await eventually(
      'it is published',
      async () => (await (await other.goto(demo.aster('/movies/')))?.text())?.includes('data-form-origin') ?? false,
    );
    await other.close();
  });

  it('LINK-15 LINK-16 a show’s link posts its query in hidden fields and keeps it out of the address', async () => {
    await page.goto(demo.aster('/movies/'));
    await hydrated(page);
    const link = page.locator('main li a[href*="//ticketing."]').first();
    const href = new URL((await link.getAttribute('href')) ?? '');
    assert.notEqual(href.search, '');
    const [sent] = await Promise.all([page.waitForRequest((request) => request.url().startsWith(href.origin)), link.click()]);
    assert.equal(sent.method(), 'POST');
    assert.equal(sent.url(), href.origin + href.pathname);
    assert.equal(sent.postData(), href.searchParams.toString());
  });

  it('LINK-15 with the key for a new tab it stays a link', async () => {
    await page.goto(demo.aster('/movies/'));
    await hydrated(page);
    const link = page.locator('main li a[href*="//ticketing."]').first();
    const href = (await link.getAttribute('href')) ?? '';
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
    // A new tab has loaded `about:blank` before its address.
    await becomes(() => tab.url(), href);
  });
});
