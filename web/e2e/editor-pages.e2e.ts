// Pages edited on the page: outlines, clicks and keys, texts on the page and in the panel, links, search and sharing, redirects.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field } from '@marquee/api/json.ts';
import type { Frame, Page } from 'playwright-core';
import { assertNoAxeViolations } from './browser.ts';
import {
  type EditorPage,
  discardDraft,
  editorUrl,
  openEditor,
  previewFrame,
  publish,
  requestApi,
  waitForSaved,
} from './editor-session.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals, waitForFocus } from './wait.ts';

const demo = demoFixture();

const VISIT = 'aster/pages/visit/';
const BLOCKS = '/pages/~1visit~1/blocks';

/** The blocks of the page in the draft of the server. */
async function savedBlocks(editor: EditorPage, pointer: string = BLOCKS): Promise<unknown[]> {
  const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const value = ['content', ...names].reduce<unknown>(
    (parent, name) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined),
    draft,
  );
  return Array.isArray(value) ? value : [];
}

/** The label of the outline in the page; empty without a selected block. */
const outlined = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const box = document.querySelector('[data-outlines]')?.shadowRoot?.querySelector('div:not([data-hover])');
    return box instanceof HTMLElement && !box.hidden ? box.innerText : '';
  });

/** The frame, while it is the one that is shown: a new document has another. */
const shownFrame = async (page: Page): Promise<Frame> => {
  await eventually('one document', async () => (await page.locator('iframe').count()) === 1);
  return previewFrame(page);
};

describe('blocks in the preview', () => {
  it('PREV-11 the selected block is outlined and scrolled to; a click selects another; Escape the page', async () => {
    const editor = await openEditor(demo, VISIT);
    const { context, page } = editor;
    const frame = await shownFrame(page);
    await page.getByRole('button', { name: /^Gallery/ }).click();
    await eventuallyEquals(() => outlined(frame), 'Gallery');
    await eventually('the gallery is visible', () =>
      frame.evaluate(() => {
        const top = document.querySelector('template[data-block="4"]')?.nextElementSibling?.getBoundingClientRect().top ?? -1;
        return top >= 0 && top < innerHeight;
      }),
    );
    const address = frame.url();
    await frame.getByRole('heading', { name: 'Tickets' }).click();
    await eventuallyEquals(() => outlined(frame), 'Text');
    await page.getByRole('button', { name: 'All blocks' }).waitFor();
    await page.getByLabel('Heading', { exact: true }).and(page.locator('[value=Tickets]')).waitFor();
    // The first Escape leaves the text, the second one the block.
    await frame.page().keyboard.press('Escape');
    await frame.page().keyboard.press('Escape');
    await page.getByRole('button', { name: /^Gallery/ }).waitFor();
    await eventuallyEquals(() => outlined(frame), '');
    assert.equal(frame.url(), address);
    await context.close();
  });

  it('PREV-12 texts are edited on the page, kept while typing, and undone', async () => {
    const editor = await openEditor(demo, VISIT);
    const { context, page } = editor;
    const frame = await shownFrame(page);
    const heading = frame.getByRole('heading', { name: 'Opening' });
    await heading.click();
    await eventuallyEquals(() => heading.getAttribute('contenteditable'), 'plaintext-only');
    await heading.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' hours, every day', { delay: 60 });
    await page.getByLabel('Heading', { exact: true }).and(page.locator('[value="Opening hours, every day"]')).waitFor();
    await waitForSaved(page);
    await page.keyboard.type(' of the year');
    await eventuallyEquals(
      async () => Reflect.get(Object((await savedBlocks(editor))[1]), 'title'),
      'Opening hours, every day of the year',
    );
    assert.equal(await page.locator('iframe').count(), 1, 'the document is the same');
    assert.equal(await frame.evaluate(() => document.activeElement?.textContent), 'Opening hours, every day of the year');
    await page.keyboard.press('Control+z');
    const shown = (): Promise<string> => frame.locator('[data-text="block-0"] h2').innerText();
    await eventually('the page shows an earlier text', async () => (await shown()) !== 'Opening hours, every day of the year');
    // What is saved after the draft is discarded would be a conflict for the next test.
    await eventuallyEquals(async () => Reflect.get(Object((await savedBlocks(editor))[1]), 'title'), await shown());
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('PREV-12 PAGE-13 a text has formatting and links, on the page and for visitors', async () => {
    const editor = await openEditor(demo, VISIT);
    const { context, page } = editor;
    const frame = await shownFrame(page);
    await page.getByRole('button', { name: /^Text Opening/ }).click();
    const text = frame.locator('[data-rich] [contenteditable=true]').first();
    await text.waitFor();
    await text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Always open. ');
    // An edit that arrives between two keys of a selection may take one of them back.
    await waitForSaved(page);
    await page.keyboard.press('Home');
    for (let count = 0; count < 6; count += 1) await page.keyboard.press('Shift+ArrowRight');
    // Browsers tell the editor of a selection a moment after they have made it.
    await eventuallyEquals(() => frame.evaluate(() => getSelection()?.toString()), 'Always');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await dialog.getByRole('button', { name: /Links to/ }).waitFor();
    await assertNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Use link' }).click();
    await eventuallyEquals(
      async () => {
        const [first] = Reflect.get(Object((await savedBlocks(editor))[1]), 'paragraphs');
        return Reflect.get(Object(first), 'content')?.[0];
      },
      { text: 'Always', bold: true, href: '/' },
    );
    await page.getByRole('toolbar', { name: 'Text tools' }).first().waitFor();
    await publish(page);
    const visitor = await demo.browser.newPage();
    await eventually('visitors see it', async () => {
      await visitor.goto(demo.aster('/visit/'), { waitUntil: 'domcontentloaded' });
      return (await visitor.locator('main a[href="/"] strong', { hasText: 'Always' }).count()) === 1;
    });
    assert.equal(await visitor.locator('template[data-block]').count(), 0);
    await context.close();
  });
});

it('PAGE-15 a block has a background, an anchor and readers, in the preview and for visitors', async () => {
  const editor = await openEditor(demo, VISIT);
  const { context, page } = editor;
  await page.getByRole('button', { name: /^Text Tickets/ }).click();
  await page.getByRole('radiogroup', { name: 'Columns' }).getByText('Two').click();
  await page.getByRole('radiogroup', { name: 'Background' }).getByText('Accent').click();
  await page.getByRole('switch', { name: 'Only for members' }).press('Space');
  await page.getByLabel('Anchor').fill('Buying tickets');
  await waitForSaved(page);
  const settings = { twoColumns: true, background: 'accent', membersOnly: true, anchor: 'buying-tickets' };
  await eventually('the draft has the settings', async () =>
    (await savedBlocks(editor)).some((block) => JSON.stringify(block).includes('"anchor":"buying-tickets"')),
  );
  const block = (await savedBlocks(editor)).find((entry) => Reflect.get(Object(entry), 'settings') !== undefined);
  assert.deepEqual(Reflect.get(Object(block), 'settings'), settings);
  await eventually('the preview shows it to operators', async () => {
    const frame = await shownFrame(page);
    return frame.locator('#buying-tickets').isVisible();
  });
  await assertNoAxeViolations(page);
  await publish(page);
  const visitor = await demo.browser.newPage();
  await eventually('visitors have it, hidden', async () => {
    await visitor.goto(demo.aster('/visit/'), { waitUntil: 'domcontentloaded' });
    return (await visitor.locator('#buying-tickets').count()) === 1;
  });
  const tickets = visitor.locator('#buying-tickets');
  assert.equal(await tickets.isVisible(), false);
  await visitor.evaluate(() => document.documentElement.toggleAttribute('data-member', true));
  assert.equal(await tickets.isVisible(), true);
  await assertNoAxeViolations(visitor);
  await visitor.close();
  await context.close();
});

/** Asserts that the previews, which are loaded again after an edit, do not take the focus from the field that is typed in. */
async function assertTypingKeepsFocus(page: Page): Promise<void> {
  const label = page.getByLabel('Label', { exact: true });
  const before = await label.inputValue();
  await label.fill(`${before} now`);
  for (const title of ['The header with the draft', 'The footer with the draft']) {
    const preview = page.frameLocator(`iframe[title="${title}"]:not([inert])`);
    await preview.locator('header').getByText(`${before} now`, { exact: true }).first().waitFor({ state: 'attached' });
  }
  assert.equal(await label.evaluate((input) => input === document.activeElement), true, 'the field keeps the focus');
  await label.fill(before);
}

it('PAGE-14 a link goes below another by keys and by drag, and opens for visitors without scripts', async () => {
  const editor = await openEditor(demo, 'aster/menus/');
  const { context, page } = editor;
  const header = page.getByRole('list', { name: 'Header' });
  const labels = (): Promise<string[]> => header.locator('li b').allInnerTexts();
  await header.getByRole('button').first().waitFor();
  const [first = '', second = '', third = ''] = await labels();
  const row = (label: string) => header.getByRole('button', { name: new RegExp(`^${label} `) });
  const saved = async (): Promise<string> => JSON.stringify((await savedBlocks(editor, '/menus/header'))[0]);
  await row(second).press('Alt+ArrowRight');
  await page
    .getByRole('checkbox', { name: `Under ${first}` })
    .and(page.locator(':checked'))
    .waitFor();
  await eventually(
    'it is saved',
    async () => (await saved()).includes(`"items":[{"label":"${second}"`) || (await saved()).includes('"items"'),
  );
  await row(second).press('Alt+ArrowLeft');
  await eventually('it is out again', async () => !(await saved()).includes('"items"'));
  const grip = header.locator('li', { hasText: third }).locator('[data-sort-handle]');
  const box = (await grip.boundingBox()) ?? assert.fail();
  const above = (await row(second).boundingBox()) ?? assert.fail();
  await page.mouse.move(box.x + 5, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, above.y + 2, { steps: 4 });
  await page.mouse.move(box.x + 60, above.y + 2, { steps: 4 });
  await page.mouse.up();
  await eventually('it is below the first', async () => (await saved()).includes('"items"'));
  assert.deepEqual((await labels()).slice(0, 3), [first, third, second]);
  await row(third).click();
  await page.getByRole('checkbox', { name: 'Only signed in' }).press('Space');
  await eventually('it is for members', async () => (await saved()).includes('"membersOnly":true'));
  await page.getByRole('checkbox', { name: 'Only signed in' }).press('Space');
  await eventually('it is for everybody', async () => !(await saved()).includes('"membersOnly":true'));
  await assertNoAxeViolations(page);
  await assertTypingKeepsFocus(page);
  await page.getByRole('heading', { level: 1 }).click();
  await publish(page);
  await context.close();
  const visitors = await demo.browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  const visitor = await visitors.newPage();
  await eventually('visitors have it', async () => {
    await visitor.goto(demo.aster('/visit/'), { waitUntil: 'domcontentloaded' });
    return (await visitor.locator('header summary').count()) === 1;
  });
  const link = visitor.locator('header').getByRole('link', { name: third, exact: true });
  assert.equal(await link.isVisible(), false);
  await visitor.locator('header summary').press('Enter');
  assert.equal(await link.isVisible(), true);
  await visitors.close();
  const phone = await demo.browser.newPage({ viewport: { width: 390, height: 844 } });
  await phone.goto(demo.aster('/visit/'));
  await phone.getByRole('button', { name: 'Menu' }).click();
  const sheet = phone.getByRole('navigation', { name: 'Menu' });
  await sheet.getByRole('link', { name: third, exact: true }).waitFor();
  await assertNoAxeViolations(phone);
  await phone.close();
});

it('ux 5.16 the publish dialog names dead links by their place, and Fix opens the editor there', async () => {
  const editor = await openEditor(demo, 'aster/menus/');
  const { context, page } = editor;
  const [legal, blocks] = [await savedBlocks(editor, '/menus/legal'), await savedBlocks(editor)];
  const link = { label: 'Old terms', href: '/gone/' };
  const edits = [
    { pointer: '/menus/legal', from: legal, to: [...legal, link] },
    { pointer: BLOCKS, from: blocks, to: [...blocks, { type: 'callToAction', title: 'Hire us', ...link, label: 'Ask' }] },
  ];
  await requestApi(demo, editor, 'PATCH', 'aster/draft', { edits });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Menus' }).waitFor();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByText('Menus, Legal line').waitFor();
  await assertNoAxeViolations(page);
  await dialog.getByRole('link', { name: 'Fix: “Old terms” leads nowhere' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventuallyEquals(() => page.getByLabel('Label', { exact: true }).inputValue(), 'Old terms');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByText(/, Call to action “Hire us”$/).waitFor();
  await dialog.getByRole('link', { name: 'Fix: “Ask” leads nowhere' }).press('Enter');
  await eventuallyEquals(() => page.getByLabel('Heading', { exact: true }).inputValue(), 'Hire us');
  assert.equal(new URL(page.url()).pathname.endsWith(VISIT), true, page.url());
  await discardDraft(demo, editor, 'aster');
  await context.close();
});

it('PREV-13 invalid messages, late ones and those of other windows change nothing', async () => {
  const editor = await openEditor(demo, VISIT);
  const { context, page } = editor;
  const frame = await shownFrame(page);
  await page.getByRole('button', { name: /^Text Opening/ }).click();
  await frame.locator('[data-rich] [contenteditable=true]').first().waitFor();
  const before = await savedBlocks(editor);
  const blockText = (fields: unknown): unknown => ({ type: 'blockText', payload: { blockText: fields } });
  const title = { field: 'title', value: 'Hostile' };
  const right = blockText({ position: 1, text: title, from: 'Opening' });
  const hostile = [
    'blockText',
    null,
    { type: 'blockText', position: 1, text: title, from: 'Opening' },
    blockText({ position: -1, text: title, from: 'Opening' }),
    blockText({ position: 2, text: title, from: 'Tickets' }),
    blockText({ position: 1, text: title, from: 'Another text' }),
    blockText({ position: 1, text: { field: 'href', value: '/' }, from: '' }),
    blockText({ position: 1, text: { field: 'title', value: { toString: 1 } }, from: 'Opening' }),
    blockText({ position: 1, text: { field: 'paragraphs', value: [{ type: 'script', content: ['x'] }] }, from: [] }),
    { type: 'key', payload: { key: { key: 'eval' } } },
  ];
  await frame.evaluate((messages) => messages.forEach((message) => parent.postMessage(message, '*')), hostile);
  await page.evaluate((message) => postMessage(message, '*'), right);
  const toPage = [
    { type: 'selectBlock', payload: { selectBlock: { position: 'x', label: 'Hostile', texts: [], isScrolled: false } } },
    {
      type: 'selectBlock',
      payload: { selectBlock: { position: 0, label: 'Hostile', texts: [{ field: 'html', value: '' }], isScrolled: false } },
    },
  ];
  await frame.evaluate((messages) => messages.forEach((message) => postMessage(message, '*')), toPage);
  await page.evaluate(
    (messages) =>
      messages.forEach((message) =>
        document.querySelector<HTMLIFrameElement>('iframe:not([inert])')?.contentWindow?.postMessage(message, '*'),
      ),
    toPage,
  );
  // Messages arrive in order: by the time of this key, all others were handled.
  await page.getByRole('button', { name: 'All blocks' }).waitFor();
  assert.equal(await outlined(frame), 'Text');
  await frame.evaluate(() => parent.postMessage({ type: 'key', payload: { key: { key: 'Escape' } } }, '*'));
  await page.getByRole('button', { name: /^Text Opening/ }).waitFor();
  assert.deepEqual(await savedBlocks(editor), before);
  await context.close();
});

describe('the panel', () => {
  it('PAGE-13 pasted texts keep the allowed structure only', async () => {
    const editor = await openEditor(demo, VISIT);
    const { context, page } = editor;
    await page.getByRole('button', { name: /^Text Tickets/ }).click();
    const text = page.locator('#main').getByRole('textbox', { name: 'Text', exact: true });
    await text.click();
    await page.keyboard.press('Control+a');
    await text.evaluate((element) => {
      const data = new DataTransfer();
      data.setData(
        'text/html',
        `<meta charset="utf-8"><style>p{color:red}</style><h1 style="color:red" onclick="x()">Title</h1>
         <p class="MsoNormal"><b style="font-size:20pt">Bold</b> and <span style="color:red">red</span>
         <a href="javascript:alert(1)">bad</a> <a href="https://a.example/">good</a><o:p></o:p></p>
         <table><tr><td>Cell</td></tr></table><img src=x onerror="window.ran=1"><script>window.ran=1</script><ul><li><p>Item</p></li></ul>`,
      );
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    const paragraphs = async (): Promise<string> =>
      JSON.stringify(Reflect.get(Object((await savedBlocks(editor))[2]), 'paragraphs'));
    await eventually('the draft has the item', async () => (await paragraphs()).includes('Item'));
    const saved = await paragraphs();
    assert.match(saved, /"text":"Bold","bold":true/);
    assert.match(saved, /"text":"good","href":"https:\/\/a\.example\/"/);
    assert.match(saved, /bulletList/);
    assert.match(saved, /Cell/);
    assert.doesNotMatch(saved, /javascript|red;|style|table|img|onclick|MsoNormal/);
    assert.equal(await page.evaluate(() => Reflect.get(window, 'ran')), undefined);
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('a slash in an empty line shows the types of blocks', async () => {
    const editor = await openEditor(demo, VISIT);
    const { context, page } = editor;
    await page.getByRole('button', { name: /^Text Tickets/ }).click();
    const text = page.locator('#main').getByRole('textbox', { name: 'Text', exact: true });
    await text.press('Control+End');
    await text.press('Enter');
    await eventuallyEquals(() => text.locator('p').last().textContent(), '');
    await text.press('/');
    await page.getByRole('button', { name: /^Accordion/ }).waitFor();
    assert.equal(await page.getByRole('tab', { name: 'Add' }).getAttribute('aria-selected'), 'true');
    await context.close();
  });

  it('PREV-12 a key acts where the cursor is, also before the browser has told of the cursor', async () => {
    const editor = await openEditor(demo, VISIT);
    const { context, page } = editor;
    await page.getByRole('button', { name: /^Text Tickets/ }).click();
    const text = page.locator('#main').getByRole('textbox', { name: 'Text', exact: true });
    await text.focus();
    const words = await text.innerText();
    const added = await text.evaluate((element) => {
      const selection = getSelection();
      selection?.selectAllChildren(element);
      selection?.collapseToEnd();
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }));
      return element.lastElementChild?.textContent;
    });
    assert.equal(added, '');
    assert.equal((await text.innerText()).trim(), words.trim());
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });

  it('ROUTE-21 an address forwards once published, and the list of redirects has it', async () => {
    const editor = await openEditor(demo, 'aster/pages/visit~cafe/');
    const { context, page } = editor;
    await page.getByRole('tab', { name: 'Search and sharing' }).click();
    const card = page.getByRole('img', { name: 'Share card of Café and bar' });
    await eventually('the card is drawn', () =>
      card.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 1200),
    );
    await page.getByLabel('Address', { exact: true }).fill('/visit/coffee/');
    await page.keyboard.press('Enter');
    await page.getByText('The old address /visit/cafe/ forwards here.').waitFor();
    await assertNoAxeViolations(page);
    await publish(page);
    const visitor = await demo.browser.newPage();
    await eventually('the address forwards', async () => {
      await visitor.goto(demo.aster('/visit/cafe/'), { waitUntil: 'domcontentloaded' });
      return new URL(visitor.url()).pathname === '/visit/coffee/';
    });
    await visitor.close();
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await page.getByRole('button', { name: 'Redirects' }).click();
    const dialog = page.getByRole('dialog', { name: 'Redirects' });
    await dialog.getByRole('cell', { name: '/visit/cafe/', exact: true }).waitFor();
    await waitForFocus(dialog.getByRole('textbox', { name: 'Old address' }));
    await assertNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Stop forwarding /visit/cafe/' }).click();
    await dialog.getByText('No address leads elsewhere.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Scheduled 0' }).check({ force: true });
    await page.getByText('Nothing is scheduled.').waitFor();
    await waitForSaved(page);
    const version = field(await requestApi(demo, editor, 'GET', 'aster/draft/version'), 'version');
    await requestApi(demo, editor, 'POST', 'aster/publish', { version, at: '2026-12-01T11:00:00Z' });
    await page.reload();
    await page.getByRole('radio', { name: 'Scheduled 1' }).check({ force: true });
    await page.getByRole('row', { name: /Café and bar.*Scheduled for Dec 1/ }).waitFor();
    await assertNoAxeViolations(page);
    await requestApi(demo, editor, 'DELETE', 'aster/publish/scheduled');
    await discardDraft(demo, editor, 'aster');
    await context.close();
  });
});

it('PAGE-16 a saved block is on two pages, changed on one of them, detached and deleted', async () => {
  const editor = await openEditor(demo, VISIT);
  const { context, page } = editor;
  const saved = async (): Promise<string> => {
    const draft = await requestApi(demo, editor, 'GET', 'aster/draft');
    return JSON.stringify(Reflect.get(Object(draft), 'content').site.config.options.savedBlocks ?? {});
  };
  await page.getByRole('button', { name: /^Text Tickets/ }).click();
  await page.getByRole('button', { name: 'Save for other pages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save for other pages' });
  await dialog.getByLabel('Name').fill('About tickets');
  await page.keyboard.press('Enter');
  await page.getByText('Changes on 1 page').waitFor();
  await waitForSaved(page);
  // The settings of the site do not list it; the palette finds it on its page.
  await page.goto(editorUrl(demo, 'aster/settings/?q=About%20tickets'));
  await page.getByText('No setting is found for “About tickets”.').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('about tickets');
  await page.getByRole('option', { name: /^About tickets/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Changes on 1 page').waitFor();
  await page.goto(editorUrl(demo, 'aster/pages/visit~contact/'));
  await page.getByRole('tab', { name: 'Add' }).click();
  await page.getByRole('button', { name: /^About tickets/ }).click();
  await page.getByText('Changes on 2 pages').waitFor();
  await assertNoAxeViolations(page);

  // A text on the page itself.
  const frame = await shownFrame(page);
  await eventuallyEquals(() => outlined(frame), 'About tickets');
  const heading = frame.getByRole('heading', { name: 'Tickets' });
  await heading.click();
  await eventuallyEquals(() => heading.getAttribute('contenteditable'), 'plaintext-only');
  await heading.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' for all');
  await eventually('the saved block has the text', async () => (await saved()).includes('"title":"Tickets for all"'));
  await publish(page);
  const visitor = await demo.browser.newPage();
  for (const path of ['/visit/', '/visit/contact/'])
    await eventually(`visitors see it at ${path}`, async () => {
      await visitor.goto(demo.aster(path), { waitUntil: 'domcontentloaded' });
      return (await visitor.locator('main h2', { hasText: 'Tickets for all' }).count()) === 1;
    });
  await visitor.close();

  await page.getByRole('button', { name: 'Detach' }).click();
  await page.getByRole('button', { name: 'Save for other pages' }).waitFor();
  await page.getByRole('tab', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Delete About tickets from the site' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete About tickets?' });
  await deletion.getByRole('listitem').filter({ hasText: 'Visit' }).waitFor();
  await assertNoAxeViolations(page);
  await deletion.getByRole('button', { name: 'Delete from the site' }).click();
  await eventuallyEquals(saved, '{}');
  // No other entry is left: the heading of the list has the focus.
  await waitForFocus(page.getByRole('heading', { name: /^Saved blocks/ }));
  await discardDraft(demo, editor, 'aster');
  await context.close();
});
