// A visitor's browser, for the tests.

import { type Browser, type Page, chromium } from 'playwright-core';

/** Chromium without what it does on its own. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['MARQUEE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Waits until the browser's part has taken over: React marks the root it hydrates. */
export async function hydrated(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.waitForFunction(
    () => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
    undefined,
    { timeout: 30_000 },
  );
}

/** Waits until the service worker answers for the page. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
}

/** Asks again until the answer is yes. A browser's own waiting takes a promise for a yes. */
export async function eventually(what: string, ask: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`in 30 s it did not come: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
