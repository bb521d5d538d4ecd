// Pages of a signed-in member.

import type { BrowserContext, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import type { Fixture } from './fixture.ts';
import { signInByApi } from './third-parties.ts';

/** Opens a page of Meridian in a new context, as its member Iris. The third value collects what `openPage` collects. */
export async function openAsIris(demo: Fixture, path: string, width: number = 1440): Promise<[BrowserContext, Page, string[]]> {
  const [context, page, consoleMessages] = await openPage(demo.browser, width, { acceptDownloads: true });
  await signInByApi(page, demo.meridian('/'), 'meridian');
  await page.goto(demo.meridian(path));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return [context, page, consoleMessages];
}
