// A new site from the address of today's website: from an empty server to a live site with its logo, colors and shows.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { assertNoAxeViolations, launchBrowser, openPage } from './browser.ts';
import { customProperty } from './editor-session.ts';
import { type EmptyServer, startEmptyServer } from './empty-server.ts';
import { eventually, eventuallyEquals } from './wait.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/website');
const PASSWORD = 'a lamp in the fourth row';
const PRIMARY = '#7A1F5C';

/** The time of the server: a week before the first shows of the website. */
const CLOCK = '2026-11-20T22:48:00Z';

const session = (id: string, start: string) => ({
  session_id: id,
  film_id: '7',
  start_time_utc: start,
  advertised_start_time_local: start,
});
/** A payload of CinemaShowtimes-JSON with a film that cannot be read. */
const SCHEDULE = {
  spec: 'cinemashowtimes-json/1.0',
  cinema: { cinema_id: 'QUAY', name: 'Quayside Picture House', timezone: 'America/Detroit' },
  films: [
    { film_id: '7', title: 'Night Train' },
    { film_id: '8', title: 300 },
  ],
  sessions: [session('1', '2026-11-22T20:00:00Z'), session('2', '2026-12-12T20:00:00Z')],
};

/** The website of fixtures/website. */
function startWebsite(): Server {
  const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
    '/': ['index.html', 'text/html; charset=utf-8'],
    '/whats-on/': ['whats-on.html', 'text/html; charset=utf-8'],
    '/about/': ['about.html', 'text/html; charset=utf-8'],
    '/style.css': ['style.css', 'text/css'],
    '/logo.svg': ['logo.svg', 'image/svg+xml'],
  };
  const server = createServer((request, response) => {
    if (request.url === '/schedule.json')
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(SCHEDULE));
    const [name, type] = files[request.url ?? ''] ?? [];
    if (name === undefined || type === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': type }).end(readFileSync(join(FOLDER, name)));
  });
  return server.listen(0, '127.0.0.1');
}

const hostOf = (server: Server): string => {
  const address = server.address();
  // oxlint-disable-next-line consistent-type-assertions -- a server on a port has this type
  return `127.0.0.1:${(address as AddressInfo).port}`;
};

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function acceptAsOwner(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Your name').fill('Ada Berg');
  await page.getByLabel('Email').fill('ada@lantern.example');
  await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
}

async function answerFirstStep(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of your cinema').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await title(page, 'Make it yours').waitFor();
}

describe('a new site from the address of a website', () => {
  let website: Server | undefined;
  let server: EmptyServer | undefined;
  let browser: Browser | undefined;
  before(async () => {
    website = startWebsite();
    await once(website, 'listening');
    server = await startEmptyServer({ internal: [hostOf(website)], clock: CLOCK });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    website?.close();
  });

  it('has its logo, colors, pages and shows, on a desktop and on a phone', async () => {
    assert.ok(website !== undefined && server !== undefined && browser !== undefined);
    const [context, page, messages] = await openPage(browser, 1440, { locale: 'en-US', timezoneId: 'America/Detroit' });
    await acceptAsOwner(page, server.setUpAddress);
    for (const [width, name] of [
      [1440, 'The Tin Lantern'],
      [390, 'Lantern Two'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      if (width !== 1440) await page.goto(new URL('/editor/set-up/', page.url()).href);
      await answerFirstStep(page, name);
      await page.getByLabel('Address of today’s website').fill(hostOf(website));
      await page.keyboard.press('Enter');
      await page.getByText('2 films, 3 showtimes').waitFor();
      await page.getByRole('img', { name: 'Logo of 127.0.0.1' }).waitFor();
      await page.getByRole('button', { name: 'Look again' }).waitFor();
      const pages = page.getByRole('checkbox', { name: 'Pages' });
      assert.equal(await pages.isChecked(), false, 'pages are a proposal');
      await page.getByText('Pages', { exact: true }).click();
      await assertNoAxeViolations(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal scroll');
      await page.getByRole('button', { name: 'Continue' }).click();
      await title(page, 'Your program').waitFor();
      assert.ok(await page.getByRole('radio', { name: /^Keep what we found/ }).isChecked());
      await page.getByText(/2 films and 3 showtimes from 127\.0\.0\.1/).waitFor();
      await page.getByRole('button', { name: 'Create my site' }).click();
      await title(page, 'Your site is live').waitFor();
      const site = await page.getByRole('link', { name: 'Open' }).evaluate((link: HTMLAnchorElement) => new URL(link.href).origin);
      await assertSite(await context.newPage(), site, name);
    }
    assert.deepEqual(messages, []);
    await context.close();
  });

  it('goes on without a website, after one that cannot be read, and with the schedule of a file', async () => {
    assert.ok(server !== undefined && browser !== undefined);
    const [context, page] = await openPage(browser, 1440, { locale: 'en-US', timezoneId: 'America/Detroit' });
    await openSetUp(page, server);
    await answerFirstStep(page, 'Lantern Three');
    const address = page.getByLabel('Address of today’s website');
    await address.fill('http://169.254.169.254/');
    await page.getByRole('button', { name: 'Look', exact: true }).click();
    await page.getByText('We could not read this site. Choose a look; your program comes next.').waitFor();
    await address.fill('lantern');
    await page.keyboard.press('Enter');
    await page.getByText('Enter an address such as cinema.example.').waitFor();
    await address.fill('');
    await page.getByRole('button', { name: 'No website yet' }).click();
    await title(page, 'Your program').waitFor();
    assert.equal(await page.getByRole('radio', { name: /^Keep what we found/ }).count(), 0);
    assert.ok(await page.getByRole('radio', { name: /^Type it in/ }).isChecked());
    await importSchedule(page);
    await page.getByRole('button', { name: 'Create my site' }).click();
    await title(page, 'Your site is live').waitFor();
    const site = await page.getByRole('link', { name: 'Open' }).evaluate((link: HTMLAnchorElement) => new URL(link.href).origin);
    await eventually('the site has its program', async () => {
      await page.goto(site);
      return (await page.getByText('Night Train').count()) > 0;
    });
    await context.close();
  });

  it('ux 5.1 keeps the program up to date from its address, and says what is connected', async () => {
    assert.ok(website !== undefined && server !== undefined && browser !== undefined);
    const [context, page] = await openPage(browser, 1440, { locale: 'en-US', timezoneId: 'America/Detroit' });
    await openSetUp(page, server);
    await answerFirstStep(page, 'Lantern Four');
    await page.getByRole('button', { name: 'No website yet' }).click();
    await page.getByText('Connect a feed or import a file', { exact: true }).click();
    const address = page.getByLabel('Or its address');
    await address.fill(`http://${hostOf(website)}/schedule.json`);
    await address.press('Enter');
    assert.ok(await page.getByRole('checkbox', { name: 'Keep it up to date from this address' }).isChecked());
    await assertNoAxeViolations(page);
    await page.getByRole('button', { name: 'Create my site' }).click();
    await title(page, 'Your site is live').waitFor();
    await page.getByText('Connected. One show in the next 7 days.').waitFor();
    const site = page.frameLocator('iframe[title="The site as visitors see it"]');
    await site.getByText('Night Train').first().waitFor();
    await page.setViewportSize({ width: 390, height: 900 });
    await assertNoAxeViolations(page);
    await page.goto(page.url().replace('/created/', '/feeds/'));
    const feed = page.getByRole('row', { name: /CinemaShowtimes/ });
    await feed.getByText('Healthy').waitFor();
    await context.close();
  });
});

/** Signs in, and opens the set-up. */
async function openSetUp(page: Page, server: EmptyServer): Promise<void> {
  await page.goto(new URL('/editor/', server.setUpAddress).href);
  await page.getByLabel('Email').fill('ada@lantern.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await title(page, 'Today').waitFor();
  await page.goto(new URL('/editor/set-up/', page.url()).href);
}

/** Chooses to import a schedule: after an address and a file that cannot be read, one that can. */
async function importSchedule(page: Page): Promise<void> {
  // The answers are on the device.
  await page.reload();
  await page.getByText('Connect a feed or import a file', { exact: true }).click();
  await page.getByRole('button', { name: 'Create my site' }).click();
  await page.getByText('Choose a file, or enter an address.').waitFor();
  const address = page.getByLabel('Or its address');
  await address.fill('http://169.254.169.254/');
  await page.keyboard.press('Enter');
  await page.getByText('This address is not public.').waitFor();
  assert.equal(await address.inputValue(), 'http://169.254.169.254/', 'what was typed stays');
  const files = page.locator('input[type=file]');
  await files.setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from('[1, 2]') });
  await page.getByRole('button', { name: /Choose the format/ }).click();
  await page.getByRole('option', { name: 'CinemaShowtimes' }).click();
  await page.getByText('We cannot read this').waitFor();
  await files.setInputFiles({ name: 'week.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(SCHEDULE)) });
  await page.getByText('2, 1 of them in the next 7 days, the last on').waitFor();
  await page.getByText('Quayside Picture House').waitFor();
  await page.getByText('One remark').click();
  await page.getByText(/"title" must be a string/).waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await assertNoAxeViolations(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal scroll');
  }
}

/** Asserts that visitors see the logo, the colors, the page and the shows. */
async function assertSite(page: Page, site: string, name: string): Promise<void> {
  await eventually('the site has its program', async () => {
    await page.goto(site);
    return (await page.getByText('The Ferryman’s Daughter').count()) > 0;
  });
  await page.getByRole('banner').getByRole('img', { name }).waitFor();
  await eventuallyEquals(async () => (await customProperty(page, '--primary')).toUpperCase(), PRIMARY);
  await page.goto(`${site}/showtimes/?day=2026-11-28`);
  await page.getByRole('main').getByText('Paper Moths').first().waitFor();
  assert.equal((await page.goto(`${site}/about-us/`))?.status(), 200);
  await page.getByText('The Tin Lantern opened above the ferry landing').waitFor();
  await page.close();
}
