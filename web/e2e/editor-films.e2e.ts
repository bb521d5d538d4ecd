// The films: the list, the editor with what the feed says, and the published page.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { field as fieldOf, isRecord, list, text } from '@marquee/api/json.ts';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { discardDraft, eventuallyPublished, openEditor, publish, requestApi, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

const row = (page: Page, field: string): Locator => page.getByRole('group', { name: field, exact: true });

/** Opens a film from the list, by keyboard. */
async function openFilm(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Films' }).waitFor();
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(title);
  await eventuallyEquals(() => page.getByRole('list', { name: 'Films' }).getByRole('listitem').count(), 1);
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Waits until the page of a film of the published site has a title. */
const waitForTitle = (id: string, title: string): Promise<void> =>
  eventuallyPublished(demo, 'aster', `the page of the film has the title ${title}`, async (site) => {
    await site.goto(demo.aster(`/movies/${id}-/`), { waitUntil: 'domcontentloaded' });
    return (await site.getByRole('heading', { level: 1 }).innerText()).trim() === title;
  });

describe('the films', () => {
  it('ux 5.4 overrides a title by keyboard, publishes it, and follows the feed again', async () => {
    const { context, page } = await openEditor(demo, 'aster/films/');
    await openFilm(page, 'Low Tide Orchestra');
    const id = new URL(page.url()).pathname.split('/').at(-2) ?? '';
    const title = row(page, 'Title');
    await title.getByText('Follows the feed').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter');
    const field = title.getByRole('textbox');
    await waitForFocus(field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Low Tide, with music');
    await page.getByRole('heading', { level: 1, name: 'Low Tide, with music' }).waitFor();
    await title.getByText('Low Tide Orchestra', { exact: false }).waitFor();
    await page.getByText('1 override').waitFor();
    await publish(page);
    await waitForTitle(id, 'Low Tide, with music');

    await field.focus();
    await page.keyboard.press('Control+Shift+R');
    await page.getByRole('heading', { level: 1, name: 'Low Tide Orchestra' }).waitFor();
    const pencil = page.getByRole('button', { name: 'Edit Title' });
    await eventually('the focus is on the pencil', () => pencil.evaluate((button) => button === document.activeElement));
    await publish(page);
    await waitForTitle(id, 'Low Tide Orchestra');
    await context.close();
  });

  it('ux 5.4 names changes of films in the publish dialog, and shows them in the preview', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await openFilm(page, 'Low Tide Orchestra');
    await page.getByRole('button', { name: 'Edit Length' }).click();
    await row(page, 'Length').getByRole('textbox').fill('1:59');
    await row(page, 'Length').getByText('1 h 59 min').waitFor();
    await waitForSaved(page);
    const preview = page.frameLocator('iframe[title="Film page"]:not([inert])');
    await preview.getByText('1 h 59 min').first().waitFor();
    await page.keyboard.press('Control+Enter');
    const change = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Low Tide Orchestra' });
    await change.getByText('Length', { exact: true }).waitFor();
    await change.getByText('As in the feed').waitFor();
    await page.keyboard.press('Escape');
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.4 removes a value of the feed, and types another', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await openFilm(page, 'Low Tide Orchestra');
    await page.getByRole('button', { name: 'Edit Rating' }).click();
    const rating = row(page, 'Rating').getByRole('textbox');
    await rating.fill('');
    await waitForSaved(page);
    await page.reload();
    await row(page, 'Rating').getByText('Feed says: PG').waitFor();
    assert.equal(await rating.inputValue(), '');
    await rating.fill('NR');
    await waitForSaved(page);
    await rating.fill('NC');
    await waitForSaved(page);
    await page.reload();
    await eventuallyEquals(() => rating.inputValue(), 'NC');
    await page.getByRole('button', { name: 'Reset Rating to the feed' }).click();
    await row(page, 'Rating').getByText('Follows the feed: PG').waitFor();
    await eventually('the draft has no changes', async () => (await page.getByText(/^1 change$/).count()) === 0);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.4 opens the next film and names what is no trailer', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await openFilm(page, 'Low Tide Orchestra');
    await page.keyboard.press('Alt+ArrowDown');
    await eventually('another film is open', async () => {
      return (await page.getByRole('heading', { level: 1 }).innerText()) !== 'Low Tide Orchestra';
    });
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('heading', { level: 1, name: 'Low Tide Orchestra' }).waitFor();
    await page.getByRole('tab', { name: 'Pictures and trailer' }).click();
    await page.getByRole('button', { name: 'Edit Trailer' }).click();
    const trailer = row(page, 'Trailer').getByRole('textbox');
    await trailer.fill('https://video.example/low-tide');
    await page.getByText('This is not a video of YouTube or Vimeo').waitFor();
    await trailer.fill('https://youtu.be/abcdefghijk');
    await page.getByText('1 override').waitFor();
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.4 moves a film in the order by keys', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    const films = page.getByRole('list', { name: 'Films' }).getByRole('link');
    await films.nth(2).waitFor();
    const [first, second] = [await films.nth(0).innerText(), await films.nth(1).innerText()];
    await films.nth(1).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await eventuallyEquals(() => films.nth(0).innerText(), second);
    assert.equal(await films.nth(1).innerText(), first);
    await waitForFocus(films.nth(0));
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.4 CONST-03 SITE-12 a film has a badge in own words, and is left out of places, once it is published', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await openFilm(page, 'Low Tide Orchestra');
    const id = new URL(page.url()).pathname.split('/').at(-2) ?? '';
    await page.getByRole('tab', { name: 'Badges and order' }).click();
    await page.getByRole('radiogroup', { name: 'Badge' }).getByText('Automatic: NEW').waitFor();
    await page.getByRole('radiogroup', { name: 'Badge' }).getByText('Own words').click();
    const words = page.getByLabel('Words of the badge, English');
    await words.focus();
    await page.keyboard.press('Tab');
    await page.getByText('Enter the words, or choose another badge.').waitFor();
    await words.fill('Last chance');
    await page.getByRole('button', { name: 'Starting soon' }).click();
    await page.getByRole('button', { name: 'Search engines' }).press('Space');
    await waitForSaved(page);
    await page.keyboard.press('Control+Enter');
    const changes = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Low Tide Orchestra' });
    await changes.getByText('Where it appears', { exact: true }).waitFor();
    await changes.getByText('Not: Starting soon, Search engines').waitFor();
    await page.keyboard.press('Escape');
    await publish(page);
    await eventuallyPublished(demo, 'aster', 'the page of the film has the badge', async (site) => {
      await site.goto(demo.aster(`/movies/${id}-/`), { waitUntil: 'domcontentloaded' });
      return (await site.getByText('Last chance', { exact: true }).count()) > 0;
    });
    await eventuallyPublished(demo, 'aster', 'search engines leave out the page', async (site) => {
      await site.goto(demo.aster(`/movies/${id}-/`), { waitUntil: 'domcontentloaded' });
      return (await site.locator('meta[name="robots"][content="noindex"]').count()) === 1;
    });
    // Back to what the feed gives, and to all places.
    await page.getByRole('button', { name: 'Reset Badge to the feed' }).click();
    for (const place of ['Starting soon', 'Search engines']) await page.getByRole('button', { name: place }).click();
    await publish(page);
    await context.close();
  });

  it('ux 5.4 adds a film, removes it, and brings it back', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await page.getByRole('button', { name: 'New film' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Dust & Honey');
    await page.getByRole('dialog').getByLabel('Length').fill('95');
    await page.getByRole('dialog').getByLabel('Length').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Dust & Honey' }).waitFor();
    await page.getByRole('tab', { name: 'Feed' }).click();
    await page.getByText('No feed has this film').waitFor();
    await page.getByRole('button', { name: 'Actions for Dust & Honey' }).click();
    await page.getByRole('menuitem', { name: 'Remove film' }).click();
    await page.getByText('Dust & Honey is removed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Coming soon', { exact: false }).first().click();
    await page.getByRole('link', { name: /^Dust & Honey/ }).waitFor();
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.4 says where films are shown, how often, and what they lack', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    const item = (title: string): Locator => page.getByRole('listitem').filter({ hasText: title });
    await item('Low Tide Orchestra')
      .getByText(/^\d+ theaters/)
      .waitFor();
    await item('Low Tide Orchestra')
      .getByText(/^\d+ shows this week$/)
      .waitFor({ state: 'attached' });
    await item('Ember Season').getByText('No wide picture').waitFor();
    await item('The Moth Room').getByText('After this week').first().waitFor();

    const films = list(fieldOf(await requestApi(demo, editor, 'GET', 'aster/films'), 'films'));
    const ferry = films.find((film) => fieldOf(film, 'title') === 'Night Ferry to Lisle');
    const program = await requestApi(demo, editor, 'GET', 'aster/program?theater=aster-harbor&from=2026-11-20&days=7');
    const edits = list(fieldOf(program, 'shows'))
      .filter((show) => fieldOf(show, 'movieId') === fieldOf(ferry, 'id'))
      .map((show) => ({ pointer: `/shows/${text(fieldOf(show, 'id'))}`, to: { hidden: true, fields: {} } }));
    await requestApi(demo, editor, 'PATCH', 'aster/draft', { edits });
    await page.reload();
    await item('Night Ferry to Lisle').getByText('Hidden at Harbor').waitFor();
    await item('Night Ferry to Lisle').getByText('Canal Street', { exact: true }).waitFor();
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.4 describes the pictures of a film, and says until when they may be shown', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await openFilm(page, 'Low Tide Orchestra');
    await page.getByRole('tab', { name: 'Pictures and trailer' }).click();
    await page.getByRole('region', { name: 'Poster' }).getByLabel('Alt text (English)').fill('An orchestra on the beach');
    const rights = page.getByRole('region', { name: 'Rights for these pictures' });
    await rights.getByLabel('Credit').fill('Distributor press kit');
    await rights.getByLabel('Last day').fill('2026-11-19');
    await page.getByRole('region', { name: 'Poster' }).getByText('The last day was Nov 19, 2026.').waitFor();
    await waitForSaved(page);
    const pictures = fieldOf(fieldOf(await requestApi(demo, editor, 'GET', 'aster/draft'), 'content'), 'pictures');
    const stored = Object.values(isRecord(pictures) ? pictures : {});
    const common = { credit: 'Distributor press kit', rightsUntil: '2026-11-19' };
    assert.deepEqual(
      stored.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length),
      [common, { alt: { en: 'An orchestra on the beach' }, ...common }],
    );
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.4 the people are one list: name, role, order, and a removal is undone', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await openFilm(page, 'Low Tide Orchestra');
    await page.getByRole('tab', { name: 'People' }).click();
    const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
    await people.first().waitFor();
    const names = (): Promise<readonly string[]> =>
      people.evaluateAll((rows) => rows.map((item) => (item instanceof HTMLElement ? (item.dataset['sortName'] ?? '') : '')));
    const before = await names();
    assert.ok(before.length > 2);
    const saved = async (): Promise<readonly (readonly string[])[]> => {
      const films = fieldOf(fieldOf(await requestApi(demo, editor, 'GET', 'aster/draft'), 'content'), 'films');
      const [film] = Object.values(isRecord(films) ? films : {});
      return ['directors', 'cast'].map((role) => list(fieldOf(fieldOf(film, 'fields'), role)).map(text));
    };
    // The director moves among the cast, and back by the role.
    const [director = '', first = ''] = before;
    await page.getByRole('button', { name: `Role of ${director}` }).press('Alt+ArrowDown');
    await eventuallyEquals(names, [first, director, ...before.slice(2)]);
    await eventuallyEquals(saved, [[], [first, director, ...before.slice(2)]]);
    await page.getByRole('button', { name: `Role of ${director}` }).click();
    await page.getByRole('option', { name: 'Director' }).click();
    await eventuallyEquals(names, before);
    await page.getByRole('button', { name: `Remove ${first}` }).press('Enter');
    await page.getByText(`${first} is removed.`).waitFor();
    await eventuallyEquals(() => people.count(), before.length - 1);
    await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
    await eventuallyEquals(names, before);
    await page.getByRole('textbox', { name: 'Add a name' }).fill('Mara Quist');
    await page.keyboard.press('Enter');
    await eventuallyEquals(names, [...before, 'Mara Quist']);
    await waitForSaved(page);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('quality Q1 has no axe violations', async () => {
    for (const width of WIDTHS) {
      const { context, page } = await openEditor(demo, 'aster/films/', { viewport: { width, height: 900 } });
      await page.getByRole('link', { name: /^Low Tide Orchestra/ }).waitFor();
      await assertNoAxeViolations(page, 'best-practice');
      await page.getByRole('link', { name: /^Low Tide Orchestra/ }).click();
      await page.getByRole('button', { name: 'Edit Title' }).click();
      for (const tab of ['Texts', 'Pictures and trailer', 'Badges and order', 'People', 'Feed']) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await assertNoAxeViolations(page, 'best-practice');
      }
      await context.close();
    }
  });
});

it('ux 5.8 an event is created with a film of its date, a hired date, a price and members first', async () => {
  const editor = await openEditor(demo, 'aster/events/');
  const { context, page } = editor;
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await waitForFocus(title);
  await title.fill('Matinee club');
  // Only the first time it is shown.
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByRole('link').nth(1).press('Enter');
  await eventuallyEquals(async () => (await title.inputValue()) === 'Matinee club', false);
  const own = events.getByRole('link', { name: /Matinee club/ });
  await own.press('Enter');
  await eventuallyEquals(() => title.inputValue(), 'Matinee club');
  await waitForFocus(own);
  const dates = page.getByRole('list', { name: 'Dates' }).getByRole('listitem');
  const choose = async (index: number, film: string): Promise<void> => {
    await dates
      .nth(index)
      .getByRole('button', { name: /Film of / })
      .click();
    await page.getByRole('option', { name: film, exact: true }).click();
  };
  await page.getByRole('button', { name: 'Add a date' }).click();
  await dates
    .first()
    .getByLabel(/^Day of /)
    .fill('2026-11-28');
  await dates
    .first()
    .getByLabel(/^Time of /)
    .fill('11:00');
  await page.getByRole('button', { name: 'Add a date' }).click();
  await eventuallyEquals(() => dates.count(), 2);
  await choose(0, 'Mother Tongue');
  await choose(1, 'No show, theater hired');
  await page.getByRole('switch', { name: 'On the home page' }).press('Space');
  await page.getByRole('switch', { name: 'Members first' }).press('Space');
  await page.getByRole('textbox', { name: 'Only members book until' }).or(page.getByLabel('Only members book until')).waitFor();
  const price = page.getByLabel('Price from');
  await price.fill('12');
  await price.press('Tab');
  await assertNoAxeViolations(page);
  await publish(page);
  const expected = ['Matinee club', '11:00 AM · Mother Tongue · From $12', 'No show, theater hired', 'Members book first.'];
  await eventuallyPublished(demo, 'aster', 'the page of the event has all of it', async (site) => {
    await site.goto(demo.aster('/events/'), { waitUntil: 'domcontentloaded' });
    const link = site.getByRole('main').getByRole('link', { name: 'Matinee club' });
    if ((await link.count()) === 0) return false;
    await site.goto(new URL((await link.first().getAttribute('href')) ?? '', demo.aster('/')).href);
    const words = await site.getByRole('main').innerText();
    const file = await site.getByRole('main').getByRole('link', { name: 'Calendar' }).getAttribute('href');
    return expected.every((part) => words.includes(part)) && file?.startsWith('/api/calendar/event/') === true;
  });
  await eventuallyPublished(demo, 'aster', 'the home page does not list it', async (site) => {
    return !(await site.getByRole('main').innerText()).includes('Matinee club');
  });
  await context.close();
});
