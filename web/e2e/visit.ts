// What a visit waits for.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';

/** How long a condition may take to come true, in ms: much longer than on an idle machine, because only a failure takes this long. */
export const PATIENCE_MS = 60_000;
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

/** Waits until a value equals the expected one, and shows the last value if it never does. */
export async function becomes<T>(read: () => T | Promise<T>, expected: T, message?: string): Promise<void> {
  let last: T | undefined;
  await comesTrue(async () => {
    last = await read();
    return isDeepStrictEqual(last, expected);
  });
  assert.deepEqual(last, expected, message);
}

/** Waits until an element has the focus. */
export const hasFocus = (locator: Locator): Promise<void> =>
  becomes(() => locator.evaluate((element) => element === document.activeElement), true, 'the element has the focus');

/**
 * Waits until a dialog has closed and its history entry is gone. The dialog takes the entry back by a navigation, which takes the
 * browser a moment: it would cancel a navigation that starts before, and Back would lead to the wrong page.
 */
export async function hasClosed(dialog: Locator): Promise<void> {
  await dialog.waitFor({ state: 'detached' });
  await leavesDialogEntry(dialog.page());
}

/** Waits until the history entry of a dialog is gone. */
export async function leavesDialogEntry(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.dialog === undefined);
}
