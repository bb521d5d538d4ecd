// What visitors of the demo sites want, who are not signed in: the next show of a film, of a theater or of an event, another day, a film
// that opens later. The visits of the design review, again. `time-of-day.ts` runs them at each of its times.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { waitForHydration } from './browser.ts';
import type { DemoSite } from './demo-sites.ts';
import { heading, signInButton } from './guest-forms.ts';
import { openTickets } from './ticketing.ts';

/** A visitor of a demo site. */
export interface Visit {
  readonly site: DemoSite;
  readonly page: Page;
  /** The URL of a path of the site. */
  readonly urlOf: (path: string) => string;
  /** The time at which the demo began, in ms. Its clock goes on from there. */
  readonly now: number;
}

type Journey = (visit: Visit) => Promise<void>;

/** A link to the tickets of a show. */
interface ShowLink {
  readonly link: Locator;
  /** The ticketing site's code of the show. */
  readonly code: string;
  /** The accessible name, which begins with the time and contains the title of the film. */
  readonly label: string;
  /** The start in ms. */
  readonly start: number;
  /** The cinema day, as `2026-11-20`. */
  readonly day: string;
  /** The minute of the day at which the show starts, at its theater. */
  readonly minute: number;
  /** Whether the theater is so far away that its shows come last. */
  readonly isDistant: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The UTC offset of the demo sites in hours, and of their theaters in other time zones, which are far away. */
const OFFSET = -5;
const OTHER_OFFSETS: Readonly<Record<string, number>> = { 'aster-garden-row': -6, 'aster-saint-elme': 1 };
/** A cinema day begins at this hour. */
const FIRST_HOUR = 3;
const DAYS_OF_WEEK = 7;
/** The test files begin their visits within this time after the start of the demo. */
const MAX_DELAY_MINUTES = 15;

const WITH_AUDIO_DESCRIPTION = 'access=Showtime.Accessibility.AudioDescription';
const SHOW_LINK = 'a[href*="perfCode="]';

/** The links to the tickets of shows. */
const showLinks = (within: Page | Locator): Locator => within.locator(SHOW_LINK).filter({ visible: true });

/** The shows of a page of a film or a theater, without those of other films. */
const ownShowLinks = (page: Page): Locator => showLinks(page.locator('#showtimes'));

/** The cinema day of an instant at the demo sites. */
const cinemaDay = (instant: number): string =>
  new Date(instant + (OFFSET - FIRST_HOUR) * HOUR_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** A day as pages name it, in the parts that `options` ask for. */
const dayText = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day));

const WEEKDAY = { weekday: 'short' } as const;
const SHORT_DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;

/** The minute of the day of a text that begins with a time, as `6:10 PM` or `18:10`. */
function minuteOf(text: string): number {
  const [, hour = '', minute = '', half] = /^(\d{1,2}):(\d\d)(?:\s([AP])M)?/.exec(text) ?? [];
  assert.notEqual(hour, '', `no time in ${text}`);
  return (half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'P' ? 12 : 0)) * 60 + Number(minute);
}

/** What a URL tells of its show: its code ends with the month and day of the cinema day, and with hour and minute. */
function showOf(url: string): Omit<ShowLink, 'link' | 'label'> {
  const [, code = '', theater = '', month, date, hour, minute] =
    /perfCode=((.+)-\d+-(\d\d)(\d\d)(\d\d)(\d\d))(?:&|$)/.exec(url) ?? [];
  assert.notEqual(code, '', `no show in ${url}`);
  const day = `2026-${month}-${date}`;
  const minutes = Number(hour) * 60 + Number(minute);
  const isAfterMidnight = Number(hour) < FIRST_HOUR;
  const offset = OTHER_OFFSETS[theater] ?? OFFSET;
  const start = Date.parse(day) + (isAfterMidnight ? DAY_MS : 0) + minutes * MINUTE_MS - offset * HOUR_MS;
  return { code, day, minute: minutes, start, isDistant: offset !== OFFSET };
}

/** Opens a page of the site. */
async function open({ page, urlOf }: Visit, path: string): Promise<void> {
  await page.goto(urlOf(path), { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
}

/** Follows a link to a page of the site with this heading. */
async function follow({ page }: Visit, link: Locator, title: string | RegExp): Promise<void> {
  await link.click();
  await heading(page, title).waitFor();
  await waitForHydration(page);
}

/** The shows behind links to tickets. All of them start later than now, at the time that the page says. */
async function showsOf({ now }: Visit, links: Locator): Promise<ShowLink[]> {
  await links.first().waitFor();
  const found = await links.evaluateAll((all) =>
    all.map((link) => ({ url: link.getAttribute('href') ?? '', label: link.getAttribute('aria-label') ?? '' })),
  );
  return found.map(({ url, label }, index) => {
    const show = Object.assign(showOf(url), { label, link: links.nth(index) });
    assert.ok(show.start > now, `${label} started before ${new Date(now).toISOString()}: ${url}`);
    assert.equal(minuteOf(label), show.minute, `${label} is at another time: ${url}`);
    return show;
  });
}

/** The next of the shows. Distant theaters come last. */
function nextOf(shows: readonly ShowLink[]): ShowLink {
  const [first] = shows.toSorted((a, b) => Number(a.isDistant) - Number(b.isDistant) || a.start - b.start);
  assert.ok(first !== undefined);
  return first;
}

/** Asserts that shows are in the order of their starts. */
function assertSorted(shows: readonly ShowLink[]): void {
  const sorted = shows.toSorted((a, b) => a.start - b.start);
  assert.deepEqual(
    shows.map(({ label }) => label),
    sorted.map(({ label }) => label),
  );
}

/** Follows the link to the tickets of a show that has not started, and finds the film and the time of the link there. */
async function bookShow({ page, now }: Visit, { link, label, code }: ShowLink): Promise<void> {
  const tickets = await openTickets(page, link);
  const show = showOf(tickets.url());
  assert.equal(show.code, code);
  assert.ok(show.start > now, `the show of ${tickets.url()} has started`);
  await tickets.getByText('Price a ticket').waitFor();
  const title = await tickets.getByRole('heading', { level: 1 }).innerText();
  assert.ok(title !== '' && label.includes(title), `${label} leads to ${title}`);
  const [time = ''] = /^[\d:]+\s[AP]M/.exec(label) ?? [];
  const details = await tickets.getByRole('main').innerText();
  assert.ok(time !== '' && details.includes(time), `${label} leads to ${details}`);
}

/** The shows of the day, or of the nearest day that has some, to which the page then links. */
async function findAudioDescription(visit: Visit): Promise<void> {
  const { page } = visit;
  const check = async (): Promise<void> => {
    for (const { label } of await showsOf(visit, showLinks(page.getByRole('main')))) assert.match(label, /audio description/i);
  };
  await open(visit, `/showtimes/?${WITH_AUDIO_DESCRIPTION}`);
  if ((await showLinks(page.getByRole('main')).count()) === 0) {
    await page
      .locator('[data-empty]')
      .getByRole('link', { name: /^Go to / })
      .click();
    await page.waitForURL(/[?&]day=/);
  }
  await check();
  await open(visit, `/showtimes/?day=week&${WITH_AUDIO_DESCRIPTION}`);
  await check();
}

/** The home page begins with the next shows, as does the page that is saved for times without a connection. */
async function bookFromHome(visit: Visit): Promise<void> {
  const { page, now } = visit;
  await open(visit, '/offline.html');
  const saved = page.locator('main li:has(b)').first();
  const [savedTime, savedTitle] = [await saved.locator('b').innerText(), await saved.locator('span').innerText()];
  await open(visit, '/');
  const panel = page.getByRole('region', { name: /^Starting (soon|first)$/ });
  const label = (await panel.getByRole('link').first().getAttribute('aria-label')) ?? '';
  assert.ok(label.startsWith(savedTime) && label.includes(savedTitle), `${label} is not ${savedTime} ${savedTitle}`);
  assertSorted(await showsOf(visit, showLinks(panel)));
  for (const text of await panel.getByText(/^Now \d/).allInnerTexts()) {
    const minutes = (minuteOf(text.replace('Now ', '')) - now / MINUTE_MS - OFFSET * 60) % (DAY_MS / MINUTE_MS);
    const delay = (minutes + DAY_MS / MINUTE_MS) % (DAY_MS / MINUTE_MS);
    assert.ok(delay < MAX_DELAY_MINUTES, `the page says ${text}`);
  }
  const [first] = await showsOf(visit, showLinks(page.getByRole('main')));
  assert.ok(first !== undefined);
  await bookShow(visit, first);
}

async function bookFilm(visit: Visit): Promise<void> {
  const { page } = visit;
  await open(visit, '/movies/');
  const card = page
    .locator('main li:has(h3)')
    .filter({ has: page.locator(SHOW_LINK) })
    .first();
  const title = await card.getByRole('heading').innerText();
  const [first] = await showsOf(visit, showLinks(card));
  await follow(visit, card.getByRole('heading').getByRole('link'), title);
  const next = nextOf(await showsOf(visit, ownShowLinks(page)));
  assert.equal(next.code, first?.code, 'the next show of the film is the first of its card');
  assert.ok(next.label.includes(title));
  await bookShow(visit, next);
}

async function bookEvent(visit: Visit): Promise<void> {
  const { page, now } = visit;
  await open(visit, '/events/');
  const card = page.locator('main li:has(h2)').first();
  const [title, text] = [await card.getByRole('heading').innerText(), await card.innerText()];
  await follow(visit, card.getByRole('heading').getByRole('link'), title);
  const [first] = await showsOf(visit, showLinks(page.getByRole('main')));
  assert.ok(first !== undefined);
  const day = first.day === cinemaDay(now) ? 'Today' : dayText(first.day, WEEKDAY);
  assert.ok(text.includes(day), `${text} has its next show at ${first.code}`);
  const times = text.match(/\d{1,2}:\d\d\s[AP]M/g) ?? [];
  assert.ok(times.map(minuteOf).includes(first.minute), `${text} has its next show at ${first.code}`);
  await bookShow(visit, first);
}

/** The timetable of a theater by time, of the next day with shows, of another day and of the week. */
async function findByTime(visit: Visit): Promise<void> {
  const { page, now } = visit;
  const [path, name] = visit.site === 'meridian' ? ['/showtimes/', 'Meridian'] : ['/theaters/canal-street/', 'Canal Street'];
  await open(visit, `${path}?view=time`);
  const shows = await showsOf(visit, ownShowLinks(page));
  assertSorted(shows);
  const [today] = shows.map(({ day }) => day);
  assert.ok(today !== undefined);
  assert.deepEqual([...new Set(shows.map(({ day }) => day))], [today]);
  await heading(page, `${today === cinemaDay(now) ? 'Today' : dayText(today, LONG_DAY)} at ${name}`).waitFor();

  const bar = page.getByRole('navigation', { name: 'Day' });
  const link = bar.locator('a[href*="day="][title]').last();
  const [label, url] = [(await link.getAttribute('title')) ?? '', (await link.getAttribute('href')) ?? ''];
  const [day = ''] = /\d{4}-\d\d-\d\d/.exec(url) ?? [];
  assert.equal(label, dayText(day, LONG_DAY));
  assert.ok(day > today, `${day} is not later`);
  await follow(visit, link, `${label} at ${name}`);
  const laterShows = await showsOf(visit, ownShowLinks(page));
  assertSorted(laterShows);
  assert.deepEqual([...new Set(laterShows.map((show) => show.day))], [day]);

  await follow(visit, bar.getByRole('link', { name: 'This week' }), `This week at ${name}`);
  const sections = await page
    .locator('section[aria-labelledby^="week-"]')
    .evaluateAll((all) => all.map((section) => (section.getAttribute('aria-labelledby') ?? '').replace('week-', '')));
  const days = [...new Set((await showsOf(visit, ownShowLinks(page))).map((show) => show.day))];
  assert.deepEqual(days, sections);
  assert.deepEqual(days, days.toSorted());
  assert.equal(days[0], today);
  assert.equal(days.length, DAYS_OF_WEEK);
}

const SEARCHED_FILM = 'The Salt Cartographer';

/** Finds a film by a word with a typo, and adds a show to a calendar. */
async function searchFilm(visit: Visit): Promise<void> {
  const { page } = visit;
  await open(visit, '/search/?q=catographer');
  const hit = page.locator('main [data-row]').filter({ hasText: SEARCHED_FILM });
  const text = await hit.innerText();
  const [first] = (await showLinks(hit).count()) === 0 ? [] : await showsOf(visit, showLinks(hit));
  await follow(visit, hit.getByRole('link', { name: SEARCHED_FILM, exact: true }), SEARCHED_FILM);
  const shows = await showsOf(visit, ownShowLinks(page));
  const next = nextOf(shows);
  // A film without shows on the day of the search names its next day.
  if (first === undefined) assert.ok(text.includes(dayText(next.day, SHORT_DAY)), `${text} next plays on ${next.day}`);
  else assert.equal(first.code, next.code);

  await page.getByRole('main').getByRole('link', { name: 'Calendar', exact: true }).click();
  const entry = page.getByRole('dialog', { name: 'Add to calendar' }).getByRole('link', { name: /^Google Calendar/ });
  const { searchParams } = new URL((await entry.getAttribute('href')) ?? '');
  assert.equal(searchParams.get('text'), SEARCHED_FILM);
  const [start = ''] = searchParams.get('dates')?.split('/') ?? [];
  const starts = shows.map((show) => new Date(show.start).toISOString().replaceAll(/[-:]|\.000/g, ''));
  assert.ok(starts.includes(start), `the calendar gets a show at ${start}, the page has ${starts.join(', ')}`);
}

/** Finds the way to the theater, on the site of a single theater. */
async function findTheWay(visit: Visit): Promise<void> {
  const { page, urlOf } = visit;
  await open(visit, '/visit/');
  const place = page.getByRole('region', { name: 'Find us' });
  await place.getByText('214 Harbor Street, Port Ellery').waitFor();
  const directions = await place.getByRole('link', { name: /^Directions/ }).getAttribute('href');
  assert.ok(directions?.includes('destination=41.8004%2C-86.7461'), directions ?? 'no directions');
  const more = page.getByRole('main').getByRole('link', { name: 'All showtimes' });
  assert.equal(await more.evaluate((link: HTMLAnchorElement) => link.href), urlOf('/showtimes/'));
}

/** Chooses one of several theaters, and finds its address and its next show. */
async function chooseTheater(visit: Visit): Promise<void> {
  const { page, now } = visit;
  await open(visit, '/theaters/');
  const row = page.locator('main li').filter({ has: page.getByRole('heading', { name: 'Harbor', exact: true }) });
  const text = await row.innerText();
  await row.getByRole('link', { name: 'Make this my theater, Harbor' }).click();
  const chosen = page.getByRole('banner').getByRole('link', { name: 'Theater: Harbor' }).filter({ visible: true });
  await chosen.waitFor();
  const first = nextOf(await showsOf(visit, showLinks(page.getByRole('main'))));
  assert.match(first.code, /^aster-harbor-/);
  assert.match(text, first.day === cinemaDay(now) ? /\b[1-9]\d* films? today/ : /No more films today/);
  await open(visit, '/theaters/harbor/');
  await page.getByRole('region', { name: 'Plan your visit' }).getByText('3 Pier Road, Port Ellery').waitFor();
  const next = nextOf(await showsOf(visit, ownShowLinks(page)));
  assert.equal(next.code, first.code);
}

/** A film that opens later says when, and can be remembered after signing in. */
async function findFilmThatOpensLater(visit: Visit): Promise<void> {
  const { page } = visit;
  await open(visit, '/movies/coming-soon/');
  const card = page.locator('main li').filter({ has: page.getByRole('heading', { name: 'The Whale Road' }) });
  const [release = ''] = /\b[A-Z][a-z]{2} \d{1,2}, \d{4}/.exec(await card.innerText()) ?? [];
  assert.notEqual(release, '', 'the card has a date');
  await follow(visit, card.getByRole('heading').getByRole('link'), 'The Whale Road');
  const opening = dayText(`${release} UTC`, LONG_DAY);
  await page.getByRole('heading', { name: `Opens ${opening}. Tickets are not on sale yet.` }).waitFor();
  assert.equal(await page.getByRole('navigation', { name: 'Day' }).count(), 0, 'there are no days to choose');
  await showsOf(visit, showLinks(page.getByRole('main')));

  const film = new URL(page.url()).pathname;
  await page.locator('main a[data-heart]', { hasText: 'Watchlist' }).first().click();
  await signInButton(page).waitFor();
  const address = new URL(page.url());
  assert.deepEqual([address.pathname, address.searchParams.get('next')], ['/login/', film]);
}

/** The times of a film in French. */
async function readFilmInFrench(visit: Visit): Promise<void> {
  const { page } = visit;
  await open(visit, '/fr/movies/318377-low-tide-orchestra/');
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  for (const { label } of await showsOf(visit, ownShowLinks(page))) assert.match(label, /^\d{1,2}:\d\d (?![AP]M)/);
}

const COMMON = {
  'SW-04 finds the next shows on the home page, as on the page for times without a connection, and gets tickets with one tap':
    bookFromHome,
  'finds audio description on the day or the nearest one, and in the week': findAudioDescription,
  'ROUTE-02 ROUTE-16 finds a film, and gets tickets for its next show': bookFilm,
  'finds the next show by its time, and the shows of another day and of the week': findByTime,
  'ROUTE-16 finds the next event, and gets tickets for it': bookEvent,
  'finds a film by a misspelled word, and adds a show to a calendar': searchFilm,
  'ROLE-04 finds out when a film opens, and signs in to remember it': findFilmThatOpensLater,
} as const;

/** What visitors of each site do. */
export const JOURNEYS: Readonly<Record<DemoSite, Readonly<Record<string, Journey>>>> = {
  meridian: { ...COMMON, 'finds the address of the theater, and the way': findTheWay },
  aster: {
    ...COMMON,
    'THEAT-01 THEAT-04 chooses a theater, and finds its address and its next show': chooseTheater,
    'LOCALE-01 finds the times of a film in French': readFilmInFrench,
  },
};
