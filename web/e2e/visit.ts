// What a visit waits for.

import type { Page } from 'playwright-core';

/** How long a condition may take to come true, in ms. */
const PATIENCE_MS = 30_000;
/** How often a condition is checked, in ms. */
const EVERY_MS = 50;

/** Waits until the service worker answers for the page. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: PATIENCE_MS });
}

/** Whether a condition comes true in time. */
export async function comesTrue(ask: () => boolean | Promise<boolean>, patienceMs: number = PATIENCE_MS): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (!(await ask())) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return true;
}

/** Asks again until the answer is yes. A browser's own waiting takes a promise for a yes. `why` says what was missing at the end. */
export async function eventually(what: string, ask: () => boolean | Promise<boolean>, why: () => string = () => ''): Promise<void> {
  if (!(await comesTrue(ask))) throw new Error(`did not happen within ${PATIENCE_MS / 1000} s: ${what} ${why()}`.trim());
}
