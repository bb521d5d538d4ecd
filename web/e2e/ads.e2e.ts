// Ads in the browser: where they come, when, and what they never do to a page. ADS-13 holds for the pages of the site by loading
// them: a page keeps its ad path until it is left, so emptying is seen at a withdrawal here, and at a new path in the unit tests.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { WIDTHS, passesAxe } from './browser.ts';
import { openFollowed, settled } from './settled.ts';
import { shiftOf, shifts } from './shifts.ts';
import { stageWithThirdParties } from './stage.ts';
import { type Watch, answerOf, entry, move, published, signInQuietly, watch } from './third-parties.ts';
import { becomes, eventually, hasClosed, hasFocus } from './visit.ts';

const demo = stageWithThirdParties('--rate-limits', 'off');
const { meridian } = demo;

/** Longer than a slot waits for an ad (ADS-01), on the page's clock. */
const PATIENCE = 6000;
/** What may be of shifts that no one sees. */
const NO_SHIFT = 0.001;

const pulse = (page: Page) => page.locator('aside[aria-label=Advertisement]:has(#PulsePromoContainer)');
const interstitial = (page: Page) => page.getByRole('dialog', { name: 'Advertisement' });
const header = (page: Page) => page.locator('[data-ad=header] [data-ad-box]');

/** Sets the site up for ads, and waits until it answers so. */
async function withAds(
  change: (options: Record<string, unknown>, settings: Record<string, unknown>) => void,
  is: (parties: unknown) => boolean,
): Promise<void> {
  demo.program.configure('meridian', ({ options }, settings) => change(options, settings));
  const page = await demo.browser.newPage();
  await published(page, meridian('/'), is);
  await page.close();
}

interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly said: string[];
  readonly seen: Watch;
}

/** A visitor who said yes, on a page that is awake. */
async function visitor(
  path: string,
  width: number = 1440,
  prepare: (context: BrowserContext, page: Page) => Promise<unknown> = async () => undefined,
): Promise<Visit> {
  const [context, page, said] = await openFollowed(demo.browser, width);
  const seen = watch(context, meridian('/'));
  await page.goto(meridian('/privacy/'));
  await move(page);
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.waitForFunction(() => localStorage.getItem('consent') !== null);
  // A session begins with the page that is looked at.
  await page.goto(meridian('/robots.txt'));
  await page.evaluate(() => sessionStorage.clear());
  await prepare(context, page);
  seen.forget();
  said.length = 0;
  await page.goto(meridian(path));
  await move(page);
  return { context, page, said, seen };
}

/** Turns the wheel, and waits until the page has stopped scrolling. */
async function scroll(page: Page, by: number): Promise<void> {
  const from = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, by);
  await page.waitForFunction(
    ({ old }) => {
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const hasStopped = Reflect.get(window, 'lastScrollY') === scrollY;
      Reflect.set(window, 'lastScrollY', scrollY);
      return hasStopped && (isAtEnd || scrollY !== old);
    },
    { old: from },
    { polling: 'raf' },
  );
}

const filled = (seen: Watch, position: string): Promise<void> =>
  eventually(`an ad in ${position}`, async () =>
    Promise.resolve(seen.calls('wrapper', 'filled').some(({ args }) => args[0] === position)),
  );

describe('slots', () => {
  it('ADS-01 ADS-02 ADS-28 come in the browser only, in their containers, and each says what it is', async () => {
    const { context, page, said, seen } = await visitor('/movies/');
    await filled(seen, 'footer');
    const html = await answerOf(page, meridian('/movies/'));
    assert.doesNotMatch(html, /PromoContainer|InterstitialContainer/);
    for (const [name, id] of [
      ['header', 'HeaderPromoContainer'],
      ['footer', 'FooterPromoContainer'],
    ] as const) {
      const slot = page.locator(`[data-ad=${name}]`);
      await slot.locator(`#${id} iframe`).waitFor();
      assert.match(await slot.innerText(), /^Advertisement/);
      assert.equal(await page.locator(`#${id}`).count(), 1);
    }
    assert.equal(await page.locator('#InterstitialContainer').count(), 0);
    await passesAxe(page);
    assert.deepEqual(said, []);
    await context.close();
  });

  it('ADS-03 pulse waits for consent and a scroll, keeps to its corner, and closes for the session', async () => {
    const [guests, guest] = await openFollowed(demo.browser, 1440);
    await guest.goto(meridian('/movies/'));
    await move(guest);
    await guest.mouse.wheel(0, 800);
    await settled(guest);
    assert.equal(await guest.locator('#PulsePromoContainer').count(), 0);
    await guests.close();

    const { context, page, said, seen } = await visitor('/movies/');
    await filled(seen, 'pulse');
    assert.equal(await pulse(page).isVisible(), false);
    const corner = async () => {
      const box = await pulse(page).boundingBox();
      return box === null ? undefined : [Math.round(1440 - box.x - box.width), Math.round(900 - box.y - box.height)];
    };
    await page.mouse.wheel(0, 300);
    await pulse(page).waitFor();
    await eventually('the card in its corner', async () => JSON.stringify(await corner()) === '[20,20]');
    await page.mouse.wheel(0, 900);
    await page.waitForFunction(() => scrollY > 600);
    await becomes(corner, [20, 20]);
    assert.equal(await pulse(page).evaluate((card) => getComputedStyle(card).position), 'fixed');
    await pulse(page).getByRole('button', { name: 'Close advertisement' }).click();
    await pulse(page).waitFor({ state: 'detached' });
    seen.forget();
    await page.goto(meridian('/visit/'));
    await move(page);
    await filled(seen, 'header');
    await page.mouse.wheel(0, 300);
    await settled(page);
    assert.equal(await page.locator('#PulsePromoContainer').count(), 0);
    assert.deepEqual(entry(seen.calls('wrapper', 'setConfig').at(-1)?.args[0], 'pagePositions'), ['header', 'footer']);
    assert.deepEqual(said, []);
    await context.close();
  });

  it('ADS-13 ADS-12 a withdrawal empties the slots, and consent that comes and goes asks for ads once', async () => {
    const { context, page, seen } = await visitor('/movies/');
    await filled(seen, 'header');
    await settled(page);
    await page.evaluate(() => {
      const yes = localStorage.getItem('consent') ?? '';
      const no = yes.replaceAll('true', 'false');
      localStorage.setItem('consent', no);
      dispatchEvent(new StorageEvent('storage', { key: 'consent' }));
      Object.assign(window, { yes, no });
    });
    await becomes(() => page.locator('#HeaderPromoContainer').count(), 0);
    await becomes(() => page.locator('iframe[data-ad]').count(), 0);
    await settled(page);
    seen.forget();
    await page.evaluate(() => {
      for (const name of ['yes', 'no', 'yes', 'no', 'yes']) {
        localStorage.setItem('consent', String(Reflect.get(window, name)));
        dispatchEvent(new StorageEvent('storage', { key: 'consent' }));
      }
    });
    await filled(seen, 'header');
    await settled(page);
    assert.equal(seen.calls('wrapper', 'setConfig').length, 1);
    assert.equal(seen.calls('wrapper', 'displayPositions').length, 1);
    await context.close();
  });
});

describe('a page with ads', () => {
  for (const width of WIDTHS) {
    it(`ux 4 at ${width} nothing moves, with trackers and ads in it`, async () => {
      const measure = async (path: string, prepare?: (context: BrowserContext) => Promise<unknown>): Promise<number> => {
        const { context, page, said, seen } = await visitor(path, width, prepare);
        if (prepare === undefined) await filled(seen, 'footer');
        for (let step = 0; step < 12; step += 1) {
          await scroll(page, 500);
        }
        await settled(page);
        const value = await shiftOf(page);
        if (prepare === undefined) assert.deepEqual(said, [], path);
        if (value > NO_SHIFT) console.log(path, await shifts(page));
        await context.close();
        return value;
      };
      for (const path of ['/', '/movies/318204-the-salt-cartographer/', '/visit/']) {
        const withAll = await measure(path);
        if (withAll <= NO_SHIFT) continue;
        // What moves without them too is not theirs.
        const without = await measure(path, (context) => context.route('**/api/third-parties*', (route) => route.abort()));
        assert.ok(withAll <= without + NO_SHIFT, `${path}: ${withAll} with, ${without} without`);
      }
    });
  }

  it('ADS-04 ERR-27 is usable where the hosts of others are blocked, says nothing of it, and no box in view closes', async () => {
    const { context, page, said } = await visitor('/movies/', 1440, async (all, tab) => {
      await all.route(/third-parties\.localhost/, (route) => route.abort());
      await tab.clock.install();
    });
    // The slots wait for their ads from the moment that their containers are in the page.
    const footer = page.locator('[data-ad=footer]:has(#FooterPromoContainer)');
    // Looked at in one step: the page's clock goes on, and the slot closes when it has waited long enough.
    assert.equal(await footer.evaluate((room) => room.hasAttribute('data-closed')), false);
    const height = (await header(page).boundingBox())?.height;
    assert.equal(height, 90);
    await page.clock.runFor(PATIENCE);
    // The box out of view closes when the slots stop waiting; the one in view stays.
    await page.locator('[data-ad=footer][data-closed]').waitFor({ state: 'attached' });
    assert.equal((await header(page).boundingBox())?.height, height);
    assert.equal((await shiftOf(page)) <= NO_SHIFT, true);
    assert.equal(await page.locator('[role=alert], [role=status]').filter({ hasText: /\S/ }).count(), 0);
    await page.keyboard.press('/');
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.waitFor();
    await page.keyboard.press('Escape');
    await hasClosed(search);
    await page.locator('main a[href^="/movies/318204-"]:not([data-heart])').first().click();
    await page.waitForURL('**/movies/318204-the-salt-cartographer/');
    // The browser says that requests failed; the site says no more than that analytics is not complete.
    assert.deepEqual(
      said.filter((line) => !/^failed: http:\/\/third-parties|ERR_FAILED|^warning: Analytics is not complete/.test(line)),
      [],
    );
    await context.close();
  });
});

describe('the interstitial', () => {
  before(() =>
    withAds(
      (_, settings) => {
        settings['adsLocation'] = ['PAGES_TOP', 'INTERSTITIAL'];
      },
      (parties) => JSON.stringify(entry(parties, 'ads', 'locations')).includes('INTERSTITIAL'),
    ),
  );

  it('ADS-07 opens when it is filled, leads on at once, and comes once a session', async () => {
    const { context, page, said, seen } = await visitor('/movies/');
    await interstitial(page).waitFor();
    const on = interstitial(page).getByRole('button', { name: 'Continue to Meridian Cinema' });
    await hasFocus(on);
    assert.equal(await page.locator('#modal-root #InterstitialContainer iframe').count(), 1);
    await passesAxe(page);
    await page.keyboard.press('Escape');
    await interstitial(page).waitFor({ state: 'detached' });
    assert.equal(await page.locator('#InterstitialContainer').count(), 0);
    seen.forget();
    await page.goto(meridian('/visit/'));
    await move(page);
    await filled(seen, 'header');
    await settled(page);
    assert.equal(await interstitial(page).count(), 0);
    assert.deepEqual(entry(seen.calls('wrapper', 'setConfig').at(-1)?.args[0], 'pagePositions'), ['header']);
    assert.deepEqual(said, []);
    await context.close();
  });

  it('ADS-07 stays closed without an ad, and over what the visitor writes', async () => {
    const empty =
      'window.jad ??= {}; const waiting = jad.cmd ?? []; jad.public = { setConfig() {}, loadPositions() {}, displayPositions() { window.asked = true; } }; jad.cmd = { push: (run) => run() }; for (const run of waiting) run();';
    const first = await visitor('/movies/', 1440, (context) =>
      context.route(/\/library\//, (route) => route.fulfill({ contentType: 'text/javascript', body: empty })),
    );
    await first.page.waitForFunction(() => Reflect.get(window, 'asked') === true);
    await settled(first.page);
    assert.equal(await interstitial(first.page).count(), 0);
    await first.context.close();

    // Without ads until the visitor writes: else the interstitial may be there first.
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const { context, page, seen } = await visitor('/search/', 1440, (all) =>
      all.route(/\/library\//, async (route) => {
        await held;
        await route.continue();
      }),
    );
    await page.getByRole('searchbox').click();
    await page.keyboard.type('sa');
    release();
    await filled(seen, 'interstitial');
    await settled(page);
    assert.equal(await interstitial(page).count(), 0);
    await hasFocus(page.getByRole('searchbox'));
    await context.close();
  });

  it('CONS-09 ADS-07 does not cover a notice that waits for an answer, and comes on the next page', async () => {
    await withAds(
      (options) => {
        options['embeddedConsent'] = { enabled: true, regulation: 'ccpa' };
      },
      (parties) => entry(parties, 'consent', 'regulation') === 'ccpa',
    );
    const [context, page] = await openFollowed(demo.browser, 1440);
    const seen = watch(context, meridian('/'));
    await page.goto(meridian('/movies/'));
    await move(page);
    await filled(seen, 'header');
    await settled(page);
    assert.equal(await interstitial(page).count(), 0);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.goto(meridian('/visit/'));
    await move(page);
    await interstitial(page).waitFor();
    await context.close();
    await withAds(
      (options) => {
        options['embeddedConsent'] = { enabled: true, regulation: 'gdpr' };
      },
      (parties) => entry(parties, 'consent', 'regulation') === 'gdpr',
    );
  });
});

describe('CUSTOM_WITHOUT_WRAPPER', () => {
  before(() =>
    withAds(
      (_, settings) => {
        settings['adsDisplay'] = 'CUSTOM_WITHOUT_WRAPPER';
        settings['adsLocation'] = ['PAGES_TOP'];
        settings['adsCustom'] = {
          locations: [{ key: 'home1' }, { key: 'home2' }],
          sizeMapping: JSON.stringify({ home1: { 0: [[320, 50]], 768: [[728, 90]] }, interstitial: { 0: [], 768: [[1, 1]] } }),
          url: '',
          networkCode: '123',
        };
      },
      (parties) => entry(parties, 'ads', 'display') === 'CUSTOM_WITHOUT_WRAPPER',
    ),
  );

  for (const width of WIDTHS) {
    it(`ADS-08 ADS-27 to ADS-30 at ${width} has a slot for every location, in the sizes for that width`, async () => {
      const { context, page, said, seen } = await visitor('/movies/', width);
      await eventually('the second location', async () =>
        Promise.resolve(seen.calls('tag', 'request').some(({ args }) => args[0] === '/123/WMP_home2')),
      );
      await settled(page);
      const sizes = new Map(seen.calls('tag', 'request').map(({ args: [path, size] }) => [path, JSON.stringify(size)]));
      assert.equal(sizes.get('/123/WMP_home1'), width === 1440 ? '[[728,90]]' : '[[320,50]]');
      assert.equal(sizes.get('/123/WMP_home2'), '"fluid"');
      assert.equal(sizes.get('/123/WMP_header'), '"fluid"');
      assert.equal(sizes.has('/123/WMP_interstitial'), width === 1440);
      const mapping = seen.calls('tag', 'defineSizeMapping')[0]?.args[1];
      assert.deepEqual(
        mapping,
        [
          [[768, 0], [[728, 90]]],
          [[0, 0], [[320, 50]]],
        ],
        'from the largest to the smallest',
      );
      for (const key of ['home1', 'home2'])
        await page.locator(`[data-ad] #${key}CustomPromoContainer iframe`).waitFor({ state: 'attached' });
      if (width === 1440) {
        await interstitial(page).waitFor();
        await page.keyboard.press('Escape');
      }
      assert.ok((await shiftOf(page)) <= NO_SHIFT, JSON.stringify(await shifts(page)));
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  describe('with a size mapping that is wrong', () => {
    /** The server refuses such a setting; one that was stored before it did comes with the settings of third parties. */
    const withMapping = (sizeMapping: string) => (context: BrowserContext) =>
      context.route('**/api/third-parties**', async (route) => {
        const parties: unknown = await (await route.fetch()).json();
        Object.assign(entry(parties, 'ads') ?? {}, { sizeMapping });
        await route.fulfill({ json: parties });
      });

    for (const [id, sizeMapping, warning, home2] of [
      ['VALID-17', '{"home1":5,"home2":{"0":[[320,50]]}}', 'Invalid size mapping for ad location: home1', '[[320,50]]'],
      ['VALID-19', '{', 'Error parsing size mapping', '"fluid"'],
    ] as const)
      it(`${id} is said once on the console, and the locations are there all the same`, async () => {
        const { context, said, seen } = await visitor('/movies/', 1440, withMapping(sizeMapping));
        const sizes = (): Map<unknown, string> =>
          new Map(seen.calls('tag', 'request').map(({ args: [path, size] }) => [path, JSON.stringify(size)]));
        await eventually('both locations', async () =>
          Promise.resolve(sizes().has('/123/WMP_home1') && sizes().has('/123/WMP_home2')),
        );
        assert.deepEqual([sizes().get('/123/WMP_home1'), sizes().get('/123/WMP_home2')], ['"fluid"', home2]);
        const warnings = said.filter((line) => line.startsWith('warning:'));
        assert.equal(warnings.length, 1, warnings.join());
        assert.ok(warnings[0]?.includes(warning), warnings[0]);
        await context.close();
      });
  });

  it('ADS-10 ADS-32 asks again for all but the interstitial when a member signs out on the page', async () => {
    const { context, page, seen } = await visitor('/movies/', 1440, (_, tab) => signInQuietly(tab, meridian('/'), 'meridian'));
    await eventually('ads for a member', async () =>
      Promise.resolve(
        entry(seen.calls('tag', 'request').findLast(({ args }) => args[0] === '/123/WMP_home1')?.args[2], 'isLoggedIn') === 'true',
      ),
    );
    await interstitial(page).waitFor();
    await page.keyboard.press('Escape');
    await settled(page);
    seen.forget();
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '#loyalty-logout';
      link.textContent = 'Leave';
      document.querySelector('main')?.prepend(link);
    });
    await page.getByRole('link', { name: 'Leave' }).click();
    await eventually('a refresh', async () => Promise.resolve(seen.calls('tag', 'refresh').length > 0));
    await settled(page);
    assert.deepEqual(
      seen.calls('tag', 'refresh').map(({ args }) => args[0]),
      [['/123/WMP_home1', '/123/WMP_home2', '/123/WMP_header']],
    );
    const requests = seen.calls('tag', 'request');
    assert.deepEqual(
      requests.map(({ args }) => args[0]),
      ['/123/WMP_home1', '/123/WMP_home2', '/123/WMP_header'],
    );
    assert.deepEqual(new Set(requests.map(({ args }) => entry(args[2], 'isLoggedIn'))), new Set(['false']));
    assert.equal(seen.calls('tag', 'defineSlot').length, 0);
    await context.close();
  });

  it('ADS-09 ADS-14 the tag waits for consent', async () => {
    const [context, page] = await openFollowed(demo.browser, 1440);
    const seen = watch(context, meridian('/'));
    await page.goto(meridian('/movies/'));
    await move(page);
    await settled(page);
    assert.deepEqual(seen.foreign(), []);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await eventually('the tag', async () => Promise.resolve(seen.scripts().includes('/tag/js/gpt.js')));
    assert.equal(
      seen.scripts().some((script) => script.startsWith('/library/')),
      false,
    );
    await context.close();
  });
});
