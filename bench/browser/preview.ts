// Measures how soon the preview of the site editor shows what an operator changes.

import type { Browser, Frame, Page } from 'playwright-core';

/** Times of changes in ms, each from the key to the frame of the preview that shows it. */
export interface PreviewTimes {
  readonly style: readonly number[];
  readonly content: readonly number[];
  /** Number of documents that the preview loaded again meanwhile. */
  readonly reloads: number;
}

export interface PreviewTask {
  /** The URL of the editor, with a slash at its end. */
  readonly editor: string;
  readonly site: string;
  /** Path segment of a page whose first block with a heading is changed. */
  readonly page: string;
  readonly email: string;
  readonly password: string;
  readonly changes: number;
}

/** Pause between two changes, in ms: longer than the editor waits before it saves, so that saving is measured too. */
const PAUSE_MS = 700;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Changes a color of the palette and a heading of a page, `changes` times each. */
export async function measurePreview(browser: Browser, task: PreviewTask): Promise<PreviewTimes> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const { origin } = new URL(task.editor);
    const { email, password } = task;
    const response = await context.request.post(`${origin}/api/editor/sign-in`, { data: { email, password }, headers: { origin } });
    if (!response.ok()) throw new Error(`sign-in: ${response.status()} ${await response.text()}`);
    const page = await context.newPage();
    const style = await measureStyle(page, task);
    const content = await measureContent(page, task);
    return { style: style.times, content: content.times, reloads: style.reloads + content.reloads };
  } finally {
    await context.close();
  }
}

/** Enters other hexadecimal values of the primary color. */
async function measureStyle(page: Page, { editor, site, changes }: PreviewTask): Promise<Measured> {
  await page.goto(`${editor}${site}/design/`);
  const frame = await previewFrame(page);
  const field = page.getByLabel('Primary as a hex value');
  return measure(page, frame, changes, async (index) => {
    const color = `#${(0x20_30_40 + index * 0x05_04_03).toString(16).toUpperCase()}`;
    await field.fill(color);
    return { key: 'Enter', color };
  });
}

/** Types letters at the end of a heading. */
async function measureContent(page: Page, { editor, site, page: name, changes }: PreviewTask): Promise<Measured> {
  await page.goto(`${editor}${site}/pages/${name}/`);
  const frame = await previewFrame(page);
  await page
    .getByRole('button', { name: /^Text / })
    .first()
    .click();
  const field = page.getByLabel('Heading', { exact: true });
  await field.press('End');
  return measure(page, frame, changes, async (index) => {
    const key = LETTERS.charAt(index % LETTERS.length);
    return { key, heading: `${await field.inputValue()}${key}` };
  });
}

interface Measured {
  readonly times: readonly number[];
  readonly reloads: number;
}

interface Change {
  /** The key that makes the change. */
  readonly key: string;
  /** The primary color of the page after it. */
  readonly color?: string;
  /** A heading that the page has after it. */
  readonly heading?: string;
}

/** Makes changes one after the other, after one that does not count. */
async function measure(page: Page, frame: Frame, changes: number, prepare: (index: number) => Promise<Change>): Promise<Measured> {
  const times: number[] = [];
  let reloads = 0;
  page.on('framenavigated', (navigated) => navigated !== page.mainFrame() && (reloads += 1));
  for (let index = 0; index <= changes; index += 1) {
    const change = await prepare(index);
    const shown = timeOfChange(frame, change);
    // Once this has an answer, the frame looks for the change.
    await frame.evaluate(() => 0);
    await page.evaluate(() =>
      addEventListener('keydown', ({ timeStamp }) => Object.assign(window, { pressedAt: performance.timeOrigin + timeStamp }), {
        capture: true,
        once: true,
      }),
    );
    await page.keyboard.press(change.key);
    const shownAt = await shown;
    const pressedAt = await page.evaluate(() => Number(Reflect.get(window, 'pressedAt')));
    if (index > 0) times.push(shownAt - pressedAt);
    await page.waitForTimeout(PAUSE_MS);
  }
  return { times, reloads };
}

/** Looks for a change each time that the frame is drawn. Returns the time at which it is there, in ms since 1970. */
const timeOfChange = (frame: Frame, { color, heading }: Change): Promise<number> =>
  frame.evaluate(
    async ([wantedColor, wantedHeading]) => {
      const end = performance.now() + 30_000;
      while (
        wantedColor === undefined
          ? [...document.querySelectorAll('h2')].every(({ textContent }) => textContent !== wantedHeading)
          : getComputedStyle(document.documentElement).getPropertyValue('--primary') !== wantedColor
      ) {
        if (performance.now() > end) throw new Error('the preview does not show the change');
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return performance.timeOrigin + performance.now();
    },
    [color, heading] as const,
  );

/** The frame of the preview, once it listens. */
async function previewFrame(page: Page): Promise<Frame> {
  await page.getByText('Live preview', { exact: true }).waitFor({ timeout: 60_000 });
  const frame = await (await page.locator('iframe:not([inert])').elementHandle())?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('the preview has no frame');
  return frame;
}
