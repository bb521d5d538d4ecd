// The browser of the tests, and what every test of a page looks at.

import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { PATIENCE_MS } from './visit.ts';

/** A desk and a phone. */
export const WIDTHS = [1440, 390] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** How the browser is started. */
export const LAUNCH = {
  executablePath: process.env['MARQUEE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The headless shell rounds the widths of letters otherwise, and pages move when their fonts come.
    '--font-render-hinting=none',
  ],
};

/**
 * How long a test waits for the end of a context, in ms. Once in some thousand times Chromium never reports the end of a page that was
 * closed while it loaded; the context ends with its browser then.
 */
const CLOSES_MS = 15_000;

export async function launch(): Promise<Browser> {
  const browser = await chromium.launch(LAUNCH);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    const close = context.close.bind(context);
    context.close = async (why) => {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        close(why),
        new Promise<void>((done) => {
          timer = setTimeout(done, CLOSES_MS);
        }),
      ]);
      clearTimeout(timer);
    };
    return context;
  };
  return browser;
}

/** A new visitor's page, and all that is said on its console or fails to load. */
export async function open(
  browser: Browser,
  width: number,
  options: BrowserContextOptions = {},
): Promise<[BrowserContext, Page, string[]]> {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, ...options });
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push([`${message.type()}: ${message.text()}`, message.location().url].join(' ').trim()));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A page that is left stops what it was loading.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') said.push(`failed: ${request.url()}`);
  });
  return [context, page, said];
}

/**
 * Waits until the browser's part has taken over. React marks the element it hydrates (the whole page in a preview) when it begins;
 * the root that the mark leads to says when it is done.
 */
export async function hydrated(page: Page): Promise<void> {
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

/** Waits for what begins and ends by itself: a dialog that fades in has paler words until then. What turns for ever is not waited for. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

/** No finding of axe by the rules of WCAG 2.2 A and AA, and by more rules if wanted. It cannot look into the frames of ads, which are others' own. */
export async function passesAxe(page: Page, ...more: readonly 'best-practice'[]): Promise<void> {
  await atRest(page);
  const axe = await new AxeBuilder({ page })
    // All in this page: otherwise every call opens another one.
    .setLegacyMode()
    .withTags([...RULES, ...more])
    .exclude('iframe[sandbox]')
    .analyze();
  assert.deepEqual(
    axe.violations.map((v) => `${v.impact} ${v.id}: ${v.nodes[0]?.html}`),
    [],
  );
}
