// Programs of office programs: the files of fixtures/feeds/spreadsheet, which LibreOffice wrote, with the mistakes that people make.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { field } from '@marquee/api/json.ts';
import type { Locator, Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import {
  addOperator,
  discardDraft,
  editorUrl,
  eventuallyPublished,
  openEditor,
  publish,
  requestApi,
  waitForSaved,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';

const demo = demoFixture();

const FILES = join(import.meta.dirname, '../../fixtures/feeds/spreadsheet');

/** What the report says of the workbooks with mistakes. Rows have the numbers that the office program shows. */
const TWO_FILMS = '"The Tin Orchard / Ballad of a Weather Vane" names several films: write a row for each';
const TWO_TIMES = 'Time "2:00 PM, 4:30 PM" cannot be read: write a time such as 18:10 or 6:10 PM';
const NO_DATE = 'Date is empty: write it in every row, or merge its cell with the one above in a file of the kind .xlsx or .ods';
const TOTAL = 'Date "Total" cannot be read: write a date such as 2026-11-20';

/** Days of the program with what visitors see on them: films with their times. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  // 24:15 is a quarter past midnight, after the evening of its date.
  '2027-01-15': ['Ballad of a Weather Vane: 12:15 AM', 'The Tin Orchard: 6:00 PM, 8:30 PM'],
  '2027-01-16': ['Ballad of a Weather Vane: 1:30 AM', 'The Tin Orchard: 12:15 AM'],
  // Not those of the rows with mistakes.
  '2027-01-17': ['The Tin Orchard: 6:45 PM'],
};

/** Opens the dialog on the program of Canal Street. */
async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('heading', { level: 1, name: 'Program' }).waitFor();
  await page.getByRole('button', { name: 'Shows from a spreadsheet' }).click();
  return page.getByRole('dialog', { name: 'Shows from a spreadsheet' });
}

/** Chooses a file, and returns the lines of its report. */
async function choose(page: Page, dialog: Locator, name: string, found: string): Promise<readonly string[]> {
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(resolve(FILES, name));
  await dialog.getByText(found, { exact: true }).waitFor();
  return dialog.getByRole('region', { name: 'What could not be read' }).getByRole('listitem').allInnerTexts();
}

/** The films of a day on the page of the theater, each with its times. */
const filmsOf = (page: Page): Promise<readonly string[]> =>
  page.locator('main li', { has: page.getByRole('heading', { level: 2 }) }).evaluateAll((rows) =>
    rows
      .map((row) => {
        const times = [...row.querySelectorAll('li')].map(
          (show) => /\d+:\d+ [AP]M/.exec(show.textContent ?? '')?.[0] ?? show.textContent,
        );
        return `${row.querySelector('h2')?.textContent}: ${times.join(', ')}`;
      })
      .toSorted(),
  );

describe('a spreadsheet of an office program', () => {
  it('ux 5.3 says what is wrong in which row, and visitors see exactly the shows that could be read', async () => {
    const operator = addOperator(demo, { role: 'editor', site: 'aster' });
    const context = await demo.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(editorUrl(demo, 'aster/program/'));
    await page.getByLabel('Email').fill(operator.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(operator.password);
    await page.keyboard.press('Enter');
    const dialog = await openDialog(page);
    const report = await choose(page, dialog, 'mistakes.xlsx', '11 rows: 6 new shows, 2 new films');
    assert.equal(report.length, 6, report.join('\n'));
    const [twoFilms, filmsInLines, twoTimes, wrongScreen, noDate, total] = report;
    assert.equal(twoFilms, `Row 9: ${TWO_FILMS}`);
    assert.match(
      filmsInLines ?? '',
      /^Row 10: "Ballad of a Weather Vane.+Forty Lamps" names several films: write a row for each$/s,
    );
    assert.equal(twoTimes, `Row 11: ${TWO_TIMES}`);
    assert.match(wrongScreen ?? '', /^Row 13: .*"Balcony".*correct its name\. The show is added without it\.$/);
    assert.equal(noDate, `Row 14: ${NO_DATE}`);
    assert.equal(total, `Row 15: ${TOTAL}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await assertNoAxeViolations(page, 'best-practice');
      assert.equal(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 0, 'nothing scrolls sideways');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Add 6 shows' }).click();
    await page.getByText('6 shows added to the draft.').waitFor();
    await publish(page);

    for (const [day, films] of Object.entries(DAYS)) {
      let shown: readonly string[] = [];
      await eventuallyPublished(demo, 'aster', `the films of ${day}`, async (site) => {
        await site.goto(demo.aster(`/theaters/canal-street/?day=${day}`), { waitUntil: 'domcontentloaded' });
        shown = await filmsOf(site);
        return shown.join('\n') === films.join('\n');
      });
    }
    const visitor = await demo.browser.newPage({ javaScriptEnabled: false });
    await visitor.goto(demo.aster('/showtimes/?day=2027-01-15'), { waitUntil: 'domcontentloaded' });
    await visitor.getByRole('main').getByText('The Tin Orchard', { exact: true }).first().waitFor();
    await visitor.close();

    // The same program saved as another kind of file adds nothing.
    const again = await openDialog(page);
    assert.deepEqual(await choose(page, again, 'mistakes.ods', '11 rows: 0 new shows, 0 new films'), report);
    await again.getByText('6 shows are in the program already.').waitFor();
    assert.ok(await again.getByRole('button', { name: 'Add shows' }).isDisabled());
    await context.close();
  });

  it('ux 5.3 says it in the language of the operator', async () => {
    const { context, page } = await openEditor(demo, 'aster/program/');
    await page.evaluate(() => localStorage.setItem('marquee-editor-language', 'fr'));
    await page.reload();
    await page.getByRole('button', { name: 'Séances d’un tableur' }).click();
    const dialog = page.getByRole('dialog', { name: 'Séances d’un tableur' });
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choisir un fichier' }).click();
    await (await chooser).setFiles(resolve(FILES, 'mistakes.xlsx'));
    const report = dialog.getByRole('region', { name: 'Ce qui n’a pas pu être lu' }).getByRole('listitem');
    await report.first().waitFor();
    const [twoFilms, , twoTimes, , noDate] = (await report.allInnerTexts()).map((line) => line.replaceAll(/[\u00A0\u202F]/g, ' '));
    assert.equal(
      twoFilms,
      'Ligne 9 : « The Tin Orchard / Ballad of a Weather Vane » nomme plusieurs films : écrivez une ligne pour chacun',
    );
    assert.equal(twoTimes, 'Ligne 11 : Heure : « 2:00 PM, 4:30 PM » est illisible, écrivez une heure comme 18:10');
    assert.match(noDate ?? '', /^Ligne 14 : Date : la cellule est vide, /);
    await context.close();
  });

  it('ux 5.3 reads the same shows from a workbook and a document without mistakes, and asks for nothing', async () => {
    const editor = await openEditor(demo, 'aster/program/');
    const { context, page } = editor;
    const shows: unknown[] = [];
    for (const name of ['clean.xlsx', 'clean.ods']) {
      await discardDraft(demo, editor, 'aster');
      await page.reload();
      const dialog = await openDialog(page);
      // Three of its shows are those of the file with mistakes.
      assert.deepEqual(await choose(page, dialog, name, '4 rows: 1 new show, 1 new film'), []);
      await dialog.getByText('3 shows are in the program already.').waitFor();
      await dialog.getByRole('button', { name: 'Add 1 show' }).click();
      await waitForSaved(page);
      const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
      shows.push(field(field(draft, 'content'), 'shows'));
    }
    assert.deepEqual(shows[0], shows[1]);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.3 names each row below a merged cell of a file that was saved as CSV, which has no merged cells', async () => {
    const { context, page } = await openEditor(demo, 'aster/program/');
    const dialog = await openDialog(page);
    const report = await choose(page, dialog, 'mistakes.csv', '11 rows: 0 new shows, 0 new films');
    await dialog.getByText('3 shows are in the program already.').waitFor();
    for (const row of [5, 6, 8, 9, 10]) assert.ok(report.includes(`Row ${row}: ${NO_DATE}`), report.join('\n'));
    assert.equal(report.length, 9, report.join('\n'));
    await context.close();
  });

  it('ux 5.11 the form of a feed explains the columns, has a template that the program reads, and leads to the upload', async () => {
    const { context, page } = await openEditor(demo, 'aster/feeds/connect/');
    await page.getByRole('radio', { name: /^Spreadsheet/ }).press('Space');
    await page.getByText('Columns of a spreadsheet').click();
    await page.getByText('The first row names the columns: date, time, film', { exact: false }).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await assertNoAxeViolations(page, 'best-practice');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Excel template' }).click(),
    ]);
    assert.equal(template.suggestedFilename(), 'program.xlsx');
    const file = join(mkdtempSync(join(tmpdir(), 'marquee-template-')), 'program.xlsx');
    await template.saveAs(file);
    await page.getByRole('link', { name: 'Upload a file instead' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor();
    await page.goto(editorUrl(demo, 'aster/program/'));
    const dialog = await openDialog(page);
    assert.deepEqual(await choose(page, dialog, file, '1 row: 1 new show, 0 new films'), []);
    await context.close();
  });
});
