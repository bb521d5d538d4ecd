// Without a connection: what the service worker shows, what it never keeps, and how a new one takes over.

import assert from 'node:assert/strict';
import { appendFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { type Program, developmentFrontEnd, startDemo } from './program.ts';
import { stage } from './stage.ts';
import { hydrated, passesAxe } from './browser.ts';
import { controlled, eventually } from './visit.ts';

const demo = stage();
let context: BrowserContext;
let page: Page;

const site = (name: string, path: string, port: number = demo.program.port): string =>
  `http://${name === 'aster' ? 'aster.localhost' : 'localhost'}:${port}${path}`;

beforeEach(async () => {
  [context, page] = await demo.visitor();
});

afterEach(() => context.close());

/** Every address in the worker's caches, without the origin. */
const kept = (): Promise<string[]> =>
  page.evaluate(async () => {
    const lists = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => url.replace(location.origin, ''));
  });

/** Waits until an address is kept. */
const keeps = (path: string): Promise<void> =>
  eventually(`${path} is kept`, () => page.evaluate(async (wanted) => (await caches.match(wanted)) !== undefined, path));

describe('the service worker', () => {
  it('ROUTE-14 is a script at the root that is requested again', async () => {
    const answer = await context.request.get(site('meridian', '/sw.js'));
    assert.equal(answer.status(), 200);
    assert.match(answer.headers()['content-type'] ?? '', /javascript/);
    assert.match(answer.headers()['cache-control'] ?? '', /no-cache/);
  });

  it('SW-01 is registered on this machine', async () => {
    await page.goto(site('meridian', '/'));
    await controlled(page);
    const script = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL);
    assert.equal(script, site('meridian', '/sw.js'));
  });

  it('SW-03 that cannot be registered is only logged', async () => {
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(`error: ${error.message}`));
    await page.addInitScript({
      content: `navigator.serviceWorker.register = () => Promise.reject(new TypeError('no worker today'))`,
    });
    await page.goto(site('meridian', '/'));
    await hydrated(page);
    await page.waitForFunction(() => document.readyState === 'complete');
    await eventually('the warning', () => said.length > 0);
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /^warning: .*no worker today/);
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
    it(`SW-04 ${name}${home}: a page that was not seen before is the offline page, with all it needs`, async () => {
      await page.goto(site(name, home));
      await controlled(page);
      await keeps(`${home}offline.html`);
      await context.setOffline(true);
      await page.goto(site(name, `${home}movies/`));
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      assert.equal(page.url(), site(name, `${home}movies/`));
      await hydrated(page);
      assert.ok((await page.locator('main li').count()) > 0, 'it has times');
      const look = await page.evaluate(async () => {
        await document.fonts.ready;
        const heading = getComputedStyle(document.querySelector('h1') ?? document.body)
          .fontFamily.split(',')[0]
          ?.replaceAll('"', '');
        return {
          font: [...document.fonts].some(({ family, status }) => family.replaceAll('"', '') === heading && status === 'loaded'),
          sheet: document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet !== null,
        };
      });
      assert.deepEqual(look, { font: true, sheet: true });
      await passesAxe(page);
    });
  }

  it('SW-04 "Try again" asks for the page the visitor wanted', async () => {
    await page.goto(site('meridian', '/'));
    await controlled(page);
    await keeps('/offline.html');
    await context.setOffline(true);
    await page.goto(site('meridian', '/events/?day=2026-11-21'));
    await hydrated(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    assert.equal(page.url(), site('meridian', '/events/?day=2026-11-21'));
  });

  it('SW-04 a page that was seen is shown again and says that times may have changed', async () => {
    await page.goto(site('meridian', '/'));
    await controlled(page);
    await page.goto(site('meridian', '/movies/?utm_source=mail'));
    assert.equal(await page.getByRole('status').count(), 0);
    await keeps('/movies/');
    await context.setOffline(true);
    await page.goto(site('meridian', '/movies/'));
    await page.getByRole('status').filter({ hasText: 'times may have changed' }).waitFor();
    assert.ok((await page.locator('main a[href*="startticketing"]').count()) > 0);
    await hydrated(page);
    await passesAxe(page);
  });

  it('SW-04 nothing personal is kept, and no answer of another program', async () => {
    await page.goto(site('meridian', '/'));
    await controlled(page);
    for (const query of ['token=1', 'email=a%40b.example', 'return=%2F', 'requestData=x', 'day=2026-11-21'])
      await page.goto(site('meridian', `/movies/?${query}`));
    await page.goto(site('meridian', '/gone/'));
    await page.evaluate(() => fetch('/api/preview'));
    await keeps('/movies/?day=2026-11-21');
    const pages = (await kept()).filter((path) => !/^\/(assets|fonts|media)\/|\.(html|svg)$/.test(path));
    assert.deepEqual(pages, ['/movies/?day=2026-11-21']);
    await context.setOffline(true);
    await page.goto(site('meridian', '/movies/?token=1'));
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await assert.rejects(page.goto(site('meridian', '/api/preview')), /ERR_INTERNET_DISCONNECTED/);
  });
});

describe('a new worker', () => {
  let folder: string;
  let changing: Program;

  before(async () => {
    folder = developmentFrontEnd();
    changing = await startDemo('--web', folder);
  });

  after(async () => {
    await changing?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Puts another worker in place and waits until the server sends it. */
  async function renew(): Promise<void> {
    const sent = async (): Promise<string> => (await context.request.get(site('meridian', '/sw.js', changing.port))).text();
    const old = await sent();
    appendFileSync(join(folder, 'sw.js'), `\n// ${old.length}`);
    utimesSync(join(folder, 'ssr.js'), new Date(), new Date());
    await eventually('the new worker is sent', async () => (await sent()) !== old);
  }

  /** Asks for a script that is not there. */
  const miss = (): Promise<void> =>
    page.evaluate(() => {
      const script = document.createElement('script');
      script.src = '/assets/gone.js';
      document.body.append(script);
    });

  const waiting = (): Promise<boolean> =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

  async function visitTwice(): Promise<() => number> {
    await page.goto(site('meridian', '/', changing.port));
    await controlled(page);
    await renew();
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await page.goto(site('meridian', '/movies/', changing.port));
    return () => loads;
  }

  it('SW-02 does not reload a page that misses nothing', async () => {
    const loads = await visitTwice();
    await hydrated(page);
    await eventually('a new worker waits', waiting);
    // Ends after the page has been told of the new worker.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    assert.equal(loads(), 1);
    assert.equal(await waiting(), true);
    // The worker still waits for a page that needs it; had it taken over before, this would load nothing again.
    await miss();
    await eventually('the page loads again', () => loads() > 1);
    await controlled(page);
    assert.equal(loads(), 2);
  });

  it('SW-02 reloads a page that misses something, once', async () => {
    const loads = await visitTwice();
    await miss();
    await eventually('the page loads again', () => loads() > 1);
    await hydrated(page);
    await eventually('no worker waits', async () => !(await waiting()));
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    assert.equal(loads(), 2);
    // A second reload would be counted before the page that is opened after it.
    await page.goto(site('meridian', '/events/', changing.port));
    assert.equal(loads(), 3);
  });
});
