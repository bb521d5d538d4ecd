// Captchas in the sign-in form.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPage } from './browser.ts';
import {
  assertFitsAndAccessible,
  openGuestForm,
  signIn,
  signInButton,
  usernameField,
  waitForForm,
  waitForSignIn,
} from './guest-forms.ts';
import { demoFixture } from './fixture.ts';
import { eventually } from './wait.ts';

/** Without rate limits: all tests sign in from one IP address, which may fail only a few times per hour. */
const demo = demoFixture('--rate-limits', 'off');
const { aster } = demo;

/** Stubs of third-party scripts. They fill the box, and confirm at once or when the page is idle. */
const RECAPTCHA_STUB = `window.grecaptcha = {
  ready: (run) => run(), reset() {}, execute: async () => '',
  render(box, { sitekey, callback }) { box.textContent = 'The box of ' + sitekey; callback('stub-v2-token'); return 0; },
};`;
const TURNSTILE_STUB = `window.turnstile = {
  reset() {},
  render(box, { sitekey, action, callback }) { box.textContent = 'The box of ' + sitekey; requestIdleCallback(() => callback('stub-turnstile-' + action)); return 'w1'; },
};`;

describe('the captcha', () => {
  const configureCaptcha = (site: string, setting: object | undefined) =>
    demo.server.configure(site, ({ options }) => {
      if (setting === undefined) delete options['captcha'];
      else options['captcha'] = setting;
    });

  it('VALID-08 of the server itself (ALTCHA) is solved while the form is filled in', async () => {
    configureCaptcha('aster', { provider: 'ALTCHA' });
    const [context, page, consoleMessages] = await openGuestForm(demo.browser, aster('/login/'), 390, {});
    await eventually('the captcha', async () => {
      await page.reload();
      return (await page.getByText('I am not a robot').count()) === 1;
    });
    await waitForForm(page);
    await assertFitsAndAccessible(page);
    await usernameField(page).focus();
    await page.getByRole('status').getByText('Confirmed').waitFor();
    assert.equal(await page.getByRole('checkbox', { name: 'I am not a robot' }).isChecked(), true);
    await assertFitsAndAccessible(page);
    // Each solution is valid once: the second attempt needs a new one.
    await signIn(page, 'luc', 'not-the-password');
    await page.getByRole('alert').getByText('Incorrect password (Code: 31)').waitFor();
    await signIn(page, 'luc', 'rideau-rouge-lever');
    await waitForSignIn(page);
    assert.deepEqual(consoleMessages, []);
    await context.close();
  });

  it('shows that it failed, and can be tried again', async () => {
    const [context, page] = await openGuestForm(demo.browser, aster('/login/'), 1440, {});
    await page.route('**/api/captcha/challenge*', (route) => route.abort());
    await signIn(page, 'luc', 'rideau-rouge-lever');
    await page.getByRole('status').getByText('The check failed.').waitFor();
    await assertFitsAndAccessible(page);
    await page.unroute('**/api/captcha/challenge*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').getByText('Confirmed').waitFor();
    await signInButton(page).click();
    await waitForSignIn(page);
    await context.close();
    configureCaptcha('aster', undefined);
  });

  for (const [provider, script, stub, token] of [
    ['RECAPTCHA', 'https://www.google.com/recaptcha/api.js*', RECAPTCHA_STUB, 'stub-v2-token'],
    ['TURNSTILE', 'https://challenges.cloudflare.com/turnstile/v0/api.js*', TURNSTILE_STUB, 'stub-turnstile-Login'],
  ] as const)
    it(`VALID-08 VALID-10 of a third party is loaded with the site key, and its token is sent: ${provider}`, async () => {
      configureCaptcha('aster', { provider, siteKey: 'k1' });
      // The content security policy is bypassed: the server's tests cover it.
      const [context, page] = await openPage(demo.browser, 390, { bypassCSP: true });
      const scriptRequests: string[] = [];
      await page.route(script, (route) => {
        scriptRequests.push(route.request().url());
        return route.fulfill({ contentType: 'text/javascript', body: stub });
      });
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/cypher')) calls.push(request.postData() ?? '');
      });
      await eventually('the captcha', async () => {
        await page.goto(aster('/login/'));
        await waitForForm(page);
        return scriptRequests.length > 0;
      });
      assert.match(scriptRequests[0] ?? '', /[?&]sitekey=k1$/);
      await page.getByText('The box of k1').waitFor();
      const height = await page.getByText('The box of k1').evaluate((box) => box.getBoundingClientRect().height);
      assert.ok(height >= 78, 'space is reserved for it');
      await assertFitsAndAccessible(page);
      await signIn(page, 'luc', 'rideau-rouge-lever');
      await waitForSignIn(page);
      const login = calls.find((body) => body.includes('/Member/Login')) ?? '{}';
      assert.equal(JSON.parse(login).reqMetadata['g-recaptcha-response'], token);
      configureCaptcha('aster', undefined);
      await context.close();
    });
});
