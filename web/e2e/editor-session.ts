// Opens the site editor in the browser, signed in as a new operator, and has what its tests share.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { BrowserContext, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import type { NewOperator, Operator } from './demo-server.ts';
import type { DemoSite } from './demo-sites.ts';
import type { Fixture } from './fixture.ts';
import { trackActivity } from './page-idle.ts';
import { eventually, eventuallyEquals } from './wait.ts';

/** The editor in one browser. */
export interface EditorPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly operator: Operator;
}

/** The URL of a path of the editor. The demo has it on the host of Meridian. */
export const editorUrl = (demo: Fixture, path: string = ''): string => demo.meridian(`/editor/${path}`);

let operatorCount = 0;

/** Adds an operator with an address of their own. */
export function addOperator(demo: Fixture, values: Partial<NewOperator> = {}): Operator {
  operatorCount += 1;
  return demo.server.addOperator({ email: `person${operatorCount}@cinema.example`, name: `Person ${operatorCount}`, ...values });
}

/** Signs an operator in without the form. */
export async function signIn(demo: Fixture, context: BrowserContext, { email, password }: Operator): Promise<void> {
  const origin = new URL(editorUrl(demo)).origin;
  const response = await context.request.post(`${origin}/api/editor/sign-in`, { data: { email, password }, headers: { origin } });
  assert.equal(response.status(), 200, await response.text());
}

/** How a screen is opened. */
interface EditorOptions extends BrowserContextOptions {
  readonly operator?: Operator;
  /** For `waitUntilIdle`: after the open screen, the editor loads what also opens without a connection. */
  readonly isTracked?: boolean;
}

/** Opens a screen as an operator; by default a new owner of all sites. */
export async function openEditor(
  demo: Fixture,
  path: string,
  { operator = addOperator(demo), isTracked = false, ...options }: EditorOptions = {},
): Promise<EditorPage> {
  const context = await demo.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  if (isTracked) await trackActivity(context);
  await signIn(demo, context, operator);
  const page = await context.newPage();
  await page.goto(editorUrl(demo, path));
  return { context, page, operator };
}

/** Requests the editor's API as the operator of a browser. */
export async function requestApi(
  demo: Fixture,
  { context }: Pick<EditorPage, 'context'>,
  method: string,
  path: string,
  data?: unknown,
): Promise<unknown> {
  const { origin } = new URL(editorUrl(demo));
  const response = await context.request.fetch(`${origin}/api/editor/${path}`, {
    method,
    headers: { origin },
    ...(data === undefined ? {} : { data }),
  });
  assert.ok(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`);
  return response.status() === 204 ? undefined : response.json();
}

/** Discards the draft of a site, so that a test starts with the published version. */
export const discardDraft = async (demo: Fixture, editor: Pick<EditorPage, 'context'>, site: DemoSite): Promise<void> => {
  await requestApi(demo, editor, 'POST', `${site}/draft/discard`, {});
};

/** Waits until all edits are saved. On phones the status is shown only if it needs attention. */
export const waitForSaved = (page: Page): Promise<void> =>
  page
    .locator('output')
    .filter({ hasText: /^Saved$/ })
    .waitFor({ state: 'attached' });

/** The frame of the preview, once it listens. */
export async function previewFrame(page: Page): Promise<Frame> {
  await page.getByText('Live preview', { exact: true }).waitFor();
  const frames: Frame[] = [];
  // The frame may be replaced meanwhile.
  await eventually('the preview has a frame', async () => {
    const frame = await (await page.locator('iframe:not([inert])').elementHandle())?.contentFrame();
    if (frame !== null && frame !== undefined) frames.push(frame);
    return frames.length > 0;
  });
  const [frame] = frames;
  assert.ok(frame !== undefined);
  return frame;
}

/** All custom properties of the root element of a page. */
export const customProperties = (page: Page | Frame): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    const names = [...document.documentElement.computedStyleMap().keys()].filter((name) => name.startsWith('--'));
    return Object.fromEntries(names.toSorted().map((name) => [name, style.getPropertyValue(name)]));
  });

/** The value of a custom property of a page. */
export const customProperty = (page: Page | Frame, name: string): Promise<string> =>
  page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property), name);

/** Publishes with the keyboard: the first Ctrl+Enter shows the changes, the second publishes them, a third despite low contrast or missing texts. */
export async function publish(page: Page, press = (keys: string): Promise<void> => page.keyboard.press(keys)): Promise<void> {
  await waitForSaved(page);
  await press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: /^Publish/ }).waitFor();
  await press('Control+Enter');
  const question = dialog.getByRole('alert').filter({ hasText: /Low contrast|Without alternative text/ });
  // A message of an earlier publication may still be shown.
  await eventually('published, or asked', async () => (await question.isVisible()) || (await dialog.count()) === 0);
  if (await question.isVisible()) await press('Control+Enter');
  await page
    .getByText(/^Live since/)
    .first()
    .waitFor();
  await dialog.waitFor({ state: 'detached' });
}

/** Waits until a page of the published site satisfies a condition. */
export async function eventuallyPublished(
  demo: Fixture,
  site: DemoSite,
  description: string,
  condition: (page: Page) => Promise<boolean>,
): Promise<void> {
  const page = await demo.browser.newPage();
  await eventually(description, async () => {
    await page.goto(demo[site]('/'), { waitUntil: 'domcontentloaded' });
    return condition(page);
  });
  await page.close();
}

/** Changes a color of the palette by its field. */
export async function setColor(page: Page, name: string, hex: string): Promise<void> {
  const row = page.getByRole('button', { name: new RegExp(`^${name} #`) });
  if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
  const field = page.getByLabel(`${name} as a hex value`);
  await field.fill(hex);
  await field.press('Enter');
  await eventuallyEquals(() => row.innerText().then((text) => text.split('\n').at(-1)), hex);
}

/** The heading of a screen. */
export const screenTitle = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** The row of a setting, found by its pointer. */
export const settingRow = (page: Page, pointer: string): Locator => page.locator(`[id="setting-${pointer}"]`);

/** The code of an authenticator app (RFC 6238), some steps of 30 seconds from now. */
export function authenticatorCode(secret: string, steps: number = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(/[\s=]/g, '')].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** Deletes a picture or video, and takes the Undo of its notice, which goes away after ten seconds, as soon as it is there. */
export async function deleteAndUndo(page: Page, remove: Locator): Promise<void> {
  const statusOf = async (method: string, path: string): Promise<number> => {
    const response = await page.waitForResponse(
      (answer) => answer.request().method() === method && new URL(answer.url()).pathname.includes(path),
    );
    return response.status();
  };
  const statuses = Promise.all([statusOf('DELETE', '/media/'), statusOf('POST', '/restore')]);
  const undo = page.getByRole('button', { name: 'Undo' }).press('Enter');
  await remove.press('Enter');
  await undo;
  assert.deepEqual(await statuses, [204, 200]);
}
