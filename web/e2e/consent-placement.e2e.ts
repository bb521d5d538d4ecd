// The position of the consent notice: it never covers showtimes of the hero, nor shows that start soon.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage, waitForAnimations } from './browser.ts';
import { demoFixtureWithThirdParties } from './fixture.ts';
import { interact } from './third-parties.ts';

const demo = demoFixtureWithThirdParties();
const notice = (page: Page) => page.getByRole('region', { name: 'Your privacy' });

describe('the position of the consent notice', () => {
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [1280, 720],
    [1024, 768],
    [768, 1024],
    [390, 844],
    [360, 780],
  ] as const) {
    for (const name of ['meridian', 'aster'] as const) {
      it(`ux 4 on ${name} at ${width} by ${height} covers no showtime of the hero and no show that starts soon`, async () => {
        const [context, page] = await openPage(demo.browser, width, { viewport: { width, height } });
        await page.goto(demo[name]('/'));
        await interact(page);
        await notice(page).waitFor();
        // The notice slides in.
        await waitForAnimations(page);
        const box = await notice(page).boundingBox();
        assert.ok(box !== null);
        if (width < 640) assert.ok(box.height <= 180, `${box.height} px high`);
        const links = await page
          .locator('main section:has(> div h1), main section:has(h1)')
          .first()
          .locator('a')
          .evaluateAll(
            (all, { x, y, width: noticeWidth, height: noticeHeight }) =>
              all
                .filter((element) => element.checkVisibility() && /\d{1,2}:\d{2}/.test(element.textContent ?? ''))
                .map((element) => {
                  const { left, right, top, bottom } = element.getBoundingClientRect();
                  return {
                    text: element.textContent,
                    startsSoon: element.closest('section[aria-labelledby=soon]') !== null,
                    // Elements outside of the viewport do not count as covered.
                    covered:
                      right > Math.max(x, 0) &&
                      left < Math.min(x + noticeWidth, innerWidth) &&
                      bottom > y &&
                      top < Math.min(y + noticeHeight, innerHeight),
                  };
                }),
            box,
          );
        assert.ok(links.length > 0, 'the hero has links with a time');
        if (name === 'aster')
          assert.ok(
            links.some(({ startsSoon }) => startsSoon),
            'a show that starts soon is among them',
          );
        assert.deepEqual(
          links.filter(({ covered }) => covered).map(({ text }) => text),
          [],
        );
        const outOfView = await notice(page)
          .getByRole('button')
          .evaluateAll(
            (all, viewportHeight) =>
              all.map((element) => element.getBoundingClientRect()).filter(({ top, bottom }) => top < 0 || bottom > viewportHeight)
                .length,
            height,
          );
        assert.equal(outOfView, 0, 'its buttons are in view');
        await context.close();
      });
    }
  }

  for (const path of ['/showtimes/', '/movies/318204-the-salt-cartographer/'])
    it(`ux 4 on ${path} it is a full-width bar of at most 100 px`, async () => {
      const [context, page] = await openPage(demo.browser, 1440);
      await page.goto(demo.meridian(path));
      await interact(page);
      await notice(page).waitFor();
      await waitForAnimations(page);
      const box = await notice(page).boundingBox();
      assert.ok(box !== null);
      assert.ok(box.width === 1440 && box.height <= 100, `${box.width} by ${box.height} px`);
      await context.close();
    });

  for (const name of ['meridian', 'aster'] as const) {
    it(`on ${name} it is one row on a phone in landscape, below the showtimes of the hero`, async () => {
      const [context, page] = await openPage(demo.browser, 844, { viewport: { width: 844, height: 390 } });
      await page.goto(demo[name]('/'));
      await interact(page);
      const buttons = notice(page).getByRole('button', { name: /all$/ });
      await buttons.first().waitFor();
      await waitForAnimations(page);
      const tops = await buttons.evaluateAll((all) => new Set(all.map((element) => element.getBoundingClientRect().top)).size);
      assert.equal(tops, 1);
      const [box, hero] = [await notice(page).boundingBox(), await page.locator('main ul[aria-label] a').first().boundingBox()];
      assert.ok(box !== null && hero !== null);
      assert.ok(box.height <= 80, `${box.height} px high`);
      assert.ok(await notice(page).evaluate((element) => element.scrollHeight <= element.clientHeight + 1), 'no text is cut off');
      for (const control of [
        notice(page).getByRole('button', { name: 'Choose in detail' }),
        notice(page).getByRole('link', { name: 'Privacy policy' }),
      ]) {
        const controlBox = await control.boundingBox();
        assert.ok(
          controlBox !== null && controlBox.y >= box.y && controlBox.y + controlBox.height <= 390,
          `${String(control)} is in view`,
        );
      }
      assert.ok(hero.y + hero.height <= box.y, `the times end at ${hero.y + hero.height}, the notice begins at ${box.y}`);
      await context.close();
    });
  }
});
