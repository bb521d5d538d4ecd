// Validates HTML with the Nu HTML Checker of the W3C (vnu): the response of the server for every kind of page, and the DOM of pages
// that scripts fill.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { waitForHydration } from './browser.ts';
import { type Address, GUEST_PAGES, MEMBER_PAGES, OTHER_PAGES, SCHEDULE_PAGES } from './pages.ts';
import { demoFixture } from './fixture.ts';
import { requestHost } from './host-request.ts';
import { signInByApi } from './third-parties.ts';

/** The JAR file of the checker; it needs `java`. */
const CHECKER = join(createRequire(import.meta.url).resolve('vnu-jar/package.json'), '../build/dist/vnu.jar');

const demo = demoFixture('--rate-limits', 'off');

interface Finding {
  readonly type: string;
  readonly url: string;
  readonly lastLine?: number;
  readonly message: string;
  readonly extract?: string;
}

/** Fetches the HTML of a page without a browser. */
const fetchHtml = async ([site, path]: Address): Promise<string> =>
  (await requestHost(demo.server.port, new URL(demo[site](path)).host, path)).text;

/** Checks documents by name in one run, and returns the errors and warnings, each with the name of its document. */
async function validate(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-html-'));
  const names = [...documents.keys()];
  const files = names.map((name, index) => {
    const file = join(folder, `${index}.html`);
    writeFileSync(file, documents.get(name) ?? '');
    return file;
  });
  try {
    const report = await new Promise<string>((resolve, reject) => {
      // By default the checker would report to standard error and exit with 1.
      execFile(
        'java',
        ['-jar', CHECKER, '--format', 'json', '--stdout', '--exit-zero-always', ...files],
        { maxBuffer: 64 << 20 },
        (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
      );
    });
    const { messages }: { messages: Finding[] } = JSON.parse(report);
    const nameOf = (url: string): string => names[Number.parseInt(basename(url), 10)] ?? url;
    return messages
      .filter(({ type }) => type !== 'info')
      .map(({ url, lastLine, message, extract }) => `${nameOf(url)}:${lastLine ?? 0}: ${message} ${extract ?? ''}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const urlOf = ([site, path]: Address): string => demo[site](path);
const serializeDom = (page: Page): Promise<string> => page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`);

describe('the W3C HTML checker', () => {
  it('reports an error in invalid HTML', async () => {
    const invalidHtml = '<!doctype html><html lang="en"><title>A</title><input type="tel" autocomplete="tel-national">';
    assert.match((await validate(new Map([['invalid', invalidHtml]]))).join(), /^invalid:1: .*autocomplete/);
  });

  it('reports nothing for the HTML of any kind of page', async () => {
    const documents = new Map<string, string>();
    for (const page of [...SCHEDULE_PAGES, ...OTHER_PAGES, ...GUEST_PAGES]) {
      const html = await fetchHtml(page);
      assert.match(html, /^<!doctype html>/i, page.join(' '));
      documents.set(page.join(' '), html);
    }
    assert.deepEqual(await validate(documents), []);
  });

  it('reports nothing for guest forms and the member area after scripts have filled them', async () => {
    const [context, page] = await demo.newVisitor();
    const documents = new Map<string, string>();
    for (const guest of GUEST_PAGES) {
      await page.goto(urlOf(guest));
      await waitForHydration(page);
      documents.set(guest.join(' '), await serializeDom(page));
    }
    for (const site of ['meridian', 'aster'] as const) await signInByApi(page, demo[site]('/'), site);
    for (const member of MEMBER_PAGES) {
      await page.goto(urlOf(member));
      await waitForHydration(page);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
      documents.set(member.join(' '), await serializeDom(page));
    }
    await context.close();
    assert.deepEqual(await validate(documents), []);
  });
});
