// The history: runs of feeds between the versions, and what was removed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WIDTHS, assertNoAxeViolations } from './browser.ts';
import { discardDraft, openEditor, requestApi, waitForSaved } from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventuallyEquals } from './wait.ts';

const demo = demoFixture();
const PAGE = '/pages/~1history-test~1';

describe('what was removed', () => {
  for (const width of WIDTHS)
    it(`ux 5.0 at ${width} is listed for 30 days, and put back by keyboard`, async () => {
      const editor = await openEditor(demo, 'aster/history/', { viewport: { width, height: 900 } });
      const { context, page } = editor;
      const edit = (from: unknown, to: unknown) =>
        requestApi(demo, editor, 'PATCH', 'aster/draft', { edits: [{ pointer: PAGE, from, to }] });
      const record = { path: '/history-test/', title: `Opening hours at ${width}` };
      await edit(undefined, record);
      await edit(record, undefined);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
      await page.getByRole('radio', { name: 'Removed' }).focus();
      await page.keyboard.press('Space');
      const putBack = page.getByRole('button', { name: `Put back ${record.title}` });
      await page.getByRole('listitem').filter({ has: putBack }).getByText('Pages').waitFor();
      await assertNoAxeViolations(page);
      await putBack.press('Enter');
      await page.getByText(`${record.title} is in the draft again.`).waitFor();
      await eventuallyEquals(() => putBack.count(), 0);
      await waitForSaved(page);
      const draft = Object(await requestApi(demo, editor, 'GET', 'aster/draft'));
      assert.deepEqual(draft['content']['pages']['/history-test/'], record);
      await discardDraft(demo, editor, 'aster');
      await context.close();
    });
});
