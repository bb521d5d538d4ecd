// The complete journey of a member on both demo sites, which use version 3 and version 1 of the loyalty interface. The only
// settings that differ from the demo are confirmation by mail and the signing of wallet passes.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { heading, signIn as submitSignIn, waitForForm } from './guest-forms.ts';
import { waitForMailLink } from './mail.ts';
import { demoFixture } from './fixture.ts';
import { openTickets } from './ticketing.ts';
import { eventually, eventuallyEquals, waitForDialogClosed } from './wait.ts';
import { newPassIssuer } from './wallet.ts';

const passIssuer = newPassIssuer();
const demo = demoFixture('--rate-limits', 'off', ...passIssuer.flags);
after(() => passIssuer.stop());

const PASSWORD = 'A-lantern-in-the-fog-7';
const NEXT_PASSWORD = 'A-second-lantern-lit-8';
/** A day with shows, and a number of tickets that earns enough points for a reward. */
const DAY = '2026-11-21';
const TICKETS = '6';

for (const site of ['meridian', 'aster'] as const) {
  describe(`a member of ${site}`, () => {
    const email = `ann.${site}@mail.example`;
    const urlOf = (path: string): string => demo[site](path);
    const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

    before(() =>
      demo.server.configure(site, ({ options }) => {
        options['emailActivation'] = true;
      }),
    );

    it('SESS-25 HAND-09 HAND-11 WATCH-01 WALLET-02 joins, activates, signs in, adds a film to the watchlist, buys tickets, redeems points, changes the password and deletes the account', async () => {
      const [context, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
      await join(page);
      await activate(page);
      await signIn(page, PASSWORD);
      await addToWatchlist(page);
      await buyTickets(page);
      await checkOrder(page);
      await redeemReward(page);
      await addTicketToWallet(page, context);
      const otherDevice = await signInOnAnotherDevice(PASSWORD);
      await changePassword(page);
      await checkSignedOut(otherDevice);
      await (await signInOnAnotherDevice(NEXT_PASSWORD)).context().close();
      await deleteAccount(page, context);
      await checkAccountIsDeleted();
      await context.close();
    });

    async function join(page: Page): Promise<void> {
      await eventually('the new setting is served', async () => {
        await page.goto(urlOf('/login/join/'));
        return (await page.content()).includes('"emailActivation":true');
      });
      await waitForForm(page);
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
      await page.goto(await waitForMailLink(demo.server, email, 0));
      await page.getByText('Your account is active.').waitFor();
      assert.equal(new URL(page.url()).pathname, '/login/');
    }

    async function signIn(page: Page, password: string): Promise<void> {
      await page.goto(urlOf('/login/'));
      await waitForForm(page);
      await submitSignIn(page, email, password);
      await heading(page, /, Ann$/).waitFor();
      // The header shows the member's name (ROLE-10).
      await page.getByRole('banner').getByRole('link', { name: 'Hi, Ann' }).first().waitFor();
    }

    async function addToWatchlist(page: Page): Promise<void> {
      await page.goto(urlOf('/movies/'));
      const film = (await page.locator('a[data-heart]').first().getAttribute('data-heart')) ?? '';
      await page.locator(`a[data-heart="${film}"][aria-pressed="false"]`).first().click();
      await page.locator(`a[data-heart="${film}"][aria-pressed="true"]`).first().waitFor();
      await page.goto(urlOf('/login/watchlist/'));
      await page.locator(`main a[href*="/movies/${film}"]`).first().waitFor();
    }

    /** Buys tickets. The link to the ticketing site hands over the session, and the order belongs to the member. */
    async function buyTickets(page: Page): Promise<void> {
      await page.goto(urlOf(`/movies/?day=${DAY}`));
      await page.locator('html[data-member]').waitFor();
      const ticketingPage = await openTickets(page, page.locator('main a[href*="perfCode="]').last());
      await ticketingPage.getByText(/Signed in as Ann Lee/).waitFor();
      await eventually(
        'the token is removed from the URL',
        () => !/userSessionId|token/.test(ticketingPage.url()),
        () => ticketingPage.url(),
      );
      await ticketingPage.getByLabel('Tickets').selectOption(TICKETS);
      await ticketingPage.getByRole('button', { name: /review|continue/i }).click();
      await ticketingPage.getByRole('button', { name: /^Pay/ }).click();
      await ticketingPage.waitForURL(/\/orders\/SB-/);
      await ticketingPage
        .getByText(/points/)
        .first()
        .waitFor();
      if (ticketingPage !== page) await ticketingPage.close();
    }

    async function checkOrder(page: Page): Promise<void> {
      await page.goto(urlOf('/login/orders/'));
      await page.getByRole('heading', { name: 'Upcoming' }).waitFor();
      await page.getByText(`${TICKETS} × `).first().waitFor();
      await page
        .getByText(/\+[\d,]+ points/)
        .first()
        .waitFor();
    }

    async function redeemReward(page: Page): Promise<void> {
      await page.goto(urlOf('/login/rewards/'));
      await button(page, /^Redeem/)
        .first()
        .waitFor();
      const pointsBefore = await points(page);
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
      await waitForDialogClosed(dialog);
      await eventually('fewer points', async () => (await points(page)) < pointsBefore);
    }

    /** The points that the rewards page shows. */
    async function points(page: Page): Promise<number> {
      const text = await page
        .getByRole('main')
        .getByText(/^You have [\d,]+ points/)
        .innerText();
      return Number(text.replaceAll(/\D/g, ''));
    }

    /** Adds the pass of a ticket to the wallet, and checks its signed content. */
    async function addTicketToWallet(page: Page, context: BrowserContext): Promise<void> {
      await page.goto(urlOf('/login/orders/'));
      const figure = page.getByRole('figure', { name: /^Code of ticket / }).first();
      const ticket = await figure.locator('figcaption span').innerText();
      const { origins, payload } = await passIssuer.savedClaims(context, () => button(page, 'Add to wallet, ticket 1').click());
      assert.deepEqual(origins, [new URL(urlOf('/')).origin]);
      const [pass] = payload['eventTicketObjects'] ?? [];
      assert.deepEqual(
        [pass?.['ticketHolderName'], pass?.['barcode']],
        ['Ann Lee', { type: 'QR_CODE', value: ticket, alternateText: ticket }],
      );
    }

    /** Signs in as the same member in another browser context. */
    async function signInOnAnotherDevice(password: string): Promise<Page> {
      const [, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
      await signIn(page, password);
      return page;
    }

    async function changePassword(page: Page): Promise<void> {
      await page.goto(urlOf('/login/profile/'));
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('New password').fill(NEXT_PASSWORD);
      await button(page, 'Change password').click();
      await page.getByRole('status').getByText('Password changed').waitFor();
    }

    /** A new password ends all other sessions of the member (security 2.1). */
    async function checkSignedOut(page: Page): Promise<void> {
      await page.goto(urlOf('/login/orders/'));
      await heading(page, 'Sign in').waitFor();
      await eventuallyEquals(() => isSignedIn(page), false);
      await page.context().close();
    }

    async function deleteAccount(page: Page, context: BrowserContext): Promise<void> {
      await page.goto(urlOf('/login/profile/'));
      await button(page, 'Delete account').click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByText('Goodbye, Ann.').waitFor();
      await page.getByRole('button', { name: 'See all films' }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/login/'));
      await eventuallyEquals(async () => (await context.cookies()).some(({ name }) => name.endsWith('loyaltyState')), false);
    }

    /** The deleted member cannot sign in any more. */
    async function checkAccountIsDeleted(): Promise<void> {
      const [context, page] = await demo.newVisitor({ serviceWorkers: 'allow' });
      await page.goto(urlOf('/login/'));
      await waitForForm(page);
      await submitSignIn(page, email, NEXT_PASSWORD);
      await page.getByRole('alert').waitFor();
      assert.equal(await isSignedIn(page), false);
      await context.close();
    }
  });
}

const isSignedIn = (page: Page): Promise<boolean> => page.evaluate(() => document.cookie.includes('loyaltyState='));
