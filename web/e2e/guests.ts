// Steps of visitors in the forms for guests.

import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { hydrated, open, passesAxe } from './browser.ts';

export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Email or username' });
export const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });
export const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** A new visitor's page with a form for guests, which has taken over where scripts run. */
export async function opened(
  browser: Browser,
  address: string,
  width: number,
  options: BrowserContextOptions,
): Promise<[BrowserContext, Page, string[]]> {
  const all = await open(browser, width, options);
  await all[1].goto(address);
  if (options.javaScriptEnabled !== false) await ready(all[1]);
  return all;
}

/** Waits until the form's own checks have taken over from the browser's. */
export async function ready(page: Page): Promise<void> {
  await hydrated(page);
  await page.locator('form[novalidate]').waitFor();
}

export async function signIn(page: Page, name: string, password: string): Promise<void> {
  await nameField(page).fill(name);
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
}

export const signedIn = (page: Page) => page.waitForFunction(() => document.cookie.includes('loyaltyState='));

/** One h1, nothing beside the screen, no finding of axe. */
export async function fitsAndPasses(page: Page): Promise<void> {
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(over <= 0, `scrolls sideways by ${over}`);
  await passesAxe(page);
}
