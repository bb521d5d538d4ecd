// Measures pages in a real browser for bench/run: reads a task as JSON from standard input and writes the results as JSON.

import { text } from 'node:stream/consumers';
import { type Browser, chromium } from 'playwright-core';
import { listResources, measureLoads } from './load.ts';
import { type PreviewTask, measurePreview } from './preview.ts';
import { measureShifts } from './shift.ts';
import { measureThirdParties } from './third-parties.ts';

type Task =
  /** List the paths that a page loads, except scripts. */
  | { readonly task: 'resources'; readonly url: string }
  /** Load the pages alternately on a slow phone. */
  | { readonly task: 'loads'; readonly urls: readonly string[]; readonly runs: number }
  /** Load a page with trackers and ads, and the same page without them, alternately. */
  | {
      readonly task: 'third-parties';
      readonly urlWith: string;
      readonly urlWithout: string;
      readonly runs: number;
      readonly slow: boolean;
    }
  /** Measure the layout shift of each page at each width (px) and with each delay of fonts (ms). */
  | {
      readonly task: 'shifts';
      readonly urls: readonly string[];
      readonly widths: readonly number[];
      readonly fontDelays: readonly number[];
    }
  /** Change a site in its editor. */
  | ({ readonly task: 'preview' } & PreviewTask);

function runTask(browser: Browser, task: Task): Promise<unknown> {
  switch (task.task) {
    case 'resources':
      return listResources(browser, task.url);
    case 'loads':
      return measureLoads(browser, task.urls, task.runs);
    case 'third-parties':
      return measureThirdParties(browser, task.urlWith, task.urlWithout, task.runs, task.slow);
    case 'shifts':
      return measureShifts(browser, task.urls, task.widths, task.fontDelays);
    case 'preview':
      return measurePreview(browser, task);
  }
}

const task: Task = JSON.parse(await text(process.stdin));
const browser = await chromium.launch({
  executablePath: process.env['MARQUEE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  process.stdout.write(JSON.stringify(await runTask(browser, task)));
} finally {
  await browser.close();
}
