// A member's whole way, on both demo sites: version 3 and version 1 of the loyalty interface. Nothing is set up beforehand.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { hydrated } from './browser.ts';
import { stage } from './stage.ts';
import { eventually } from './visit.ts';

const demo = stage('--rate-limits', 'off');
const PASSWORD = 'A-lantern-in-the-fog-7';
const NEXT_PASSWORD = 'A-second-lantern-lit-8';

for (const place of ['meridian', 'aster'] as const) {
  describe(`a member of ${place}`, () => {
    const email = `ann.${place}@mail.example`;
    const site = (path: string): string => demo[place](path);

    it('SESS-25 HAND-09 HAND-11 WATCH-01 joins, signs in, wants a film, buys, spends points, changes the password and leaves', async () => {
      const [context, page] = await demo.visitor();
      await join(page);
      await likeAFilm(page);
      await buy(page, context);
      await seeTheOrder(page);
      await redeem(page);
      const other = await elsewhere();
      await changePassword(page);
      await isSignedOut(other);
      await leave(page);
      await context.close();
    });

    async function join(page: Page): Promise<void> {
      await page.goto(site('/login/join/'));
      await hydrated(page);
      await page.getByLabel('First name').fill('Ann');
      await page.getByLabel('Last name').fill('Lee');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('I accept the').check();
      await page.getByRole('main').getByRole('button', { name: /^Join/ }).click();
      await page.getByRole('heading', { name: 'Welcome, Ann', level: 1 }).waitFor();
      await page.goto(site('/login/'));
      await page.getByRole('heading', { name: /, Ann$/ }).waitFor();
      // The entry of the header says so, and on the next page before anything is asked (ROLE-10).
      await page.getByRole('banner').getByRole('link', { name: 'Hi, Ann' }).first().waitFor();
    }

    async function likeAFilm(page: Page): Promise<void> {
      await page.goto(site('/movies/'));
      const heart = page.locator('a[data-heart]').first();
      const film = (await heart.getAttribute('data-heart')) ?? '';
      await page.locator(`a[data-heart="${film}"][aria-pressed="false"]`).first().click();
      await page.locator(`a[data-heart="${film}"][aria-pressed="true"]`).first().waitFor();
      await page.goto(site('/login/watchlist/'));
      await page.locator(`main a[href*="/movies/${film}"]`).first().waitFor();
    }

    /** A link to ticketing takes the session along, and the seat is sold to the member. */
    async function buy(page: Page, context: BrowserContext): Promise<void> {
      await page.goto(site('/movies/?day=2026-11-21'));
      await page.locator('html[data-member]').waitFor();
      const [shop] = await Promise.all([shopPage(page, context), page.locator('main a[href*="perfCode="]').last().click()]);
      await shop.getByText(/Signed in as Ann Lee/).waitFor();
      assert.doesNotMatch(shop.url(), /userSessionId|token/, 'the token does not stay in the address');
      // Enough for a reward on either site.
      await shop.getByLabel('Tickets').selectOption('6');
      await shop.getByRole('button', { name: /review|continue/i }).click();
      await shop.getByRole('button', { name: /^Pay/ }).click();
      await shop.getByText(/points/).first().waitFor();
      assert.match(shop.url(), /\/orders\/SB-/);
      if (shop !== page) await shop.close();
    }

    /** The ticketing site opens where its link says: here or in a window of its own. */
    async function shopPage(page: Page, context: BrowserContext): Promise<Page> {
      const isShop = (url: URL): boolean => url.hostname === 'ticketing.localhost';
      return await Promise.race([context.waitForEvent('page'), page.waitForURL(isShop).then(() => page)]);
    }

    async function seeTheOrder(page: Page): Promise<void> {
      await page.goto(site('/login/orders/'));
      await page.getByText(/\+[\d,]+ points/).first().waitFor();
    }

    async function redeem(page: Page): Promise<void> {
      await page.goto(site('/login/rewards/'));
      const before = await points(page);
      await page.getByRole('button', { name: /^Redeem/ }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /redeem/i }).click();
      await dialog.getByText(/[A-Z0-9]{4}/).first().waitFor();
      await page.keyboard.press('Escape');
      await eventually('fewer points', async () => (await points(page)) < before);
    }

    async function points(page: Page): Promise<number> {
      const answer = await page.evaluate(
        async ([version, circuit]) => {
          const route = version === '3' ? `/Member/v3/GetMember/?boxofficeCircuitId=${circuit}` : `/Member/GetMember/?circuitId=${circuit}`;
          const sent = { method: 'POST', headers: { 'Content-Type': 'application/json', 'Boxoffice-Session-Mode': 'cookie' }, body: JSON.stringify({ reqMetadata: { method: 'GET', route } }) };
          const { memberDetails } = await (await fetch('/api/cypher', sent)).json();
          return Number(memberDetails.balances.find(({ balanceType }: { balanceType: string }) => balanceType === 'POINTS').amount);
        },
        [place === 'meridian' ? '3' : '1', place],
      );
      return answer;
    }

    /** The same member at another machine. */
    async function elsewhere(): Promise<Page> {
      const [, page] = await demo.visitor();
      await page.goto(site('/login/'));
      await hydrated(page);
      await signIn(page, PASSWORD);
      return page;
    }

    async function signIn(page: Page, password: string): Promise<void> {
      await page.getByLabel(/username/i).first().fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: /, Ann$/ }).waitFor();
    }

    async function changePassword(page: Page): Promise<void> {
      await page.goto(site('/login/profile/'));
      await page.getByRole('button', { name: /change.*password/i }).click();
      await page.getByLabel(/current password|old password/i).first().fill(PASSWORD);
      await page.getByLabel(/new password/i).first().fill(NEXT_PASSWORD);
      const again = page.getByLabel(/repeat|again/i);
      if ((await again.count()) > 0) await again.first().fill(NEXT_PASSWORD);
      await page.getByRole('main').getByRole('button', { name: /save|change/i }).last().click();
      await page.getByText(/password is changed|password changed|new password/i).first().waitFor();
    }

    /** A new password ends every other sign-in (security 2.1). */
    async function isSignedOut(page: Page): Promise<void> {
      await eventually('the other sign-in ends', async () => {
        await page.goto(site('/login/orders/'));
        await page.waitForTimeout(1500);
        return (await page.getByRole('main').getByRole('button', { name: 'Sign in' }).count()) > 0;
      });
      await signIn2(page);
    }

    async function signIn2(page: Page): Promise<void> {
      await page.goto(site('/login/'));
      await hydrated(page);
      await signIn(page, NEXT_PASSWORD);
      await page.context().close();
    }

    async function leave(page: Page): Promise<void> {
      await page.goto(site('/login/profile/'));
      await page.getByRole('button', { name: 'Delete account' }).click();
      const dialog = page.getByRole('dialog');
      const tick = dialog.getByRole('checkbox');
      if ((await tick.count()) > 0) await tick.first().check();
      await dialog.getByRole('button', { name: /delete/i }).last().click();
      await eventually('being signed out', async () => !(await page.evaluate(() => document.cookie.includes('loyaltyState=%7B%22cypherVersion'))));
      const [context, visitor] = await demo.visitor();
      await visitor.goto(site('/login/'));
      await hydrated(visitor);
      await visitor.getByLabel(/username/i).first().fill(email);
      await visitor.getByLabel('Password', { exact: true }).fill(NEXT_PASSWORD);
      await visitor.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await visitor.getByRole('alert').waitFor();
      await context.close();
    }
  });
}
