// The service worker: what it shows without a connection, what it never caches, and how a new version takes over.

import assert from 'node:assert/strict';
import { appendFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { type DemoServer, developmentFrontEnd, startDemo } from './demo-server.ts';
import { type DemoSite, siteUrl } from './demo-sites.ts';
import { demoFixture } from './fixture.ts';
import { assertNoAxeViolations, waitForHydration } from './browser.ts';
import { eventually, waitForServiceWorker } from './wait.ts';

const demo = demoFixture();
let context: BrowserContext;
let page: Page;

const site = (name: DemoSite, path: string, port: number = demo.server.port): string => siteUrl(port, name, path);

beforeEach(async () => {
  [context, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
});

afterEach(() => context.close());

/** All URLs in the worker's caches, without the origin. */
const cachedUrls = (): Promise<string[]> =>
  page.evaluate(async () => {
    const requestLists = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requestLists.flat().map(({ url }) => url.replace(location.origin, ''));
  });

/** Waits until a path is cached. */
const waitUntilCached = (path: string): Promise<void> =>
  eventually(`${path} is cached`, () => page.evaluate(async (url) => (await caches.match(url)) !== undefined, path));

describe('the service worker', () => {
  it('ROUTE-14 is a script at the root that browsers always revalidate', async () => {
    const response = await context.request.get(site('meridian', '/sw.js'));
    assert.equal(response.status(), 200);
    assert.match(response.headers()['content-type'] ?? '', /javascript/);
    assert.match(response.headers()['cache-control'] ?? '', /no-cache/);
  });

  it('SW-01 is registered on localhost', async () => {
    await page.goto(site('meridian', '/'));
    await waitForServiceWorker(page);
    const script = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL);
    assert.equal(script, site('meridian', '/sw.js'));
  });

  it('SW-03 logs a failed registration, and the page still works', async () => {
    const consoleMessages: string[] = [];
    page.on('console', (message) => consoleMessages.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => consoleMessages.push(`error: ${error.message}`));
    await page.addInitScript({
      content: `navigator.serviceWorker.register = () => Promise.reject(new TypeError('no worker today'))`,
    });
    await page.goto(site('meridian', '/'));
    await waitForHydration(page);
    await page.waitForFunction(() => document.readyState === 'complete');
    await eventually('the warning', () => consoleMessages.length > 0);
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    assert.equal(consoleMessages.length, 1);
    assert.match(consoleMessages[0] ?? '', /^warning: .*no worker today/);
    await page.getByRole('link', { name: 'Sat 21' }).first().click();
    await page.waitForURL(/day=2026-11-21/);
  });
});

describe('without a connection', () => {
  for (const [name, home, title] of [
    ['meridian', '/', 'You are offline'],
    ['aster', '/', 'You are offline'],
    ['aster', '/fr/', 'Vous êtes hors ligne'],
  ] as const) {
    it(`SW-04 ${name}${home}: a page that was never visited is the offline page, with its fonts and styles`, async () => {
      await page.goto(site(name, home));
      await waitForServiceWorker(page);
      await waitUntilCached(`${home}offline.html`);
      await context.setOffline(true);
      await page.goto(site(name, `${home}movies/`));
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      assert.equal(page.url(), site(name, `${home}movies/`));
      await waitForHydration(page);
      assert.ok((await page.locator('main li').count()) > 0, 'it lists showtimes');
      const assets = await page.evaluate(async () => {
        await document.fonts.ready;
        const heading = getComputedStyle(document.querySelector('h1') ?? document.body)
          .fontFamily.split(',')[0]
          ?.replaceAll('"', '');
        return {
          font: [...document.fonts].some(({ family, status }) => family.replaceAll('"', '') === heading && status === 'loaded'),
          sheet: document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet !== null,
        };
      });
      assert.deepEqual(assets, { font: true, sheet: true });
      await assertNoAxeViolations(page);
    });
  }

  for (const name of ['meridian', 'aster'] as const)
    it(`SW-04 the rows of ${name} are the next shows of the day by their start, each with its film and its place, and without links`, async () => {
      await page.goto(site(name, '/showtimes/'));
      // Times that can be booked, by film.
      const bookable = await page
        .locator('main a[href*="perfCode="]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('aria-label') ?? ''));
      await waitForServiceWorker(page);
      await waitUntilCached('/offline.html');
      await context.setOffline(true);
      await page.goto(site(name, '/never-visited/'));
      await waitForHydration(page);
      // The rows of another day are below its heading.
      const rows = await page.locator('main :not(h2) + ul > li:has(b)').evaluateAll((all) =>
        all.map((row) => ({
          time: row.querySelector('b')?.textContent ?? '',
          title: row.querySelector('span')?.textContent ?? '',
          place: row.querySelector('small')?.textContent ?? '',
        })),
      );
      assert.ok(rows.length > 8, `${rows.length} rows`);
      for (const { time, title, place } of rows) {
        assert.match(time, /^\d{1,2}:\d{2}\s[AP]M/);
        assert.match(place, name === 'meridian' ? /^Screen \d+$/ : /^Screen \d+ · [A-Z]/);
        assert.ok(
          bookable.some((label) => label.includes(title)),
          `${title} is not a film that can be booked`,
        );
      }
      const minutes = rows.map(({ time }) => {
        const [, hour = '', minute = '', half] = /(\d+):(\d+)\s([AP])M/.exec(time) ?? [];
        const inDay = (Number(hour) % 12) * 60 + Number(minute) + (half === 'P' ? 720 : 0);
        // A cinema day lasts until 6 AM.
        return inDay < 360 ? inDay + 1440 : inDay;
      });
      assert.deepEqual(
        minutes,
        minutes.toSorted((a, b) => a - b),
      );
      assert.equal(await page.locator('main li a').count(), 0, 'nothing can be opened without a connection');
    });

  it('SW-04 "Try again" loads the requested page', async () => {
    await page.goto(site('meridian', '/'));
    await waitForServiceWorker(page);
    await waitUntilCached('/offline.html');
    await context.setOffline(true);
    await page.goto(site('meridian', '/events/?day=2026-11-21'));
    await waitForHydration(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    assert.equal(page.url(), site('meridian', '/events/?day=2026-11-21'));
  });

  it('SW-04 a visited page is shown from the cache, with a note that times may have changed', async () => {
    await page.goto(site('meridian', '/'));
    await waitForServiceWorker(page);
    await page.goto(site('meridian', '/movies/?utm_source=mail'));
    assert.equal(await page.getByRole('status').count(), 0);
    await waitUntilCached('/movies/');
    await context.setOffline(true);
    await page.goto(site('meridian', '/movies/'));
    await page.getByRole('status').filter({ hasText: 'times may have changed' }).waitFor();
    assert.ok((await page.locator('main a[href*="startticketing"]').count()) > 0);
    await waitForHydration(page);
    await assertNoAxeViolations(page);
  });

  it('SW-04 pages with personal data and API responses are not cached', async () => {
    await page.goto(site('meridian', '/'));
    await waitForServiceWorker(page);
    for (const query of ['token=1', 'email=a%40b.example', 'return=%2F', 'requestData=x', 'day=2026-11-21'])
      await page.goto(site('meridian', `/movies/?${query}`));
    await page.goto(site('meridian', '/unknown/'));
    await page.evaluate(() => fetch('/api/preview'));
    await waitUntilCached('/movies/?day=2026-11-21');
    const pages = (await cachedUrls()).filter((path) => !/^\/(assets|fonts|media)\/|\.(html|svg)$/.test(path));
    assert.deepEqual(pages, ['/movies/?day=2026-11-21']);
    await context.setOffline(true);
    await page.goto(site('meridian', '/movies/?token=1'));
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await assert.rejects(page.goto(site('meridian', '/api/preview')), /ERR_INTERNET_DISCONNECTED/);
  });
});

describe('a new version of the worker', () => {
  let folder: string;
  let server: DemoServer;

  before(async () => {
    folder = developmentFrontEnd();
    server = await startDemo('--web', folder);
  });

  after(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Replaces the worker's script, and waits until the server serves it. */
  async function replaceWorker(): Promise<void> {
    const servedScript = async (): Promise<string> => (await context.request.get(site('meridian', '/sw.js', server.port))).text();
    const oldScript = await servedScript();
    appendFileSync(join(folder, 'sw.js'), `\n// ${oldScript.length}`);
    utimesSync(join(folder, 'ssr.js'), new Date(), new Date());
    await eventually('the new worker is served', async () => (await servedScript()) !== oldScript);
  }

  /** Requests a script that does not exist. */
  const requestMissingScript = (): Promise<void> =>
    page.evaluate(() => {
      const script = document.createElement('script');
      script.src = '/assets/missing.js';
      document.body.append(script);
    });

  const hasWaitingWorker = (): Promise<boolean> =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

  /** Visits a page, replaces the worker, and visits another page. Returns the number of loads since then. */
  async function visitWithNewWorker(): Promise<() => number> {
    await page.goto(site('meridian', '/', server.port));
    await waitForServiceWorker(page);
    await replaceWorker();
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await page.goto(site('meridian', '/movies/', server.port));
    return () => loads;
  }

  it('SW-02 does not reload a page that has all its assets', async () => {
    const loads = await visitWithNewWorker();
    await waitForHydration(page);
    await eventually('a new worker waits', hasWaitingWorker);
    // Resolves after the page has received the event of the new worker.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    assert.equal(loads(), 1);
    assert.equal(await hasWaitingWorker(), true);
    // The worker must still be waiting: if it had taken over already, a missing script would not reload the page.
    await requestMissingScript();
    await eventually('the page reloads', () => loads() > 1);
    await waitForServiceWorker(page);
    assert.equal(loads(), 2);
  });

  it('SW-02 reloads a page with a missing asset once', async () => {
    const loads = await visitWithNewWorker();
    await requestMissingScript();
    await eventually('the page reloads', () => loads() > 1);
    await waitForHydration(page);
    await eventually('no worker waits', async () => !(await hasWaitingWorker()));
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    assert.equal(loads(), 2);
    // Another reload would be counted before this navigation.
    await page.goto(site('meridian', '/events/', server.port));
    assert.equal(loads(), 3);
  });
});
