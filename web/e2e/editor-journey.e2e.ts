// The first hour of a new cinema: from an empty data folder to a published site, then a colleague, a conflict and an earlier version.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { assertNoAxeViolations, launchBrowser, openPage } from './browser.ts';
import { customProperty, publish, settingRow, waitForSaved } from './editor-session.ts';
import { type EmptyServer, startEmptyServer } from './empty-server.ts';
import { decodeQuotedPrintable } from './mail.ts';
import { Person } from './person.ts';
import { picture } from './picture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

/** The time in which a person who knows the editor gets from the set-up address to the publication, in seconds. */
const TIME_TO_PUBLICATION = 600;
/** The time in which they type the program of a week for three screens, in seconds. */
const TIME_TO_PROGRAM = 300;

const CINEMA = 'Harbor Lights';
const COLOR = '#0B5D6B';
const PASSWORD = 'a lamp in the fourth row';

/** Films of the first week by title and length. */
const FILMS = [
  ['Orchard', '101'],
  ['Salt Road', '94'],
  ['Night Ferry', '118'],
] as const;

/** Starts of the shows on each of the three screens. */
const TIMES = [
  ['2:00', '5:00', '8:00'],
  ['2:15', '5:15', '8:15'],
  ['2:30', '5:30', '8:30'],
] as const;

/** Days whose shows are typed. */
const TYPED_DAYS = 3;
const SHOWS_OF_WEEK = 63;

const LINK = { en: 'Getting here', fr: 'Venir ici' } as const;

/** What both call the cinema later. */
const NAMES = { owner: 'Harbor North', colleague: 'Harbor South' } as const;

const PAGE_TEXTS = {
  en: { heading: 'Find the pier', text: 'Tram 4 stops at the lighthouse.' },
  fr: { heading: 'Trouver la jetée', text: 'Le tram 4 passe devant le phare.' },
} as const;

describe('a new cinema', () => {
  let server: EmptyServer | undefined;
  let browser: Browser | undefined;
  before(async () => {
    server = await startEmptyServer();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('gets from an empty server to a published program in ten minutes, then has a colleague and earlier versions', async (test) => {
    assert.ok(server !== undefined && browser !== undefined);
    const options = { locale: 'en-US', timezoneId: 'America/Detroit' };
    const [context, page, messages] = await openPage(browser, 1440, options);
    const owner = new Person(page);
    await acceptAsOwner(owner, server.setUpAddress);
    const site = await setUp(owner);
    const [visitors, visited] = await openSite(browser, site);
    await visited.getByText(CINEMA).first().waitFor();

    await restyle(owner);
    await addLanguage(owner);
    await addPage(owner);
    await addLink(owner);
    const start = owner.seconds;
    const days = await typeProgram(owner);
    const program = `${SHOWS_OF_WEEK} shows: ${Math.round(owner.seconds - start)} s`;
    test.diagnostic(program);
    assert.ok(owner.seconds - start < TIME_TO_PROGRAM, program);
    await importProgram(owner, days[0] ?? '');
    await publish(page, (keys) => owner.press(keys));
    test.diagnostic(owner.summary);
    assert.ok(owner.seconds < TIME_TO_PUBLICATION, owner.summary);
    await assertPublished(visited, days);

    const link = await invite(owner, server);
    const [colleagueContext, colleaguePage, colleagueMessages] = await openPage(browser, 1440, options);
    const colleague = new Person(colleaguePage);
    await acceptAsColleague(colleague, link);
    assert.deepEqual(colleagueMessages, []);
    await decideConflict(owner, colleague);
    // Requests fail without a network.
    colleagueMessages.length = 0;
    await publish(colleaguePage);
    await eventually('visitors see the name that was chosen', async () => {
      await visited.goto(site);
      return (await visited.title()).includes(NAMES.colleague);
    });

    await restoreFirstVersion(owner);
    await eventually('visitors see the first version', async () => {
      await visited.goto(site);
      return !(await visited.title()).includes(NAMES.colleague) && (await visited.title()).includes(CINEMA);
    });
    assert.equal(await visited.getByRole('link', { name: LINK.en }).count(), 0);
    assert.equal(await visited.getByRole('banner').getByRole('img', { name: CINEMA }).count(), 0);
    assert.notEqual((await customProperty(visited, '--primary')).toUpperCase(), COLOR);
    assert.equal((await visited.goto(`${site}/visit/`))?.status(), 404);
    assert.deepEqual([...messages, ...colleagueMessages], []);
    for (const each of [visitors, context, colleagueContext]) await each.close();
  });
});

/** Opens a site in a browser without scripts. */
async function openSite(browser: Browser, site: string): Promise<readonly [BrowserContext, Page]> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(site);
  return [context, page];
}

/** Asserts that visitors without scripts see the design, the page in both languages, the link and the shows of a week. */
async function assertPublished(visited: Page, days: readonly string[]): Promise<void> {
  const site = new URL(visited.url()).origin;
  await eventually('visitors see the link', async () => {
    await visited.goto(site);
    return (await visited.getByRole('link', { name: LINK.en }).count()) > 0;
  });
  assert.ok((await visited.title()).includes(CINEMA));
  assert.equal((await customProperty(visited, '--primary')).toUpperCase(), COLOR);
  await visited.getByRole('banner').getByRole('img', { name: CINEMA }).waitFor();
  for (const [prefix, { heading, text }] of [
    ['', PAGE_TEXTS.en],
    ['/fr', PAGE_TEXTS.fr],
  ] as const) {
    await visited.goto(`${site}${prefix}/visit/`);
    await visited.getByRole('heading', { name: heading }).waitFor();
    await visited.getByText(text).waitFor();
  }
  await visited.getByRole('link', { name: LINK.fr }).first().waitFor();
  const main = visited.getByRole('main');
  const shown = visited.locator(':visible');
  for (const day of days) {
    await visited.goto(`${site}/showtimes/?day=${day}`);
    for (const time of TIMES.flat())
      await shown
        .and(main.getByText(new RegExp(`^${time}`)))
        .first()
        .waitFor();
    for (const [title] of FILMS) await main.getByText(title, { exact: true }).first().waitFor();
  }
  await visited.goto(`${site}/showtimes/?day=${laterDay(days[0] ?? '', 7)}`);
  await main.getByText('Lantern Room', { exact: true }).first().waitFor();
}

/** Invites a colleague as an editor, and returns the address in their mail. */
async function invite(person: Person, server: EmptyServer): Promise<string> {
  const { page } = person;
  const email = 'theo@harbor.example';
  await open(person, 'Team', 'Team and security');
  await person.fill(page.getByLabel('Email'), email);
  await person.click(page.getByText('Program, films, pages, design and settings'));
  await person.click(page.getByRole('button', { name: 'Send invitation' }));
  await page.getByText(`${email} is invited.`).waitFor();
  let link = '';
  await eventually('the invitation is sent', () => {
    const mail = server.mails(email).at(-1) ?? '';
    link = /https?:\/\/\S+\/editor\/welcome\/\?token=[\w-]+/.exec(decodeQuotedPrintable(mail))?.[0] ?? '';
    return link !== '';
  });
  return link;
}

async function acceptAsColleague(person: Person, address: string): Promise<void> {
  const { page } = person;
  await page.goto(address);
  await person.fill(page.getByLabel('Your name'), 'Theo Brandt');
  await person.fill(page.getByRole('textbox', { name: 'New password' }), PASSWORD);
  await person.click(page.getByRole('button', { name: 'Create account' }));
  await person.click(page.getByRole('button', { name: 'Not now' }));
  await screenTitle(page, 'Today').waitFor();
}

/** Both change the name of the cinema, and the colleague decides for their own. */
async function decideConflict(owner: Person, colleague: Person): Promise<void> {
  const nameOf = ({ page }: Person) => settingRow(page, '/site/settings/name').getByRole('textbox');
  for (const person of [owner, colleague]) {
    await open(person, 'Settings');
    await nameOf(person).waitFor();
  }
  await colleague.page.context().setOffline(true);
  await colleague.fill(nameOf(colleague), NAMES.colleague);
  await colleague.page.getByText('1 change is waiting.').waitFor();
  await owner.fill(nameOf(owner), NAMES.owner);
  await waitForSaved(owner.page);
  await colleague.page.context().setOffline(false);
  await colleague.click(colleague.page.getByRole('button', { name: 'Decide' }));
  const dialog = colleague.page.getByRole('dialog', { name: 'Ada Berg changed the same part' });
  await dialog.getByText(NAMES.owner).first().waitFor();
  await colleague.choose(dialog.getByRole('radio', { name: /^Yours/ }));
  await colleague.click(dialog.getByRole('button', { name: 'Use yours' }));
  await dialog.waitFor({ state: 'detached' });
  await waitForSaved(colleague.page);
  await eventuallyEquals(() => nameOf(owner).inputValue(), NAMES.colleague);
}

/** Puts what the set-up made into the draft, and publishes it. */
async function restoreFirstVersion(person: Person): Promise<void> {
  const { page } = person;
  await open(person, 'History');
  await person.click(page.getByRole('option', { name: /^Version 1/ }));
  await person.click(page.getByRole('button', { name: 'Restore Version 1' }));
  await page.getByText('Version 1 is in the draft.').waitFor();
  await publish(page);
}

const screenTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens a screen with the navigation. */
async function open(person: Person, name: string, title: string = name): Promise<void> {
  await person.click(person.page.getByRole('navigation').getByRole('link', { name, exact: true }).first());
  await screenTitle(person.page, title).waitFor();
}

async function acceptAsOwner(person: Person, address: string): Promise<void> {
  const { page } = person;
  await page.goto(address);
  await person.fill(page.getByLabel('Your name'), 'Ada Berg');
  await person.fill(page.getByLabel('Email'), 'ada@harbor.example');
  await person.fill(page.getByRole('textbox', { name: 'New password' }), PASSWORD);
  await person.click(page.getByRole('button', { name: 'Create account' }));
  await person.click(page.getByRole('button', { name: 'Not now' }));
}

/** Answers the questions of the set-up, and returns the origin of the new site. */
async function setUp(person: Person): Promise<string> {
  const { page } = person;
  await person.fill(page.getByLabel('Name of your cinema'), CINEMA);
  await person.fill(page.getByLabel('Address', { exact: true }), 'Pier 9, Detroit');
  await person.fill(page.getByLabel('How many screens here?'), '3');
  await person.click(page.getByRole('button', { name: 'Continue' }));
  await screenTitle(page, 'Make it yours').waitFor();
  await person.click(page.getByText('Night ferry', { exact: true }));
  await person.click(page.getByRole('button', { name: 'Continue' }));
  await screenTitle(page, 'Your program').waitFor();
  await person.click(page.getByRole('button', { name: 'Create my site' }));
  await screenTitle(page, 'Your site is live').waitFor();
  // The frame has the site itself, not a drawing.
  const site = page.frameLocator('iframe[title="The site as visitors see it"]');
  await site.getByRole('link', { name: CINEMA }).first().waitFor();
  // The button that was busy is gone.
  await assertNoAxeViolations(page);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Not copied. Select the text and copy it yourself.').waitFor();
  return page.getByRole('link', { name: 'Open' }).evaluate((link: HTMLAnchorElement) => new URL(link.href).origin);
}

/** Changes the primary color with the keyboard, and uploads a logo. */
async function restyle(person: Person): Promise<void> {
  const { page } = person;
  await person.click(page.getByRole('link', { name: /^Change the design/ }));
  await screenTitle(page, 'Design').waitFor();
  const color = page.getByRole('button', { name: /^Primary #/ });
  if ((await color.getAttribute('aria-expanded')) !== 'true') await person.click(color);
  await person.click(page.getByLabel('Primary as a hex value'));
  await person.enter(page.getByLabel('Primary as a hex value'), COLOR);
  await eventuallyEquals(() => color.innerText().then((text) => text.split('\n').at(-1)), COLOR);
  await person.click(page.getByRole('tab', { name: 'Layout' }));
  await person.click(page.getByRole('button', { name: 'Choose', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  const chooser = page.waitForEvent('filechooser');
  await person.click(dialog.getByRole('button', { name: 'Upload' }));
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(240, 60) });
  await dialog.getByText(/^Stored/).waitFor();
  await person.click(dialog.getByRole('option').first());
  await person.click(dialog.getByRole('button', { name: 'Use this picture' }));
  await dialog.waitFor({ state: 'detached' });
  await waitForSaved(page);
}

/** Turns on French beside English, and publishes it. */
async function addLanguage(person: Person): Promise<void> {
  const { page } = person;
  await open(person, 'Settings');
  const row = settingRow(page, '/site/config/options/additionalLocales');
  await person.click(row.getByRole('button', { name: 'Add' }));
  await person.fill(row.getByRole('textbox'), 'fr-FR');
  await waitForSaved(page);
}

/** Writes a page in both languages. */
async function addPage(person: Person): Promise<void> {
  const { page } = person;
  await open(person, 'Pages');
  await person.click(page.getByRole('button', { name: 'New page' }));
  await person.enter(page.getByRole('dialog').getByLabel('Page title'), 'Visit');
  await person.click(page.getByRole('button', { name: 'Add a block' }));
  await person.click(page.getByRole('button', { name: /^Text/ }));
  for (const [language, { heading, text }] of Object.entries(PAGE_TEXTS)) {
    if (language === 'fr') await person.click(page.getByRole('radiogroup', { name: 'Language of the texts' }).getByText('French'));
    await person.fill(page.getByLabel('Heading'), heading);
    await person.fill(page.getByRole('textbox', { name: 'Text', exact: true }), text);
  }
  await waitForSaved(page);
}

/** Adds a link to the page to the header. */
async function addLink(person: Person): Promise<void> {
  const { page } = person;
  await open(person, 'Menus');
  await person.click(page.getByRole('button', { name: 'Add a link', exact: true }));
  await waitForFocus(page.getByLabel('Label', { exact: true }));
  await person.fill(page.getByLabel('Label', { exact: true }), LINK.en);
  await person.fill(page.getByLabel('Label in French'), LINK.fr);
  for (const [select, option] of [
    ['Links to', 'Page'],
    ['Page', /^Visit/],
  ] as const) {
    await person.click(page.getByRole('button', { name: new RegExp(`${select}$`) }));
    await person.click(page.getByRole('option', { name: option }));
  }
  await waitForSaved(page);
}

/**
 * Types the shows of the first three days of next week and copies the last of them to the other days. Returns the days of next week.
 */
async function typeProgram(person: Person): Promise<readonly string[]> {
  const { page } = person;
  await open(person, 'Program');
  const today = await daysOfWeek(page);
  await person.press('.');
  await eventually('the next week is shown', async () => (await daysOfWeek(page))[0] !== today[0]);
  const days = await daysOfWeek(page);
  for (const [title, length] of FILMS) {
    await person.click(page.getByRole('button', { name: 'New film' }));
    const dialog = page.getByRole('dialog', { name: 'New film' });
    await person.fill(dialog.getByLabel('Title'), title);
    await dialog.getByLabel('Title').press('Tab');
    await person.enter(dialog.getByLabel('Length'), length);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor();
    await person.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await person.press('a');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox');
  for (const day of days.slice(0, TYPED_DAYS))
    for (const [index, times] of TIMES.entries())
      for (const [place, time] of times.entries()) {
        const [title] = FILMS[(index + place) % FILMS.length] ?? ['', ''];
        await person.enter(field, `${title.toLowerCase()} ${weekdayOf(day)} ${time} s${index + 1}`);
        await eventuallyEquals(() => field.inputValue(), '');
      }
  await person.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  for (const day of days.slice(TYPED_DAYS - 1, -1)) {
    await person.click(page.getByRole('button', { name: `Actions for ${dateWords(day)}` }));
    await person.click(page.getByRole('menuitem', { name: /^Copy to/ }));
  }
  await eventuallyEquals(() => page.locator('[data-show]').count(), SHOWS_OF_WEEK);
  await waitForSaved(page);
  return days;
}

/** The days that the program shows. */
const daysOfWeek = async (page: Page): Promise<readonly string[]> => {
  await page.locator('[data-lane]').first().waitFor();
  return [
    ...new Set(await page.locator('[data-lane]').evaluateAll((lanes) => lanes.map((lane) => lane.getAttribute('data-day') ?? ''))),
  ];
};

const laterDay = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

const weekdayOf = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' }).toLowerCase();

const dateWords = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Takes the shows of the week after a day from a file. */
async function importProgram(person: Person, day: string): Promise<void> {
  const { page } = person;
  const rows = Array.from({ length: 7 }, (_, index) => {
    const date = laterDay(day, index + 7);
    return [`${date},14:00,Orchard,1,`, `${date},20:00,Lantern Room,2,88`];
  }).flat();
  await person.click(page.getByRole('button', { name: 'Shows from a spreadsheet' }));
  const dialog = page.getByRole('dialog', { name: 'Shows from a spreadsheet' });
  const chooser = page.waitForEvent('filechooser');
  await person.click(dialog.getByRole('button', { name: 'Choose a file' }));
  const file = ['Date,Time,Film,Screen,Length', ...rows, ''].join('\n');
  await (await chooser).setFiles({ name: 'week.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await dialog.getByText('14 rows: 14 new shows, 1 new film').waitFor();
  await person.click(dialog.getByRole('button', { name: 'Add 14 shows' }));
  await dialog.waitFor({ state: 'detached' });
  await person.press('.');
  await eventuallyEquals(() => page.locator('[data-show]', { hasText: 'Lantern Room' }).count(), 7);
  await waitForSaved(page);
}
