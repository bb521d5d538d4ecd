// Every screen of the editor's navigation: axe, width and keyboard.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoAxeViolations } from './browser.ts';
import { editorUrl, openEditor } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually } from './wait.ts';

const demo = demoFixture();

describe('every screen of the navigation', () => {
  it('quality Q1 has no axe violation, fits and takes keys', async () => {
    const { context, page } = await openEditor(demo, 'meridian/');
    const links = page.getByRole('navigation').locator('a[href*="/editor/meridian/"]');
    await links.first().waitFor();
    const hrefs = await links.evaluateAll((all: HTMLAnchorElement[]) => [
      ...new Set(all.map(({ href }) => new URL(href).pathname)),
    ]);
    // A screen that the navigation gets is checked without being listed here.
    assert.ok(hrefs.length >= 15, hrefs.join(' '));
    for (const href of hrefs) {
      await page.goto(editorUrl(demo, href.replace('/editor/', '')));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      await assertNoAxeViolations(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${href} scrolls sideways`);
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
});
