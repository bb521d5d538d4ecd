// A test fixture: a demo server and a browser for the tests of one file.

import { after, before } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type DemoServer, startDemo, startDemoWithThirdParties } from './demo-server.ts';
import { siteUrl } from './demo-sites.ts';

export interface Fixture {
  readonly server: DemoServer;
  readonly browser: Browser;
  /** The URL of a path on the site of a single theater. */
  meridian(path: string): string;
  /** The URL of a path on the site of a circuit. */
  aster(path: string): string;
  /** Opens a page in a new context with a desktop viewport. */
  newVisitor(options?: BrowserContextOptions): Promise<[BrowserContext, Page]>;
}

/**
 * Starts the server and the browser before all tests of the calling file, and stops both after them. `before` and `after` hooks
 * that use the fixture must be inside a `describe`.
 */
export const demoFixture = (...flags: readonly string[]): Fixture => createFixture(() => startDemo(...flags));

/** The same, with stand-ins for all third parties. */
export const demoFixtureWithThirdParties = (...flags: readonly string[]): Fixture =>
  createFixture(() => startDemoWithThirdParties(...flags));

function createFixture(start: () => Promise<DemoServer>): Fixture {
  let server: DemoServer | undefined;
  let browser: Browser | undefined;
  before(async () => {
    server = await start();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the fixture is available only inside tests and hooks');
    return value;
  };
  return {
    get server() {
      return started(server);
    },
    get browser() {
      return started(browser);
    },
    meridian: (path) => siteUrl(started(server).port, 'meridian', path),
    aster: (path) => siteUrl(started(server).port, 'aster', path),
    async newVisitor(options = {}) {
      const context = await started(browser).newContext({ viewport: { width: 1440, height: 900 }, ...options });
      return [context, await context.newPage()];
    },
  };
}
