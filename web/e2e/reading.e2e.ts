// What a screen reader is told of each screen, in its order (ux 9). The expected texts are in `reading/`; they are read like prose
// in review. `UPDATE_READING=1` writes them again.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { hydrated } from './browser.ts';
import { ready } from './guests.ts';
import { stage } from './stage.ts';
import { becomes } from './visit.ts';

const demo = stage('--rate-limits', 'off');

/** What changes from run to run is not what is read here. */
const steady = (text: string): string =>
  text
    .replaceAll(/\d{1,2}:\d{2}\s[AP]M/g, '0:00 PM')
    .replaceAll(/localhost:\d+/g, 'localhost')
    .replaceAll(
      /(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)( \d{1,2},)? \d{1,4}/g,
      'Nov 1',
    );

async function read(page: Page, name: string): Promise<void> {
  const told = async (): Promise<string> => `${steady(await page.locator('main').ariaSnapshot())}\n`;
  const file = join(import.meta.dirname, 'reading', `${name}.yml`);
  if (process.env['UPDATE_READING'] === '1') writeFileSync(file, await told());
  assert.ok(existsSync(file), `${file} is missing: UPDATE_READING=1 writes it`);
  // A form that depends on the address, and what is asked for, come after the page.
  await becomes(told, readFileSync(file, 'utf8'));
}

describe('a screen reader', () => {
  it('ux 9 is told the forms of guests in their order', async () => {
    const [context, page] = await demo.visitor();
    for (const [name, path] of [
      ['sign-in', '/login/'],
      ['forgot-password', '/login/forgot-password/'],
      ['forgot-username', '/login/forgot-username/'],
      ['new-password', '/login/?email=a%40b.example&resetCode=XYZ'],
      ['activate', '/login/activate/'],
      ['gift-card', '/login/gift-card/'],
    ] as const) {
      await page.goto(demo.meridian(path));
      await hydrated(page);
      await read(page, name);
    }
    await page.goto(demo.meridian('/login/join/'));
    await hydrated(page);
    await page.getByRole('radio').first().waitFor();
    await read(page, 'join');
    await context.close();
  });

  it('ux 9 is told the member area in its order', async () => {
    const [context, page] = await demo.visitor();
    await page.goto(demo.meridian('/login/'));
    await ready(page);
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
      await read(page, name);
    }
    await context.close();
  });
});
