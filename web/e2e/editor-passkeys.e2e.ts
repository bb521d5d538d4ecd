// Passkeys of operators, with the virtual authenticator of Chromium.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { addOperator, editorUrl, openEditor, requestApi } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { decodeQuotedPrintable } from './mail.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

interface Authenticator {
  readonly session: CDPSession;
  readonly id: string;
}

/** Gives a page an authenticator that verifies its user by itself, as the one of a phone. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, id: authenticatorId };
}

const setVerified = ({ session, id }: Authenticator, isUserVerified: boolean): Promise<unknown> =>
  session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified });

async function credentialsOf({ session, id }: Authenticator) {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId: id });
  return credentials;
}

/** Leaves only the button: Chromium's virtual authenticator answers requests of fields without being asked. */
const withoutFields = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

const screenTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const rows = (page: Page) => page.locator('section').filter({ hasText: 'Your passkeys' }).getByRole('listitem');

async function openSignInTab(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Sign-in' }).click();
  await page.getByRole('heading', { name: 'Your passkeys' }).waitFor();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(`The passkey ${name} is added.`).waitFor();
  await dialog.waitFor({ state: 'detached' });
}

async function pressSignOut(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: `Account of ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

async function signOut(page: Page, name: string): Promise<void> {
  await pressSignOut(page, name);
  await screenTitle(page, 'Sign in').waitFor();
}

/** Has the server ask for a confirmation once, as it does ten minutes after a sign-in. */
const askOnce = (page: Page, path: RegExp, method: string): Promise<unknown> =>
  page.route(
    path,
    async (route) => {
      if (route.request().method() !== method) await route.continue();
      else
        await route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: JSON.stringify({ title: 'Enter your password again', code: 'reauthenticate' }),
        });
    },
    { times: 1 },
  );

describe('passkeys', () => {
  it('security 2.8 are added, sign in, confirm, and are renamed and removed', async () => {
    const { context, page, operator } = await openEditor(demo, 'meridian/team/');
    await withoutFields(page);
    const authenticator = await addAuthenticator(page);
    await openSignInTab(page);
    await page.getByText('Sign in with your fingerprint, face or screen lock').waitFor();
    await addPasskey(page, 'Work phone');
    await rows(page).filter({ hasText: 'Work phone' }).filter({ hasText: 'never used' }).waitFor();
    const credentials = await credentialsOf(authenticator);
    assert.deepEqual(
      credentials.map(({ rpId, isResidentCredential }) => ({ rpId, isResidentCredential })),
      [{ rpId: 'localhost', isResidentCredential: true }],
    );

    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Twice');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'has a passkey of your account already' }).waitFor();
    await page.keyboard.press('Escape');

    await page.reload();
    await signOut(page, operator.name);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await screenTitle(page, 'Team and security').waitFor();
    await openSignInTab(page);
    await rows(page).filter({ hasText: 'Work phone' }).filter({ hasText: 'used' }).waitFor();
    await page.getByText('passkey Work phone').waitFor();

    await page.getByRole('button', { name: 'Rename Work phone' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('My phone');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor();

    await askOnce(page, /\/api\/editor\/passkeys\/\w+$/, 'DELETE');
    await page.getByRole('button', { name: 'Remove My phone' }).click();
    await page.getByRole('dialog', { name: 'Remove the passkey My phone?' }).getByRole('button', { name: 'Remove' }).click();
    const again = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await again.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The passkey My phone is removed.').waitFor();
    await eventuallyEquals(() => rows(page).filter({ hasText: 'My phone' }).count(), 0);

    await signOut(page, operator.name);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'The passkey was not accepted' }).waitFor();
    assert.ok(await screenTitle(page, 'Sign in').isVisible());
    await context.close();
  });

  it('security 2.8 do not sign in without verification of the person', async () => {
    const { context, page, operator } = await openEditor(demo, 'meridian/team/');
    await withoutFields(page);
    const authenticator = await addAuthenticator(page);
    await page.reload();
    await openSignInTab(page);
    await addPasskey(page, 'Laptop');
    await signOut(page, operator.name);
    await setVerified(authenticator, false);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor();
    await setVerified(authenticator, true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await screenTitle(page, 'Team and security').waitFor();
    await context.close();
  });

  it('security 2.8 are offered in the list of the email field', async () => {
    const { context, page, operator } = await openEditor(demo, 'meridian/team/');
    await addAuthenticator(page);
    await openSignInTab(page);
    await addPasskey(page, 'Laptop');
    // The virtual authenticator chooses its only passkey by itself.
    const signedIn = page.waitForResponse('**/api/editor/sign-in/passkey');
    await pressSignOut(page, operator.name);
    assert.equal((await signedIn).status(), 200);
    await screenTitle(page, 'Team and security').waitFor();
    await openSignInTab(page);
    await page.getByRole('listitem').filter({ hasText: 'this session' }).filter({ hasText: 'passkey Laptop' }).waitFor();
    await context.close();
  });

  it('security 2.8 accept an invitation instead of a password, and the last one stays', async () => {
    const owner = await openEditor(demo, 'meridian/team/');
    const email = 'pia@cinema.example';
    await requestApi(demo, owner, 'POST', 'meridian/invitations', { email, role: 'editor' });
    let link = '';
    await eventually('the invitation is sent', () => {
      const mail = demo.server.mails(email).at(-1) ?? '';
      link = /https?:\/\/\S+\/editor\/welcome\/\?token=[\w-]+/.exec(decodeQuotedPrintable(mail))?.[0] ?? '';
      return link !== '';
    });
    const context = await demo.browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await withoutFields(page);
    await addAuthenticator(page);
    await page.goto(link);
    await page.getByRole('button', { name: 'Use a passkey instead of a password' }).click();
    await page.getByText('Your name is required.').waitFor();
    await page.getByLabel('Your name').fill('Pia');
    await page.getByRole('button', { name: 'Use a passkey instead of a password' }).click();
    await page.waitForURL('**/editor/meridian/**');
    await page.goto(editorUrl(demo, 'meridian/team/'));
    await openSignInTab(page);
    await page.getByText('You sign in with passkeys only.').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Two-factor sign-in' }).count(), 0);
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alert').filter({ hasText: 'This is your only way to sign in.' }).waitFor();
    await page.keyboard.press('Escape');

    await askOnce(page, /\/api\/editor\/password$/, 'POST');
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'New password' }).fill('a quiet row of seats');
    await page.keyboard.press('Enter');
    const again = page.getByRole('dialog', { name: 'Confirm that it is you' });
    assert.equal(await again.getByRole('textbox').count(), 0, 'there is no password to ask for');
    await again.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The password is changed.').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).waitFor();
    await context.close();
    await owner.context.close();
  });

  it('are hidden in a browser without Web Authentication, which signs in with a password', async () => {
    const operator = addOperator(demo);
    const context = await demo.browser.newContext();
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    const page = await context.newPage();
    await page.goto(editorUrl(demo, 'meridian/team/'));
    await page.getByLabel('Email').fill(operator.email);
    assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0);
    await page.getByRole('textbox', { name: 'Password' }).fill(operator.password);
    await page.keyboard.press('Enter');
    await screenTitle(page, 'Team and security').waitFor();
    await openSignInTab(page);
    await page.getByText('This browser offers no passkeys for this address.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
    await context.close();
  });

  it('are used with the keyboard, and have no accessibility violations', async () => {
    for (const width of WIDTHS) {
      const { context, page } = await openEditor(demo, 'meridian/team/', { viewport: { width, height: 900 } });
      await withoutFields(page);
      await addAuthenticator(page);
      await page.reload();
      await openSignInTab(page);
      const add = page.getByRole('button', { name: 'Add a passkey' });
      await add.focus();
      await page.keyboard.press('Enter');
      await waitForFocus(page.getByRole('dialog').getByLabel('Name'));
      await assertNoAxeViolations(page);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Remove / }).waitFor();
      await waitForFocus(add);
      await assertNoAxeViolations(page);
      await context.close();
    }
  });
});
