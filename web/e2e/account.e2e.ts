// Signing in, and coming back in after a password was forgotten, in the real program.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { WIDTHS } from './browser.ts';
import { fitsAndPasses, heading, nameField, opened, passwordField, ready, signIn, signInButton, signedIn } from './guests.ts';
import { linkIn } from './mail.ts';
import { stage } from './stage.ts';
import { answerOf } from './third-parties.ts';
import { becomes, eventually, hasFocus } from './visit.ts';

/** All come from one address, which may fail a few times an hour only. */
const demo = stage('--rate-limits', 'off');
const { meridian, aster } = demo;

const IRIS = { name: 'iris', email: 'iris@example.org', password: 'lanterns-over-the-canal' };
const NOOR = { name: 'noor', email: 'noor@example.org', password: 'five-houses-one-card' };
const SITES = [
  ['Meridian, version 3', meridian, IRIS],
  ['Aster, version 1', aster, NOOR],
] as const;

const at = (
  address: string,
  width: number = 1440,
  options: BrowserContextOptions = {},
): Promise<[BrowserContext, Page, string[]]> => opened(demo.browser, address, width, options);

const linkOfMail = (to: string, before: number): Promise<string> => linkIn(demo.program, to, before);
const mailsTo = (to: string): number => demo.program.mails(to).length;

describe('signing in', () => {
  for (const [site, address, member] of SITES)
    for (const width of WIDTHS)
      it(`SESS-26 SESS-27 ERR-03 at ${width} at ${site} says what is wrong and what to do, then lets in`, async () => {
        const [context, page] = await at(address('/login/'), width);
        await fitsAndPasses(page);
        await signIn(page, member.name, 'not-the-password');
        const message = page.getByRole('alert');
        await message.getByText('Incorrect password (Code: 31)').waitFor();
        await hasFocus(message);
        assert.equal(await nameField(page).inputValue(), member.name);
        assert.equal(await passwordField(page).inputValue(), '');
        await message.getByRole('link', { name: 'Choose a new password' }).waitFor();
        await fitsAndPasses(page);
        await signIn(page, member.email, member.password);
        await signedIn(page);
        await heading(page, 'Sign in').waitFor({ state: 'detached' });
        await context.close();
      });

  it('leads to the first field that is empty, which says so', async () => {
    const [context, page] = await at(meridian('/login/'));
    await signInButton(page).click();
    await hasFocus(nameField(page));
    assert.equal(await nameField(page).getAttribute('aria-invalid'), 'true');
    await page.getByText('Enter your email or username').waitFor();
    await nameField(page).fill('iris');
    await signInButton(page).click();
    await hasFocus(passwordField(page));
    await page.getByText('Enter your password').waitFor();
    await fitsAndPasses(page);
    await context.close();
  });

  it('goes on to a page of the site, and to no other', async () => {
    const [context, page] = await at(meridian('/login/?next=%2Fmovies%2F%3Fday%3D2026-11-21'));
    await signIn(page, IRIS.name, IRIS.password);
    await page.waitForURL(meridian('/movies/?day=2026-11-21'));
    await context.close();
    const [other, strange] = await at(meridian('/login/?next=%2F%2Fevil.example%2F'));
    await signIn(strange, IRIS.name, IRIS.password);
    await signedIn(strange);
    await heading(strange, 'Sign in').waitFor({ state: 'detached' });
    assert.equal(new URL(strange.url()).host, new URL(meridian('/')).host);
    await other.close();
  });

  it('a page for members asks to sign in, in place and with its query', async () => {
    const [context, page] = await at(meridian('/login/rewards/?from=mail'));
    await heading(page, 'Sign in').waitFor();
    await signIn(page, IRIS.name, IRIS.password);
    await heading(page, 'Sign in').waitFor({ state: 'detached' });
    assert.equal(page.url(), meridian('/login/rewards/?from=mail'));
    await context.close();
  });

  it('ERR-26 without a connection nothing that was typed is lost but the password', async () => {
    const [context, page] = await at(meridian('/login/'));
    await page.route('**/api/cypher', (route) => route.abort());
    await signIn(page, IRIS.name, IRIS.password);
    await page.getByRole('alert').getByText('We could not reach the box office. Try again.').waitFor();
    assert.equal(await nameField(page).inputValue(), IRIS.name);
    await page.unroute('**/api/cypher');
    await passwordField(page).fill(IRIS.password);
    await signInButton(page).click();
    await signedIn(page);
    await context.close();
  });

  it('VALID-11 an expired member is told whom to ask', async () => {
    const [context, page] = await at(aster('/login/'));
    await signIn(page, 'june', 'last-seat-in-the-row');
    await page.getByRole('alert').getByText('Your account has expired (Code: 46)').waitFor();
    await page.getByText('Ask at the box office how to renew your membership.').waitFor();
    await context.close();
  });

  it('an account that is not active gets its mail again, and the mail activates it', async () => {
    demo.program.configure('meridian', ({ options }) => {
      options['emailActivation'] = true;
    });
    const [email, password] = ['june.okafor@mail.example', 'a-lamp-in-the-fourth-row'];
    const [context, page] = await at(meridian('/login/'));
    await eventually('the setting is in force', async () =>
      (await answerOf(page, meridian('/api/member-area.json'))).includes('"emailActivation":true'),
    );
    // Once: an account that was made before would be active, and each further try might send a mail of its own.
    const reqMetadata = { method: 'POST', route: '/Member/v3/Create?boxofficeCircuitId=meridian' };
    await page.request.post(meridian('/api/cypher'), {
      data: { reqMetadata, email, password, firstName: 'June', lastName: 'Okafor', username: 'juneo' },
    });
    await eventually('the mail of the new account', () => mailsTo(email) > 0);
    await signIn(page, email, password);
    await page.getByRole('alert').getByText('Your account is not activated (Code: 26)').waitFor();
    const before = mailsTo(email);
    await page.getByRole('button', { name: 'Send the activation email again' }).click();
    await page.getByText(`We sent it to ${email}.`).waitFor();
    await fitsAndPasses(page);
    await page.goto(await linkOfMail(email, before));
    await page.getByText('Your account is active.').waitFor();
    await ready(page);
    await signIn(page, email, password);
    await signedIn(page);
    await context.close();
  });

  it('who signed in by a user name is asked for the address of an account', async () => {
    const [context, page] = await at(meridian('/login/?code=26'));
    const send = page.getByRole('button', { name: 'Send the activation email again' });
    const address = page.getByRole('textbox', { name: 'Email of your account' });
    await send.click();
    await address.fill('iris');
    await send.click();
    await page.getByText('Enter an email such as name@example.com').waitFor();
    await fitsAndPasses(page);
    await address.fill(IRIS.email);
    await send.click();
    await page.getByText('Your account is already active (Code: 76)').waitFor();
    await context.close();
  });

  for (const [how, words] of [
    ['account', 'Your account is active.'],
    ['username', 'Your username is confirmed.'],
    ['failed', 'This link has expired or was already used.'],
  ] as const)
    it(`says how the link of a mail went: ${how}`, async () => {
      const [context, page] = await at(aster(`/login/?activation=${how}`), 390);
      await page.getByText(words).waitFor();
      await fitsAndPasses(page);
      await context.close();
    });

  it('speaks French', async () => {
    const [context, page] = await at(aster('/fr/login/'), 390);
    await heading(page, 'Se connecter').waitFor();
    await page.getByRole('textbox', { name: 'E-mail ou identifiant' }).fill('noor');
    await page.getByRole('textbox', { name: 'Mot de passe', exact: true }).fill('non');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Mot de passe incorrect (Code : 31)').waitFor();
    await fitsAndPasses(page);
    assert.equal(
      await page.getByRole('link', { name: 'Mot de passe oublié ?' }).getAttribute('href'),
      '/fr/login/forgot-password/',
    );
    await context.close();
  });

  it('ux 10: without scripts the form is a form', async () => {
    const [context, page] = await at(meridian('/login/'), 390, { javaScriptEnabled: false });
    await heading(page, 'Sign in').waitFor();
    const form = page.getByRole('main').locator('form');
    assert.equal(await form.getAttribute('method'), 'post');
    assert.equal(await form.getAttribute('action'), '/api/sign-in');
    assert.equal(await form.getAttribute('novalidate'), null);
    assert.equal(await nameField(page).getAttribute('name'), 'username');
    assert.equal(await passwordField(page).getAttribute('name'), 'password');
    assert.equal(await signInButton(page).getAttribute('type'), 'submit');
    await context.close();
  });
});

describe('a forgotten password', () => {
  for (const [site, address, member] of SITES)
    it(`RESET-06 RESET-09 at ${site}: mail, new password, sign in`, async () => {
      const [context, page, said] = await at(address('/login/'));
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await heading(page, 'Forgot your password?').waitFor();
      await ready(page);
      await fitsAndPasses(page);
      const before = mailsTo(member.email);
      await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
      await page.keyboard.press('Enter');
      const done = page.getByRole('status').filter({ hasText: `If ${member.email} belongs to a member` });
      await done.waitFor();
      await hasFocus(done);
      assert.equal(await page.getByRole('button', { name: 'Send it again' }).isDisabled(), true);
      await fitsAndPasses(page);
      const link = await linkOfMail(member.email, before);
      assert.ok(link.startsWith(address('/login/?')), link);

      await page.goto(link);
      await heading(page, 'Choose a new password').waitFor();
      await becomes(() => page.url(), address('/login/'), 'what the link carried is out of the address');
      await page.getByText(`For ${member.email}`).waitFor();
      const [fresh, repeated] = [
        page.getByRole('textbox', { name: 'New password', exact: true }),
        page.getByRole('textbox', { name: 'Repeat the new password' }),
      ];
      await fresh.fill('short');
      await repeated.fill('other');
      await page.keyboard.press('Enter');
      await page.getByText('Your password does not meet the rules yet').waitFor();
      await hasFocus(fresh);
      await fitsAndPasses(page);
      const password = `a-new-lamp-in-row-${member.name.length}-twelve`;
      await fresh.fill(password);
      await page.keyboard.press('Enter');
      await page.getByText('The passwords do not match').waitFor();
      await repeated.fill(password);
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByText('Your password is changed. Sign in with the new one.').waitFor();
      await fitsAndPasses(page);
      assert.equal(await nameField(page).inputValue(), member.email);
      await passwordField(page).fill(password);
      await signInButton(page).click();
      await signedIn(page);
      await heading(page, 'Sign in').waitFor({ state: 'detached' });
      assert.deepEqual(said, []);
      await context.close();
      // The link works once.
      const [again, used] = await at(link);
      await used.getByRole('textbox', { name: 'New password', exact: true }).fill(`${password}-2`);
      await used.getByRole('textbox', { name: 'Repeat the new password' }).fill(`${password}-2`);
      await used.keyboard.press('Enter');
      await used.getByRole('alert').getByText('Invalid reset code (Code: 57)').waitFor();
      await fitsAndPasses(used);
      await used.getByRole('button', { name: 'Send a new link' }).click();
      await heading(used, 'Forgot your password?').waitFor();
      assert.equal(await used.getByRole('textbox', { name: 'Email' }).inputValue(), member.email);
      await again.close();
    });

  it('says the same for an address that nobody has', async () => {
    const [context, page] = await at(meridian('/login/forgot-password/'), 390);
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@mail.example');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If nobody@mail.example belongs to a member').waitFor();
    await fitsAndPasses(page);
    await context.close();
  });

  it('says why a new one is due', async () => {
    const [context, page] = await at(meridian('/login/forgot-password/?code=1015'));
    await page.getByText('You need to change your password (Code: 1015)').waitFor();
    await context.close();
  });
});

describe('a forgotten user name', () => {
  it('CALL-09 comes by mail', async () => {
    const [context, page] = await at(aster('/login/forgot-username/'), 390);
    await fitsAndPasses(page);
    const before = mailsTo(NOOR.email);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await page.getByText('Enter your email', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(NOOR.email);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await page.getByText(`If ${NOOR.email} belongs to a member`).waitFor();
    await eventually('the mail', () => Promise.resolve(mailsTo(NOOR.email) > before));
    await context.close();
  });
});

describe('activating a membership', () => {
  for (const [site, address] of SITES)
    it(`LOYC-19 ACT-07 at ${site} says what came of it`, async () => {
      const [context, page] = await at(address('/login/activate/'), 390);
      await fitsAndPasses(page);
      await page.getByRole('button', { name: 'Activate' }).click();
      await hasFocus(page.getByRole('textbox', { name: 'First name' }));
      await page.getByRole('textbox', { name: 'First name' }).fill('Nobody');
      await page.getByRole('textbox', { name: 'Last name' }).fill('Known');
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@mail.example');
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.getByText('We could not activate a membership with these details.').waitFor();
      await fitsAndPasses(page);
      await context.close();
    });
});
