// The matrix of consent: which scripts load, in which order, with which arguments (areas consent, analytics, ads).

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, type BrowserContext, type ConsoleMessage, type Page, chromium } from 'playwright-core';
import * as expectations from './consent-expected.ts';
import { type Case, type Choice, type Outcome, CHOICES, DISPLAYS, PAGES, PATHS, REGULATIONS, expected, nameOf } from './consent-expected.ts';
import { LAUNCH } from './browser.ts';
import { stageWithThirdParties } from './stage.ts';
import { type Watch, entry, move, published, quiet, signInQuietly, watch } from './third-parties.ts';

const demo = stageWithThirdParties('--rate-limits', 'off', ...expectations.FLAGS);
/** Tabs that are looked at at the same time. */
const AT_ONCE = 3;
/** The site's own notice. */
const NOTICE = '[aria-labelledby=consent-title]';

/**
 * Whether values can meet: without a notice there is no choice, and no regulation is asked about; and the site's own notice has
 * one.
 */
function canMeet({ notice, choice, regulation }: Partial<Record<keyof Case, unknown>>): boolean {
  if (notice === 'none') return (choice ?? 'none yet') === 'none yet' && (regulation ?? 'none') === 'none';
  return !(notice === 'embedded' && regulation === 'none');
}

/** Cases in the order in which the sites are set up for them. */
function allCases(): Case[] {
  const cases: Case[] = [];
  const combos = PAGES.flatMap((page) => [false, true].map((signedIn) => ({ page, signedIn })));
  let turn = 0;
  // Seven and ten have no common factor, nor three and ten: every pair of values comes.
  const next = () => combos[(turn++ * 7) % combos.length] ?? { page: 'list' as const, signedIn: false };
  const add = (rest: Omit<Case, 'page' | 'signedIn'>, count: number): void => {
    for (let n = 0; n < count; n += 1) cases.push({ ...rest, ...next() });
  };
  for (const display of DISPLAYS) {
    add({ site: 'meridian', notice: 'none', regulation: 'none', display, choice: 'none yet', launch: false }, combos.length);
    for (const notice of ['Didomi', 'embedded'] as const)
      for (const regulation of REGULATIONS)
        for (const choice of CHOICES) if (canMeet({ notice, regulation })) add({ site: 'meridian', notice, regulation, display, choice, launch: false }, regulation === 'gdpr' ? 2 : 1);
  }
  for (const choice of CHOICES) {
    for (const page of PAGES) cases.push({ site: 'aster', notice: 'embedded', regulation: 'gdpr', display: 'CUSTOM', choice, page, signedIn: page === 'theater', launch: false });
    for (const notice of ['embedded', 'Didomi'] as const)
      for (const page of ['list', 'film'] as const) cases.push({ site: 'aster', notice, regulation: 'gdpr', display: 'PROGRAMMATIC', choice, page, signedIn: page === 'film', launch: true });
  }
  return cases;
}

const CASES = allCases();
/** Cases that one setup of a site serves. */
const setupOf = ({ site, notice, regulation, display, launch }: Case): string => JSON.stringify([site, notice, notice === 'Didomi' ? '' : regulation, display, launch]);
const SETUPS = [...new Set(CASES.map(setupOf))].map((name) => [name, CASES.filter((one) => setupOf(one) === name)] as const);

/** Sets a site up, and waits until it answers so. */
async function setUp({ site, notice, regulation, display, launch }: Case, page: Page): Promise<void> {
  demo.program.configure(site, ({ options }, settings) => {
    options['consentDisabled'] = notice === 'none';
    options['consentApiKey'] = 'own-key';
    options['embeddedConsent'] = { enabled: notice === 'embedded', regulation: notice === 'embedded' ? regulation : 'gdpr' };
    if (launch) options['tagManagerLaunchUrl'] = 'https://launch.example/own.js';
    else delete options['tagManagerLaunchUrl'];
    options['adLibraryBaseUrl'] = 'https://cdn.lib.getjad.io';
    options['marketingTracker'] = { enabled: true, customerId: 'own-customer', scriptUrl: 'https://tracker.example/{customerId}.js' };
    options['marketingTrackerRequiresConsent'] = true;
    settings['cookieBannerDidomiId'] = notice === 'Didomi' ? 'own-notice' : '';
    settings['enableTargettTracking'] = true;
    settings['adsDisplay'] = display;
    settings['adsLocation'] = [...expectations.LOCATIONS];
    settings['adsCustom'] = { locations: expectations.KEYS.map((key) => ({ key })), sizeMapping: expectations.SIZES, url: expectations.CUSTOM_URL, networkCode: expectations.NETWORK };
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

describe('the matrix of consent', () => {
  let browser: Browser;
  let pages: Page[];
  /** What the browser keeps of a choice, as the tool wrote it. */
  const choices = new Map<string, Promise<Visitor['items']>>();
  /** Sessions by tab: each is its own device, and every page may renew its session. */
  const sessions = new Map<string, Visitor['cookies']>();
  let count = 0;

  before(async () => {
    // Pictures and fonts are none of its business.
    browser = await chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, '--blink-settings=imagesEnabled=false', '--disable-remote-fonts'] });
    pages = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block', reducedMotion: 'reduce' });
        return context.newPage();
      }),
    );
  });
  after(() => browser.close());

  /** A visit of a case. What must not come is seen by waiting on. */
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
    const text = JSON.stringify({ ...wanted, isAsked: false });
    if (wanted.isAsked) await page.locator(NOTICE).waitFor();
    const end = Date.now() + 20_000;
    while (JSON.stringify(outcomeOf(seen, false)) !== text && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    await quiet(seen);
    const found = outcomeOf(seen, await page.locator(NOTICE).isVisible());
    seen.stop();
    if (one.signedIn) sessions.set(device, await page.context().cookies());
    page.off('console', hear).off('pageerror', fail);
    assert.deepEqual(said, [], nameOf(one));
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

  async function choose(page: Page, { site, notice, regulation }: Case, choice: Exclude<Choice, 'none yet'>): Promise<Visitor['items']> {
    await become(page, demo[site]('/'), { cookies: [], items: {} });
    await page.goto(demo[site](notice === 'Didomi' ? `/privacy/?stub_regulation=${regulation}` : '/privacy/#privacy-choices'), { waitUntil: 'domcontentloaded' });
    await move(page);
    if (notice === 'Didomi') await page.locator(choice === 'accept' ? '#didomi-notice-agree-button' : '#didomi-notice-disagree-button').click();
    else await page.getByRole('dialog').getByRole('button', { name: choice === 'accept' ? /^(Accept all|Allow)$/ : /^(Decline all|Do not sell)/ }).click();
    const name = notice === 'Didomi' ? 'didomi_token' : 'consent';
    await page.waitForFunction((wanted) => localStorage.getItem(wanted) !== null, name);
    return { [name]: await page.evaluate((wanted) => localStorage.getItem(wanted) ?? '', name) };
  }

  for (const [name, cases] of SETUPS) {
    it(`CONS-02 CONS-05 to CONS-12, ANLY-05 ANLY-08 to ANLY-11, ADS-04 to ADS-32 ${name}, ${cases.length} cases`, async () => {
      const [first] = cases;
      const [page] = pages;
      assert.ok(first !== undefined && page !== undefined);
      await setUp(first, page);
      const failures: string[] = [];
      const left = [...cases];
      const work = async (tab: Page): Promise<void> => {
        for (let one = left.shift(); one !== undefined; one = left.shift()) {
          try {
            assert.deepEqual(await see(tab, one), expected(one));
            count += 1;
          } catch (error) {
            failures.push(`${nameOf(one)}: ${error instanceof Error ? error.message : String(error)}`);
          }
        }
      };
      await Promise.all(pages.map(work));
      assert.equal(failures.join('\n'), '');
    });
  }

  it('has at least 200 cases, and every pair of values that can meet', () => {
    assert.ok(CASES.length >= 200, `${CASES.length} cases`);
    assert.equal(count, CASES.length);
    const dimensions = ['regulation', 'choice', 'notice', 'display', 'page', 'signedIn'] as const;
    const values = Object.fromEntries(dimensions.map((name) => [name, [...new Set(CASES.map((one) => one[name]))]]));
    const missing: string[] = [];
    for (const [place, one] of dimensions.entries())
      for (const other of dimensions.slice(place + 1))
        for (const a of values[one] ?? [])
          for (const b of values[other] ?? []) {
            const pair: Partial<Record<keyof Case, unknown>> = { [one]: a, [other]: b };
            if (canMeet(pair) && !CASES.some((known) => known[one] === a && known[other] === b)) missing.push(`${one} ${String(a)}, ${other} ${String(b)}`);
          }
    assert.deepEqual(missing, []);
    console.log(`${CASES.length} cases in ${SETUPS.length} setups`);
  });
});

/** What is seen of a page, in the words of the expectations. */
function outcomeOf(seen: Watch, isAsked: boolean): Outcome {
  const scripts = seen.scripts();
  const these = (start: string) => scripts.filter((script) => script.startsWith(start));
  const tool = these('/didomi/');
  const known = new Set([...tool, ...these('/gtag/'), ...these('/gtm.js'), ...these('/launch.js'), ...these('/marketing.js'), ...these('/library/'), ...these('/tag/')]);
  const others = scripts.filter((script) => !known.has(script));
  return {
    isAsked,
    // First of all, and what nobody knows.
    tool: [...scripts.slice(0, tool.length), ...others],
    tracking: scripts.filter((script) => /^\/(gtag|gtm)/.test(script)),
    launch: these('/launch.js'),
    marketing: these('/marketing.js'),
    ads: scripts.filter((script) => /^\/(library|tag)\//.test(script)),
    analytics: seen.calls('analytics').flatMap(({ call, args: [one, two, three] }) => {
      if (call.startsWith('consent')) return [consentCall(call, one)];
      if (call === 'config') return [`config ${String(one)}: ${String(entry(two, 'cookie_expires'))}, ${String(entry(two, 'cookie_update'))}, ${String(entry(two, 'anonymize_ip'))}`];
      return call === 'event' ? [`${String(two)} ${String(one)} ${String(entry(three, 'page_path'))}`] : [];
    }),
    layer: seen.calls('containers', 'dataLayer').flatMap(({ args: [said] }) => {
      if (Array.isArray(said)) return said[0] === 'consent' ? [consentCall(`consent ${String(said[1])}`, said[2])] : [];
      return entry(said, 'event') === 'page_view' ? [`page_view ${String(entry(said, 'path'))}`] : [];
    }),
    marketingCalls: seen.calls('marketing').flatMap(({ call, args: [said] }) => (call === 'loaded' ? [] : [`${call} ${String(entry(said, 'customerId') ?? entry(said, 'path'))}`])),
    adCalls: adCallsOf(seen),
    pageData: pageDataOf(seen),
  };
}

/** `consent default denied`, if all of its parts say the same. */
const consentCall = (call: string, said: unknown): string => `${call} ${[...new Set(Object.values(said ?? {}))].join(' and ')}`;

function adCallsOf(seen: Watch): unknown {
  const [wrapped] = seen.calls('wrapper', 'setConfig').at(-1)?.args ?? [];
  if (wrapped !== undefined) {
    const of = (name: string): unknown => entry(wrapped, name);
    const ofTargeting = (name: string): unknown => entry(wrapped, 'targeting', name);
    const order = seen.calls('wrapper').map(({ call }) => call);
    const displayed = order.indexOf('setConfig') < order.indexOf('loadPositions') && order.indexOf('loadPositions') < order.indexOf('displayPositions');
    return {
      page: of('page'),
      pagePositions: of('pagePositions'),
      elementsMapping: of('elementsMapping'),
      interstitialOnFirstPageEnabled: of('interstitialOnFirstPageEnabled'),
      adType: ofTargeting('adType'),
      currentPath: ofTargeting('currentPath'),
      moviePermalinkPath: ofTargeting('moviePermalinkPath'),
      displayed,
    };
  }
  const slots = [...seen.calls('tag', 'defineSlot'), ...seen.calls('tag', 'defineOutOfPageSlot')].map(({ args }) => args);
  if (slots.length === 0) return undefined;
  const targeting = seen.calls('tag', 'request').findLast(({ args: [path] }) => String(path).endsWith('header'))?.args[2];
  return { slots, targeting: { pageType: entry(targeting, 'pageType'), isLoggedIn: entry(targeting, 'isLoggedIn'), moviePermalinkPath: entry(targeting, 'moviePermalinkPath') ?? undefined } };
}

function pageDataOf(seen: Watch): unknown {
  const said = seen.calls('containers', 'dataLayer').findLast(({ args: [line] }) => entry(line, 'event') === 'adPageData')?.args[0];
  return said === undefined ? undefined : { pageType: entry(said, 'pageType'), isLoggedIn: entry(said, 'isLoggedIn'), moviePermalinkPath: entry(said, 'moviePermalinkPath') };
}
