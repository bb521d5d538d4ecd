// The site editor against the server: sign-in, design, settings, publication, the team.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import {
  addOperator,
  authenticatorCode,
  customProperties,
  customProperty,
  discardDraft,
  editorUrl,
  eventuallyPublished,
  openEditor,
  previewFrame,
  publish,
  requestApi,
  screenTitle,
  setColor,
  settingRow,
  signIn,
  waitForSaved,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { decodeQuotedPrintable } from './mail.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** Pointers of parts that the tests change. */
const NAME = '/site/settings/name';
const LATE_BOOKING = '/site/config/options/lateBookingMinutes';

const submitSignIn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in', exact: true }).click();

describe('sign-in', () => {
  it('security 2.8 keeps the address after a wrong password, and opens the screen that was asked for', async () => {
    const operator = addOperator(demo);
    const page = await (await demo.browser.newContext()).newPage();
    await page.goto(editorUrl(demo, 'meridian/history/'));
    await page.getByLabel('Email').fill(operator.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await submitSignIn(page);
    await page.getByRole('alert').filter({ hasText: 'Email or password is not correct.' }).waitFor();
    assert.equal(await page.getByLabel('Email').inputValue(), operator.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(operator.password);
    await page.keyboard.press('Enter');
    await screenTitle(page, 'History').waitFor();
    assert.equal(new URL(page.url()).pathname, '/editor/meridian/history/');
    await page.context().close();
  });

  it('security 2.8 takes the code of an authenticator app, and a recovery code once', async () => {
    const { context, page, operator } = await openEditor(demo, 'meridian/team/');
    await page.getByRole('tab', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await dialog.getByText(/^(?:[A-Z2-7]{4} ?)+$/).innerText()).replaceAll(' ', '');
    await dialog.getByLabel('Code that the app shows').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('The code is not correct.').waitFor();
    await dialog.getByLabel('Code that the app shows').fill(authenticatorCode(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codeItems = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codeItems.first().waitFor();
    const recoveryCodes = await codeItems.allInnerTexts();
    assert.equal(recoveryCodes.length, 10);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 codes left').waitFor();

    const signInWith = async (code: string): Promise<void> => {
      await page
        .getByRole('button', { name: `Account of ${operator.name}` })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await screenTitle(page, 'Sign in').waitFor();
      await page.getByLabel('Email').fill(operator.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(operator.password);
      await submitSignIn(page);
      await page.getByLabel('Code').fill('123');
      await page.keyboard.press('Enter');
      await page.getByText('The code is not correct.').waitFor();
      await page.getByLabel('Code').fill(code);
      await page.keyboard.press('Enter');
      await screenTitle(page, 'Team and security').waitFor();
    };
    // The server accepts the code of the next step too, and each code once.
    await signInWith(authenticatorCode(secret, 1));
    await signInWith(recoveryCodes[0] ?? '');
    await page.getByRole('tab', { name: 'Sign-in' }).click();
    await page.getByText('9 codes left').waitFor();
    await context.close();
  });

  it('security 2.8 ends a session from another browser, and keeps what was typed', async () => {
    const first = await openEditor(demo, 'meridian/settings/');
    const second = await openEditor(demo, 'meridian/team/', { operator: first.operator });
    const field = settingRow(first.page, NAME).getByRole('textbox');
    await field.waitFor();
    // What is typed is on its way when the session ends.
    let release = (): void => {};
    const ended = new Promise<void>((resolve) => (release = resolve));
    await first.page.route('**/api/editor/meridian/draft', async (route) => {
      if (route.request().method() === 'PATCH') await ended;
      await route.continue();
    });
    await field.fill('Meridian after the end');
    await second.page.getByRole('tab', { name: 'Sign-in' }).click();
    await second.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await second.page.getByText('Signed out there.').waitFor();
    release();
    const dialog = first.page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    assert.equal(await dialog.getByLabel('Email').inputValue(), first.operator.email);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(first.operator.password);
    await first.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await waitForSaved(first.page);
    assert.equal(await field.inputValue(), 'Meridian after the end');
    await discardDraft(demo, first, 'meridian');
    await first.context.close();
    await second.context.close();
  });
});

describe('the design of a site', () => {
  it('PREV-07 a color changed by keys is in the preview before it is saved and without a reload, and published by keys', async () => {
    const { context, page } = await openEditor(demo, 'aster/design/');
    const frame = await previewFrame(page);
    const before = await customProperty(frame, '--primary');
    await frame.evaluate(() => Reflect.set(window, 'isSameDocument', true));
    // Saving takes as long as the preview does; `script/bench preview` measures that time.
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/editor/aster/draft', async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    const hue = page.getByRole('slider', { name: 'Hue' });
    await hue.focus();
    await page.keyboard.press('ArrowRight');
    await eventually('the preview has the color', async () => (await customProperty(frame, '--primary')) !== before);
    assert.equal(await frame.evaluate(() => Reflect.get(window, 'isSameDocument')), true);
    release();
    const color = await customProperty(frame, '--primary');
    await publish(page);
    await eventuallyPublished(demo, 'aster', 'visitors see the color', async (visited) => {
      return (await customProperty(visited, '--primary')) === color;
    });
    await context.close();
  });

  it('SITE-03 PREV-10 every custom property is the same in the preview and on the published page', async () => {
    const { context, page } = await openEditor(demo, 'aster/design/');
    const fonts = [
      ['Playfair Display', 'Work Sans'],
      ['Oswald', 'Merriweather'],
      ['Lora', 'Nunito'],
    ] as const;
    for (const [index, [heading, body]] of fonts.entries()) {
      await page.getByRole('tab', { name: 'Colors' }).click();
      const names = ['Primary', 'Accent', 'Highlight', 'Muted', 'Background', 'Header background', 'Footer background'];
      for (const [position, name] of names.entries()) await setColor(page, name, randomColor(index * 10 + position));
      await page.getByRole('tab', { name: 'Fonts' }).click();
      await page.getByRole('listbox', { name: 'Headings' }).getByRole('option', { name: heading, exact: true }).click();
      await page.getByRole('listbox', { name: 'Body text' }).getByRole('option', { name: body, exact: true }).click();
      const frame = await previewFrame(page);
      await eventually('the preview has the fonts', async () => {
        const [of, text] = [await customProperty(frame, '--fontHeading'), await customProperty(frame, '--fontBody')];
        return of.includes(heading) && text.includes(body);
      });
      await publish(page);
      const expected = await customProperties(await previewFrame(page));
      assert.equal(expected['--primary'], randomColor(index * 10));
      await eventuallyPublished(demo, 'aster', 'visitors see the colors', async (visited) => {
        return (await customProperty(visited, '--primary')) === expected['--primary'];
      });
      const [visitorContext, visited] = await demo.newVisitor();
      await visited.goto(demo.aster('/'));
      await eventuallyEquals(() => customProperties(visited), expected, `${heading} and ${body}`);
      await visitorContext.close();
    }
    await context.close();
  });
});

/** A color that a number determines. */
function randomColor(seed: number): string {
  const mixed = Math.imul(seed + 1, 0x9e_37_79_b1) >>> 8;
  return `#${mixed.toString(16).padStart(6, '0').toUpperCase()}`;
}

describe('the settings of a site', () => {
  it('a setting is changed, reset, and named while it is invalid', async () => {
    const { context, page } = await openEditor(demo, 'meridian/settings/');
    const minutes = settingRow(page, LATE_BOOKING);
    await minutes.getByRole('textbox').fill('90');
    await minutes.getByText('Changed', { exact: true }).waitFor();
    await waitForSaved(page);
    await minutes.getByRole('button', { name: /^Reset/ }).click();
    await minutes.getByText('Changed', { exact: true }).waitFor({ state: 'detached' });
    await waitForSaved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).and(page.locator(':disabled')).waitFor();

    await minutes.getByRole('textbox').fill('9999');
    await minutes.getByText('Use a number between 0 and 240.').waitFor();
    await waitForSaved(page);
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 value is not valid').waitFor();
    assert.equal(await dialog.getByRole('checkbox').isDisabled(), true);
    assert.equal(await dialog.getByRole('button', { name: /^Publish/ }).isDisabled(), true);
    await page.keyboard.press('Escape');

    // The rest can be published.
    await settingRow(page, NAME).getByRole('textbox').fill('Meridian by name');
    await waitForSaved(page);
    await publish(page);
    await eventuallyPublished(demo, 'meridian', 'visitors see the name', async (visited) => {
      return (await visited.title()).includes('Meridian by name');
    });
    assert.equal(await minutes.getByRole('textbox').inputValue(), '9999');
    await minutes.getByRole('button', { name: /^Reset/ }).click();
    await waitForSaved(page);
    await context.close();
  });

  it('an edit made offline stays on the device, and is sent by a page that is opened later', async () => {
    const { context, page, operator } = await openEditor(demo, 'meridian/settings/');
    const field = settingRow(page, NAME).getByRole('textbox');
    await field.waitFor();
    await waitForSaved(page);
    await context.setOffline(true);
    await field.fill('Meridian offline');
    await page.getByText('1 change is waiting.').waitFor();
    await context.setOffline(false);
    await waitForSaved(page);

    await context.setOffline(true);
    await field.fill('Meridian later');
    await page.getByText('1 change is waiting.').waitFor();
    await page.close();
    await context.setOffline(false);
    await signIn(demo, context, operator);
    const next = await context.newPage();
    await next.goto(editorUrl(demo, 'meridian/settings/'));
    await eventuallyEquals(() => settingRow(next, NAME).getByRole('textbox').inputValue(), 'Meridian later');
    await waitForSaved(next);
    const draft = await requestApi(demo, { context }, 'GET', 'meridian/draft');
    assert.match(JSON.stringify(draft), /Meridian later/);
    await discardDraft(demo, { context }, 'meridian');
    await context.close();
  });
});

describe('the overview', () => {
  for (const width of WIDTHS)
    it(`says what is playing, and has figures as plots and tables, ${width} px`, async () => {
      const viewport = { width, height: width === 390 ? 844 : 900 };
      // A headless browser names itself as a program.
      const visitor = await demo.browser.newContext({ viewport, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0' });
      const visited = await visitor.newPage();
      await visited.goto(demo.meridian('/search/?q=parking+garage'));
      await visitor.close();
      const { context, page } = await openEditor(demo, 'meridian/', { viewport });
      await page.getByRole('heading', { level: 2, name: 'Playing now and next' }).waitFor();
      await page
        .getByRole('row', { name: /^Screen 1/ })
        .first()
        .waitFor();
      // The browser has another date than the server.
      await page.getByText(/^Friday, November 20 at \d+:\d\d PM$/).waitFor();
      const figure = page.getByRole('img', { name: 'Page views by day' });
      await figure.waitFor();
      await page.getByText('parking garage').waitFor();
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('t');
      const table = page.getByRole('table', { name: 'Page views by day' });
      await table.waitFor();
      assert.equal(await table.getByRole('row').count(), 29, 'a row for each day below the head');
      await assertNoAxeViolations(page);
      await page.keyboard.press('t');
      await figure.waitFor();
      await page.getByRole('radio', { name: '12 months' }).check({ force: true });
      await page.getByText('in 12 months').waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
      assert.equal(file.suggestedFilename(), 'numbers.csv');
      assert.match(await readFile(await file.path(), 'utf8'), /,search,parking garage,\d/);
      await page.getByRole('link', { name: 'Full day' }).click();
      await page.getByRole('heading', { level: 1, name: 'Program' }).waitFor();
      // Phones always show a day.
      if (width !== 390) await page.getByRole('radio', { name: 'Day', checked: true }).waitFor();
      await context.close();
    });
});

describe('the team', () => {
  it('security 2.8 a person is invited by mail, creates an account, and sees the limits of the role', async () => {
    const owner = await openEditor(demo, 'meridian/team/');
    const email = 'theo@cinema.example';
    await owner.page.getByText(/^\d+ (people|person), [1-9]\d* online now\.$/).waitFor();
    await owner.page.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
    await waitForFocus(owner.page.getByLabel('Email'));
    await owner.page.keyboard.type(email);
    await owner.page.getByRole('radio', { name: /^Viewer/ }).check({ force: true });
    await owner.page.getByRole('button', { name: 'Send invitation' }).click();
    await owner.page.getByText(`${email} is invited.`).waitFor();
    let link = '';
    const linkIsSent = (count: number): Promise<void> =>
      eventually(`link ${count} is sent`, () => {
        const mails = demo.server.mails(email);
        link = /https?:\/\/\S+\/editor\/welcome\/\?token=[\w-]+/.exec(decodeQuotedPrintable(mails.at(-1) ?? ''))?.[0] ?? '';
        return mails.length === count && link !== '';
      });
    await linkIsSent(1);
    const first = link;
    await owner.page.getByRole('button', { name: `Send ${email} a new link` }).click();
    await owner.page.getByText(`${email} gets a new link.`, { exact: false }).waitFor();
    await linkIsSent(2);
    await assertLinkIsUsedUp(first);
    const context = await demo.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByText('You are invited to').waitFor();
    assert.equal(await page.getByLabel('Email').inputValue(), email);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.getByRole('button', { name: 'Create account' }).click();
    await waitForFocus(page.getByLabel('Your name'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Your name').fill('Theo Brandt');
    await page.getByRole('textbox', { name: 'New password' }).fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('10 more characters are required.').waitFor();
    await page.getByRole('textbox', { name: 'New password' }).fill('a lamp in the fourth row');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await screenTitle(page, 'Today').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Publish', exact: true }).count(), 0);
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByText('Your role is Viewer. Owner, Editor, and Technical can change it.').waitFor();
    assert.equal(await settingRow(page, NAME).getByRole('textbox').isDisabled(), true);
    await page.getByRole('link', { name: 'Design' }).first().click();
    await page.getByText('Your role is Viewer. Owner and Editor can change it.').waitFor();
    assert.equal(await page.getByRole('slider', { name: 'Hue' }).isDisabled(), true);
    await assertNoAxeViolations(page);
    await page.getByRole('link', { name: 'Team' }).first().click();
    await page.getByRole('tab', { name: 'Roles' }).waitFor();
    assert.equal(await page.getByRole('tab', { name: 'People' }).count(), 0);
    await page.goto(editorUrl(demo, 'aster/'));
    await page.getByText('There is no such site, or you have no access to it.').waitFor();
    await assertLinkIsUsedUp(link);
    await context.close();
    await owner.context.close();
  });

  it('security 2.8 an owner adds a role, invites with it, and keeps it while somebody is invited', async () => {
    const { context, page } = await openEditor(demo, 'meridian/team/');
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('cell', { name: 'Up to 500' }).waitFor();
    await assertNoAxeViolations(page);
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name for the role.').waitFor();
    await dialog.getByLabel('Name').fill('Front desk');
    assert.equal(await dialog.getByRole('checkbox', { name: 'Members: adjust points' }).isDisabled(), true);
    for (const name of ['Alerts of theaters', 'Members: look up and change', 'Members: adjust points'])
      await dialog.getByRole('checkbox', { name }).check({ force: true });
    await dialog.getByLabel('Points at once').fill('200');
    await assertNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The role Front desk was added.').waitFor();
    await page.getByRole('columnheader', { name: 'Front desk' }).waitFor();
    await page.getByRole('cell', { name: 'Up to 200' }).waitFor();

    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByLabel('Email').fill('desk@cinema.example');
    await page.getByRole('radio', { name: /^Front desk/ }).check({ force: true });
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('row', { name: /desk@cinema\.example.*Front desk/ }).waitFor();
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Delete the role Front desk' }).click();
    await page.getByText('The role is still that of desk@cinema.example.', { exact: false }).waitFor();
    await page.getByRole('columnheader', { name: 'Front desk' }).waitFor();
    await context.close();
  });

  async function assertLinkIsUsedUp(link: string): Promise<void> {
    const page = await demo.browser.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await page.close();
  }
});
