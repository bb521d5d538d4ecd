// Feeds: connected in three steps, held if a run would remove too much, decided by a person.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { field } from '@marquee/api/json.ts';
import type { EditorFeeds, EditorProgram, FilmMatches } from '@marquee/api/editor.gen.ts';
import type { APIResponse, Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import {
  type EditorPage,
  addOperator,
  editorUrl,
  eventuallyPublished,
  openEditor,
  publish,
  requestApi,
  waitForSaved,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { ADDRESS, PROGRAM, SHEET, messages, port, stopSystem } from './feed-system.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture('--internal-upstreams', `127.0.0.1:${port}`);
after(stopSystem);

// oxlint-disable-next-line consistent-type-assertions -- the server's types are generated
const feedsOf = async (editor: EditorPage) => (await requestApi(demo, editor, 'GET', 'aster/feeds')) as EditorFeeds;

/** Connects a feed of Old Mill without the form. */
const connect = (editor: EditorPage, name: string, { sheet, isOn }: { readonly sheet: string; readonly isOn: boolean }) =>
  requestApi(demo, editor, 'POST', 'aster/feeds', {
    name,
    address: ADDRESS.replace('week', sheet),
    theaters: [{ feed: 'aster-old-mill', theater: 'aster-old-mill' }],
    intervalMinutes: 60,
    holdPercent: 100,
    conflicts: 'feedWins',
    missingShows: 'removed',
    isOn,
  });

async function removeFeeds(editor: EditorPage): Promise<void> {
  for (const { id } of (await feedsOf(editor)).feeds) await requestApi(demo, editor, 'DELETE', `aster/feeds/${id}`);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

const card = (page: Page, name: string) => page.locator('section', { has: page.getByRole('heading', { level: 2, name }) });

/** Chooses the spreadsheet as the system. */
const chooseSpreadsheet = (page: Page): Promise<void> => page.getByRole('radio', { name: /^Spreadsheet/ }).press('Space');

describe('feeds', () => {
  it('ux 5.11 connects a feed in three steps, names refused fields, and keeps what was typed', async () => {
    const { context, page } = await openEditor(demo, 'aster/feeds/');
    await page.getByRole('heading', { name: 'No feed yet' }).waitFor();
    await page.getByRole('link', { name: 'Connect a feed' }).press('Enter');
    await heading(page, 'Where do your showtimes live today?').waitFor();
    await chooseSpreadsheet(page);
    const address = page.getByRole('textbox', { name: 'Feed address' });
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.getByText('Fill this in.').waitFor();
    await waitForFocus(address);
    await address.fill(`${ADDRESS}x`);
    await address.press('Enter');
    await page.getByText(/^There are no showtimes at this address/).waitFor();
    await address.fill(ADDRESS);
    await address.press('Enter');
    await heading(page, 'Which theater is which?').waitFor();
    await waitForFocus(heading(page, 'Which theater is which?'));
    await page.getByRole('button', { name: /Theater for Old Mill/ }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await eventuallyEquals(() => address.inputValue(), ADDRESS);
    await address.press('Enter');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Trial run: nothing is live yet').waitFor();
    await page.getByText(/^This run would remove .+ shows of Old Mill$/).waitFor();
    await assertNoAxeViolations(page, 'best-practice');
    const limit = page.getByRole('textbox', { name: 'Hold a run that would remove more than' });
    await limit.fill('200');
    await limit.press('Enter');
    await page.getByText('Enter a number from 1 to 100.').waitFor();
    await limit.fill('41');
    await page.getByRole('button', { name: 'Read it again' }).click();
    await page.getByText(/^It would be held/).waitFor();
    await limit.fill('40');
    await page.getByRole('button', { name: 'Switch the feed on' }).press('Enter');
    await page.getByText(/^Spreadsheet is on\./).waitFor();
    await page.getByRole('row', { name: /^Spreadsheet Old Mill/ }).waitFor();
    await context.close();
  });

  it('ux 5.11 no format of feeds lacks its system: Vue', async () => {
    const { context, page } = await openEditor(demo, 'meridian/feeds/connect/');
    await page.getByRole('radio', { name: /^Vue/ }).press('Space');
    const address = page.getByRole('textbox', { name: 'Feed address' });
    await address.fill(ADDRESS.replace('week.csv', 'vue.json'));
    await address.press('Enter');
    await page.getByRole('button', { name: /Theater for Meridian/ }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('[data-films]').getByText('The Tin Orchard').waitFor();
    await context.close();
  });

  it('ux 5.11 sends a form once, and forgets it when the session ends or the operator signs out', async () => {
    const { context, page, operator } = await openEditor(demo, 'aster/feeds/connect/');
    const address = page.getByRole('textbox', { name: 'Feed address' });
    const fill = async (): Promise<void> => {
      await chooseSpreadsheet(page);
      await address.fill(ADDRESS);
      await page.getByRole('button', { name: /How it knows us/ }).click();
      await page.getByRole('option', { name: 'Key (bearer token)' }).click();
      await page.getByLabel('Key', { exact: true }).fill('s3cret');
    };
    const signInAgain = async (): Promise<void> => {
      await page.getByRole('textbox', { name: 'Password' }).fill(operator.password);
      await page.keyboard.press('Enter');
    };
    const trials: string[] = [];
    page.on('request', (request) => request.url().endsWith('/feeds/trial') && trials.push(request.url()));
    await fill();
    // Twice before React renders.
    await page.locator('#feed-form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await heading(page, 'Which theater is which?').waitFor();
    assert.equal(trials.length, 1);

    await context.clearCookies();
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    const ended = page.getByRole('dialog', { name: 'Sign in again' });
    await ended.waitFor();
    await signInAgain();
    await ended.waitFor({ state: 'detached' });
    await heading(page, 'Where do your showtimes live today?').waitFor();
    assert.equal(await page.getByRole('radio', { checked: true }).count(), 0);

    await fill();
    await page
      .getByRole('button', { name: `Account of ${operator.name}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').fill(operator.email);
    await signInAgain();
    await heading(page, 'Where do your showtimes live today?').waitFor();
    assert.equal(await page.getByRole('radio', { checked: true }).count(), 0);
    await context.close();
  });

  it('ux 5.11 shows a held run, and changes the site only once a person applies it', async () => {
    const editor = await openEditor(demo, 'aster/', { operator: addOperator(demo, { role: 'program' }) });
    const { context, page } = editor;
    await eventually('the first run is held', async () => (await feedsOf(editor)).feeds[0]?.heldRun !== undefined);
    await page.goto(editorUrl(demo, 'aster/feeds/'));
    await page.getByRole('navigation').getByText('1 feed needs you').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Connect a feed' }).count(), 0);
    await page.getByRole('link', { name: 'Review run' }).click();
    await heading(page, /^This run would remove .+ shows of Old Mill$/).waitFor();
    await assertNoAxeViolations(page, 'best-practice');
    await page.keyboard.press('d');
    await eventuallyEquals(() => page.evaluate(() => document.activeElement?.tagName), 'SUMMARY');
    await page.getByRole('button', { name: 'Apply this run' }).click();
    const dialog = page.getByRole('dialog', { name: /^Remove \d+ shows\?$/ });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('Compared with your program now').waitFor();
    await page.getByRole('button', { name: 'Apply this run' }).click();
    await dialog.getByRole('button', { name: 'Apply this run' }).click();
    await page.getByText('The run is live.').waitFor();
    await eventuallyPublished(demo, 'aster', 'the show is on the page of the theater', async (site) => {
      await site.goto(demo.aster('/theaters/old-mill/?day=2026-11-23'), { waitUntil: 'domcontentloaded' });
      return (await site.getByText('9:41').count()) > 0;
    });
    await page.keyboard.press('r');
    await page.getByText('Spreadsheet: no change.').waitFor();
    await context.close();
  });

  it('quality Q1 has no axe violations, and nothing scrolls sideways on a phone', async () => {
    for (const width of WIDTHS) {
      const { context, page } = await openEditor(demo, 'aster/feeds/', { viewport: { width, height: 900 } });
      const row = page.getByRole('row', { name: /^Spreadsheet Old Mill/ });
      await row.waitFor();
      await assertNoAxeViolations(page, 'best-practice');
      const overflow = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
      assert.equal(overflow, 0, `${width} px`);
      await context.close();
    }
  });

  it('ux 5.11 forgets what was typed to change a feed on Cancel', async () => {
    const { context, page } = await openEditor(demo, 'aster/feeds/');
    const change = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More about Spreadsheet' }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
    };
    const name = page.getByRole('textbox', { name: 'Name' });
    await change();
    await name.fill('Other');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await heading(page, 'Feeds').waitFor();
    await change();
    await eventuallyEquals(() => name.inputValue(), 'Spreadsheet');
    await context.close();
  });

  it('ux 5.11 goes from row to row with J and K, also from the buttons of a row', async () => {
    const { context, page } = await openEditor(demo, 'aster/feeds/');
    const feed = page.getByRole('link', { name: 'Spreadsheet', exact: true });
    const run = page.getByRole('table', { name: 'Latest runs' }).getByRole('link').first();
    await page.getByRole('button', { name: 'Run Spreadsheet now' }).focus();
    await page.keyboard.press('j');
    await waitForFocus(run);
    await page.keyboard.press('k');
    await waitForFocus(feed);
    await context.close();
  });

  it('security 2.9 creates a secret once, and takes a signed schedule until push is turned off', async () => {
    const { context, page } = await openEditor(demo, 'aster/feeds/');
    await page.getByRole('button', { name: 'More about Spreadsheet' }).click();
    await page.getByRole('menuitem', { name: 'Push' }).click();
    const dialog = page.getByRole('dialog', { name: 'Push from Spreadsheet' });
    await dialog.getByRole('button', { name: 'Create a secret' }).press('Enter');
    const secret = await dialog.getByRole('status', { name: 'Secret' }).innerText();
    const address = await dialog.getByRole('status', { name: 'Address' }).innerText();
    await assertNoAxeViolations(page, 'best-practice');
    const push = (id: string): Promise<APIResponse> => {
      const at = String(Math.floor(Date.now() / 1000));
      const body = `${SHEET}2026-11-24,21:41,Mother Tongue,Old Mill\n`;
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
      // Node does not resolve names below localhost.
      const { host, port: sitePort, pathname } = new URL(address);
      return context.request.post(`http://127.0.0.1:${sitePort}${pathname}`, {
        headers: { host, 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` },
        data: body,
      });
    };
    const accepted = await push('first');
    assert.equal(accepted.status(), 200, await accepted.text());
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'More about Spreadsheet' }).click();
    await page.getByRole('menuitem', { name: 'Push' }).click();
    await dialog.getByText(/^Last message: /).waitFor();
    assert.equal(await dialog.getByText(secret).count(), 0);
    // A question first, which changes nothing when it is canceled.
    await dialog.getByRole('button', { name: 'Replace the secret' }).press('Enter');
    const replace = page.getByRole('dialog', { name: 'Replace the secret' });
    await replace.getByText('refused at once', { exact: false }).waitFor();
    await assertNoAxeViolations(page, 'best-practice');
    await replace.getByRole('button', { name: 'Cancel' }).press('Enter');
    assert.equal((await push('second')).status(), 200);
    await dialog.getByRole('button', { name: 'Turn off push' }).press('Enter');
    await page.getByRole('dialog', { name: 'Turn off push' }).getByRole('button', { name: 'Turn off push' }).press('Enter');
    await dialog.getByRole('button', { name: 'Create a secret' }).waitFor();
    assert.equal((await push('third')).status(), 404);
    await context.close();
  });

  it('ux 5.11 switches a feed off, and removes it after a question', async () => {
    const { context, page } = await openEditor(demo, 'aster/feeds/');
    const menu = page.getByRole('button', { name: 'More about Spreadsheet' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Switch off' }).click();
    await page.getByText('Spreadsheet is off. Your site keeps its times.').waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Spreadsheet?' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'No feed yet' }).waitFor();
    await context.close();
  });

  it('decision 0074 shows what a rule makes of the titles while it is typed, and saves it', async () => {
    const editor = await openEditor(demo, 'aster/feeds/');
    const { context, page } = editor;
    await connect(editor, 'Versions', { sheet: 'versions', isOn: false });
    await page.reload();
    const openTitles = async () => {
      await page.getByRole('button', { name: 'More about Versions' }).click();
      await page.getByRole('menuitem', { name: 'Titles…' }).press('Enter');
    };
    await openTitles();
    const dialog = page.getByRole('dialog', { name: 'Titles from Versions' });
    await dialog.getByText('None of 2 titles changes').waitFor();
    const rule = dialog.getByRole('group', { name: 'Rule 1' });
    await rule.getByRole('textbox', { name: 'Find' }).fill('(subt.)');
    await dialog.getByText('One of 2 titles changes').waitFor();
    await rule.getByRole('button', { name: /Shows are$/ }).click();
    await page.getByRole('option', { name: 'Subtitles' }).click();
    await dialog.getByRole('row', { name: 'Night Ferry (subt.) Night Ferry Subtitles' }).waitFor();
    await dialog.getByRole('button', { name: 'Add a rule' }).press('Enter');
    const second = dialog.getByRole('group', { name: 'Rule 2' });
    await waitForFocus(second.getByRole('textbox', { name: 'Find' }));
    await second.getByRole('textbox', { name: 'Replace with' }).fill('Ferry');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await second.getByText('Enter a text to find.').waitFor();
    await waitForFocus(second.getByRole('textbox', { name: 'Find' }));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await assertNoAxeViolations(page, 'best-practice');
      assert.equal(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 0, 'nothing scrolls sideways');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await second.getByRole('textbox', { name: 'Replace with' }).press('Escape');
    await dialog.getByText('Discard your changes?').waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await waitForFocus(second.getByRole('textbox', { name: 'Replace with' }));
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await assertNoAxeViolations(page, 'best-practice');
    await page.keyboard.press('Escape');
    await waitForFocus(dialog.getByRole('button', { name: 'Cancel' }));
    await second.getByRole('button', { name: 'Remove rule 2' }).press('Enter');
    await waitForFocus(rule.getByRole('textbox', { name: 'Find' }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rules of Versions are saved.').waitFor();
    await openTitles();
    await rule.getByRole('textbox', { name: 'Find' }).fill('Ferry');
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { feeds } = await feedsOf(editor);
    assert.deepEqual(feeds.find(({ name }) => name === 'Versions')?.titleRules, [
      { find: '(subt.)', place: 'end', attribute: 'Localization.Subtitles' },
    ]);
    for (const { id, name } of feeds) if (name === 'Versions') await requestApi(demo, editor, 'DELETE', `aster/feeds/${id}`);
    await context.close();
  });

  it('ux 5.4 asks whether two films are the same, once', async () => {
    const editor = await openEditor(demo, 'aster/films/');
    const { context, page } = editor;
    await connect(editor, 'Titles', { sheet: 'titles', isOn: true });
    const similar = card(page, 'Films that may be one');
    await eventually('both films are compared', async () => {
      // oxlint-disable-next-line consistent-type-assertions -- the server's types are generated
      const { matches } = (await requestApi(demo, editor, 'GET', 'aster/film-matches')) as FilmMatches;
      return matches.length === 2;
    });
    await page.reload();
    await similar.getByText('Probably Mother Tongue, 90%').waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await assertNoAxeViolations(page, 'best-practice');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await similar.getByRole('button', { name: 'Same film: MOTHER TONGUE (2D)' }).press('Enter');
    await page.getByText('Mother Tongue is one film now.').waitFor();
    await waitForFocus(heading(page, 'Films'));
    await similar.getByRole('button', { name: 'Different films: Low Tide Orchestra [4K]' }).click();
    await page.getByText('Low Tide Orchestra stays two films.').waitFor();
    await similar.waitFor({ state: 'detached' });

    await page.getByRole('searchbox', { name: 'Find a film' }).fill('Mother');
    await page.getByRole('link', { name: /^Mother Tongue/ }).click();
    await page.getByRole('tab', { name: 'Feed' }).click();
    const merged = card(page, 'This film in other feeds');
    await merged.getByText('MOTHER TONGUE (2D), from 127.0.0.1').waitFor();
    await assertNoAxeViolations(page, 'best-practice');
    await merged.getByRole('button', { name: 'They are different: MOTHER TONGUE (2D)' }).press('Enter');
    await merged.waitFor({ state: 'detached' });
    await waitForFocus(heading(page, 'Mother Tongue'));
    await context.close();
  });

  it('feeds 3 lets a person take the start of the feed for a show that was moved', async () => {
    const editor = await openEditor(demo, 'aster/feeds/');
    const { context, page } = editor;
    await removeFeeds(editor);
    await connect(editor, 'Asked', { sheet: 'asked', isOn: true });
    // oxlint-disable-next-line consistent-type-assertions -- the server's types are generated
    const shows = async () => ((await requestApi(demo, editor, 'GET', PROGRAM)) as EditorProgram).shows;
    const findShow = async () => (await shows()).find(({ startsAt }) => startsAt.endsWith(':11:00Z'));
    await eventually('the feed has run', async () => (await findShow()) !== undefined);
    const { id = '', startsAt = '' } = (await findShow()) ?? {};
    const to = { fields: { startsAt: startsAt.replace(':11:', ':31:') } };
    await requestApi(demo, editor, 'PATCH', 'aster/draft', { edits: [{ pointer: `/shows/${id}`, from: null, to }] });
    await page.reload();
    await publish(page);
    await page.getByRole('table', { name: 'Latest runs' }).getByRole('link').first().press('Enter');
    await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter');
    const conflict = page.getByRole('listitem').filter({ hasText: 'You typed' });
    const take = conflict.getByRole('button', { name: 'Take the feed’s time Night Ferry, Old Mill' });
    await take.press('Enter');
    await waitForFocus(page.getByRole('heading', { level: 1 }));
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await take.press('Enter');
    await conflict.getByText('The feed’s time counts once you publish.').waitFor();
    await waitForSaved(page);
    await assertNoAxeViolations(page, 'best-practice');
    await publish(page);
    const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
    assert.equal(field(field(field(draft, 'content'), 'shows'), id), undefined);
    await context.close();
  });

  it('decision 0075 completes films with facts of TMDB, which their pages name', async () => {
    const editor = await openEditor(demo, 'aster/feeds/connect/');
    const { context, page } = editor;
    await removeFeeds(editor);
    await connect(editor, 'Bare', { sheet: 'bare', isOn: true });
    await page.getByRole('radio', { name: /^TMDB film facts/ }).press('Space');
    const address = page.getByRole('textbox', { name: 'Feed address' });
    assert.equal(await address.inputValue(), 'https://api.themoviedb.org/3/');
    const key = page.getByLabel('Key', { exact: true });
    await key.fill('wrong');
    await address.fill(`http://127.0.0.1:${port}/3/`);
    // The film must be on the site before it can be looked for.
    await eventually('the feed has run', async () =>
      (await feedsOf(editor)).feeds.some(({ name, shows }) => name === 'Bare' && shows === 1),
    );
    await address.press('Enter');
    await waitForFocus(key);
    await key.fill('s3cret');
    await key.press('Enter');
    await heading(page, 'Trial run: nothing is live yet').waitFor();
    await page.locator('[data-films]').getByText('Lantern Street').waitFor();
    assert.equal(await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').count(), 2);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await assertNoAxeViolations(page, 'best-practice');
    }
    await page.getByRole('button', { name: 'Switch the feed on' }).press('Enter');
    await page.getByText(/^TMDB film facts is on\./).waitFor();

    const visitor = await demo.browser.newPage();
    await visitor.goto(demo.aster('/search/?q=Lantern'), { waitUntil: 'domcontentloaded' });
    await visitor
      .locator('main')
      .getByRole('link', { name: /Lantern Street/ })
      .first()
      .click();
    await eventually('the page has the story', async () => {
      await visitor.reload({ waitUntil: 'domcontentloaded' });
      return (await visitor.locator('main').innerText()).includes('A street that is dark for one night.');
    });
    const source = visitor.getByRole('link', { name: 'This film at TMDB' });
    assert.equal(await source.getAttribute('href'), 'https://www.themoviedb.org/movie/4711');
    for (const width of WIDTHS) {
      await visitor.setViewportSize({ width, height: 900 });
      await assertNoAxeViolations(visitor);
    }
    await visitor.close();
    await removeFeeds(editor);
    await context.close();
  });

  it('decision 0073 tells another program, says what it refused, and sends that again', async () => {
    const { context, page } = await openEditor(demo, 'aster/feeds/');
    const webhooks = card(page, 'Webhooks');
    await webhooks.getByRole('button', { name: 'Add a webhook' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await address.fill('program.example');
    await address.press('Enter');
    await dialog.getByText(/^Enter an address such as/).waitFor();
    assert.equal(await address.inputValue(), 'program.example');
    await assertNoAxeViolations(page, 'best-practice');
    await address.fill(`http://127.0.0.1:${port}/hooks`);
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    assert.match(await dialog.getByRole('status', { name: 'Secret' }).innerText(), /^whsec_/);
    await assertNoAxeViolations(page, 'best-practice');
    await page.keyboard.press('Escape');

    const menu = webhooks.getByRole('button', { name: `More about 127.0.0.1:${port}` });
    const choose = async (name: string): Promise<void> => {
      await menu.click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Send a test message');
    await webhooks.getByText(/^Last message accepted: /).waitFor();
    assert.equal(JSON.parse(messages.at(-1) ?? '').type, 'test');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await assertNoAxeViolations(page, 'best-practice');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await choose('Messages');
    const log = page.getByRole('dialog', { name: `Messages to 127.0.0.1:${port}` });
    await log.getByText('Accepted', { exact: true }).waitFor();
    await assertNoAxeViolations(page, 'best-practice');
    const count = messages.length;
    await log.getByRole('button', { name: /^Send again Test/ }).press('Enter');
    await eventually('the message is sent again', async () => messages.length === count + 1);
    await page.keyboard.press('Escape');

    await choose('Switch off');
    await webhooks.getByText('Off', { exact: true }).waitFor();
    await choose('Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await webhooks.getByText('No app is told').waitFor();
    await context.close();
  });
});
