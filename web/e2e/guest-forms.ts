// Steps and checks for the forms of guests, that is of visitors who are not signed in.

import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { assertNoAxeViolations, openPage, waitForHydration } from './browser.ts';

export const usernameField = (page: Page) => page.getByRole('textbox', { name: 'Email or username' });
export const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });
export const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Opens a page with a guest form in a new context. With JavaScript it waits until the form is hydrated. */
export async function openGuestForm(
  browser: Browser,
  address: string,
  width: number,
  options: BrowserContextOptions,
): Promise<[BrowserContext, Page, string[]]> {
  const [context, page, consoleMessages] = await openPage(browser, width, options);
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await waitForForm(page);
  return [context, page, consoleMessages];
}

/** Waits until the form is hydrated and uses its own validation instead of the browser's. */
export async function waitForForm(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.locator('form[novalidate]').waitFor();
}

/** Fills in the sign-in form and submits it. */
export async function signIn(page: Page, name: string, password: string): Promise<void> {
  await usernameField(page).fill(name);
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
}

/** Waits for the cookie of a signed-in member. */
export const waitForSignIn = (page: Page) => page.waitForFunction(() => document.cookie.includes('loyaltyState='));

/** Asserts that the page has one h1, does not scroll sideways and has no axe violations. */
export async function assertFitsAndAccessible(page: Page): Promise<void> {
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `scrolls sideways by ${overflow}`);
  await assertNoAxeViolations(page);
}
