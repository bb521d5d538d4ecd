// The site editor for everybody: no violation on its main screens and in its dialogs, and all of it by keyboard.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import {
  addOperator,
  discardDraft,
  editorUrl,
  eventuallyPublished,
  openEditor,
  requestApi,
  screenTitle,
  settingRow,
  waitForSaved,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** Pointer of the name of the site. */
const NAME = '/site/settings/name';

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await eventually(`the focus reaches ${String(control)}`, async () => {
    if (await control.evaluate((element) => element === document.activeElement)) return true;
    await page.keyboard.press('Tab');
    return false;
  });
}

describe('accessibility', () => {
  const contexts: BrowserContext[] = [];
  after(() => Promise.all(contexts.map((context) => context.close())));

  // Each width and each color scheme once; editor-screens.e2e.ts has the third combination.
  for (const [width, colorScheme] of [
    [1440, 'dark'],
    [390, 'light'],
  ] as const)
    it(`no screen has a violation, ${width} px, ${colorScheme}`, async () => {
      const viewport = { width, height: width === 390 ? 844 : 900 };
      const anonymous = await demo.browser.newContext({ viewport, colorScheme });
      contexts.push(anonymous);
      const entrance = await anonymous.newPage();
      await entrance.goto(editorUrl(demo, 'sign-in/'));
      await screenTitle(entrance, 'Sign in').waitFor();
      await assertNoAxeViolations(entrance, 'best-practice');
      const editor = await openEditor(demo, 'meridian/', { viewport, colorScheme });
      contexts.push(editor.context);
      const { page } = editor;
      for (const [path, title] of [
        ['', 'Today'],
        ['design/', 'Design'],
        ['settings/', 'Settings'],
        ['history/', 'History'],
        ['team/', 'Team and security'],
      ] as const) {
        await page.goto(editorUrl(demo, `meridian/${path}`));
        await screenTitle(page, title).waitFor();
        await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
        await assertNoAxeViolations(page);
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
          false,
          `${title} scrolls sideways`,
        );
      }
      for (const name of ['Colors', 'Fonts', 'Layout']) {
        await page.goto(editorUrl(demo, 'meridian/design/'));
        await page.getByRole('tab', { name }).click();
        await assertNoAxeViolations(page);
      }
      const fields = {
        movieId: '104519',
        theaterId: 'meridian-main',
        screen: '1',
        startsAt: '2026-11-28T20:00:00Z',
        attributes: [],
      };
      const edits = [{ pointer: '/shows/hand-access000001', to: { added: true, fields } }];
      await requestApi(demo, editor, 'PATCH', 'meridian/draft', { edits });
      await page.goto(editorUrl(demo, 'meridian/'));
      await screenTitle(page, 'Today').waitFor();
      for (const key of ['Control+Enter', 'Control+k', '?']) {
        if (key === '?') await page.getByRole('heading', { level: 1 }).focus();
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
        await assertNoAxeViolations(page);
        // The first Escape may hide a tooltip.
        await eventually('the dialog closes', async () => {
          if ((await page.getByRole('dialog').count()) === 0) return true;
          await page.keyboard.press('Escape');
          return false;
        });
      }
      await discardDraft(demo, editor, 'meridian');
    });

  it('everything up to the publication is reached with the keyboard only', async () => {
    const operator = addOperator(demo, { site: 'meridian' });
    const context = await demo.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(editorUrl(demo));
    await waitForFocus(page.getByLabel('Email'));
    await page.keyboard.type(operator.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(operator.password);
    await page.keyboard.press('Enter');
    await screenTitle(page, 'Today').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await screenTitle(page, 'Settings').waitFor();
    const field = settingRow(page, NAME).getByRole('textbox');
    await field.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('name');
    await tabTo(page, field);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Meridian by keys');
    await waitForSaved(page);
    await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }));
    await page.keyboard.press('Enter');
    const submit = page.getByRole('dialog').getByRole('button', { name: /^Publish 1 change/ });
    await submit.waitFor();
    await tabTo(page, submit);
    await page.keyboard.press('Enter');
    await page.getByText(/^Live since/).waitFor();
    await eventuallyPublished(demo, 'meridian', 'visitors see the name', async (visited) => {
      return (await visited.title()).includes('Meridian by keys');
    });
    await context.close();
  });
});
