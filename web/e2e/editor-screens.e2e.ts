// Every screen of the editor's navigation: axe, width, keyboard and large text; the navigation of phones.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { discardDraft, editorUrl, openEditor, requestApi } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { waitUntilIdle } from './page-idle.ts';
import { settledLayoutIssues } from './sizes.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** Waits until a screen has its heading, and what it loads first. */
async function waitForScreen(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
}

/** Whether a screen is wider than its window, or its part without the navigation. */
const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    return document.documentElement.scrollWidth > innerWidth || (main !== null && main.scrollWidth > main.clientWidth);
  });

/** Sets the size of the text as a browser does whose text size is chosen by its user. */
const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** What overlaps or is cut on a screen. */
async function textIssues(page: Page): Promise<readonly string[]> {
  const issues = await settledLayoutIssues(page);
  return issues.filter((issue) => /overlap|clipped|sideways/.test(issue));
}

/** The labels of the navigation that are cut at the end. */
const cutLabels = (page: Page): Promise<readonly (string | null)[]> =>
  page
    .getByRole('navigation')
    .locator('a span, button span')
    .evaluateAll((all) =>
      all
        .filter((label) => label.clientWidth > 1 && getComputedStyle(label).overflowX !== 'visible')
        .filter((label) => label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent),
    );

describe('every screen of the navigation', () => {
  it('quality Q1 has no axe violation, fits, takes keys, and has room for text of 200 %', async () => {
    const { context, page } = await openEditor(demo, 'meridian/');
    const links = page.getByRole('navigation').locator('a[href*="/editor/meridian/"]');
    await links.first().waitFor();
    const hrefs = await links.evaluateAll((all: HTMLAnchorElement[]) => [
      ...new Set(all.map(({ href }) => new URL(href).pathname)),
    ]);
    // A screen that the navigation gets is checked without being listed here.
    assert.ok(hrefs.length >= 15, hrefs.join(' '));
    await page.getByText('Site live. Nothing has been published here yet.').waitFor();
    for (const href of hrefs) {
      await page.goto(editorUrl(demo, href.replace('/editor/', '')));
      await waitForScreen(page);
      await assertNoAxeViolations(page);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        assert.equal(await scrollsSideways(page), false, `${href} scrolls sideways at ${width} px`);
      }
      await setTextSize(page, '200%');
      for (const width of [640, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        assert.deepEqual(await textIssues(page), [], `${href} at ${width} px`);
      }
      await setTextSize(page, '');
      // The keyboard reaches a control, and shows where it is.
      await eventually(`${href} takes the focus by keyboard`, async () => {
        await page.keyboard.press('Tab');
        return page.evaluate(
          () => document.activeElement?.matches(':focus-visible') === true && document.activeElement !== document.body,
        );
      });
    }
    await context.close();
  });

  it('quality Q1 the labels of the navigation are whole with text of 200 %', async () => {
    const { context, page } = await openEditor(demo, 'meridian/');
    await waitForScreen(page);
    await setTextSize(page, '200%');
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await cutLabels(page), [], `at ${width} px`);
      assert.equal(await scrollsSideways(page), false, `at ${width} px`);
    }
    await context.close();
  });

  it('ux 5.3 the days of the program have room for text of 200 %', async () => {
    const { context, page } = await openEditor(demo, 'aster/program/');
    await waitForScreen(page);
    await setTextSize(page, '200%');
    const days = page.locator('[data-program-grid] section');
    await days.first().waitFor();
    // The grid scrolls: what is in it is measured here.
    const wide = await days.evaluateAll((sections) =>
      sections.flatMap((section) => {
        const [label, lanes] = section.children;
        const edge = lanes?.getBoundingClientRect().left ?? 0;
        const parts = [...(label?.children ?? [])].filter((part) => part.getBoundingClientRect().right > edge);
        return parts.map((part) => `${section.getAttribute('aria-label')}: ${part.textContent}`);
      }),
    );
    assert.deepEqual(wide, []);
    await context.close();
  });
});

describe('the navigation of phones', () => {
  it('ux 5.0 More is a page with the other screens, which Back leads to again', async () => {
    const { context, page } = await openEditor(demo, 'meridian/', { viewport: { width: 390, height: 844 } });
    await waitForScreen(page);
    const more = page.getByRole('link', { name: 'More', exact: true });
    await more.press('Enter');
    await waitForFocus(page.getByRole('heading', { level: 1, name: 'More' }));
    assert.equal(new URL(page.url()).pathname, '/editor/meridian/more/');
    assert.equal(await page.title(), 'More');
    assert.equal(await more.getAttribute('aria-current'), 'page');
    const list = page.getByRole('navigation', { name: 'More' });
    const tabs = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    const names = [...(await tabs.allInnerTexts()), ...(await list.getByRole('link').allInnerTexts())].map((name) => name.trim());
    assert.equal(new Set(names).size, 17, names.join(', '));
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await assertNoAxeViolations(page);
      assert.equal(await scrollsSideways(page), false, `at ${width} px`);
    }
    await list.getByRole('link', { name: 'Featured' }).press('Enter');
    await waitForFocus(page.getByRole('heading', { level: 1, name: 'Featured' }));
    assert.equal(await more.getAttribute('aria-current'), 'true');
    await page.goBack();
    await waitForFocus(page.getByRole('heading', { level: 1, name: 'More' }));
    // A site with one theater has no list on phones: what adds a theater is below its form.
    await list.getByRole('link', { name: 'Theater' }).press('Enter');
    await page.getByRole('button', { name: 'Add a theater' }).press('Enter');
    await waitForFocus(page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }));
    await context.close();
  });

  it('ux 5.0 the name of the site is readable beside Publish in every language', async () => {
    const editor = await openEditor(demo, 'aster/', { viewport: { width: 320, height: 844 } });
    const { context, page } = editor;
    await requestApi(demo, editor, 'PATCH', 'aster/draft', { edits: [{ pointer: '/site/settings/logoSize', to: 40, from: 44 }] });
    const name = page.getByRole('banner').getByText('Aster Picture Houses', { exact: true });
    for (const [locale, word] of [
      ['en', 'Publish'],
      ['de', 'Veröffentlichen'],
      ['fr', 'Publier'],
      ['es', 'Publicar'],
    ] as const) {
      await page.evaluate((value) => localStorage.setItem('marquee-editor-language', value), locale);
      await page.reload();
      await page.getByRole('banner').getByRole('button', { name: word, exact: true }).waitFor();
      const isCut = await name.evaluate((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
      assert.equal(isCut, false, locale);
      assert.equal(await scrollsSideways(page), false, locale);
    }
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ux 5.0 an address without a screen says so, and leads to the overview', async () => {
    const { context, page } = await openEditor(demo, 'aster/nowhere/');
    await page.getByRole('heading', { name: 'This screen does not exist.' }).waitFor();
    await assertNoAxeViolations(page);
    await page.getByRole('main').getByRole('link', { name: 'Overview' }).press('Enter');
    await page.waitForURL((url) => url.pathname === '/editor/aster/');
    await context.close();
  });

  it('ux 9 tabs that do not fit show that there are more, and the keyboard reaches them', async () => {
    const { context, page } = await openEditor(demo, 'meridian/team/', { viewport: { width: 320, height: 700 } });
    await waitForScreen(page);
    const row = page.getByRole('tablist');
    const hints = (): Promise<string> =>
      row.evaluate((element) =>
        element
          .getAttributeNames()
          .filter((name) => name.startsWith('data-more'))
          .join(' '),
      );
    await eventuallyEquals(hints, 'data-more-after');
    await page.getByRole('tab').first().press('End');
    await waitForFocus(page.getByRole('tab').last());
    await eventuallyEquals(hints, 'data-more-before');
    const isInView = await page
      .getByRole('tab')
      .last()
      .evaluate((tab) => tab.getBoundingClientRect().right <= innerWidth);
    assert.equal(isInView, true);
    await context.close();
  });
});

describe('the screens without a connection', () => {
  it('ux 5.17 offline, Films opens at once, and Team once there is a connection', async () => {
    const { context, page } = await openEditor(demo, 'meridian/settings/', { isTracked: true });
    await waitForScreen(page);
    await waitUntilIdle(page);
    await context.setOffline(true);
    const open = (name: string): Promise<void> =>
      page.getByRole('navigation').getByRole('link', { name, exact: true }).first().press('Enter');
    await open('Films');
    await page.getByRole('heading', { level: 1, name: 'Films' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await open('Team');
    await page.getByText('You are offline. This screen opens once there is a connection.').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Team and security' }).waitFor();
    // Its stylesheet has arrived too.
    const failed = await page.evaluate(
      () => [...document.querySelectorAll('link')].filter(({ rel, sheet }) => rel === 'stylesheet' && sheet === null).length,
    );
    assert.equal(failed, 0);
    await context.close();
  });

  it('ux 5.17 a dialog whose code is not there says so, and can be closed', async () => {
    const { context, page } = await openEditor(demo, 'meridian/settings/');
    await waitForScreen(page);
    let isOffline = true;
    await page.route('**/*', (route) =>
      isOffline && (route.request().method() === 'HEAD' || /\/Palette-[^/]+\.js$/.test(route.request().url()))
        ? route.abort('internetdisconnected')
        : route.fallback(),
    );
    await page.reload();
    await waitForScreen(page);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'You are offline. This screen opens once there is a connection.' }).waitFor();
    await assertNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await dialog.getByRole('heading').waitFor();
    isOffline = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await dialog.getByRole('combobox').waitFor();
    await context.close();
  });
});

it('the limit of points of a new key is not that of the key before', async () => {
  const { context, page } = await openEditor(demo, 'meridian/team/');
  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Kiosk');
  await page.getByRole('radio', { name: /^Members’ records/ }).check({ force: true });
  const points = page.getByLabel('Points at once');
  await points.fill('200');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('row', { name: /Kiosk/ }).waitFor();
  await eventuallyEquals(() => points.inputValue(), '500');
  await context.close();
});
