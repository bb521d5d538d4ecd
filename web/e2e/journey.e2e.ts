// A member's whole way, on both demo sites: version 3 and version 1 of the loyalty interface. Nothing is set up beforehand but that
// addresses are confirmed by mail and that somebody signs passes.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { heading, ready, signIn as fillInAndSignIn } from './guests.ts';
import { linkIn } from './mail.ts';
import { stage } from './stage.ts';
import { becomes, eventually, hasClosed } from './visit.ts';
import { newIssuer } from './wallet.ts';

const issuer = newIssuer();
const demo = stage('--rate-limits', 'off', ...issuer.flags);
after(() => issuer.stop());

const PASSWORD = 'A-lantern-in-the-fog-7';
const NEXT_PASSWORD = 'A-second-lantern-lit-8';
/** A day with shows, and as many tickets for one as earn a reward. */
const DAY = '2026-11-21';
const TICKETS = '6';

for (const place of ['meridian', 'aster'] as const) {
  describe(`a member of ${place}`, () => {
    const email = `ann.${place}@mail.example`;
    const site = (path: string): string => demo[place](path);
    const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

    before(() =>
      demo.program.configure(place, ({ options }) => {
        options['emailActivation'] = true;
      }),
    );

    it('SESS-25 HAND-09 HAND-11 WATCH-01 WALLET-02 joins, activates, signs in, wants a film, buys, spends points, changes the password and leaves', async () => {
      const [context, page] = await demo.visitor();
      await join(page);
      await activate(page);
      await signIn(page, PASSWORD);
      await wantAFilm(page);
      await buy(page, context);
      await seeTheOrder(page);
      await redeem(page);
      await takeATicketAlong(page, context);
      const other = await elsewhere(PASSWORD);
      await changePassword(page);
      await isSignedOut(other);
      await (await elsewhere(NEXT_PASSWORD)).context().close();
      await leave(page, context);
      await isUnknown();
      await context.close();
    });

    async function join(page: Page): Promise<void> {
      await eventually('the page knows that addresses are confirmed', async () => {
        await page.goto(site('/login/join/'));
        return (await page.content()).includes('"emailActivation":true');
      });
      await ready(page);
      await page.getByRole('radio').first().waitFor();
      await page.getByLabel('First name').fill('Ann');
      await page.getByLabel('Last name').fill('Lee');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('I accept the').check();
      await button(page, /^Join/).click();
      await heading(page, 'Check your email').waitFor();
      assert.equal(await isSignedIn(page), false);
    }

    async function activate(page: Page): Promise<void> {
      await page.goto(await linkIn(demo.program, email, 0));
      await page.getByText('Your account is active.').waitFor();
      assert.equal(new URL(page.url()).pathname, '/login/');
    }

    async function signIn(page: Page, password: string): Promise<void> {
      await page.goto(site('/login/'));
      await ready(page);
      await fillInAndSignIn(page, email, password);
      await heading(page, /, Ann$/).waitFor();
      // The entry of the header says so (ROLE-10).
      await page.getByRole('banner').getByRole('link', { name: 'Hi, Ann' }).first().waitFor();
    }

    async function wantAFilm(page: Page): Promise<void> {
      await page.goto(site('/movies/'));
      const film = (await page.locator('a[data-heart]').first().getAttribute('data-heart')) ?? '';
      await page.locator(`a[data-heart="${film}"][aria-pressed="false"]`).first().click();
      await page.locator(`a[data-heart="${film}"][aria-pressed="true"]`).first().waitFor();
      await page.goto(site('/login/watchlist/'));
      await page.locator(`main a[href*="/movies/${film}"]`).first().waitFor();
    }

    /** A link to ticketing takes the session along, and the seats are sold to the member. */
    async function buy(page: Page, context: BrowserContext): Promise<void> {
      await page.goto(site(`/movies/?day=${DAY}`));
      await page.locator('html[data-member]').waitFor();
      const [shop] = await Promise.all([shopPage(page, context), page.locator('main a[href*="perfCode="]').last().click()]);
      await shop.getByText(/Signed in as Ann Lee/).waitFor();
      await eventually(
        'the token does not stay in the address',
        () => !/userSessionId|token/.test(shop.url()),
        () => shop.url(),
      );
      await shop.getByLabel('Tickets').selectOption(TICKETS);
      await shop.getByRole('button', { name: /review|continue/i }).click();
      await shop.getByRole('button', { name: /^Pay/ }).click();
      await shop.waitForURL(/\/orders\/SB-/);
      await shop
        .getByText(/points/)
        .first()
        .waitFor();
      if (shop !== page) await shop.close();
    }

    /** The ticketing site opens where its link says: here or in a window of its own. */
    async function shopPage(page: Page, context: BrowserContext): Promise<Page> {
      const isShop = (url: URL): boolean => url.hostname === 'ticketing.localhost';
      return await Promise.race([context.waitForEvent('page'), page.waitForURL(isShop).then(() => page)]);
    }

    async function seeTheOrder(page: Page): Promise<void> {
      await page.goto(site('/login/orders/'));
      await page.getByRole('heading', { name: 'Upcoming' }).waitFor();
      await page.getByText(`${TICKETS} × `).first().waitFor();
      await page
        .getByText(/\+[\d,]+ points/)
        .first()
        .waitFor();
    }

    async function redeem(page: Page): Promise<void> {
      await page.goto(site('/login/rewards/'));
      await button(page, /^Redeem/)
        .first()
        .waitFor();
      const had = await points(page);
      await button(page, /^Redeem/)
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /redeem/i }).click();
      await dialog
        .getByText(/[A-Z0-9]{4}/)
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await hasClosed(dialog);
      await eventually('fewer points', async () => (await points(page)) < had);
    }

    /** What the page of the rewards says. */
    async function points(page: Page): Promise<number> {
      const said = await page
        .getByRole('main')
        .getByText(/^You have [\d,]+ points/)
        .innerText();
      return Number(said.replaceAll(/\D/g, ''));
    }

    /** The pass is signed here for one of the tickets, and saved by the wallet. */
    async function takeATicketAlong(page: Page, context: BrowserContext): Promise<void> {
      await page.goto(site('/login/orders/'));
      const figure = page.getByRole('figure', { name: /^Code of ticket / }).first();
      const ticket = await figure.locator('figcaption span').innerText();
      const { origins, payload } = await issuer.saved(context, () => button(page, 'Add to wallet, ticket 1').click());
      assert.deepEqual(origins, [new URL(site('/')).origin]);
      const [pass] = payload['eventTicketObjects'] ?? [];
      assert.deepEqual(
        [pass?.['ticketHolderName'], pass?.['barcode']],
        ['Ann Lee', { type: 'QR_CODE', value: ticket, alternateText: ticket }],
      );
    }

    /** The same member at another machine. */
    async function elsewhere(password: string): Promise<Page> {
      const [, page] = await demo.visitor();
      await signIn(page, password);
      return page;
    }

    async function changePassword(page: Page): Promise<void> {
      await page.goto(site('/login/profile/'));
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('New password').fill(NEXT_PASSWORD);
      await button(page, 'Change password').click();
      await page.getByRole('status').getByText('Password changed').waitFor();
    }

    /** A new password ends every other sign-in, but not the one where it was changed (security 2.1). */
    async function isSignedOut(other: Page): Promise<void> {
      await other.goto(site('/login/orders/'));
      await heading(other, 'Sign in').waitFor();
      await becomes(() => isSignedIn(other), false);
      await other.context().close();
    }

    async function leave(page: Page, context: BrowserContext): Promise<void> {
      await page.goto(site('/login/profile/'));
      await button(page, 'Delete account').click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByText('Goodbye, Ann.').waitFor();
      await page.getByRole('button', { name: 'See all films' }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/login/'));
      await becomes(async () => (await context.cookies()).some(({ name }) => name.endsWith('loyaltyState')), false);
    }

    /** Nobody signs in any more. */
    async function isUnknown(): Promise<void> {
      const [context, page] = await demo.visitor();
      await page.goto(site('/login/'));
      await ready(page);
      await fillInAndSignIn(page, email, NEXT_PASSWORD);
      await page.getByRole('alert').waitFor();
      assert.equal(await isSignedIn(page), false);
      await context.close();
    }
  });
}

const isSignedIn = (page: Page): Promise<boolean> => page.evaluate(() => document.cookie.includes('loyaltyState='));
