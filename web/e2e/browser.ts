// Starts Chromium, opens pages, and has the checks that most browser tests share.

import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { TIMEOUT_MS } from './wait.ts';

/** Viewport widths of a desktop and of a phone, in px. */
export const WIDTHS = [1440, 390] as const;
/** Only violations are described: the selectors of all that passes take longer than the rules. Pages in frames have tests of their own. */
const AXE_OPTIONS: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'], selectors: false, iframes: false };
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const LAUNCH_OPTIONS = {
  executablePath: process.env['MARQUEE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Pages of tests live for seconds: compiling their scripts to fast code takes more processor time than it saves (about 15 %).
    '--js-flags=--no-opt --no-maglev',
    // Without it the headless shell rounds glyph widths, and the layout shifts when web fonts load.
    '--font-render-hinting=none',
  ],
};

/**
 * Runs in pages of contexts without service workers. As in browsers that have none, the site does without (SW-03). Installing the worker in
 * every new context, with the files that it caches, took half of the processor time of a page.
 */
const WITHOUT_SERVICE_WORKERS = 'delete Navigator.prototype.serviceWorker';

/**
 * How long `close` of a context may take, in ms. In rare cases (one in some thousand) Chromium never reports that a page which was
 * closed while it loaded is gone. Such a context is then closed together with its browser.
 */
const CLOSE_TIMEOUT_MS = 15_000;

/** Starts Chromium, with further flags. Contexts have no service workers, unless `serviceWorkers` is `allow`. */
export async function launchBrowser(...flags: readonly string[]): Promise<Browser> {
  const browser = await chromium.launch({ ...LAUNCH_OPTIONS, args: [...LAUNCH_OPTIONS.args, ...flags] });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(TIMEOUT_MS);
    if (options?.serviceWorkers !== 'allow') await context.addInitScript({ content: WITHOUT_SERVICE_WORKERS });
    const close = context.close.bind(context);
    context.close = async (closeOptions) => {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        close(closeOptions),
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
        }),
      ]);
      clearTimeout(timer);
    };
    return context;
  };
  return browser;
}

/** Opens a page in a new context. The third value collects console messages, uncaught errors and failed requests. */
export async function openPage(
  browser: Browser,
  width: number,
  options: BrowserContextOptions = {},
): Promise<[BrowserContext, Page, string[]]> {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, ...options });
  const page = await context.newPage();
  const consoleMessages: string[] = [];
  page.on('console', (message) =>
    consoleMessages.push([`${message.type()}: ${message.text()}`, message.location().url].join(' ').trim()),
  );
  page.on('pageerror', (error) => consoleMessages.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its pending requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') consoleMessages.push(`failed: ${request.url()}`);
  });
  return [context, page, consoleMessages];
}

/**
 * Waits until React has hydrated the page. React sets a property on the container (`#root` in a preview) when hydration starts; the
 * fiber root behind that property tells when it is complete.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('#main,#root')].some((element) =>
        Object.entries(element).some(
          ([key, fiber]) => key.startsWith('__reactContainer') && fiber?.stateNode?.current?.memoizedState?.isDehydrated === false,
        ),
      ),
    undefined,
    { timeout: 90_000 },
  );
}

/**
 * Waits until all finite animations have ended: while a dialog fades in, its text has less contrast. Infinite animations are
 * ignored.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

/** What axe does not check where pages have the colors of others: contrast takes half of its time. */
export const WITHOUT_CONTRAST = ['color-contrast'] as const;

/**
 * The violations of WCAG 2.2 A and AA, and of `moreTags`, that axe finds. Ad frames are excluded: they belong to third parties.
 * `ignoredRules` are not checked.
 */
export async function axeViolations(
  page: Page,
  moreTags: readonly 'best-practice'[] = [],
  ignoredRules: readonly 'color-contrast'[] = [],
): Promise<string[]> {
  // Its builder would run the script again, in every frame, which takes a fifth of a second.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await new AxeBuilder({ page, axeSource: 'undefined' })
    .options(AXE_OPTIONS)
    // Legacy mode runs axe in this page; otherwise every call opens another page.
    .setLegacyMode()
    .withTags([...AXE_TAGS, ...moreTags])
    .disableRules([...ignoredRules])
    .exclude('iframe[sandbox]')
    .analyze();
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
}

/** Asserts that axe reports no violation once animations have ended. */
export async function assertNoAxeViolations(page: Page, ...moreTags: readonly 'best-practice'[]): Promise<void> {
  await waitForAnimations(page);
  assert.deepEqual(await axeViolations(page, moreTags), []);
}
