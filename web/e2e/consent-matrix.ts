// The matrix of consent: which scripts load, in which order, with which arguments (areas consent, analytics, ads). It takes two
// files, each with a part of the cases.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Browser, type BrowserContext, type ConsoleMessage, type Page, chromium } from 'playwright-core';
import * as expectations from './consent-expected.ts';
import { type Case, type Choice, type Outcome, PATHS, expected, isWaiting } from './consent-expected.ts';
import { outcomeOf } from './consent-seen.ts';
import { setupTitle, titleOf } from './consent-titles.ts';
import { LAUNCH } from './browser.ts';
import { follow, settled } from './settled.ts';
import { type Stage, stageWithThirdParties } from './stage.ts';
import { entry, move, published, signInQuietly, watch } from './third-parties.ts';
import { PATIENCE_MS, comesTrue, leavesDialogEntry } from './visit.ts';

/** Cases that run at the same time, each in a tab of its own. */
const AT_ONCE = 3;
/** The site's own notice. */
const NOTICE = '[aria-labelledby=consent-title]';

/** Cases that one setup of a site serves. */
const setupOf = ({ site, notice, regulation, display, launch }: Case): string =>
  JSON.stringify([site, notice, notice === 'Didomi' ? '' : regulation, display, launch]);

/** Sets a site up, and waits until it answers so. */
async function setUp(demo: Stage, { site, notice, regulation, display, launch }: Case, page: Page): Promise<void> {
  demo.program.configure(site, ({ options }, settings) => {
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
    options['marketingTrackerRequiresConsent'] = true;
    settings['cookieBannerDidomiId'] = notice === 'Didomi' ? 'own-notice' : '';
    settings['enableTargettTracking'] = true;
    settings['adsDisplay'] = display;
    settings['adsLocation'] = [...expectations.LOCATIONS];
    settings['adsCustom'] = {
      locations: expectations.KEYS.map((key) => ({ key })),
      sizeMapping: expectations.SIZES,
      url: expectations.CUSTOM_URL,
      networkCode: expectations.NETWORK,
    };
  });
  await published(page, demo[site]('/'), (parties) => {
    const own = entry(parties, 'consent', 'tool');
    return (
      entry(parties, 'marketing', 'customerId') === 'own-customer' &&
      own === { none: undefined, embedded: 'embedded', Didomi: 'didomi' }[notice] &&
      (notice !== 'embedded' || entry(parties, 'consent', 'regulation') === regulation) &&
      (entry(parties, 'ads', 'display') ?? 'NONE') === display &&
      (entry(parties, 'launchScript') !== '') === launch
    );
  });
}

/** What a browser keeps of a visitor. */
interface Visitor {
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  readonly items: Readonly<Record<string, string>>;
}

/** Tests the cases of a part. */
export function matrix(part: readonly Case[]): void {
  const demo = stageWithThirdParties('--rate-limits', 'off', ...expectations.FLAGS);
  const setups = [...new Set(part.map(setupOf))].map((setup) => part.filter((one) => setupOf(one) === setup));
  let browser: Browser;
  let pages: Page[];
  /** Tabs that no case is using. */
  let free: Page[];
  /** What the browser keeps of a choice, as the tool wrote it. */
  const choices = new Map<string, Promise<Visitor['items']>>();
  /** Sessions by tab: each is its own device, and every page may renew its session. */
  const sessions = new Map<string, Visitor['cookies']>();
  let count = 0;

  before(async () => {
    // Pictures and fonts are none of its business.
    browser = await chromium.launch({
      ...LAUNCH,
      args: [...LAUNCH.args, '--blink-settings=imagesEnabled=false', '--disable-remote-fonts'],
    });
    pages = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const context = await browser.newContext({
          viewport: { width: 1440, height: 900 },
          serviceWorkers: 'block',
          reducedMotion: 'reduce',
        });
        context.setDefaultTimeout(PATIENCE_MS);
        await follow(context);
        return context.newPage();
      }),
    );
    free = [...pages];
  });
  after(() => browser.close());

  /** A visit of a case. What must not come would be there once the page has nothing left to do. */
  async function see(page: Page, one: Case): Promise<Outcome> {
    const site = demo[one.site]('/');
    const items = one.choice === 'none yet' ? {} : await choiceOf(page, one, one.choice);
    const device = `${one.site} ${pages.indexOf(page)}`;
    await become(page, site, { cookies: (one.signedIn ? sessions.get(device) : undefined) ?? [], items });
    if (one.signedIn && !sessions.has(device)) await signInQuietly(page, site, one.site);
    const said: string[] = [];
    const seen = watch(page, site);
    const hear = (message: ConsoleMessage): void => void (message.type() === 'error' && said.push(message.text()));
    const fail = (error: Error): void => void said.push(error.message);
    page.on('console', hear).on('pageerror', fail);
    // The stand-in keeps the regulation with a choice.
    const law = one.notice === 'Didomi' && one.choice === 'none yet' ? `?stub_regulation=${one.regulation}` : '';
    await page.goto(demo[one.site](PATHS[one.site][one.page] + law), { waitUntil: 'domcontentloaded' });
    await move(page);
    const wanted = expected(one);
    if (wanted.isAsked) await page.locator(NOTICE).waitFor();
    // The outcome is compared after this, also when it did not come true in time.
    await comesTrue(() => isDeepStrictEqual(outcomeOf(seen, false, isWaiting(one)), { ...wanted, isAsked: false }));
    await settled(page);
    const found = outcomeOf(seen, await page.locator(NOTICE).isVisible(), isWaiting(one));
    if (isWaiting(one)) assert.equal(await page.locator('dialog[open]').count(), 0, 'nothing covers the notice');
    seen.stop();
    if (one.signedIn) sessions.set(device, await page.context().cookies());
    page.off('console', hear).off('pageerror', fail);
    assert.deepEqual(said, []);
    return found;
  }

  /** Makes a tab one of a visitor, on a page without anything of the site. */
  async function become(page: Page, site: string, { cookies, items }: Visitor): Promise<void> {
    await page.goto(new URL('/robots.txt', site).href);
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await page.evaluate((kept) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    }, items);
  }

  /** What is kept of a choice: made once by its buttons for all pages with the same question. */
  function choiceOf(page: Page, one: Case, choice: Exclude<Choice, 'none yet'>): Promise<Visitor['items']> {
    // What is asked for is another thing with ads.
    const key = JSON.stringify([one.site, one.notice, one.regulation, choice, one.display === 'NONE', one.launch]);
    const made = choices.get(key) ?? choose(page, one, choice);
    choices.set(key, made);
    return made;
  }

  async function choose(
    page: Page,
    { site, notice, regulation }: Case,
    choice: Exclude<Choice, 'none yet'>,
  ): Promise<Visitor['items']> {
    await become(page, demo[site]('/'), { cookies: [], items: {} });
    await page.goto(demo[site](notice === 'Didomi' ? `/privacy/?stub_regulation=${regulation}` : '/privacy/#privacy-choices'), {
      waitUntil: 'domcontentloaded',
    });
    // A click beside the dialog would close it.
    if (notice === 'Didomi') await move(page);
    if (notice === 'Didomi')
      await page.locator(choice === 'accept' ? '#didomi-notice-agree-button' : '#didomi-notice-disagree-button').click();
    else
      await page
        .getByRole('dialog')
        .getByRole('button', { name: choice === 'accept' ? /^(Accept all|Allow)$/ : /^(Decline all|Do not sell)/ })
        .click();
    const name = notice === 'Didomi' ? 'didomi_token' : 'consent';
    await page.waitForFunction((wanted) => localStorage.getItem(wanted) !== null, name);
    await leavesDialogEntry(page);
    return { [name]: await page.evaluate((wanted) => localStorage.getItem(wanted) ?? '', name) };
  }

  for (const cases of setups) {
    const [first] = cases;
    if (first === undefined) continue;
    describe(setupTitle(first), { concurrency: AT_ONCE }, () => {
      before(async () => {
        const [page] = pages;
        assert.ok(page !== undefined);
        await setUp(demo, first, page);
      });
      for (const one of cases)
        it(titleOf(one), async () => {
          const page = free.pop();
          assert.ok(page !== undefined, 'there is a tab for every case that runs');
          try {
            count += 1;
            assert.deepEqual(await see(page, one), expected(one));
          } finally {
            free.push(page);
          }
        });
    });
  }

  it('runs every case of this part', () => assert.equal(count, part.length));
}
