// Ads in the browser: where and when they load, and that they never disturb a page. A page keeps its ad path until it is left, so
// these tests see slots emptied (ADS-13) only after a withdrawal of consent; unit tests cover a new path.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { openTrackedPage, waitUntilIdle } from './page-idle.ts';
import { layoutShifts, totalLayoutShift } from './layout-shifts.ts';
import { demoFixtureWithThirdParties } from './fixture.ts';
import {
  type RequestRecorder,
  fetchText,
  interact,
  propertyAt,
  recordRequests,
  signInByApi,
  waitForThirdPartySettings,
} from './third-parties.ts';
import { eventually, eventuallyEquals, waitForDialogClosed, waitForFocus } from './wait.ts';

const demo = demoFixtureWithThirdParties('--rate-limits', 'off');
const { meridian } = demo;

/** Longer than a slot waits for an ad (ADS-01), by the page's clock, in ms. */
const SLOT_TIMEOUT_MS = 6000;
/** Layout shift score up to which nothing visible has moved. */
const MAX_SHIFT = 0.001;

const pulse = (page: Page) => page.locator('aside[aria-label=Advertisement]:has(#PulsePromoContainer)');
const interstitial = (page: Page) => page.getByRole('dialog', { name: 'Advertisement' });
const header = (page: Page) => page.locator('[data-ad=header] [data-ad-box]');

/** Changes the ad settings of the site, and waits until it serves them. */
async function configureAds(
  change: (options: Record<string, unknown>, settings: Record<string, unknown>) => void,
  matches: (settings: unknown) => boolean,
): Promise<void> {
  demo.server.configure('meridian', ({ options }, settings) => change(options, settings));
  const page = await demo.browser.newPage();
  await waitForThirdPartySettings(page, meridian('/'), matches);
  await page.close();
}

interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly consoleMessages: string[];
  readonly recorder: RequestRecorder;
}

/** Opens a page as a visitor who has accepted all purposes, and interacts with it. */
async function openWithConsent(
  path: string,
  width: number = 1440,
  prepare: (context: BrowserContext, page: Page) => Promise<unknown> = async () => undefined,
): Promise<Visit> {
  const [context, page, consoleMessages] = await openTrackedPage(demo.browser, width);
  const recorder = recordRequests(context, meridian('/'));
  await page.goto(meridian('/privacy/'));
  await interact(page);
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.waitForFunction(() => localStorage.getItem('consent') !== null);
  // The session must begin with the page under test.
  await page.goto(meridian('/robots.txt'));
  await page.evaluate(() => sessionStorage.clear());
  await prepare(context, page);
  recorder.clear();
  consoleMessages.length = 0;
  await page.goto(meridian(path));
  await interact(page);
  return { context, page, consoleMessages, recorder };
}

/** Scrolls with the mouse wheel, and waits until the page has stopped scrolling. */
async function scroll(page: Page, by: number): Promise<void> {
  const startY = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, by);
  await page.waitForFunction(
    (previousY) => {
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const hasStopped = Reflect.get(window, 'lastScrollY') === scrollY;
      Reflect.set(window, 'lastScrollY', scrollY);
      return hasStopped && (isAtEnd || scrollY !== previousY);
    },
    startY,
    { polling: 'raf' },
  );
}

const waitForAd = (recorder: RequestRecorder, position: string): Promise<void> =>
  eventually(`an ad in ${position}`, async () =>
    Promise.resolve(recorder.calls('wrapper', 'filled').some(({ args }) => args[0] === position)),
  );

describe('slots', () => {
  it('ADS-01 ADS-02 ADS-28 are added only in the browser, in their containers, each with a label', async () => {
    const { context, page, consoleMessages, recorder } = await openWithConsent('/movies/');
    await waitForAd(recorder, 'footer');
    const html = await fetchText(page, meridian('/movies/'));
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
    await assertNoAxeViolations(page);
    assert.deepEqual(consoleMessages, []);
    await context.close();
  });

  it('ADS-03 pulse waits for consent and a scroll, stays in its corner, and stays closed for the session', async () => {
    const [guestContext, guest] = await openTrackedPage(demo.browser, 1440);
    await guest.goto(meridian('/movies/'));
    await interact(guest);
    await guest.mouse.wheel(0, 800);
    await waitUntilIdle(guest);
    assert.equal(await guest.locator('#PulsePromoContainer').count(), 0);
    await guestContext.close();

    const { context, page, consoleMessages, recorder } = await openWithConsent('/movies/');
    await waitForAd(recorder, 'pulse');
    assert.equal(await pulse(page).isVisible(), false);
    const offsetsFromCorner = async () => {
      const box = await pulse(page).boundingBox();
      return box === null ? undefined : [Math.round(1440 - box.x - box.width), Math.round(900 - box.y - box.height)];
    };
    await page.mouse.wheel(0, 300);
    await pulse(page).waitFor();
    await eventually('the card is in its corner', async () => JSON.stringify(await offsetsFromCorner()) === '[20,20]');
    await page.mouse.wheel(0, 900);
    await page.waitForFunction(() => scrollY > 600);
    await eventuallyEquals(offsetsFromCorner, [20, 20]);
    assert.equal(await pulse(page).evaluate((card) => getComputedStyle(card).position), 'fixed');
    await pulse(page).getByRole('button', { name: 'Close advertisement' }).click();
    await pulse(page).waitFor({ state: 'detached' });
    recorder.clear();
    await page.goto(meridian('/visit/'));
    await interact(page);
    await waitForAd(recorder, 'header');
    await page.mouse.wheel(0, 300);
    await waitUntilIdle(page);
    assert.equal(await page.locator('#PulsePromoContainer').count(), 0);
    assert.deepEqual(propertyAt(recorder.calls('wrapper', 'setConfig').at(-1)?.args[0], 'pagePositions'), ['header', 'footer']);
    assert.deepEqual(consoleMessages, []);
    await context.close();
  });

  it('ADS-13 ADS-12 a withdrawal empties the slots, and consent that is toggled quickly requests ads once', async () => {
    const { context, page, recorder } = await openWithConsent('/movies/');
    await waitForAd(recorder, 'header');
    await waitUntilIdle(page);
    await page.evaluate(() => {
      const accepted = localStorage.getItem('consent') ?? '';
      const declined = accepted.replaceAll('true', 'false');
      localStorage.setItem('consent', declined);
      dispatchEvent(new StorageEvent('storage', { key: 'consent' }));
      Object.assign(window, { accepted, declined });
    });
    await eventuallyEquals(() => page.locator('#HeaderPromoContainer').count(), 0);
    await eventuallyEquals(() => page.locator('iframe[data-ad]').count(), 0);
    await waitUntilIdle(page);
    recorder.clear();
    await page.evaluate(() => {
      for (const name of ['accepted', 'declined', 'accepted', 'declined', 'accepted']) {
        localStorage.setItem('consent', String(Reflect.get(window, name)));
        dispatchEvent(new StorageEvent('storage', { key: 'consent' }));
      }
    });
    await waitForAd(recorder, 'header');
    await waitUntilIdle(page);
    assert.equal(recorder.calls('wrapper', 'setConfig').length, 1);
    assert.equal(recorder.calls('wrapper', 'displayPositions').length, 1);
    await context.close();
  });
});

describe('a page with ads', () => {
  for (const width of WIDTHS) {
    it(`ux 4 at ${width} does not shift its layout because of trackers and ads`, async () => {
      const measure = async (path: string, prepare?: (context: BrowserContext) => Promise<unknown>): Promise<number> => {
        const { context, page, consoleMessages, recorder } = await openWithConsent(path, width, prepare);
        if (prepare === undefined) await waitForAd(recorder, 'footer');
        for (let step = 0; step < 12; step += 1) {
          await scroll(page, 500);
        }
        await waitUntilIdle(page);
        const score = await totalLayoutShift(page);
        if (prepare === undefined) assert.deepEqual(consoleMessages, [], path);
        if (score > MAX_SHIFT) console.log(path, await layoutShifts(page));
        await context.close();
        return score;
      };
      for (const path of ['/', '/movies/318204-the-salt-cartographer/', '/visit/']) {
        const withThirdParties = await measure(path);
        if (withThirdParties <= MAX_SHIFT) continue;
        // Shifts that also happen without third parties are not caused by them.
        const withoutThirdParties = await measure(path, (context) =>
          context.route('**/api/third-parties*', (route) => route.abort()),
        );
        assert.ok(
          withThirdParties <= withoutThirdParties + MAX_SHIFT,
          `${path}: ${withThirdParties} with, ${withoutThirdParties} without`,
        );
      }
    });
  }

  it('ADS-04 ERR-27 is usable with third-party hosts blocked, shows no error, and no box in view closes', async () => {
    const { context, page, consoleMessages } = await openWithConsent('/movies/', 1440, async (all, tab) => {
      await all.route(/third-parties\.localhost/, (route) => route.abort());
      await tab.clock.install();
    });
    // The slots wait for their ads as soon as their containers are in the page.
    const footer = page.locator('[data-ad=footer]:has(#FooterPromoContainer)');
    // Checked at once: the page's clock is running, and the slot closes after its timeout.
    assert.equal(await footer.evaluate((slot) => slot.hasAttribute('data-closed')), false);
    const height = (await header(page).boundingBox())?.height;
    assert.equal(height, 90);
    await page.clock.runFor(SLOT_TIMEOUT_MS);
    // After the timeout the box out of view closes; the one in view stays.
    await page.locator('[data-ad=footer][data-closed]').waitFor({ state: 'attached' });
    assert.equal((await header(page).boundingBox())?.height, height);
    assert.equal((await totalLayoutShift(page)) <= MAX_SHIFT, true);
    assert.equal(await page.locator('[role=alert], [role=status]').filter({ hasText: /\S/ }).count(), 0);
    await page.keyboard.press('/');
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.waitFor();
    await page.keyboard.press('Escape');
    await waitForDialogClosed(search);
    await page.locator('main a[href^="/movies/318204-"]:not([data-heart])').first().click();
    await page.waitForURL('**/movies/318204-the-salt-cartographer/');
    // The browser logs the failed requests. The site itself logs only that analytics is not complete.
    assert.deepEqual(
      consoleMessages.filter(
        (line) => !/^failed: http:\/\/third-parties|ERR_FAILED|^warning: Analytics is not complete/.test(line),
      ),
      [],
    );
    await context.close();
  });
});

describe('the interstitial', () => {
  before(() =>
    configureAds(
      (_, settings) => {
        settings['adsLocation'] = ['PAGES_TOP', 'INTERSTITIAL'];
      },
      (served) => JSON.stringify(propertyAt(served, 'ads', 'locations')).includes('INTERSTITIAL'),
    ),
  );

  it('ADS-07 opens when its ad is filled, can be closed at once, and opens once per session', async () => {
    const { context, page, consoleMessages, recorder } = await openWithConsent('/movies/');
    await interstitial(page).waitFor();
    const continueButton = interstitial(page).getByRole('button', { name: 'Continue to Meridian Cinema' });
    await waitForFocus(continueButton);
    assert.equal(await page.locator('#modal-root #InterstitialContainer iframe').count(), 1);
    await assertNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await interstitial(page).waitFor({ state: 'detached' });
    assert.equal(await page.locator('#InterstitialContainer').count(), 0);
    recorder.clear();
    await page.goto(meridian('/visit/'));
    await interact(page);
    await waitForAd(recorder, 'header');
    await waitUntilIdle(page);
    assert.equal(await interstitial(page).count(), 0);
    assert.deepEqual(propertyAt(recorder.calls('wrapper', 'setConfig').at(-1)?.args[0], 'pagePositions'), ['header']);
    assert.deepEqual(consoleMessages, []);
    await context.close();
  });

  it('ADS-07 stays closed without an ad, and while the visitor is typing', async () => {
    const emptyLibrary =
      'window.jad ??= {}; const waiting = jad.cmd ?? []; jad.public = { setConfig() {}, loadPositions() {}, displayPositions() { window.adsRequested = true; } }; jad.cmd = { push: (run) => run() }; for (const run of waiting) run();';
    const first = await openWithConsent('/movies/', 1440, (context) =>
      context.route(/\/library\//, (route) => route.fulfill({ contentType: 'text/javascript', body: emptyLibrary })),
    );
    await first.page.waitForFunction(() => Reflect.get(window, 'adsRequested') === true);
    await waitUntilIdle(first.page);
    assert.equal(await interstitial(first.page).count(), 0);
    await first.context.close();

    // The ad library is held back until the visitor types, or the interstitial might open first.
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { context, page, recorder } = await openWithConsent('/search/', 1440, (all) =>
      all.route(/\/library\//, async (route) => {
        await released;
        await route.continue();
      }),
    );
    await page.getByRole('searchbox').click();
    await page.keyboard.type('sa');
    release();
    await waitForAd(recorder, 'interstitial');
    await waitUntilIdle(page);
    assert.equal(await interstitial(page).count(), 0);
    await waitForFocus(page.getByRole('searchbox'));
    await context.close();
  });

  it('CONS-09 ADS-07 does not cover a consent notice that waits for a choice, and opens on the next page', async () => {
    await configureAds(
      (options) => {
        options['embeddedConsent'] = { enabled: true, regulation: 'ccpa' };
      },
      (served) => propertyAt(served, 'consent', 'regulation') === 'ccpa',
    );
    const [context, page] = await openTrackedPage(demo.browser, 1440);
    const recorder = recordRequests(context, meridian('/'));
    await page.goto(meridian('/movies/'));
    await interact(page);
    await waitForAd(recorder, 'header');
    await waitUntilIdle(page);
    assert.equal(await interstitial(page).count(), 0);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.goto(meridian('/visit/'));
    await interact(page);
    await interstitial(page).waitFor();
    await context.close();
    await configureAds(
      (options) => {
        options['embeddedConsent'] = { enabled: true, regulation: 'gdpr' };
      },
      (served) => propertyAt(served, 'consent', 'regulation') === 'gdpr',
    );
  });
});

describe('CUSTOM_WITHOUT_WRAPPER', () => {
  before(() =>
    configureAds(
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
      (served) => propertyAt(served, 'ads', 'display') === 'CUSTOM_WITHOUT_WRAPPER',
    ),
  );

  for (const width of WIDTHS) {
    it(`ADS-08 ADS-27 to ADS-30 at ${width} has a slot for every location, in the sizes for that width`, async () => {
      const { context, page, consoleMessages, recorder } = await openWithConsent('/movies/', width);
      await eventually('the request for the second location', async () =>
        Promise.resolve(recorder.calls('tag', 'request').some(({ args }) => args[0] === '/123/WMP_home2')),
      );
      await waitUntilIdle(page);
      const sizes = new Map(recorder.calls('tag', 'request').map(({ args: [path, size] }) => [path, JSON.stringify(size)]));
      assert.equal(sizes.get('/123/WMP_home1'), width === 1440 ? '[[728,90]]' : '[[320,50]]');
      assert.equal(sizes.get('/123/WMP_home2'), '"fluid"');
      assert.equal(sizes.get('/123/WMP_header'), '"fluid"');
      assert.equal(sizes.has('/123/WMP_interstitial'), width === 1440);
      const mapping = recorder.calls('tag', 'defineSizeMapping')[0]?.args[1];
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
      assert.ok((await totalLayoutShift(page)) <= MAX_SHIFT, JSON.stringify(await layoutShifts(page)));
      assert.deepEqual(consoleMessages, []);
      await context.close();
    });
  }

  describe('with an invalid size mapping', () => {
    /** The server rejects such a setting, but may still serve one that was stored before this check existed. */
    const withMapping = (sizeMapping: string) => (context: BrowserContext) =>
      context.route('**/api/third-parties**', async (route) => {
        const settings: unknown = await (await route.fetch()).json();
        Object.assign(propertyAt(settings, 'ads') ?? {}, { sizeMapping });
        await route.fulfill({ json: settings });
      });

    for (const [id, sizeMapping, warning, home2] of [
      ['VALID-17', '{"home1":5,"home2":{"0":[[320,50]]}}', 'Invalid size mapping for ad location: home1', '[[320,50]]'],
      ['VALID-19', '{', 'Error parsing size mapping', '"fluid"'],
    ] as const)
      it(`${id} logs one warning, and the locations are still filled`, async () => {
        const { context, consoleMessages, recorder } = await openWithConsent('/movies/', 1440, withMapping(sizeMapping));
        const sizes = (): Map<unknown, string> =>
          new Map(recorder.calls('tag', 'request').map(({ args: [path, size] }) => [path, JSON.stringify(size)]));
        await eventually('requests for both locations', async () =>
          Promise.resolve(sizes().has('/123/WMP_home1') && sizes().has('/123/WMP_home2')),
        );
        assert.deepEqual([sizes().get('/123/WMP_home1'), sizes().get('/123/WMP_home2')], ['"fluid"', home2]);
        const warnings = consoleMessages.filter((line) => line.startsWith('warning:'));
        assert.equal(warnings.length, 1, warnings.join());
        assert.ok(warnings[0]?.includes(warning), warnings[0]);
        await context.close();
      });
  });

  it('ADS-10 ADS-32 refreshes all slots but the interstitial when a member signs out on the page', async () => {
    const { context, page, recorder } = await openWithConsent('/movies/', 1440, (_, tab) =>
      signInByApi(tab, meridian('/'), 'meridian'),
    );
    await eventually('ads for a member', async () =>
      Promise.resolve(
        propertyAt(recorder.calls('tag', 'request').findLast(({ args }) => args[0] === '/123/WMP_home1')?.args[2], 'isLoggedIn') ===
          'true',
      ),
    );
    await interstitial(page).waitFor();
    await page.keyboard.press('Escape');
    await waitUntilIdle(page);
    recorder.clear();
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '#loyalty-logout';
      link.textContent = 'Leave';
      document.querySelector('main')?.prepend(link);
    });
    await page.getByRole('link', { name: 'Leave' }).click();
    await eventually('a refresh', async () => Promise.resolve(recorder.calls('tag', 'refresh').length > 0));
    await waitUntilIdle(page);
    assert.deepEqual(
      recorder.calls('tag', 'refresh').map(({ args }) => args[0]),
      [['/123/WMP_home1', '/123/WMP_home2', '/123/WMP_header']],
    );
    const requests = recorder.calls('tag', 'request');
    assert.deepEqual(
      requests.map(({ args }) => args[0]),
      ['/123/WMP_home1', '/123/WMP_home2', '/123/WMP_header'],
    );
    assert.deepEqual(new Set(requests.map(({ args }) => propertyAt(args[2], 'isLoggedIn'))), new Set(['false']));
    assert.equal(recorder.calls('tag', 'defineSlot').length, 0);
    await context.close();
  });

  it('ADS-09 ADS-14 the tag waits for consent', async () => {
    const [context, page] = await openTrackedPage(demo.browser, 1440);
    const recorder = recordRequests(context, meridian('/'));
    await page.goto(meridian('/movies/'));
    await interact(page);
    await waitUntilIdle(page);
    assert.deepEqual(recorder.thirdPartyUrls(), []);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await eventually('the tag', async () => Promise.resolve(recorder.scripts().includes('/tag/js/gpt.js')));
    assert.equal(
      recorder.scripts().some((script) => script.startsWith('/library/')),
      false,
    );
    await context.close();
  });
});
