// Settings of the operator for the member area: each test changes one setting of a site and checks it in the browser.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import * as guestForms from './guest-forms.ts';
import type { Configuration, SiteSettings } from './demo-server.ts';
import type { DemoSite } from './demo-sites.ts';
import { demoFixture } from './fixture.ts';
import { fetchText, propertyAt, signInByApi } from './third-parties.ts';
import { eventually } from './wait.ts';

const demo = demoFixture('--rate-limits', 'off');
const { aster, meridian } = demo;

/** Changes a site, and waits until the settings of its member area match a condition. */
async function configureMemberArea(
  site: DemoSite,
  change: (config: Configuration, settings: SiteSettings) => void,
  matches: (area: unknown) => boolean,
): Promise<void> {
  demo.server.configure(site, change);
  const page = await demo.browser.newPage();
  await eventually('the new settings', async () => matches(JSON.parse(await fetchText(page, demo[site]('/api/member-area.json')))));
  await page.close();
}

/** Records the loyalty calls of all pages of a context, each with the path of its URL. */
function recordLoyaltyCalls(
  context: BrowserContext,
): readonly { readonly path: string; readonly route: string; readonly body: unknown }[] {
  const calls: { path: string; route: string; body: unknown }[] = [];
  context.on('request', (request) => {
    const text = request.postData() ?? '';
    if (request.method() !== 'POST' || !text.includes('reqMetadata')) return;
    const body: unknown = JSON.parse(text);
    calls.push({ path: new URL(request.url()).pathname, route: String(propertyAt(body, 'reqMetadata', 'route')), body });
  });
  return calls;
}

describe('ERR-01 displayOriginalCypherMessages', () => {
  /** Attempts to sign in with a stubbed refusal, and returns the message. */
  async function refusedSignInMessage(page: Page): Promise<string> {
    await page.route('**/api/cypher', (route) =>
      route.fulfill({ json: { peachCode: 31, statusCode: 31, clientErrorMessage: 'The till says no' } }),
    );
    await page.goto(aster('/login/'));
    await guestForms.waitForForm(page);
    await guestForms.signIn(page, 'noor', 'not-the-password');
    return page.getByRole('alert').filter({ hasText: /\w/ }).first().innerText();
  }

  for (const [isOn, text] of [
    [false, 'Incorrect password (Code: 31)'],
    [true, 'The till says no'],
  ] as const)
    it(`ERR-01 switched ${isOn ? 'on shows the message of the service' : 'off shows the message of the catalog'}`, async () => {
      await configureMemberArea(
        'aster',
        (_, settings) => {
          settings['displayOriginalCypherMessages'] = isOn;
        },
        (area) => propertyAt(area, 'originalMessages') === isOn,
      );
      const [context, page] = await openPage(demo.browser, 1440);
      assert.match(
        (await refusedSignInMessage(page)).replaceAll('\u00a0', ' '),
        new RegExp(text.replaceAll(/[()]/g, String.raw`\$&`)),
      );
      await context.close();
    });
});

describe('REG-02 clubId of the loyalty program', () => {
  for (const clubId of ['7', ''])
    it(`REG-02 ${clubId === '' ? 'is not sent if it is empty' : 'is sent with a new member'}`, async () => {
      await configureMemberArea(
        'aster',
        (_, settings) => {
          Object.assign(settings['loyalty'] ?? {}, { clubId });
        },
        (area) => propertyAt(area, 'clubId') === clubId,
      );
      const [context, page] = await openPage(demo.browser, 1440);
      const calls = recordLoyaltyCalls(context);
      await page.goto(aster('/login/join/'));
      await guestForms.waitForForm(page);
      await page.getByRole('radio').first().waitFor();
      await page.getByLabel('First name').fill('June');
      await page.getByLabel('Last name').fill('Okafor');
      await page.getByLabel('Email', { exact: true }).fill(`june.club${clubId}@mail.example`);
      await page.getByRole('textbox', { name: 'Password' }).fill('a-lamp-in-the-fourth-row');
      await page.getByLabel('I accept the').check();
      await page.getByRole('button', { name: 'Join for free' }).click();
      await eventually('the new member', async () =>
        Promise.resolve(calls.some(({ route }) => route.startsWith('/Member/Create'))),
      );
      const create = calls.find(({ route }) => route.startsWith('/Member/Create'));
      assert.equal(propertyAt(create?.body, 'clubId'), clubId === '' ? undefined : clubId);
      await context.close();
    });
});

describe('WALLET-03 walletPrefix', () => {
  it('WALLET-03 passes of cards and tickets are requested under the configured prefix', async () => {
    await configureMemberArea(
      'meridian',
      ({ options }) => {
        options['walletPrefix'] = 'Passes';
      },
      (area) => propertyAt(area, 'walletPrefix') === 'Passes',
    );
    const [context, page] = await openPage(demo.browser, 1440);
    await signInByApi(page, meridian('/'), 'meridian');
    const calls = recordLoyaltyCalls(context);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await page.route('**/api/cypher', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('fullJwt=true')) return route.fulfill({ body: 'eyJ.abc.sig', contentType: 'text/plain' });
      if (!body.includes('OrderHistory')) return route.continue();
      const order = {
        orderId: 'o1',
        movieTitle: 'Kestrel',
        showtimeAt: tomorrow,
        tickets: [{ name: 'Adult', quantity: 1 }],
        total: { amount: 1450, currency: 'USD' },
        status: 'COMPLETED',
        ticketIds: ['T-1'],
      };
      return route.fulfill({ json: { peachCode: 0, statusCode: 200, orders: [order] } });
    });
    await page.route('https://pay.google.com/**', (route) => route.fulfill({ body: 'saved' }));
    for (const [path, name] of [
      ['/login/', 'Add to wallet'],
      ['/login/orders/', 'Add to wallet, ticket 1'],
    ] as const) {
      await page.goto(meridian(path));
      await page.getByRole('button', { name, exact: true }).click();
      await page.waitForURL('https://pay.google.com/gp/v/save/eyJ.abc.sig');
    }
    const passes = calls.map(({ route }) => route).filter((route) => route.includes('fullJwt=true'));
    assert.deepEqual(
      passes.map((route) => route.split('?')[0]),
      ['/Passes/CreateLoyaltyCard/meridian', '/Passes/GetETicket/meridian/T-1'],
    );
    await context.close();
  });
});

describe('FAV-12 loyaltyEndpoint', () => {
  it('FAV-12 all calls of a page go to the configured endpoint', async () => {
    await configureMemberArea(
      'meridian',
      ({ options }) => {
        options['loyaltyEndpoint'] = '/api/our-cypher';
      },
      (area) => propertyAt(area, 'endpoint') === '/api/our-cypher',
    );
    const [context, page] = await openPage(demo.browser, 1440);
    await signInByApi(page, meridian('/'), 'meridian');
    await context.route('**/api/our-cypher', (route) =>
      route.continue({ url: route.request().url().replace('our-cypher', 'cypher') }),
    );
    const calls = recordLoyaltyCalls(context);
    await page.goto(meridian('/movies/'));
    await eventually('the favorite theaters', async () =>
      Promise.resolve(calls.some(({ route }) => route.includes('GetFavoriteCinemas'))),
    );
    assert.deepEqual(new Set(calls.map(({ path }) => path)), new Set(['/api/our-cypher']));
    await context.close();
  });

  it('FAV-12 without an endpoint there are no favorite theaters, and they are not requested', async () => {
    await configureMemberArea(
      'meridian',
      ({ options }) => {
        options['loyaltyEndpoint'] = '';
      },
      (area) => propertyAt(area, 'endpoint') === '',
    );
    const [context, page] = await openPage(demo.browser, 1440);
    await signInByApi(page, meridian('/'), 'meridian');
    const calls = recordLoyaltyCalls(context);
    await page.goto(meridian('/login/theaters/'));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // The watchlist is requested after the favorite theaters would be.
    await page.goto(meridian('/movies/'));
    await eventually('the watchlist', async () => Promise.resolve(calls.some(({ route }) => route.includes('GetFavoriteFilms'))));
    await page.locator('a[data-heart][role="button"]').first().waitFor({ state: 'attached' });
    assert.deepEqual(
      calls.filter(({ route }) => route.includes('FavoriteCinema')),
      [],
    );
    assert.equal(await page.locator('[data-heart^="theater/"]').count(), 0);
    await context.close();
  });
});
