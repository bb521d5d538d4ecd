// Where the consent notice stands: over no time of the hero and nothing that starts soon.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { atRest, open } from './browser.ts';
import { stageWithThirdParties } from './stage.ts';
import { move } from './third-parties.ts';

const demo = stageWithThirdParties();
const notice = (page: Page) => page.getByRole('region', { name: 'Your privacy' });

describe('the place of the consent notice', () => {
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
      it(`ux 4 on ${name} at ${width} by ${height} it lies over no time of the hero and nothing that starts soon`, async () => {
        const [context, page] = await open(demo.browser, width, { viewport: { width, height } });
        await page.goto(demo[name]('/'));
        await move(page);
        await notice(page).waitFor();
        // It rises into its place.
        await atRest(page);
        const box = await notice(page).boundingBox();
        assert.ok(box !== null);
        if (width < 640) assert.ok(box.height <= 180, `${box.height} px high`);
        const covered = await page
          .locator('main section:has(> div h1), main section:has(h1)')
          .first()
          .locator('a')
          .evaluateAll(
            (all, { x, y, width: wide, height: high }) =>
              all
                .filter((one) => one.checkVisibility() && /\d{1,2}:\d{2}/.test(one.textContent ?? ''))
                .filter((one) => {
                  const { left, right, top, bottom } = one.getBoundingClientRect();
                  // What is below the window or scrolled aside is not covered.
                  return (
                    right > Math.max(x, 0) &&
                    left < Math.min(x + wide, innerWidth) &&
                    bottom > y &&
                    top < Math.min(y + high, innerHeight)
                  );
                })
                .map((one) => one.textContent),
            box,
          );
        assert.deepEqual(covered, []);
        const choices = await notice(page)
          .getByRole('button')
          .evaluateAll(
            (all, high) =>
              all.map((one) => one.getBoundingClientRect()).filter(({ top, bottom }) => top < 0 || bottom > high).length,
            height,
          );
        assert.equal(choices, 0, 'its answers are in view');
        await context.close();
      });
    }
  }

  for (const path of ['/showtimes/', '/movies/318204-the-salt-cartographer/'])
    it(`ux 4 on ${path} it lies over no time that is in view before scrolling`, async () => {
      const [context, page] = await open(demo.browser, 1440);
      await page.goto(demo.meridian(path));
      await move(page);
      await notice(page).waitFor();
      await atRest(page);
      const box = await notice(page).boundingBox();
      assert.ok(box !== null);
      assert.ok(box.width === 1440 && box.height <= 100, `${box.width} by ${box.height} px`);
      await context.close();
    });

  for (const name of ['meridian', 'aster'] as const) {
    it(`on ${name} it is one row on a phone on its side, under the hero's times`, async () => {
      const [context, page] = await open(demo.browser, 844, { viewport: { width: 844, height: 390 } });
      await page.goto(demo[name]('/'));
      await move(page);
      const answers = notice(page).getByRole('button', { name: /all$/ });
      await answers.first().waitFor();
      await atRest(page);
      const tops = await answers.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
      assert.equal(tops, 1);
      const [box, hero] = [await notice(page).boundingBox(), await page.locator('main ul[aria-label] a').first().boundingBox()];
      assert.ok(box !== null && hero !== null);
      assert.ok(box.height <= 80, `${box.height} px high`);
      assert.ok(hero.y + hero.height <= box.y, `the times end at ${hero.y + hero.height}, the notice begins at ${box.y}`);
      await context.close();
    });
  }
});
