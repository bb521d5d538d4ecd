// Valid HTML, by the W3C's own checker (vnu): what the server sends for every kind of page, and what the browser makes of the
// pages that scripts fill.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { hydrated } from './browser.ts';
import { ready, signIn, signedIn } from './guests.ts';
import { type Address, GUEST_PAGES, MEMBER_PAGES, OTHER_PAGES, PROGRAM_PAGES } from './pages.ts';
import { stage } from './stage.ts';

/** The checker's archive; `java` runs it. */
const CHECKER = join(createRequire(import.meta.url).resolve('vnu-jar/package.json'), '../build/dist/vnu.jar');
const HOSTS = { aster: 'aster.localhost', meridian: 'localhost' } as const;

const demo = stage('--rate-limits', 'off');

interface Finding {
  readonly type: string;
  readonly url: string;
  readonly lastLine?: number;
  readonly message: string;
  readonly extract?: string;
}

/** The HTML of an address as the server sends it. */
function sent([site, path]: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = demo.program;
    // A connection of its own: the server may be closing one that is kept.
    request({ agent: false, host: '127.0.0.1', port, path, headers: { host: `${HOSTS[site]}:${port}` } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

/** What the checker finds in documents, each named in its finding. It is run once for all of them. */
async function findings(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-html-'));
  const names = [...documents.keys()];
  const files = names.map((name, index) => {
    const file = join(folder, `${index}.html`);
    writeFileSync(file, documents.get(name) ?? '');
    return file;
  });
  try {
    const report = await new Promise<string>((resolve, reject) => {
      // The findings are the standard error of a checker that ends with 1.
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

const address = ([site, path]: Address): string => demo[site](path);
const filled = (page: Page): Promise<string> => page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`);

describe('the W3C HTML checker', () => {
  it('finds a fault where there is one', async () => {
    const faulty = '<!doctype html><html lang="en"><title>A</title><input type="tel" autocomplete="tel-national">';
    assert.match((await findings(new Map([['faulty', faulty]]))).join(), /^faulty:1: .*autocomplete/);
  });

  it('finds no fault in the HTML of any kind of page', async () => {
    const documents = new Map<string, string>();
    for (const page of [...PROGRAM_PAGES, ...OTHER_PAGES, ...GUEST_PAGES]) {
      const html = await sent(page);
      assert.match(html, /^<!doctype html>/i, page.join(' '));
      documents.set(page.join(' '), html);
    }
    assert.deepEqual(await findings(documents), []);
  });

  it('finds no fault in forms and in the member area once scripts have filled them', async () => {
    const [context, page] = await demo.visitor();
    const documents = new Map<string, string>();
    for (const guest of GUEST_PAGES) {
      await page.goto(address(guest));
      await hydrated(page);
      documents.set(guest.join(' '), await filled(page));
    }
    await page.goto(demo.meridian('/login/'));
    await ready(page);
    await signIn(page, 'iris', 'lanterns-over-the-canal');
    await signedIn(page);
    for (const member of MEMBER_PAGES) {
      await page.goto(address(member));
      await hydrated(page);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
      documents.set(member.join(' '), await filled(page));
    }
    await context.close();
    assert.deepEqual(await findings(documents), []);
  });
});
