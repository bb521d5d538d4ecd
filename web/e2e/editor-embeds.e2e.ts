// Videos and parts of other sites on content pages: added in the editor, loaded by visitors when they want them.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { field } from '@marquee/api/json.ts';
import type { Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { openEditor, previewFrame, publish, requestApi } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, waitForFocus } from './wait.ts';

const demo = demoFixture();

/** Clicks a link in the preview, whose document is replaced after the last change. */
const clickInPreview = (page: Page, name: string): Promise<void> =>
  eventually(`a click on ${name}`, async () => {
    const preview = await previewFrame(page);
    const click = preview.getByRole('link', { name }).click({ timeout: 2_000 });
    return click.then(
      () => true,
      () => false,
    );
  });

it('PAGE-17 a video and a part of another site are added, and load when a visitor wants them', async () => {
  const editor = await openEditor(demo, 'aster/pages/visit/');
  const { context, page } = editor;
  const panel = page.locator('#main');
  await page.getByRole('tab', { name: 'Add' }).click();
  await panel.getByRole('button', { name: /^Video/ }).click();
  const video = panel.getByRole('textbox', { name: 'Video' });
  await video.fill('https://example.com/film');
  await panel.getByText('This is not a video of YouTube or Vimeo').waitFor();
  await video.fill('https://youtu.be/abcdefghijk');
  await panel.getByText('This is not a video of YouTube or Vimeo').waitFor({ state: 'detached' });
  await panel.getByRole('textbox', { name: 'Heading' }).fill('A walk through the house');
  await assertNoAxeViolations(page);
  await page.getByRole('tab', { name: 'Add' }).click();
  await panel.getByRole('button', { name: /^Embed/ }).click();
  const address = panel.getByRole('textbox', { name: 'Address of the content' });
  await address.fill('http://tables.example/');
  await panel.getByText('Use an address that begins with https://').waitFor();
  await address.fill('https://tables.example/aster');
  await panel.getByText('Use an address that begins with https://').waitFor({ state: 'detached' });
  await panel.getByRole('textbox', { name: 'Heading' }).fill('Book a table');
  await panel.getByRole('button', { name: /^480 px/ }).click();
  await page.getByRole('option', { name: '720 px' }).click();
  await eventually('both are saved', async () => {
    const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
    const blocks = JSON.stringify(field(field(field(draft, 'content'), 'pages'), '/visit/'));
    return blocks.includes('"video":"https://youtu.be/abcdefghijk"') && blocks.includes('"height":720');
  });
  await assertNoAxeViolations(page);
  // In the preview a click selects the block, and loads nothing.
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).host));
  await clickInPreview(page, 'Play video');
  await panel.getByRole('textbox', { name: 'Video' }).waitFor();
  await clickInPreview(page, 'Show content');
  await address.waitFor();
  const preview = await previewFrame(page);
  assert.equal(await preview.locator('iframe, dialog').count(), 0);
  assert.deepEqual(
    requested.filter((host) => host === 'tables.example' || host.includes('youtube')),
    [],
  );
  await publish(page);
  await context.close();

  const visitors = await demo.browser.newContext();
  const requests: string[] = [];
  for (const host of ['tables.example', 'www.youtube-nocookie.com'])
    await visitors.route(`https://${host}/**`, (route) => {
      requests.push(new URL(route.request().url()).host);
      return route.fulfill({ contentType: 'text/html', body: `<title>${host}</title><button>Reserve</button>` });
    });
  const visitor = await visitors.newPage();
  await eventually('visitors have both', async () => {
    await visitor.goto(demo.aster('/visit/'), { waitUntil: 'domcontentloaded' });
    return (await visitor.getByRole('heading', { name: 'Book a table' }).count()) === 1;
  });
  const play = visitor.getByRole('link', { name: 'Play video, A walk through the house', exact: true });
  const show = visitor.getByRole('link', { name: 'Show content, Book a table', exact: true });
  await play.waitFor();
  await show.scrollIntoViewIfNeeded();
  assert.deepEqual(requests, []);
  await assertNoAxeViolations(visitor);
  await show.press('Enter');
  const frame = visitor.locator('iframe[title="Book a table"]');
  await waitForFocus(frame);
  await frame.contentFrame().getByRole('button', { name: 'Reserve' }).waitFor();
  assert.equal((await frame.boundingBox())?.height, 720);
  await visitor.getByRole('link', { name: 'tables.example (Opens in a new window)' }).waitFor();
  assert.deepEqual(requests, ['tables.example']);
  await play.press('Enter');
  const dialog = visitor.getByRole('dialog', { name: 'A walk through the house' });
  await dialog.locator('iframe').contentFrame().getByRole('button', { name: 'Reserve' }).waitFor();
  assert.deepEqual(requests, ['tables.example', 'www.youtube-nocookie.com']);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(play);
  await visitors.close();
});
