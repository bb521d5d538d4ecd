// Joining the loyalty program, with free and paid memberships, and the balance of a gift card.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations, openPage } from './browser.ts';
import { waitForForm } from './guest-forms.ts';
import { decodeQuotedPrintable, waitForMailLink } from './mail.ts';
import { startPaymentProvider } from './payment-provider.ts';
import { demoFixture } from './fixture.ts';
import { eventually, waitForFocus } from './wait.ts';

const PASSWORD = 'a-lamp-in-the-fourth-row';

const paymentProvider = await startPaymentProvider();
after(() => paymentProvider.stop());
/** Without rate limits: all tests join from one IP address, which may check emails only a few times per hour. */
const demo = demoFixture('--rate-limits', 'off', ...paymentProvider.flags);
const { meridian, aster } = demo;

/** Opens the join page, and waits until its memberships have loaded. */
async function openJoin(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForForm(page);
  await page.getByRole('radio').first().waitFor();
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('June');
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByLabel('I accept the').check();
}

describe('joining for free', () => {
  for (const [site, address, membership] of [
    ['Meridian, version 3', () => meridian('/login/join/'), 'Club'],
    ['Aster, version 1', () => aster('/login/join/'), 'Friend'],
  ] as const) {
    for (const width of WIDTHS)
      it(`REG-12 ACT-11 ACT-12 at ${width} signs in at ${site}, and activates the membership`, async () => {
        const [context, page, consoleMessages] = await openPage(demo.browser, width);
        await openJoin(page, address());
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
        await assertNoAxeViolations(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `scrolls sideways by ${overflow}`);
        await fillIn(page, `june.${width}@mail.example`);
        await page.getByRole('button', { name: 'Join for free' }).click();
        await page.getByRole('heading', { name: 'Welcome, June', level: 1 }).waitFor();
        assert.match(await page.getByRole('main').innerText(), new RegExp(`Your ${membership} membership is active\\.`));
        // The welcome page shows the new card, the wallet button and today's films.
        await page.getByRole('region', { name: 'Membership card' }).waitFor();
        await page.getByRole('button', { name: 'Add to wallet' }).waitFor();
        const films = page.getByRole('region', { name: /^Playing (today|next: .+)$/ });
        await films
          .getByRole('link', { name: /tickets$/ })
          .first()
          .waitFor();
        assert.ok((await films.getByRole('heading', { level: 3 }).count()) > 0);
        assert.equal(
          await page.getByRole('link', { name: 'Add a theater' }).count(),
          0,
          'neither a single location nor version 1 has favorite theaters',
        );
        assert.ok(
          (await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0,
          'the welcome page does not scroll sideways',
        );
        await assertNoAxeViolations(page);
        assert.deepEqual(consoleMessages, []);
        // A second visit shows that the visitor is a member.
        await page.reload();
        await page.getByRole('heading', { name: 'You are already a member', level: 1 }).waitFor();
        await context.close();
      });
  }

  it('REG-04 REG-09 VALID-03 sends booleans as words, and the phone number in international format', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await openJoin(page, aster('/login/join/'));
    await fillIn(page, 'ngozi@mail.example');
    await page.getByLabel('Text me about').check();
    await page.getByRole('button', { name: 'Join for free' }).click();
    await page.getByText('Enter your mobile number, or turn off texts').waitFor();
    await waitForFocus(page.getByRole('textbox', { name: 'Mobile' }));
    await page.getByRole('textbox', { name: 'Mobile' }).fill('12345');
    await page.getByRole('button', { name: 'Join for free' }).click();
    await page.getByText('This is not a phone number in that country').waitFor();
    await page.getByLabel('Country of the mobile number').selectOption('FR');
    await page.getByRole('textbox', { name: 'Mobile' }).fill('06 12 34 56 78');
    await page.getByLabel('Favorite theater').selectOption({ label: 'Harbor' });
    const createRequest = page.waitForRequest((request) => request.postData()?.includes('/Member/Create') === true);
    await page.getByRole('button', { name: 'Join for free' }).click();
    const payload: Record<string, unknown> = JSON.parse((await createRequest).postData() ?? '');
    assert.deepEqual(
      [
        payload['mobileNumber'],
        payload['phoneNumber'],
        payload['sendNewsletter'],
        payload['wishToReceiveSMS'],
        payload['preferredCinemaId'],
        payload['username'],
      ],
      ['+33612345678', '+33612345678', 'False', 'True', 'aster-harbor', 'ngozi@mail.example'],
    );
    await page.getByRole('heading', { name: 'Welcome, June' }).waitFor();
    assert.equal(
      await page.getByRole('region', { name: 'Favorite theater' }).getByRole('link', { name: 'Harbor' }).getAttribute('href'),
      '/theaters/harbor/',
    );
    await context.close();
  });
});

describe('errors of the join form', () => {
  it('VALID-02 moves the focus to the first invalid field, and shows an error at each', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await openJoin(page, meridian('/login/join/'));
    await page.getByLabel('Email', { exact: true }).fill('june');
    await page.keyboard.press('Enter');
    await page.getByText('Enter your first name').waitFor();
    await waitForFocus(page.getByLabel('First name', { exact: true }));
    assert.equal(await page.getByLabel('Email', { exact: true }).getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 5);
    await assertNoAxeViolations(page);
    await page.getByLabel('First name').fill('June');
    assert.equal(await page.getByLabel('First name').getAttribute('aria-invalid'), null);
    await context.close();
  });

  it('ERR-04 shows code 34 at the email, and keeps what was typed', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await openJoin(page, meridian('/login/join/'));
    await fillIn(page, 'iris@example.org');
    await page.getByRole('button', { name: 'Join for free' }).click();
    await page.getByText('This email is already associated to a member (Code:\u00a034)').waitFor();
    await waitForFocus(page.getByLabel('Email', { exact: true }));
    assert.equal(await page.getByLabel('First name').inputValue(), 'June');
    assert.equal(await page.getByRole('textbox', { name: 'Password' }).inputValue(), PASSWORD);
    await assertNoAxeViolations(page);
    await context.close();
  });

  it('VALID-06 shows code 84 at the password', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await openJoin(page, meridian('/login/join/'));
    await fillIn(page, 'weak@mail.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('password1');
    await page.getByRole('button', { name: 'Join for free' }).click();
    await page.getByText('Password should meet complexity rules (Code:\u00a084). It’s too common,').waitFor();
    await waitForFocus(page.getByRole('textbox', { name: 'Password' }));
    await context.close();
  });

  it('VALID-03 sends a form once that is submitted twice while the phone number rules load', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/phone-*.js', async (route) => {
      await released;
      await route.continue();
    });
    let requests = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('/Member/v3/Create') === true) requests += 1;
    });
    await openJoin(page, meridian('/login/join/'));
    await fillIn(page, 'twice@mail.example');
    await page.getByRole('textbox', { name: 'Mobile' }).fill('(415) 555-2671');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    release();
    await page.getByRole('heading', { name: 'Welcome, June' }).waitFor();
    assert.equal(requests, 1);
    await context.close();
  });

  it('ux 8 shows a failed connection at the top, and keeps what was typed', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await openJoin(page, meridian('/login/join/'));
    await fillIn(page, 'later@mail.example');
    await page.route('**/api/cypher', (route) => route.abort());
    await page.getByRole('button', { name: 'Join for free' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /could not reach/);
    await waitForFocus(alert);
    await page.unroute('**/api/cypher');
    await page.getByRole('button', { name: 'Join for free' }).click();
    await page.getByRole('heading', { name: 'Welcome, June' }).waitFor();
    await context.close();
  });
});

describe('a form that is submitted before it is complete', () => {
  it('ACT-12 waits for the memberships, and joins with the first one', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/cypher', async (route) => {
      if (route.request().postData()?.includes('/Member/GetMembershipList/') === true) await released;
      await route.continue();
    });
    await page.goto(meridian('/login/join/'));
    await waitForForm(page);
    await fillIn(page, 'early@mail.example');
    await page.keyboard.press('Enter');
    await page.locator('button[type="submit"][aria-busy="true"]').waitFor();
    assert.equal(await page.getByRole('radio').count(), 0, 'no memberships yet');
    release();
    await page.getByRole('heading', { name: 'Welcome, June' }).waitFor();
    await page.getByText('Your Club membership is active.').waitFor();
    await context.close();
  });
});

describe('a paid membership', () => {
  /** Joins with a paid membership, up to the payment page of the provider. */
  async function joinUntilPayment(page: Page, email: string): Promise<void> {
    await openJoin(page, aster('/login/join/'));
    await page.getByRole('radio', { name: /Good Friend/ }).check();
    await fillIn(page, email);
    await page.getByRole('button', { name: 'Join for $48 a year' }).click();
    await page.getByRole('link', { name: 'Pay', exact: true }).waitFor();
  }

  it('ACT-12 is active after the payment', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await joinUntilPayment(page, 'gold@mail.example');
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page.waitForURL(aster('/login/join/?payment=done'));
    await page.getByText('We have received your payment. Your Good Friend membership is active.').waitFor();
    await assertNoAxeViolations(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('ACT-12 keeps the visitor’s language before and after the payment and in the mail', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await openJoin(page, aster('/fr/login/join/'));
    await page.getByRole('radio', { name: /Bon Ami/ }).check();
    await page.getByLabel('Prénom').fill('June');
    await page.getByLabel('Nom', { exact: true }).fill('Okafor');
    await page.getByLabel('E-mail', { exact: true }).fill('or@mail.example');
    await page.getByRole('textbox', { name: 'Mot de passe' }).fill(PASSWORD);
    await page.getByLabel('J’accepte la').check();
    await page.getByRole('button', { name: /^Adhérer pour/ }).click();
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page.waitForURL(aster('/fr/login/join/?payment=done'));
    await page.getByText('Bon Ami : votre adhésion est active.').waitFor();
    await eventually('a mail in French', () =>
      Promise.resolve(
        demo.server.mails('or@mail.example').some((mail) => decodeQuotedPrintable(mail).includes('Merci de votre fid')),
      ),
    );
    await context.close();
  });

  it('ACT-12 says that the payment was canceled when the browser restores the page from the back/forward cache', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    // A response without content (204) keeps the page, in the state that the browser caches while it shows the payment page.
    await page.route('**/pay/**', (route) => route.fulfill({ status: 204 }));
    const paymentRequest = page.waitForRequest('**/pay/**');
    await openJoin(page, aster('/login/join/'));
    await page.getByRole('radio', { name: /Good Friend/ }).check();
    await fillIn(page, 'back@mail.example');
    await page.getByRole('button', { name: 'Join for $48 a year' }).click();
    await paymentRequest;
    const button = page.locator('button[type="submit"]');
    assert.equal(await button.getAttribute('aria-busy'), 'true');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.waitForURL(aster('/login/join/?payment=cancelled'));
    await page.getByText('The payment was canceled').waitFor();
    await page.getByRole('button', { name: 'Get the Friend membership for free' }).waitFor();
    await context.close();
  });

  it('ACT-12 offers to sign in after a canceled payment whose order the tab does not know', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(aster('/login/join/?payment=cancelled'));
    await page.getByText('The payment was canceled').waitFor();
    const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    assert.equal(await signIn.getAttribute('href'), '/login/');
    await context.close();
  });

  it('ACT-12 can be paid later or replaced by a free one if the visitor cancels the payment', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await joinUntilPayment(page, 'maybe@mail.example');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(aster('/login/join/?payment=cancelled'));
    await page.getByText('The payment was canceled').waitFor();
    assert.match((await page.getByRole('link', { name: 'Pay now' }).getAttribute('href')) ?? '', /\/pay\//);
    await assertNoAxeViolations(page);
    // After an error the button works again.
    await page.route('**/api/cypher', (route) => route.abort());
    await page.getByRole('button', { name: 'Get the Friend membership for free' }).click();
    await page.getByRole('alert').getByText('Something went wrong. Try again.').waitFor();
    await page.unroute('**/api/cypher');
    await page.getByRole('button', { name: 'Get the Friend membership for free' }).click();
    await page.getByText('Your Friend membership is active.').waitFor();
    await context.close();
  });
});

describe('joining with confirmation of the email', () => {
  it('security 2.5 asks to check the mail, sends it again, and accepts its link', async () => {
    demo.server.configure('meridian', ({ options }) => {
      options['emailActivation'] = true;
    });
    const [context, page] = await openPage(demo.browser, 1440);
    await eventually('the new setting is served', async () => {
      await openJoin(page, meridian('/login/join/'));
      return (await page.content()).includes('"emailActivation":true');
    });
    await fillIn(page, 'mailed@mail.example');
    await page.getByRole('button', { name: 'Join for free' }).click();
    await page.getByRole('heading', { name: 'Check your email', level: 1 }).waitFor();
    assert.match(await page.getByRole('main').innerText(), /mailed@mail\.example/);
    await assertNoAxeViolations(page);
    await waitForMailLink(demo.server, 'mailed@mail.example', 0);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByText('We sent it again.').waitFor();
    await page.goto(await waitForMailLink(demo.server, 'mailed@mail.example', 1));
    assert.equal(new URL(page.url()).pathname.startsWith('/login/'), true);
    await context.close();
  });
});

describe('the balance of a gift card', () => {
  for (const width of WIDTHS)
    it(`CALL-36 ERR-11 at ${width} is shown with currency and expiry; an invalid card is reported at its number`, async () => {
      const [context, page, consoleMessages] = await openPage(demo.browser, width);
      await page.goto(meridian('/login/gift-card/'));
      await waitForForm(page);
      await assertNoAxeViolations(page);
      await page.getByLabel('Card number').fill('MERI-DIAN-GIFT-2550');
      await page.getByLabel('PIN').fill('4711');
      await page.getByRole('button', { name: 'Check balance' }).click();
      await page.getByText('$25.50').waitFor();
      assert.match(await page.getByRole('main').innerText(), /Card ending in 2550[\s\S]*Valid until \w+ \d+, \d{4}/);
      const field = page.getByLabel('Check another card');
      await field.fill('1234 5678');
      await page.getByRole('button', { name: 'Check balance' }).click();
      await page.getByText('Invalid gift card (Code:\u00a051)').waitFor();
      await waitForFocus(field);
      assert.equal(await field.inputValue(), '1234 5678');
      await assertNoAxeViolations(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `scrolls sideways by ${overflow}`);
      assert.deepEqual(consoleMessages, []);
      await context.close();
    });

  it('LOCALE-01 is in French on French pages', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await page.goto(aster('/fr/login/gift-card/'));
    await waitForForm(page);
    await page.getByLabel('Numéro de carte').fill('ASTE-RRRR-GIFT-2550');
    await page.getByLabel('PIN').fill('4711');
    await page.getByRole('button', { name: 'Vérifier le solde' }).click();
    await page.getByText('25,50').waitFor();
    await context.close();
  });
});
