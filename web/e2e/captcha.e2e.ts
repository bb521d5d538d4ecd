// Captchas in the form to sign in, in the real program.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { open } from './browser.ts';
import { fitsAndPasses, nameField, opened, ready, signIn, signInButton, signedIn } from './guests.ts';
import { stage } from './stage.ts';
import { eventually } from './visit.ts';

/** All come from one address, which may fail a few times an hour only. */
const demo = stage('--rate-limits', 'off');
const { aster } = demo;

/** Stand-ins for the scripts of others: they fill the box and confirm at once, or when the page is idle. */
const RECAPTCHA_STUB = `window.grecaptcha = {
  ready: (run) => run(), reset() {}, execute: async () => '',
  render(box, { sitekey, callback }) { box.textContent = 'The box of ' + sitekey; callback('stub-v2-token'); return 0; },
};`;
const TURNSTILE_STUB = `window.turnstile = {
  reset() {},
  render(box, { sitekey, action, callback }) { box.textContent = 'The box of ' + sitekey; requestIdleCallback(() => callback('stub-turnstile-' + action)); return 'w1'; },
};`;

describe('the captcha', () => {
  const captcha = (site: string, setting: object | undefined) =>
    demo.program.configure(site, ({ options }) => {
      if (setting === undefined) delete options['captcha'];
      else options['captcha'] = setting;
    });

  it('VALID-08 of the server itself is solved while the form is filled in', async () => {
    captcha('aster', { provider: 'ALTCHA' });
    const [context, page, said] = await opened(demo.browser, aster('/login/'), 390, {});
    await eventually('the captcha', async () => {
      await page.reload();
      return (await page.getByText('I am not a robot').count()) === 1;
    });
    await ready(page);
    await fitsAndPasses(page);
    await nameField(page).focus();
    await page.getByRole('status').getByText('Confirmed').waitFor();
    assert.equal(await page.getByRole('checkbox', { name: 'I am not a robot' }).isChecked(), true);
    await fitsAndPasses(page);
    // Each answer counts once: the second try has one of its own.
    await signIn(page, 'luc', 'not-the-password');
    await page.getByRole('alert').getByText('Incorrect password (Code: 31)').waitFor();
    await signIn(page, 'luc', 'rideau-rouge-lever');
    await signedIn(page);
    assert.deepEqual(said, []);
    await context.close();
  });

  it('says when it fails, and is tried again', async () => {
    const [context, page] = await opened(demo.browser, aster('/login/'), 1440, {});
    await page.route('**/api/captcha/challenge*', (route) => route.abort());
    await signIn(page, 'luc', 'rideau-rouge-lever');
    await page.getByRole('status').getByText('The check failed.').waitFor();
    await fitsAndPasses(page);
    await page.unroute('**/api/captcha/challenge*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').getByText('Confirmed').waitFor();
    await signInButton(page).click();
    await signedIn(page);
    await context.close();
    captcha('aster', undefined);
  });

  for (const [provider, script, stub, token] of [
    ['RECAPTCHA', 'https://www.google.com/recaptcha/api.js*', RECAPTCHA_STUB, 'stub-v2-token'],
    ['TURNSTILE', 'https://challenges.cloudflare.com/turnstile/v0/api.js*', TURNSTILE_STUB, 'stub-turnstile-Login'],
  ] as const)
    it(`VALID-08 VALID-10 of others is loaded with the key and its answer sent: ${provider}`, async () => {
      captcha('aster', { provider, siteKey: 'k1' });
      // What the policy of the page lets through is the server's matter.
      const [context, page] = await open(demo.browser, 390, { bypassCSP: true });
      const asked: string[] = [];
      await page.route(script, (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'text/javascript', body: stub });
      });
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/cypher')) sent.push(request.postData() ?? '');
      });
      await eventually('the captcha', async () => {
        await page.goto(aster('/login/'));
        await ready(page);
        return asked.length > 0;
      });
      assert.match(asked[0] ?? '', /[?&]sitekey=k1$/);
      await page.getByText('The box of k1').waitFor();
      const height = await page.getByText('The box of k1').evaluate((box) => box.getBoundingClientRect().height);
      assert.ok(height >= 78, 'room is kept for it');
      await fitsAndPasses(page);
      await signIn(page, 'luc', 'rideau-rouge-lever');
      await signedIn(page);
      const login = sent.find((body) => body.includes('/Member/Login')) ?? '{}';
      assert.equal(JSON.parse(login).reqMetadata['g-recaptcha-response'], token);
      captcha('aster', undefined);
      await context.close();
    });
});
