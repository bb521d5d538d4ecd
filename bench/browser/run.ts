// Measures in a real browser: reads a task as JSON from standard input, writes its findings as JSON. bench/run asks.

import { text } from 'node:stream/consumers';
import { type Browser, chromium } from 'playwright-core';
import { loads, resources } from './load.ts';
import { outside } from './outside.ts';
import { shifts } from './shift.ts';

/** What bench/run asks for. */
type Task =
  /** The paths of what a page loads beside its scripts. */
  | { readonly task: 'resources'; readonly url: string }
  /** Loads of each page on a slow phone, in turn. */
  | { readonly task: 'loads'; readonly urls: readonly string[]; readonly runs: number }
  /** Loads of a page with trackers and ads, and of the same page without, in turn. */
  | { readonly task: 'outside'; readonly withAll: string; readonly without: string; readonly runs: number; readonly slow: boolean }
  /** How far the content of each page moves, at each width and with fonts that late. */
  | { readonly task: 'shifts'; readonly urls: readonly string[]; readonly widths: readonly number[]; readonly late: readonly number[] };

function work(browser: Browser, task: Task): Promise<unknown> {
  switch (task.task) {
    case 'resources':
      return resources(browser, task.url);
    case 'loads':
      return loads(browser, task.urls, task.runs);
    case 'outside':
      return outside(browser, task.withAll, task.without, task.runs, task.slow);
    case 'shifts':
      return shifts(browser, task.urls, task.widths, task.late);
  }
}

const task: Task = JSON.parse(await text(process.stdin));
const browser = await chromium.launch({
  executablePath: process.env['MARQUEE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  process.stdout.write(JSON.stringify(await work(browser, task)));
} finally {
  await browser.close();
}
