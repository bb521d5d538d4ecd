// The consent matrix: which scripts load, in which order, with which arguments (areas consent, analytics, ads). Two test files run
// one part of the cases each.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Browser, type BrowserContext, type ConsoleMessage, type Page } from 'playwright-core';
import * as expectations from './consent-expected.ts';
import { type Case, type Choice, type Outcome, PATHS, expectedOutcome, isChoicePending } from './consent-expected.ts';
import { observedOutcome } from './consent-outcome.ts';
import { caseTitle, setupTitle } from './consent-titles.ts';
import { launchBrowser } from './browser.ts';
import { trackActivity, waitUntilIdle } from './page-idle.ts';
import { type Fixture, demoFixtureWithThirdParties } from './fixture.ts';
import { interact, propertyAt, recordRequests, signInByApi, waitForThirdPartySettings } from './third-parties.ts';
import { eventuallyTrue, waitForDialogEntryRemoved } from './wait.ts';

/** Number of cases that run at the same time, each in its own page. */
const CONCURRENCY = 3;
/** Selector of the site's own notice. */
const NOTICE_SELECTOR = '[aria-labelledby=consent-title]';

/** A key for the site configuration of a case; cases with the same key share it. */
const setupKey = ({ site, notice, regulation, display, launch, trackerWaits }: Case): string =>
  JSON.stringify([site, notice, notice === 'Didomi' ? '' : regulation, display, launch, trackerWaits]);

/** Configures the site of a case, and waits until it serves the configuration. */
async function configureSite(demo: Fixture, testCase: Case, page: Page): Promise<void> {
  const { site, notice, regulation, display, launch, trackerWaits } = testCase;
  demo.server.configure(site, ({ options }, settings) => {
    options['consentDisabled'] = notice === 'none';
    options['consentApiKey'] = 'own-key';
    options['embeddedConsent'] = { enabled: notice === 'embedded', regulation: notice === 'embedded' ? regulation : 'gdpr' };
    if (launch) options['tagManagerLaunchUrl'] = 'https://launch.example/own.js';
    else delete options['tagManagerLaunchUrl'];
    options['adLibraryBaseUrl'] = 'https://cdn.lib.getjad.io';
    options['marketingTracker'] = {
      enabled: true,
      customerId: 'own-customer',
      scriptUrl: 'https://tracker.example/{customerId}.js',
    };
    options['marketingTrackerRequiresConsent'] = trackerWaits;
    settings['cookieBannerDidomiId'] = notice === 'Didomi' ? 'own-notice' : '';
    settings['enableTargettTracking'] = true;
    settings['adsDisplay'] = display;
    settings['adsLocation'] = [...expectations.AD_LOCATIONS];
    settings['adsCustom'] = {
      locations: expectations.CUSTOM_AD_KEYS.map((key) => ({ key })),
      sizeMapping: expectations.SIZE_MAPPING,
      url: expectations.CUSTOM_LIBRARY_URL,
      networkCode: expectations.NETWORK_CODE,
    };
  });
  await waitForThirdPartySettings(page, demo[site]('/'), (served) => {
    const tool = propertyAt(served, 'consent', 'tool');
    return (
      propertyAt(served, 'marketing', 'customerId') === 'own-customer' &&
      propertyAt(served, 'marketing', 'requiresConsent') === trackerWaits &&
      tool === { none: undefined, embedded: 'embedded', Didomi: 'didomi' }[notice] &&
      (notice !== 'embedded' || propertyAt(served, 'consent', 'regulation') === regulation) &&
      (propertyAt(served, 'ads', 'display') ?? 'NONE') === display &&
      (propertyAt(served, 'launchScript') !== '') === launch
    );
  });
}

/** What the browser stores for a visitor: cookies and `localStorage`. */
interface BrowserState {
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  readonly items: Readonly<Record<string, string>>;
}

/** Defines the tests of a part of the cases. */
export function testCases(part: readonly Case[]): void {
  const demo = demoFixtureWithThirdParties('--rate-limits', 'off', ...expectations.SERVER_FLAGS);
  const setups = [...new Set(part.map(setupKey))].map((setup) => part.filter((testCase) => setupKey(testCase) === setup));
  let browser: Browser;
  let pages: Page[];
  /** Pages that no case is using. */
  let idlePages: Page[];
  /** The items that the consent tool stores for a choice. */
  const storedChoices = new Map<string, Promise<BrowserState['items']>>();
  /** Cookies by site and page. Each page has its own session, which it may refresh. */
  const sessionCookies = new Map<string, BrowserState['cookies']>();
  let caseCount = 0;

  before(async () => {
    // Without pictures and fonts, which do not matter here.
    browser = await launchBrowser('--blink-settings=imagesEnabled=false', '--disable-remote-fonts');
    pages = await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        const context = await browser.newContext({
          viewport: { width: 1440, height: 900 },
          reducedMotion: 'reduce',
        });
        await trackActivity(context);
        return context.newPage();
      }),
    );
    idlePages = [...pages];
  });
  after(() => browser.close());

  /**
   * Visits the page of a case, and returns the outcome once the page is idle: a script that must not load would have loaded by
   * then.
   */
  async function visitCase(page: Page, testCase: Case): Promise<Outcome> {
    const site = demo[testCase.site]('/');
    const items = testCase.choice === 'none yet' ? {} : await storedChoice(page, testCase, testCase.choice);
    const device = `${testCase.site} ${pages.indexOf(page)}`;
    await restoreState(page, site, { cookies: (testCase.signedIn ? sessionCookies.get(device) : undefined) ?? [], items });
    if (testCase.signedIn && !sessionCookies.has(device)) await signInByApi(page, site, testCase.site);
    const errors: string[] = [];
    const recorder = recordRequests(page, site);
    const onConsole = (message: ConsoleMessage): void => void (message.type() === 'error' && errors.push(message.text()));
    const onPageError = (error: Error): void => void errors.push(error.message);
    page.on('console', onConsole).on('pageerror', onPageError);
    // The stand-in for Didomi stores the regulation together with a choice.
    const query = testCase.notice === 'Didomi' && testCase.choice === 'none yet' ? `?stub_regulation=${testCase.regulation}` : '';
    await page.goto(demo[testCase.site](PATHS[testCase.site][testCase.page] + query), { waitUntil: 'domcontentloaded' });
    await interact(page);
    const expected = expectedOutcome(testCase);
    if (expected.isNoticeShown) await page.locator(NOTICE_SELECTOR).waitFor();
    // The result is ignored: the caller compares the outcome in any case.
    await eventuallyTrue(() =>
      isDeepStrictEqual(observedOutcome(recorder, false, isChoicePending(testCase)), { ...expected, isNoticeShown: false }),
    );
    await waitUntilIdle(page);
    const outcome = observedOutcome(recorder, await page.locator(NOTICE_SELECTOR).isVisible(), isChoicePending(testCase));
    if (isChoicePending(testCase)) assert.equal(await page.locator('dialog[open]').count(), 0, 'nothing covers the notice');
    recorder.stop();
    if (testCase.signedIn) sessionCookies.set(device, await page.context().cookies());
    page.off('console', onConsole).off('pageerror', onPageError);
    assert.deepEqual(errors, []);
    return outcome;
  }

  /** Replaces cookies and storage of a page, on a document of the site without scripts. */
  async function restoreState(page: Page, site: string, { cookies, items }: BrowserState): Promise<void> {
    await page.goto(new URL('/robots.txt', site).href);
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await page.evaluate((stored) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
    }, items);
  }

  /** The stored items of a choice. The choice is made once in the notice, and reused for all cases with the same purposes. */
  function storedChoice(page: Page, testCase: Case, choice: Exclude<Choice, 'none yet'>): Promise<BrowserState['items']> {
    // The purposes of the notice depend on whether the site has ads.
    const key = JSON.stringify([
      testCase.site,
      testCase.notice,
      testCase.regulation,
      choice,
      testCase.display === 'NONE',
      testCase.launch,
    ]);
    const pendingChoice = storedChoices.get(key) ?? makeChoice(page, testCase, choice);
    storedChoices.set(key, pendingChoice);
    return pendingChoice;
  }

  async function makeChoice(
    page: Page,
    { site, notice, regulation }: Case,
    choice: Exclude<Choice, 'none yet'>,
  ): Promise<BrowserState['items']> {
    await restoreState(page, demo[site]('/'), { cookies: [], items: {} });
    await page.goto(demo[site](notice === 'Didomi' ? `/privacy/?stub_regulation=${regulation}` : '/privacy/#privacy-choices'), {
      waitUntil: 'domcontentloaded',
    });
    // With the site's own dialog a click outside of it would close it.
    if (notice === 'Didomi') await interact(page);
    if (notice === 'Didomi')
      await page.locator(choice === 'accept' ? '#didomi-notice-agree-button' : '#didomi-notice-disagree-button').click();
    else
      await page
        .getByRole('dialog')
        .getByRole('button', { name: choice === 'accept' ? /^(Accept all|Allow)$/ : /^(Decline all|Do not sell)/ })
        .click();
    const name = notice === 'Didomi' ? 'didomi_token' : 'consent';
    await page.waitForFunction((key) => localStorage.getItem(key) !== null, name);
    await waitForDialogEntryRemoved(page);
    return { [name]: await page.evaluate((key) => localStorage.getItem(key) ?? '', name) };
  }

  for (const cases of setups) {
    const [first] = cases;
    if (first === undefined) continue;
    describe(setupTitle(first), { concurrency: CONCURRENCY }, () => {
      before(async () => {
        const [page] = pages;
        assert.ok(page !== undefined);
        await configureSite(demo, first, page);
      });
      for (const testCase of cases)
        it(caseTitle(testCase), async () => {
          const page = idlePages.pop();
          assert.ok(page !== undefined, 'every running case has a page');
          try {
            caseCount += 1;
            assert.deepEqual(await visitCase(page, testCase), expectedOutcome(testCase));
          } finally {
            idlePages.push(page);
          }
        });
    });
  }

  it('runs every case of this part', () => assert.equal(caseCount, part.length));
}
