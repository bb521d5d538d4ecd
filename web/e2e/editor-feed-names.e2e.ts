// Why a time is wrong, from the show itself: its feed, when that was read, and the run.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { field, list } from '@marquee/api/json.ts';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { openEditor, requestApi } from './editor-session.ts';
import { ADDRESS, port, stopSystem } from './feed-system.ts';
import { demoFixture } from './fixture.ts';
import { eventually, waitForFocus } from './wait.ts';

const demo = demoFixture('--internal-upstreams', `127.0.0.1:${port}`);
after(stopSystem);

describe('the names of feeds', () => {
  it('ux 5.11 leads from a show to the run of its feed, and names the feed beside the facts of a film', async () => {
    const editor = await openEditor(demo, 'meridian/feeds/');
    const { context, page } = editor;
    const address = ADDRESS.replace('week', 'single');
    const trial = await requestApi(demo, editor, 'POST', 'meridian/feeds/trial', {
      address,
      holdPercent: 100,
      conflicts: 'feedWins',
    });
    const [found] = list(field(trial, 'theaters'));
    const [theater] = list(field(await requestApi(demo, editor, 'GET', 'meridian/theaters'), 'feed'));
    await requestApi(demo, editor, 'POST', 'meridian/feeds', {
      name: 'Mill desk',
      address,
      theaters: [{ feed: field(found, 'id'), theater: field(theater, 'id') }],
      intervalMinutes: 60,
      holdPercent: 100,
      conflicts: 'feedWins',
      missingShows: 'removed',
      isOn: true,
    });
    await eventually('the feed has run', async () => {
      const [feed] = list(field(await requestApi(demo, editor, 'GET', 'meridian/feeds'), 'feeds'));
      return field(feed, 'lastRun') !== undefined;
    });
    await page.reload();
    await page.getByRole('link', { name: 'Program', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Program' }).waitFor();
    await page.getByText(/^Times from Mill desk, /).waitFor();
    await page.getByRole('button', { name: /^Night Ferry[^,]*, Tue, Nov 24.*From the feed/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This time comes from Mill desk. Edit it to keep your own.').waitFor();
    const run = dialog.getByRole('link', { name: /^Last run of Mill desk, / });
    assert.match(await run.innerText(), /^Mill desk, /);
    await assertNoAxeViolations(page);
    await run.click();
    await waitForFocus(page.getByRole('heading', { level: 1, name: /^Run of / }));

    await page.getByRole('link', { name: 'Films', exact: true }).first().click();
    await page
      .getByRole('link', { name: /^Night Ferry/ })
      .first()
      .click();
    await page.getByText('Mill desk says: same').first().waitFor();
    await page.getByRole('tab', { name: 'Feed' }).click();
    await page.getByRole('link', { name: /^Last run of Mill desk, / }).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await assertNoAxeViolations(page, 'best-practice');
    }
    await context.close();
  });
});
