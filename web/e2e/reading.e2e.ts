// Accessibility tree of each screen of guests and members, in reading order (ux 9). The snapshots are in `reading/`, and reviewers
// read them. `UPDATE_READING=1` updates them.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { waitForHydration } from './browser.ts';
import { waitForForm } from './guest-forms.ts';
import { demoFixture } from './fixture.ts';
import { eventuallyEquals } from './wait.ts';

const demo = demoFixture('--rate-limits', 'off');

/** Replaces times, ports and dates, which differ between runs. */
const normalize = (text: string): string =>
  text
    .replaceAll(/\d{1,2}:\d{2}\s[AP]M/g, '0:00 PM')
    .replaceAll(/localhost:\d+/g, 'localhost')
    .replaceAll(
      /(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)( \d{1,2},)? \d{1,4}/g,
      'Nov 1',
    );

/** Waits until the accessibility tree of the page equals a snapshot. */
async function matchSnapshot(page: Page, name: string): Promise<void> {
  const snapshot = async (): Promise<string> => `${normalize(await page.locator('main').ariaSnapshot())}\n`;
  const file = join(import.meta.dirname, 'reading', `${name}.yml`);
  if (process.env['UPDATE_READING'] === '1') writeFileSync(file, await snapshot());
  assert.ok(existsSync(file), `${file} is missing: UPDATE_READING=1 creates it`);
  // Forms that depend on the URL, and data of loyalty calls, appear after the page has loaded.
  await eventuallyEquals(snapshot, readFileSync(file, 'utf8'));
}

describe('a screen reader', () => {
  it('ux 9 reads the forms of guests in order', async () => {
    const [context, page] = await demo.newVisitor();
    for (const [name, path] of [
      ['sign-in', '/login/'],
      ['forgot-password', '/login/forgot-password/'],
      ['forgot-username', '/login/forgot-username/'],
      ['new-password', '/login/?email=a%40b.example&resetCode=XYZ'],
      ['activate', '/login/activate/'],
      ['gift-card', '/login/gift-card/'],
    ] as const) {
      await page.goto(demo.meridian(path));
      await waitForHydration(page);
      await matchSnapshot(page, name);
    }
    await page.goto(demo.meridian('/login/join/'));
    await waitForHydration(page);
    await page.getByRole('radio').first().waitFor();
    await matchSnapshot(page, 'join');
    await context.close();
  });

  it('ux 9 reads the member area in order', async () => {
    const [context, page] = await demo.newVisitor();
    await page.goto(demo.meridian('/login/'));
    await waitForForm(page);
    await page
      .getByLabel(/username/i)
      .first()
      .fill('iris');
    await page.getByLabel('Password', { exact: true }).fill('lanterns-over-the-canal');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    for (const [name, path, last] of [
      ['overview', '/login/', 'Profile'],
      ['rewards', '/login/rewards/', 'Rewards'],
      ['watchlist', '/login/watchlist/', 'On sale now'],
      ['orders', '/login/orders/', 'Points'],
      ['cards', '/login/cards/', 'Add a card'],
      ['profile', '/login/profile/', 'Where you are signed in'],
    ] as const) {
      await page.goto(demo.meridian(path));
      await page.getByRole('heading', { name: last, exact: true }).waitFor();
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      await matchSnapshot(page, name);
    }
    await context.close();
  });
});
