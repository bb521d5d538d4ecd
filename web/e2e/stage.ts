// The demo and a browser, for the tests of one file.

import { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch } from './browser.ts';
import { type Program, startDemo, startWithThirdParties } from './program.ts';

export interface Stage {
  readonly program: Program;
  readonly browser: Browser;
  /** An address of the single theater's site. */
  meridian(path: string): string;
  /** An address of the circuit's site. */
  aster(path: string): string;
  /** A new visitor at a desk. */
  visitor(): Promise<[BrowserContext, Page]>;
}

/** Starts both before the tests of the file that calls it, and ends both after them. Hooks that need them belong into a `describe`. */
export const stage = (...flags: readonly string[]): Stage => stageOf(() => startDemo(...flags));

/** The same with stand-ins for all third parties. */
export const stageWithThirdParties = (...flags: readonly string[]): Stage => stageOf(() => startWithThirdParties(...flags));

function stageOf(start: () => Promise<Program>): Stage {
  let program: Program | undefined;
  let browser: Browser | undefined;
  before(async () => {
    program = await start();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await program?.stop();
  });
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the demo and the browser are there in tests and hooks only');
    return thing;
  };
  return {
    get program() {
      return there(program);
    },
    get browser() {
      return there(browser);
    },
    meridian: (path) => `http://localhost:${there(program).port}${path}`,
    aster: (path) => `http://aster.localhost:${there(program).port}${path}`,
    async visitor() {
      const context = await there(browser).newContext({ viewport: { width: 1440, height: 900 } });
      return [context, await context.newPage()];
    },
  };
}
