// Records requests to third parties and calls of their stand-ins, and has steps for tests of consent, analytics and ads.

import type { BrowserContext, Page, Request } from 'playwright-core';
import { eventually } from './wait.ts';
import { requestHost } from './host-request.ts';

/** A call of a stand-in's script interface, as the stand-in reports it. */
export interface Call {
  readonly service: string;
  readonly call: string;
  readonly args: readonly unknown[];
  readonly page: string;
  /** Time at which the page was opened. */
  readonly visit: number;
  /** Number of the call within the visit, from 1. Calls may be reported in another order. */
  readonly order: number;
}

/** Records the requests of a page, or of all pages of a context, to third parties. */
export interface RequestRecorder {
  /** URLs of requests to other hosts than the site's own. */
  readonly thirdPartyUrls: () => readonly string[];
  /** Path and query of third-party scripts, in the order of the requests. */
  readonly scripts: () => readonly string[];
  /** Calls of one service or of all, sorted by visit and order. */
  readonly calls: (service?: string, call?: string) => readonly Call[];
  readonly clear: () => void;
  readonly stop: () => void;
}

/** Starts recording requests. `site` is any URL of the site. */
export function recordRequests(pages: BrowserContext | Page, site: string): RequestRecorder {
  const siteHost = new URL(site).host;
  let requests: Request[] = [];
  const record = (request: Request): void => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== siteHost) requests.push(request);
  };
  // Both have `on`, but with different overloads.
  if ('newPage' in pages) pages.on('request', record);
  else pages.on('request', record);
  const calls = (): Call[] =>
    requests
      .filter((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/calls')
      .map((request): Call => JSON.parse(request.postData() ?? ''))
      .toSorted((a, b) => a.visit - b.visit || a.order - b.order);
  return {
    thirdPartyUrls: () => requests.map((request) => request.url()),
    scripts: () =>
      requests
        .filter((request) => request.resourceType() === 'script')
        .map((request) => {
          const { pathname, search } = new URL(request.url());
          return pathname + search;
        }),
    calls: (service, name) =>
      calls().filter((call) => (service === undefined || call.service === service) && (name === undefined || call.call === name)),
    clear: () => {
      requests = [];
    },
    stop: () => {
      if ('newPage' in pages) pages.off('request', record);
      else pages.off('request', record);
    },
  };
}

/** Records the calls that the stand-ins receive, and the requests of a context to third parties. */
export interface CallRecorder extends Omit<RequestRecorder, 'calls' | 'clear'> {
  /**
   * Calls of one service or of all, sorted by visit and order. They are read from the stand-ins, because the browser does not
   * report requests of a page that is being left.
   */
  readonly calls: (service?: string, call?: string) => Promise<readonly Call[]>;
  readonly clear: () => Promise<void>;
}

/** Starts recording calls, of any visitor. */
export async function recordCalls(pages: BrowserContext | Page, site: string): Promise<CallRecorder> {
  const { port } = new URL(site);
  const { thirdPartyUrls, scripts, stop, clear } = recordRequests(pages, site);
  let after = 0;
  const fetchCalls = (): Promise<readonly NumberedCall[]> => fetchCallsAfter(Number(port), after);
  const skip = async (): Promise<void> => {
    after = (await fetchCalls()).at(-1)?.number ?? after;
  };
  await skip();
  return {
    thirdPartyUrls,
    scripts,
    stop,
    calls: async (service, name) =>
      (await fetchCalls())
        .filter((call) => (service === undefined || call.service === service) && (name === undefined || call.call === name))
        .toSorted((a, b) => a.visit - b.visit || a.order - b.order),
    clear: async () => {
      clear();
      await skip();
    },
  };
}

interface NumberedCall extends Call {
  /** Number of the call in the order of arrival, from 1. */
  readonly number: number;
}

/** Returns the calls with a higher number from the stand-ins. */
const fetchCallsAfter = async (port: number, after: number): Promise<readonly NumberedCall[]> =>
  JSON.parse(await requestStandIns(port, 'GET', `/calls?after=${after}`));

/**
 * Holds back the responses of a stand-in's path, until the returned function is called. A route of the context would intercept all
 * requests of its pages, and the browser drops intercepted beacons of a page that is being left.
 */
export async function holdStandIn(port: number, path: string): Promise<() => Promise<void>> {
  await requestStandIns(port, 'PUT', `/held?path=${encodeURIComponent(path)}`);
  return async () => void (await requestStandIns(port, 'DELETE', '/held'));
}

/** Sends a request to the stand-ins and returns the text of the response. */
async function requestStandIns(port: number, method: string, path: string): Promise<string> {
  const { status, text } = await requestHost(port, `third-parties.localhost:${port}`, path, method);
  if (status < 200 || status >= 300) throw new Error(`${method} ${path} returned ${status}`);
  return text;
}

/** Clicks on an empty part of the page. A first interaction starts the trackers at once, instead of after three seconds. */
export const interact = (page: Page): Promise<void> => page.mouse.click(2, 300);

/** The value at a path of property names; undefined if a part of the path is missing. */
export function propertyAt(value: unknown, ...names: readonly string[]): unknown {
  let current = value;
  for (const name of names) current = typeof current === 'object' && current !== null ? Reflect.get(current, name) : undefined;
  return current;
}

/** Fetches a URL from inside a page of the same origin, because only the browser resolves names below `localhost`. */
export async function fetchText(page: Page, address: string): Promise<string> {
  const { origin } = new URL(address);
  if (new URL(page.url()).origin !== origin) await page.goto(`${origin}/robots.txt`);
  return page.evaluate(async (href) => (await fetch(href, { cache: 'no-store' })).text(), address);
}

/** Waits until the third-party settings that the site serves match a condition. */
export async function waitForThirdPartySettings(page: Page, site: string, matches: (settings: unknown) => boolean): Promise<void> {
  await eventually('the site’s new settings', async () =>
    matches(JSON.parse(await fetchText(page, new URL('/api/third-parties.json', site).href))),
  );
}

/** A member of each demo site, and the route of the sign-in call. */
export const MEMBERS = {
  meridian: { username: 'iris', password: 'lanterns-over-the-canal', route: '/Member/v3/Login?boxofficeCircuitId=meridian' },
  aster: { username: 'noor', password: 'five-houses-one-card', route: '/Member/Login?circuitId=aster' },
} as const;

/** Signs in with the call that the site's pages use, sent from a page without scripts. */
export async function signInByApi(page: Page, site: string, name: keyof typeof MEMBERS): Promise<void> {
  await page.goto(new URL('/robots.txt', site).href);
  const code = await page.evaluate(async ({ username, password, route }) => {
    const body = JSON.stringify({ username, password, reqMetadata: { method: 'POST', route, responseFormat: 'json' } });
    const response = await fetch('/api/cypher', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Boxoffice-Session-Mode': 'cookie' },
      body,
    });
    const { peachCode } = await response.json();
    return peachCode;
  }, MEMBERS[name]);
  if (code !== 0) throw new Error(`sign-in returned code ${code}`);
}
