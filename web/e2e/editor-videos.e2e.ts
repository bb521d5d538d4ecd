// Videos of the media library: uploaded, chosen for a page, played by visitors, replaced and deleted.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import { deleteAndUndo, editorUrl, openEditor, publish, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

const clip = await readFile(new URL('../../fixtures/media/clip.mp4', import.meta.url));

/** The clip under a name; with a number it is another file, which ends with a box that players skip. */
const video = (name: string, number?: number) => ({
  name,
  mimeType: 'video/mp4',
  buffer: number === undefined ? clip : Buffer.concat([clip, Buffer.from([0, 0, 0, 9, 0x66, 0x72, 0x65, 0x65, number])]),
});

async function choose(page: Page, button: Locator, file: ReturnType<typeof video>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles([file]);
}

const uploadButton = (page: Page): Locator => page.getByRole('button', { name: 'Upload', exact: true }).first();
const uploads = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem');
const inspector = (page: Page, name: string): Locator => page.getByRole('complementary', { name });

it('PAGE-17 a video is uploaded, chosen for a page by keyboard, and played by visitors from the site itself', async () => {
  const { context, page } = await openEditor(demo, 'aster/media/');
  await choose(page, uploadButton(page), video('Tour.mp4'));
  await uploads(page).filter({ hasText: 'Tour.mp4' }).getByText('Stored', { exact: true }).waitFor();
  await choose(page, uploadButton(page), { ...video('Notes.mp4'), buffer: Buffer.from('<!doctype html>') });
  await uploads(page).getByText('This file is not a video that every browser plays.', { exact: false }).waitFor();
  await choose(page, uploadButton(page), video('Tour again.mp4'));
  await uploads(page).getByText('You have this video already. Use it?').waitFor();
  await page.getByRole('button', { name: 'Show Tour.mp4' }).click();
  await inspector(page, 'Tour.mp4').getByText('0:02, 160 × 90', { exact: false }).waitFor();
  await page.getByText(', 1 video. Drop files anywhere', { exact: false }).waitFor();
  await page.getByRole('radio', { name: 'Video' }).focus();
  await page.keyboard.press('Space');
  await eventuallyEquals(() => page.getByRole('option').count(), 1);
  await assertNoAxeViolations(page);

  await page.goto(editorUrl(demo, 'aster/pages/visit/'));
  const panel = page.locator('#main');
  await page.getByRole('tab', { name: 'Add' }).click();
  await panel.getByRole('button', { name: /^Video/ }).click();
  await panel.getByRole('button', { name: 'Choose' }).first().press('Enter');
  const picker = page.getByRole('dialog', { name: 'Choose a video' });
  await picker.getByRole('option', { name: 'Tour.mp4' }).press('Enter');
  await assertNoAxeViolations(page);
  await picker.getByRole('button', { name: 'Use this video' }).press('Enter');
  await panel.getByText('Tour.mp4, 0:02').waitFor();
  await panel.getByRole('textbox', { name: 'Heading' }).fill('A walk through the house');
  await assertNoAxeViolations(page);
  await waitForSaved(page);
  await publish(page);

  const visitors = await demo.browser.newContext();
  const visitor = await visitors.newPage();
  const faults: string[] = [];
  visitor.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  const play = visitor.getByRole('link', { name: 'Play video, A walk through the house', exact: true });
  await eventually('visitors have the video', async () => {
    await visitor.goto(demo.aster('/visit/'), { waitUntil: 'domcontentloaded' });
    return (await play.count()) === 1;
  });
  const loaded: string[] = [];
  visitor.on('response', (response) => {
    if (response.url().endsWith('.mp4')) loaded.push(`${response.status()} ${response.headers()['content-type']}`);
  });
  await eventually('the link is a button of the player', async () => {
    await play.press('Enter');
    return visitor
      .getByRole('dialog', { name: 'A walk through the house' })
      .waitFor({ timeout: 1_000 })
      .then(
        () => true,
        () => false,
      );
  });
  await eventually('the video is loaded', () => Promise.resolve(loaded.length > 0));
  assert.match(loaded[0] ?? '', /^20[06] video\/mp4$/);
  await visitor.keyboard.press('Escape');
  await waitForFocus(play);
  assert.deepEqual(faults, []);
  // The address of the link opens the file alone.
  await visitor.goto(demo.aster((await play.getAttribute('href')) ?? ''));
  await eventually('the file plays alone', () =>
    visitor.evaluate(() => (document.querySelector('video')?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA),
  );
  assert.deepEqual(faults, []);
  await visitors.close();

  // Used, it cannot be deleted; replaced, it plays the other file.
  await page.goto(editorUrl(demo, 'aster/media/'));
  await page.getByRole('option', { name: 'Tour.mp4' }).press('Enter');
  await inspector(page, 'Tour.mp4').getByRole('button', { name: 'Delete' }).press('Enter');
  const used = page.getByRole('dialog', { name: 'Tour.mp4 is used' });
  await used.getByText('Visit', { exact: false }).first().waitFor();
  await used.getByRole('button', { name: 'Close' }).last().press('Enter');
  await choose(page, inspector(page, 'Tour.mp4').getByRole('button', { name: 'Replace' }), video('New tour.mp4', 7));
  await page.getByText('Replaced. All places play the new video.').waitFor();
  await inspector(page, 'New tour.mp4').waitFor();
  await context.close();
});

it('PAGE-17 a video that nothing uses is deleted, and comes back with Undo', async () => {
  const { context, page } = await openEditor(demo, 'meridian/media/');
  await choose(page, uploadButton(page), video('Seats.mp4', 1));
  await page.getByRole('button', { name: 'Show Seats.mp4' }).click();
  await deleteAndUndo(page, inspector(page, 'Seats.mp4').getByRole('button', { name: 'Delete' }));
  await page.getByRole('option', { name: 'Seats.mp4' }).waitFor();
  await context.close();
});

const CAPTIONS = '1\n00:00:00,000 --> 00:00:02,000\nWelcome to the house\n';

const captionsFile = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

it('PAGE-17 captions are uploaded, refused with the line, deleted and restored, and shown by the players', async () => {
  const { context, page } = await openEditor(demo, 'aster/media/');
  await choose(page, uploadButton(page), video('Foyer.mp4', 3));
  await page.getByRole('button', { name: 'Show Foyer.mp4' }).click();
  const captions = inspector(page, 'Foyer.mp4').getByRole('region', { name: 'Captions' });
  await captions.getByText('People who do not hear the video need captions.', { exact: false }).waitFor();
  const upload = captions.getByRole('button', { name: 'Upload captions in American English' });
  await choose(page, upload, captionsFile('Foyer.srt', `${CAPTIONS}\n2\n00:00:03.000 --> later\nBye\n`));
  const refusal = captions.getByText('Line 6 of this file is not valid WebVTT or SubRip.', { exact: false });
  await refusal.waitFor();
  await assertNoAxeViolations(page);
  await choose(page, upload, captionsFile('Foyer.srt', CAPTIONS));
  await captions.getByText('Foyer.srt').waitFor();
  assert.equal(await refusal.count(), 0);
  await assertNoAxeViolations(page);
  const saved = page.waitForEvent('download');
  await captions.getByRole('link', { name: 'Download the captions in American English' }).press('Enter');
  assert.equal((await saved).suggestedFilename(), 'Foyer.vtt');
  // The player of the editor has them as well.
  await eventuallyEquals(() => shownCaptions(inspector(page, 'Foyer.mp4').locator('video')), ['Welcome to the house']);

  // Deleting has an undo; meanwhile the focus is on what is left.
  await captions.getByRole('button', { name: 'Delete the captions in American English' }).press('Enter');
  await waitForFocus(upload);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await captions.getByText('Foyer.srt').waitFor();

  // Undo does not take the place of captions that were stored since.
  await captions.getByRole('button', { name: 'Delete the captions in American English' }).press('Enter');
  await choose(page, upload, captionsFile('Newer.srt', CAPTIONS));
  await captions.getByText('Newer.srt').waitFor();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('There are other captions in this language by now. They stay.').waitFor();
  await captions.getByText('Newer.srt').waitFor();

  // A film's trailer can be the video, too; what was typed wrongly before is forgotten.
  const source = (await page.getByRole('option', { name: 'Foyer.mp4' }).getAttribute('data-key')) ?? '';
  assert.match(source, /^video-/);
  await page.goto(editorUrl(demo, 'aster/films/318377/'));
  await page.getByRole('tab', { name: 'Pictures and trailer' }).click();
  const trailerField = page.getByRole('group', { name: 'Trailer', exact: true });
  await trailerField.getByRole('button', { name: /^Edit/ }).press('Enter');
  await trailerField.getByRole('textbox').fill('nowhere');
  const fault = trailerField.getByText('This is not a video of YouTube or Vimeo', { exact: false });
  await fault.waitFor();
  await page.getByRole('button', { name: 'Choose a video of the library' }).press('Enter');
  const picker = page.getByRole('dialog', { name: 'Choose a video' });
  await picker.getByRole('option', { name: 'Foyer.mp4' }).press('Enter');
  await picker.getByRole('button', { name: 'Use this video' }).press('Enter');
  await trailerField.getByText('Foyer.mp4, 0:02').waitFor();
  assert.equal(await fault.count(), 0);
  await assertNoAxeViolations(page);
  await waitForSaved(page);
  await publish(page);

  const visitors = await demo.browser.newContext();
  const visitor = await visitors.newPage();
  const trailer = visitor.getByRole('link', { name: /trailer/i }).first();
  await eventually('the film has the trailer', async () => {
    await visitor.goto(demo.aster('/movies/318377-low-tide-orchestra/'), { waitUntil: 'domcontentloaded' });
    return (await visitor.locator(`a[href*="${source}"]`).count()) > 0;
  });
  await eventually('the link is a button of the player', async () => {
    await trailer.press('Enter');
    return (await visitor.locator('dialog video').count()) === 1;
  });
  await eventuallyEquals(() => shownCaptions(visitor.locator('dialog video')), ['Welcome to the house']);
  await visitors.close();
  await context.close();
});

/** Turns on the first captions of a player, as its menu does, and returns their texts. */
const shownCaptions = (player: Locator): Promise<readonly string[]> =>
  player.evaluate((element: HTMLVideoElement) => {
    const [track] = element.textTracks;
    if (track === undefined) return [];
    track.mode = 'showing';
    return [...(track.cues ?? [])].map((cue) => (cue instanceof VTTCue ? cue.text : ''));
  });
