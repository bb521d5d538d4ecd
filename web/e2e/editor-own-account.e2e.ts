// An operator's own account: a forgotten password, and another name and address (security 2.8).

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { addOperator, authenticatorCode, editorUrl, openEditor, requestApi, screenTitle } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { decodeQuotedPrintable } from './mail.ts';
import { eventually } from './wait.ts';

const demo = demoFixture();

/** The newest link to a page of the editor that was mailed to an address. */
async function mailedLink(to: string, path: string): Promise<string> {
  let link = '';
  await eventually(`a mail to ${to} with a link to ${path}`, () => {
    const links = demo.server
      .mails(to)
      .flatMap((mail) => decodeQuotedPrintable(mail).match(/https?:\/\/[^\s"<]+/g) ?? [])
      .filter((address) => address.includes(path));
    link = links.at(-1) ?? '';
    return Promise.resolve(link !== '');
  });
  return link;
}

describe('an operator', () => {
  const contexts: BrowserContext[] = [];
  after(() => Promise.all(contexts.map((context) => context.close())));
  const open = async (width: number): Promise<Page> => {
    const context = await demo.browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } });
    contexts.push(context);
    return context.newPage();
  };

  it('security 2.8 who has forgotten the password sets a new one with a link and the code of the app, on a phone', async () => {
    const operator = addOperator(demo, { name: 'Iris Nord' });
    const editor = await openEditor(demo, 'aster/team/?tab=sign-in', { operator });
    const setup = await requestApi(demo, editor, 'POST', 'totp', {});
    assert.ok(typeof setup === 'object' && setup !== null && 'secret' in setup && typeof setup.secret === 'string');
    const { secret } = setup;
    const confirmed = await requestApi(demo, editor, 'POST', 'totp/confirm', { code: authenticatorCode(secret) });
    const codes = JSON.stringify(confirmed).match(/[A-Z\d]{4,}(?:-[A-Z\d]{4,})*/g) ?? [];
    const recovery = codes[0];
    assert.ok(recovery !== undefined, JSON.stringify(confirmed));
    await editor.context.close();

    const page = await open(390);
    await page.goto(editorUrl(demo, 'sign-in/'));
    await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
    await screenTitle(page, 'Forgot your password?').waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(operator.email);
    await assertNoAxeViolations(page, 'best-practice');
    await page.keyboard.press('Enter');
    await screenTitle(page, 'Look at your email').waitFor();

    const link = await mailedLink(operator.email, '/editor/reset/');
    await page.goto(link);
    await screenTitle(page, 'Choose a new password').waitFor();
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('too short');
    await page.keyboard.press('Enter');
    await page.getByText('6 more characters are required.').waitFor();
    await assertNoAxeViolations(page, 'best-practice');
    await password.fill('velvet curtain at midnight');
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('The code is not correct.').waitFor();
    await code.fill(recovery);
    await page.keyboard.press('Enter');
    await screenTitle(page, 'Today').waitFor();

    const again = await open(1440);
    await again.goto(link);
    await again.getByLabel('New password', { exact: true }).fill('velvet curtain at noon');
    await again.keyboard.press('Enter');
    await screenTitle(again, 'This link does not work any more').waitFor();
    await again.getByRole('link', { name: 'Ask for a new link' }).press('Enter');
    await screenTitle(again, 'Forgot your password?').waitFor();
  });

  it('security 2.8 changes name and address, which is confirmed at the new one', async () => {
    const operator = addOperator(demo, { name: 'Ola Berg' });
    const { context, page } = await openEditor(demo, 'aster/team/?tab=sign-in', { operator });
    contexts.push(context);
    await page.getByRole('button', { name: 'Change your name' }).press('Enter');
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.fill('Ola Bergström');
    await page.keyboard.press('Enter');
    await page.getByText('Your name is changed.').waitFor();
    await page.getByText('Ola Bergström', { exact: true }).first().waitFor();

    await page.getByRole('button', { name: 'Change your email address' }).press('Enter');
    const email = page.getByRole('dialog').getByRole('textbox', { name: 'New email address' });
    const taken = addOperator(demo);
    await email.fill(taken.email);
    await page.keyboard.press('Enter');
    await page.getByText('Another account has this address').waitFor();
    assert.equal(await email.inputValue(), taken.email, 'what was typed stays');
    await assertNoAxeViolations(page);
    await email.fill('ola@bergstrom.example');
    await page.keyboard.press('Enter');
    await page.getByText('Look for our email at ola@bergstrom.example.').waitFor();

    const other = await open(390);
    await other.goto(await mailedLink('ola@bergstrom.example', '/editor/new-address/'));
    await assertNoAxeViolations(other, 'best-practice');
    await other.getByRole('button', { name: 'Use this address' }).press('Enter');
    await screenTitle(other, 'Your address is changed').waitFor();
    await page.reload();
    await page.getByText('ola@bergstrom.example', { exact: true }).waitFor();
  });
});
