// The member area: watchlist, theaters, orders, cards and profile.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations, openPage } from './browser.ts';
import { demoFixture } from './fixture.ts';
import { trackActivity, waitUntilIdle } from './page-idle.ts';
import { openAsIris } from './member.ts';
import { MEMBER_PAGES } from './pages.ts';
import { issuesAtSizes } from './sizes.ts';
import { MEMBERS, signInByApi } from './third-parties.ts';
import { eventually, eventuallyEquals, waitForDialogClosed, waitForFocus } from './wait.ts';

const demo = demoFixture();
const { meridian, aster } = demo;

/** Waits until a page shows the data of the member, and no placeholders. */
const waitForMemberData = (page: Page) =>
  page.waitForFunction(
    () =>
      document.documentElement.dataset['member'] !== undefined &&
      document.querySelector('main h1') !== null &&
      document.querySelector('main [aria-busy="true"]') === null &&
      [...document.querySelectorAll('main .sr')].every((element) => element.textContent !== 'Loading'),
  );
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('a page of the member area', () => {
  let page: Page;
  let consoleMessages: string[];
  before(async () => {
    [, page, consoleMessages] = await openPage(demo.browser, 1440);
    for (const site of ['meridian', 'aster'] as const) await signInByApi(page, demo[site]('/'), site);
  });
  after(() => page.context().close());

  for (const [site, path] of MEMBER_PAGES) {
    it(`${site} ${path} fits every viewport and has no axe violations`, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(demo[site](path));
      await waitForMemberData(page);
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
      assert.deepEqual(await issuesAtSizes(page), []);
      assert.deepEqual(consoleMessages.splice(0), []);
    });
  }
});

describe('the member area', () => {
  for (const width of WIDTHS)
    it(`looks 4 the enlarged member code fits ${width} px, and has no axe violation`, async () => {
      const [context, page] = await openAsIris(demo, '/login/', width);
      await page
        .getByRole('button', { name: /^Member code / })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Member code' });
      const code = dialog.locator('svg, img, canvas').first();
      await code.waitFor();
      await assertNoAxeViolations(page);
      const box = await code.boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      await context.close();
    });

  it('WATCH-06 a film is removed from the watchlist, and restored', async () => {
    const [context, page] = await openAsIris(demo, '/login/watchlist/');
    const kestrel = page.getByRole('link', { name: 'Kestrel', exact: true });
    await kestrel.waitFor();
    await button(page, 'Remove Kestrel').click();
    await kestrel.waitFor({ state: 'detached' });
    // The toast stays open under the pointer.
    await page.getByRole('status').getByText('Kestrel removed').hover();
    await eventuallyEquals(() => page.evaluate(() => document.activeElement?.textContent), 'Watchlist');
    await button(page, 'Undo').click();
    await kestrel.waitFor();
    await page.reload();
    await kestrel.waitFor();
    await eventually('the film is listed as on sale', async () => /On sale now/.test(await section(page, 'Watchlist').innerText()));
    await context.close();
  });

  it('FAV-08 a theater’s newsletter can be switched off and on', async () => {
    const [context, page] = await openAsIris(demo, '/login/theaters/');
    const newsletter = page.getByRole('switch', { name: 'Newsletter of Meridian' });
    for (const on of [false, true]) {
      // The switch changes before the service has responded (optimistic update).
      await Promise.all([
        page.waitForResponse((response) => (response.request().postData() ?? '').includes('/Member/v3/AddFavoriteCinema')),
        newsletter.click(),
      ]);
      await eventually(
        `the switch is ${on}`,
        async () =>
          (await newsletter.getAttribute('aria-busy')) === null && (await newsletter.getAttribute('aria-checked')) === String(on),
      );
      await page.reload();
      await eventuallyEquals(() => newsletter.getAttribute('aria-checked'), String(on));
    }
    await context.close();
  });

  it('FAV-06 ERR-24 ERR-25 a newsletter switch that fails is reset, and shows the error', async () => {
    const [context, page] = await openAsIris(demo, '/login/theaters/');
    const newsletter = page.getByRole('switch', { name: 'Newsletter of Meridian' });
    await newsletter.waitFor();
    await page.route('**/api/cypher', (route) => route.fulfill({ json: { peachCode: 999, statusCode: 999 } }));
    await newsletter.click();
    await page.getByRole('alert').getByText('An error has occured while retrieving your favorite theaters. (Code: 999)').waitFor();
    await page.getByRole('alert').getByText('An error has occured.', { exact: true }).waitFor();
    await eventuallyEquals(() => newsletter.getAttribute('aria-checked'), 'true');
    await context.close();
  });

  it('ERR-26 a newsletter switch without a connection is reset and logged, and shows no error', async () => {
    const [context, page] = await openAsIris(demo, '/login/theaters/');
    const newsletter = page.getByRole('switch', { name: 'Newsletter of Meridian' });
    await newsletter.waitFor();
    await page.route('**/api/cypher', (route) => route.abort());
    const [message] = await Promise.all([page.waitForEvent('console', (line) => line.type() === 'warning'), newsletter.click()]);
    assert.match(message.text(), /favorite/i);
    await eventuallyEquals(() => newsletter.getAttribute('aria-checked'), 'true');
    assert.equal(await page.getByRole('alert').count(), 0);
    await context.close();
  });

  it('FAV-05 FAV-07 a theater is removed and added', async () => {
    const [context, page] = await openAsIris(demo, '/login/theaters/');
    await button(page, 'Remove Meridian').click();
    await page.getByText('No favorite theater yet').waitFor();
    await button(page, 'Add Meridian').click();
    await page.getByRole('switch', { name: 'Newsletter of Meridian' }).waitFor();
    await context.close();
  });

  it('CALL-19 CALL-20 WALLET-02 shows orders and points, and adds a ticket to the wallet', async () => {
    const [context, page] = await openAsIris(demo, '/login/');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await page.route('**/api/cypher', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('/Wallet/GetETicket/meridian/T-1'))
        return route.fulfill({ body: 'eyJ.abc.sig', contentType: 'text/plain' });
      if (!body.includes('OrderHistory')) return route.continue();
      const order = {
        orderId: 'o1',
        movieTitle: 'Kestrel',
        cinemaId: 'meridian-main',
        showtimeAt: tomorrow,
        tickets: [{ name: 'Adult', quantity: 1 }],
        total: { amount: 1450, currency: 'USD' },
        status: 'COMPLETED',
        ticketIds: ['T-1'],
      };
      return route.fulfill({ json: { peachCode: 0, statusCode: 200, orders: [order] } });
    });
    await page.route('https://pay.google.com/**', (route) => route.fulfill({ body: 'saved' }));
    const canceled = { theater: 'meridian-main', titles: ['Kestrel'], announced: [tomorrow] };
    await page.route('**/api/changed-shows.json', (route) => route.fulfill({ json: { shows: [canceled] } }));
    await page.goto(meridian('/login/orders/'));
    await page.getByRole('heading', { name: 'Upcoming' }).waitFor();
    await page.getByRole('figure', { name: 'Code of ticket T-1' }).waitFor();
    await page.getByText('This show was canceled').waitFor();
    await page.getByText('+562 points').first().waitFor();
    await page.getByText('Balance 2,523').waitFor();
    await button(page, 'Add to wallet, ticket 1').click();
    await page.waitForURL('https://pay.google.com/gp/v/save/eyJ.abc.sig');
    await context.close();
  });

  it('CALL-26 a reward whose response is lost is ordered only once, even after a reload', async () => {
    const [context, page] = await openAsIris(demo, '/login/rewards/');
    const balance = () =>
      page
        .getByRole('main')
        .getByText(/^You have [\d,]+ points/)
        .innerText();
    const ids: unknown[] = [];
    const isOrder = (request: Request) => (request.postData() ?? '').includes('OrderLoyaltyItem');
    page.on('request', (request) => {
      if (isOrder(request)) ids.push(request.postDataJSON().clientRequestId);
    });
    // The service executes the order, but its response is lost.
    await page.route('**/api/cypher', async (route) => {
      if (!isOrder(route.request())) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const balanceBefore = await balance();
    const clickRedeem = () =>
      button(page, /^Redeem/)
        .first()
        .click();
    const confirmButton = page.getByRole('dialog').getByRole('button', { name: /redeem/i });
    await clickRedeem();
    await confirmButton.waitFor();
    await assertNoAxeViolations(page);
    await confirmButton.click();
    await page.getByRole('alert').getByText('We could not reach the box office').waitFor();
    await page.unroute('**/api/cypher');
    await page.reload();
    await eventuallyEquals(async () => (await balance()) === balanceBefore, false, 'the points are deducted');
    const balanceAfter = await balance();
    await clickRedeem();
    await confirmButton.click();
    await page
      .getByRole('dialog')
      .getByText(/[A-Z0-9]{4}/)
      .first()
      .waitFor();
    await page.reload();
    await clickRedeem();
    assert.equal(await balance(), balanceAfter);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
    await context.close();
  });

  it('CALL-33 CALL-34 CALL-35 VALID-04 a card can be added, reported lost and deleted', async () => {
    const [context, page] = await openAsIris(demo, '/login/cards/');
    const number = page.getByRole('textbox', { name: 'Card number' });
    await number.fill('mclub1001');
    await button(page, 'Add a card').click();
    await page.getByText('This card is already active').waitFor();
    assert.equal(await number.getAttribute('aria-invalid'), 'true');
    await number.fill('mclub7777');
    await page.getByRole('textbox', { name: 'PIN' }).fill('0000');
    await button(page, 'Add a card').click();
    await page.getByText('We do not recognize this card').waitFor();
    assert.equal(await number.inputValue(), 'MCLUB7777');
    await page.getByRole('textbox', { name: 'PIN' }).fill('1234');
    await button(page, 'Add a card').click();
    await page.getByRole('status').getByText('Card added').waitFor();
    await page.getByText('MCLUB 7777').waitFor();
    await button(page, 'Report lost, card MCLUB 7777').click();
    const dialog = page.getByRole('dialog', { name: 'Report this card lost?' });
    await dialog.getByText('is blocked at once and can never be used again').waitFor();
    await waitForFocus(dialog.getByRole('button', { name: 'Cancel' }));
    await assertNoAxeViolations(page);
    await page.keyboard.press('Enter');
    await waitForDialogClosed(dialog);
    await waitForFocus(button(page, 'Report lost, card MCLUB 7777'));
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Block and replace it' }).click();
    await page.getByRole('status').getByText('Blocked. Your new card is').waitFor();
    await page.getByText('Reported lost, blocked').waitFor();
    await waitForFocus(page.getByRole('heading', { name: 'Cards', exact: true }));
    await number.fill('mclub8888');
    await button(page, 'Add a card').click();
    await button(page, 'Delete card MCLUB 8888').click();
    await page.getByRole('dialog', { name: 'Delete this card?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('MCLUB 8888', { exact: true }).waitFor({ state: 'detached' });
    await waitForFocus(page.getByRole('heading', { name: 'Cards', exact: true }));
    await context.close();
  });

  it('CALL-34 CALL-35 PAGE-08 the result of an action on a card is not shown in a dialog that was opened meanwhile', async () => {
    const [context, page] = await openAsIris(demo, '/login/cards/');
    await trackActivity(context);
    await page.reload();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isReport = (request: Request): boolean => (request.postData() ?? '').includes('/Member/v3/ReportLostCard');
    await page.route('**/api/cypher', async (route) => {
      if (!isReport(route.request())) {
        await route.continue();
        return;
      }
      await released;
      await route.fulfill({ json: { peachCode: 999, statusCode: 999 } });
    });
    await button(page, /^Report lost, card/)
      .first()
      .click();
    const reportDialog = page.getByRole('dialog', { name: 'Report this card lost?' });
    const response = page.waitForResponse((candidate) => isReport(candidate.request()));
    await reportDialog.getByRole('button', { name: 'Block and replace it' }).click();
    // The label of a spinner without one of its own (PAGE-08).
    await reportDialog.getByRole('status').getByText('Loading', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await waitForDialogClosed(reportDialog);
    await button(page, /^Delete card/)
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Delete this card?' });
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).getAttribute('aria-busy'), null);
    release();
    await response;
    await waitUntilIdle(page);
    assert.equal(await dialog.getByRole('alert').count(), 0);
    await page.keyboard.press('Escape');
    await waitForDialogClosed(dialog);
    await context.close();
  });

  it('CALL-08 a profile edit sends only the changed fields, and is saved', async () => {
    const [context, page] = await openAsIris(demo, '/login/profile/');
    await button(page, 'Edit').click();
    await assertNoAxeViolations(page);
    await page.getByRole('textbox', { name: 'City' }).fill('Ann Arbor');
    await page.getByRole('textbox', { name: 'Mobile' }).fill('12');
    await button(page, 'Save').click();
    await page.getByText('This is not a phone number in that country').waitFor();
    await page.getByRole('textbox', { name: 'Mobile' }).fill('(313) 555-0135');
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => (candidate.postData() ?? '').includes('/Member/v3/Edit')),
      button(page, 'Save').click(),
    ]);
    const { reqMetadata: _, ...changes } = JSON.parse(request.postData() ?? '');
    assert.deepEqual(changes, { city: 'Ann Arbor', mobileNumber: '+13135550135' });
    await page.getByRole('status').getByText('Saved').waitFor();
    await page.reload();
    await page.getByText('Ann Arbor').waitFor();
    await page.getByText('(313) 555-0135').waitFor();
    await context.close();
  });

  it('CALL-08 a new email requires the password if the sign-in is long ago, and the form keeps its input', async () => {
    const [context, page] = await openAsIris(demo, '/login/profile/');
    await button(page, 'Edit').click();
    await page.getByRole('textbox', { name: 'Email' }).fill('iris.calloway@example.org');
    // The service requires the password again after 15 minutes. Here its response is stubbed.
    await page.route('**/api/cypher', (route) =>
      (route.request().postData() ?? '').includes('/Member/v3/Edit')
        ? route.fulfill({ json: { peachCode: 58, statusCode: 58, reauthenticate: true } })
        : route.continue(),
    );
    // The page has another field with this label, so that the stub must be kept until its response has arrived.
    const stubbed = page.waitForResponse(async (response) => (response.request().postData() ?? '').includes('/Member/v3/Edit'));
    await button(page, 'Save').click();
    await stubbed;
    const form = page.locator('form', { has: page.getByRole('textbox', { name: 'Email' }) });
    const password = form.getByLabel('Current password');
    await password.waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), 'iris.calloway@example.org');
    await page.unroute('**/api/cypher');
    await password.fill('wrong');
    await button(page, 'Save').click();
    await page.getByText('Incorrect password').first().waitFor();
    await context.close();
  });

  it('security 7.8 downloads all data as a file', async () => {
    const [context, page] = await openAsIris(demo, '/login/profile/');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download my data').click()]);
    assert.equal(download.suggestedFilename(), 'my-data.json');
    const { member } = JSON.parse(await readFile(await download.path(), 'utf8'));
    assert.equal(member.email, 'iris@example.org');
    await context.close();
  });

  it('SESS-32 signs out', async () => {
    const [context, page] = await openAsIris(demo, '/login/profile/');
    await page.getByRole('link', { name: 'Sign out' }).click();
    await section(page, 'Where you are signed in').waitFor({ state: 'detached' });
    await eventually(
      'the session has ended',
      async () => !(await context.cookies()).some(({ name }) => name.endsWith('loyaltyState')),
    );
    await context.close();
  });

  it('CALL-08 CALL-18 changes the password; then deletes the account after a confirmation that lists the losses, and shows a farewell', async () => {
    const [context, page] = await openPage(demo.browser, 390);
    await signInByApi(page, aster('/'), 'aster');
    await page.goto(aster('/login/profile/'));
    await page.getByText('This device').waitFor();
    await page.getByLabel('Current password').fill(MEMBERS.aster.password);
    await page.getByLabel('New password').fill('rain');
    await button(page, 'Change password').click();
    await page.getByText('Your password does not meet the rules yet').waitFor();
    await page.getByLabel('New password').fill('six-houses-and-a-lantern');
    await button(page, 'Change password').click();
    await page.getByRole('status').getByText('Password changed').waitFor();
    await button(page, 'Delete account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText('your 2,523 points').waitFor();
    await assertNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('Check the box to continue').waitFor();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    const farewell = page.getByRole('dialog', { name: 'Your account has been deleted' });
    await farewell.getByText('Goodbye, Noor.').waitFor();
    await farewell.getByRole('button', { name: 'See all films' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login/'));
    await eventuallyEquals(async () => (await context.cookies()).some(({ name }) => name.endsWith('loyaltyState')), false);
    await context.close();
  });
});
