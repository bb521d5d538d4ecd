// Signing in, resetting a password, recovering a username and activating a membership.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { WIDTHS } from './browser.ts';
import {
  assertFitsAndAccessible,
  heading,
  openGuestForm,
  passwordField,
  signIn,
  signInButton,
  usernameField,
  waitForForm,
  waitForSignIn,
} from './guest-forms.ts';
import { waitForMailLink } from './mail.ts';
import { demoFixture } from './fixture.ts';
import { fetchText } from './third-parties.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

/** Without rate limits: all tests sign in from one IP address, which may fail only a few times per hour. */
const demo = demoFixture('--rate-limits', 'off');
const { meridian, aster } = demo;

const IRIS = { name: 'iris', email: 'iris@example.org', password: 'lanterns-over-the-canal' };
const NOOR = { name: 'noor', email: 'noor@example.org', password: 'five-houses-one-card' };
const SITES = [
  ['Meridian, version 3', meridian, IRIS],
  ['Aster, version 1', aster, NOOR],
] as const;

const openForm = (
  address: string,
  width: number = 1440,
  options: BrowserContextOptions = {},
): Promise<[BrowserContext, Page, string[]]> => openGuestForm(demo.browser, address, width, options);

const mailLink = (to: string, skip: number): Promise<string> => waitForMailLink(demo.server, to, skip);
const mailCount = (to: string): number => demo.server.mails(to).length;

describe('signing in', () => {
  for (const [site, address, member] of SITES)
    for (const width of WIDTHS)
      it(`SESS-26 SESS-27 ERR-03 at ${width} at ${site} shows what is wrong and what to do after a wrong password, then signs in`, async () => {
        const [context, page] = await openForm(address('/login/'), width);
        await assertFitsAndAccessible(page);
        await signIn(page, member.name, 'not-the-password');
        const message = page.getByRole('alert');
        await message.getByText('Incorrect password (Code: 31)').waitFor();
        await waitForFocus(message);
        assert.equal(await usernameField(page).inputValue(), member.name);
        assert.equal(await passwordField(page).inputValue(), '');
        await message.getByRole('link', { name: 'Choose a new password' }).waitFor();
        await assertFitsAndAccessible(page);
        await signIn(page, member.email, member.password);
        await waitForSignIn(page);
        await heading(page, 'Sign in').waitFor({ state: 'detached' });
        await context.close();
      });

  it('moves the focus to the first empty field and shows its error', async () => {
    const [context, page] = await openForm(meridian('/login/'));
    await signInButton(page).click();
    await waitForFocus(usernameField(page));
    assert.equal(await usernameField(page).getAttribute('aria-invalid'), 'true');
    await page.getByText('Enter your email or username').waitFor();
    await usernameField(page).fill('iris');
    await signInButton(page).click();
    await waitForFocus(passwordField(page));
    await page.getByText('Enter your password').waitFor();
    await assertFitsAndAccessible(page);
    await context.close();
  });

  it('redirects to a page of the site, and never to another host', async () => {
    const [context, page] = await openForm(meridian('/login/?next=%2Fmovies%2F%3Fday%3D2026-11-21'));
    await signIn(page, IRIS.name, IRIS.password);
    await page.waitForURL(meridian('/movies/?day=2026-11-21'));
    await context.close();
    const [otherContext, otherPage] = await openForm(meridian('/login/?next=%2F%2Fevil.example%2F'));
    const otherRequests: string[] = [];
    otherPage.on('request', (request) => otherRequests.push(new URL(request.url()).host));
    await signIn(otherPage, IRIS.name, IRIS.password);
    await waitForSignIn(otherPage);
    await heading(otherPage, /^Good /).waitFor();
    assert.deepEqual(
      otherRequests.filter((host) => host === 'evil.example'),
      [],
    );
    await otherContext.close();
  });

  it('a member page shows the sign-in form at its own address and keeps its query', async () => {
    const [context, page] = await openForm(meridian('/login/rewards/?from=mail'));
    await heading(page, 'Sign in').waitFor();
    await signIn(page, IRIS.name, IRIS.password);
    await heading(page, 'Sign in').waitFor({ state: 'detached' });
    assert.equal(page.url(), meridian('/login/rewards/?from=mail'));
    await context.close();
  });

  it('SESS-26 without a connection keeps what was typed, except the password', async () => {
    const [context, page] = await openForm(meridian('/login/'));
    await page.route('**/api/cypher', (route) => route.abort());
    await signIn(page, IRIS.name, IRIS.password);
    await page.getByRole('alert').getByText('We could not reach the box office. Try again.').waitFor();
    assert.equal(await usernameField(page).inputValue(), IRIS.name);
    assert.equal(await passwordField(page).inputValue(), '');
    await page.unroute('**/api/cypher');
    await passwordField(page).fill(IRIS.password);
    await signInButton(page).click();
    await waitForSignIn(page);
    await context.close();
  });

  it('VALID-11 tells an expired member how to renew', async () => {
    const [context, page] = await openForm(aster('/login/'));
    await signIn(page, 'june', 'last-seat-in-the-row');
    await page.getByRole('alert').getByText('Your account has expired (Code: 46)').waitFor();
    await page.getByText('Ask at the box office how to renew your membership.').waitFor();
    await context.close();
  });

  it('sends the activation mail of an inactive account again, and its link activates the account', async () => {
    demo.server.configure('meridian', ({ options }) => {
      options['emailActivation'] = true;
    });
    const [email, password] = ['june.okafor@mail.example', 'a-lamp-in-the-fourth-row'];
    const [context, page] = await openForm(meridian('/login/'));
    await eventually('the new setting is served', async () =>
      (await fetchText(page, meridian('/api/member-area.json'))).includes('"emailActivation":true'),
    );
    // Only after the setting is served, and only once: an account that is created earlier is active, and another call may send
    // another mail.
    const reqMetadata = { method: 'POST', route: '/Member/v3/Create?boxofficeCircuitId=meridian' };
    await page.request.post(meridian('/api/cypher'), {
      data: { reqMetadata, email, password, firstName: 'June', lastName: 'Okafor', username: 'juneo' },
    });
    await eventually('the activation mail', () => mailCount(email) > 0);
    await signIn(page, email, password);
    await page.getByRole('alert').getByText('Your account is not activated (Code: 26)').waitFor();
    const countBefore = mailCount(email);
    await page.getByRole('button', { name: 'Send the activation email again' }).click();
    await page.getByText(`We sent it to ${email}.`).waitFor();
    await assertFitsAndAccessible(page);
    await page.goto(await mailLink(email, countBefore));
    await page.getByText('Your account is active.').waitFor();
    await waitForForm(page);
    await signIn(page, email, password);
    await waitForSignIn(page);
    await context.close();
  });

  it('requires the email of the account if the visitor signed in with a username', async () => {
    const [context, page] = await openForm(meridian('/login/?code=26'));
    const sendButton = page.getByRole('button', { name: 'Send the activation email again' });
    const emailField = page.getByRole('textbox', { name: 'Email of your account' });
    await sendButton.click();
    await emailField.fill('iris');
    await sendButton.click();
    await page.getByText('Enter an email such as name@example.com').waitFor();
    await assertFitsAndAccessible(page);
    await emailField.fill(IRIS.email);
    await sendButton.click();
    await page.getByText('Your account is already active (Code: 76)').waitFor();
    await context.close();
  });

  for (const [result, text] of [
    ['account', 'Your account is active.'],
    ['username', 'Your username is confirmed.'],
    ['membership', 'Your membership is active. Sign in to see it.'],
    ['failed', 'This link has expired or was already used.'],
  ] as const)
    it(`shows the result of an activation link: ${result}`, async () => {
      const [context, page] = await openForm(aster(`/login/?activation=${result}`), 390);
      await page.getByText(text).waitFor();
      await assertFitsAndAccessible(page);
      await context.close();
    });

  it('is in French on French pages', async () => {
    const [context, page] = await openForm(aster('/fr/login/'), 390);
    await heading(page, 'Se connecter').waitFor();
    await page.getByRole('textbox', { name: 'E-mail ou identifiant' }).fill('noor');
    await page.getByRole('textbox', { name: 'Mot de passe', exact: true }).fill('non');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Mot de passe incorrect (Code : 31)').waitFor();
    await assertFitsAndAccessible(page);
    assert.equal(
      await page.getByRole('link', { name: 'Mot de passe oublié ?' }).getAttribute('href'),
      '/fr/login/forgot-password/',
    );
    await context.close();
  });

  it('ux 10: without scripts the form is a plain HTML form that posts to the server', async () => {
    const [context, page] = await openForm(meridian('/login/'), 390, { javaScriptEnabled: false });
    await heading(page, 'Sign in').waitFor();
    const form = page.getByRole('main').locator('form');
    assert.equal(await form.getAttribute('method'), 'post');
    assert.equal(await form.getAttribute('action'), null, 'it posts to the address of the page');
    assert.equal(await form.getAttribute('novalidate'), null);
    assert.equal(await usernameField(page).getAttribute('name'), 'username');
    assert.equal(await passwordField(page).getAttribute('name'), 'password');
    assert.equal(await signInButton(page).getAttribute('type'), 'submit');
    await context.close();
  });
});

describe('a sign-in without scripts', () => {
  it('SESS-25 keeps where it leads after a wrong password', async () => {
    const [context, page] = await openForm(meridian('/login/?next=%2Fevents%2F'), 390, { javaScriptEnabled: false });
    await usernameField(page).fill('iris');
    await passwordField(page).fill('nonsense');
    await signInButton(page).click();
    await page.getByText('Incorrect password').waitFor();
    await usernameField(page).fill('iris');
    await passwordField(page).fill(IRIS.password);
    await signInButton(page).click();
    await page.waitForURL(meridian('/events/'));
    await context.close();
  });
});

describe('a forgotten password', () => {
  for (const [site, address, member] of SITES)
    it(`RESET-06 RESET-09 at ${site} is replaced through the link of a mail, which works once`, async () => {
      const [context, page, consoleMessages] = await openForm(address('/login/'));
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await heading(page, 'Forgot your password?').waitFor();
      await waitForForm(page);
      await assertFitsAndAccessible(page);
      const countBefore = mailCount(member.email);
      await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
      await page.keyboard.press('Enter');
      const confirmation = page.getByRole('status').filter({ hasText: `If ${member.email} belongs to a member` });
      await confirmation.waitFor();
      await waitForFocus(confirmation);
      assert.equal(await page.getByRole('button', { name: 'Send it again' }).isDisabled(), true);
      await assertFitsAndAccessible(page);
      const link = await mailLink(member.email, countBefore);
      assert.ok(link.startsWith(address('/login/?')), link);

      await page.goto(link);
      await heading(page, 'Choose a new password').waitFor();
      await eventuallyEquals(() => page.url(), address('/login/'), 'email and code are removed from the address');
      await page.getByText(`For ${member.email}`).waitFor();
      const [newPassword, repeatedPassword] = [
        page.getByRole('textbox', { name: 'New password', exact: true }),
        page.getByRole('textbox', { name: 'Repeat the new password' }),
      ];
      await newPassword.fill('short');
      await repeatedPassword.fill('other');
      await page.keyboard.press('Enter');
      await page.getByText('Your password does not meet the rules yet').waitFor();
      await waitForFocus(newPassword);
      await assertFitsAndAccessible(page);
      const password = `a-new-lamp-in-row-${member.name.length}-twelve`;
      await newPassword.fill(password);
      await page.keyboard.press('Enter');
      await page.getByText('The passwords do not match').waitFor();
      await repeatedPassword.fill(password);
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByText('Your password is changed. Sign in with the new one.').waitFor();
      await assertFitsAndAccessible(page);
      assert.equal(await usernameField(page).inputValue(), member.email);
      await passwordField(page).fill(password);
      await signInButton(page).click();
      await waitForSignIn(page);
      await heading(page, 'Sign in').waitFor({ state: 'detached' });
      assert.deepEqual(consoleMessages, []);
      await context.close();
      // The link works only once.
      const [secondContext, secondPage] = await openForm(link);
      await secondPage.getByRole('textbox', { name: 'New password', exact: true }).fill(`${password}-2`);
      await secondPage.getByRole('textbox', { name: 'Repeat the new password' }).fill(`${password}-2`);
      await secondPage.keyboard.press('Enter');
      await secondPage.getByRole('alert').getByText('Invalid reset code (Code: 57)').waitFor();
      await assertFitsAndAccessible(secondPage);
      await secondPage.getByRole('button', { name: 'Send a new link' }).click();
      await heading(secondPage, 'Forgot your password?').waitFor();
      assert.equal(await secondPage.getByRole('textbox', { name: 'Email' }).inputValue(), member.email);
      await secondContext.close();
    });

  it('shows the same message for an unknown email', async () => {
    const [context, page] = await openForm(meridian('/login/forgot-password/'), 390);
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@mail.example');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If nobody@mail.example belongs to a member').waitFor();
    await assertFitsAndAccessible(page);
    await context.close();
  });

  it('shows why the password must be changed', async () => {
    const [context, page] = await openForm(meridian('/login/forgot-password/?code=1015'));
    await page.getByText('You need to change your password (Code: 1015)').waitFor();
    await context.close();
  });
});

describe('a forgotten username', () => {
  it('CALL-09 is sent by mail', async () => {
    const [context, page] = await openForm(aster('/login/forgot-username/'), 390);
    await assertFitsAndAccessible(page);
    const countBefore = mailCount(NOOR.email);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await page.getByText('Enter your email', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(NOOR.email);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await page.getByText(`If ${NOOR.email} belongs to a member`).waitFor();
    await eventually('the mail', () => Promise.resolve(mailCount(NOOR.email) > countBefore));
    await context.close();
  });
});

describe('activating a membership', () => {
  for (const [site, address] of SITES)
    it(`LOYC-19 ACT-07 at ${site} shows that the activation failed`, async () => {
      const [context, page] = await openForm(address('/login/activate/'), 390);
      await assertFitsAndAccessible(page);
      await page.getByRole('button', { name: 'Activate' }).click();
      await waitForFocus(page.getByRole('textbox', { name: 'First name' }));
      await page.getByRole('textbox', { name: 'First name' }).fill('Nobody');
      await page.getByRole('textbox', { name: 'Last name' }).fill('Known');
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@mail.example');
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.getByText('We could not activate a membership with these details.').waitFor();
      await assertFitsAndAccessible(page);
      await context.close();
    });

  it('ux 8 reports a failed connection if the phone number rules cannot be loaded', async () => {
    demo.server.configure('meridian', (_, settings) => {
      settings['loyalty'] = { ...Object(settings['loyalty']), includeActivationPhoneNumber: true };
    });
    const [context, page] = await openForm(meridian('/login/'), 390);
    await eventually('the new setting is served', async () =>
      (await fetchText(page, meridian('/login/activate/'))).includes('name="phoneNumber"'),
    );
    await page.goto(meridian('/login/activate/'));
    await waitForForm(page);
    await page.route('**/assets/phone-*.js', (route) => route.abort());
    await page.getByRole('textbox', { name: 'First name' }).fill('Nobody');
    await page.getByRole('textbox', { name: 'Last name' }).fill('Known');
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@mail.example');
    await page.getByRole('textbox', { name: 'Phone number' }).fill('(415) 555-2671');
    await page.getByRole('button', { name: 'Activate' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /could not reach/);
    await waitForFocus(alert);
    await context.close();
  });
});
