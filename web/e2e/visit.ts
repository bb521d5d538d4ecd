// What a visit waits for.

import type { Page } from 'playwright-core';

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
