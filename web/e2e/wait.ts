// Waits for conditions, with timeouts that suit a busy machine.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';

/** Timeout of a condition, in ms. It is much longer than an idle machine needs, because only a failure waits for all of it. */
export const TIMEOUT_MS = 60_000;
/** Time between two checks of a condition, in ms. */
const POLL_INTERVAL_MS = 50;

/** Waits until a service worker controls the page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: TIMEOUT_MS });
}

/** Polls a condition. Returns false if it is still false when the time is over. */
export async function eventuallyTrue(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return true;
}

/**
 * Polls a condition and throws if it does not become true in time. (`page.waitForFunction` would take a promise for true.)
 * `details` adds the last state to the error message.
 */
export async function eventually(
  description: string,
  condition: () => boolean | Promise<boolean>,
  details: () => string = () => '',
): Promise<void> {
  if (!(await eventuallyTrue(condition)))
    throw new Error(`timed out after ${TIMEOUT_MS / 1000} s: ${description} ${details()}`.trim());
}

/** Polls a value until it equals the expected one; the assertion error shows the last value. */
export async function eventuallyEquals<T>(read: () => T | Promise<T>, expected: T, message?: string): Promise<void> {
  let last: T | undefined;
  await eventuallyTrue(async () => {
    last = await read();
    return isDeepStrictEqual(last, expected);
  });
  assert.deepEqual(last, expected, message);
}

/** Waits until an element has the focus. */
export const waitForFocus = (locator: Locator): Promise<void> =>
  eventuallyEquals(() => locator.evaluate((element) => element === document.activeElement), true, 'the element has the focus');

/**
 * Waits until a dialog has closed and its history entry is removed. The dialog removes the entry by navigating back,
 * asynchronously. A navigation that starts earlier would be canceled, and Back would lead to the wrong page.
 */
export async function waitForDialogClosed(dialog: Locator): Promise<void> {
  await dialog.waitFor({ state: 'detached' });
  await waitForDialogEntryRemoved(dialog.page());
}

/** Waits until the history entry of a dialog is removed. */
export async function waitForDialogEntryRemoved(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.dialog === undefined);
}
