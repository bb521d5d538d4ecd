// What pages ask of third parties, as the browser sees it; and what brings a page to ask.

import { get } from 'node:http';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { eventually } from './visit.ts';

/** A call of a stand-in's interface, as it reports it. */
export interface Call {
  readonly service: string;
  readonly call: string;
  readonly args: readonly unknown[];
  readonly page: string;
  /** When the page was opened. */
  readonly visit: number;
  /** Counts the calls of a visit from 1: they may be reported in another order. */
  readonly order: number;
}

/** What a page or all pages of a context ask of other hosts. */
export interface Watch {
  /** Requests to other hosts than the site's own. */
  readonly foreign: () => readonly string[];
  /** Scripts of other hosts as path and query, in the order in which they were asked for. */
  readonly scripts: () => readonly string[];
  /** Calls of a service, or of all, in their order. */
  readonly calls: (service?: string, call?: string) => readonly Call[];
  readonly forget: () => void;
  readonly stop: () => void;
}

/** Watches every request from now on; `site` is an address of the site. */
export function watch(pages: BrowserContext | Page, site: string): Watch {
  const own = new URL(site).host;
  let requests: Request[] = [];
  const hear = (request: Request): void => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== own) requests.push(request);
  };
  // Both have it, each with words of its own.
  if ('newPage' in pages) pages.on('request', hear);
  else pages.on('request', hear);
  const calls = (): Call[] =>
    requests
      .filter((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/calls')
      .map((request): Call => JSON.parse(request.postData() ?? ''))
      .toSorted((a, b) => a.visit - b.visit || a.order - b.order);
  return {
    foreign: () => requests.map((request) => request.url()),
    scripts: () =>
      requests
        .filter((request) => request.resourceType() === 'script')
        .map((request) => {
          const { pathname, search } = new URL(request.url());
          return pathname + search;
        }),
    calls: (service, name) =>
      calls().filter((call) => (service === undefined || call.service === service) && (name === undefined || call.call === name)),
    forget: () => {
      requests = [];
    },
    stop: () => {
      if ('newPage' in pages) pages.off('request', hear);
      else pages.off('request', hear);
    },
  };
}

/** What the stand-ins have received, beside what a context asked of other hosts. */
export interface Received extends Omit<Watch, 'calls' | 'forget'> {
  /** Calls of a service, or of all, in their order. They are read from the stand-ins: a browser reports no call of a page that is being left. */
  readonly calls: (service?: string, call?: string) => Promise<readonly Call[]>;
  readonly forget: () => Promise<void>;
}

/** Watches every call that arrives from now on, of any visitor. */
export async function receive(pages: BrowserContext | Page, site: string): Promise<Received> {
  const { port } = new URL(site);
  const { foreign, scripts, stop, forget } = watch(pages, site);
  let after = 0;
  const list = (): Promise<readonly NumberedCall[]> => callsAfter(Number(port), after);
  const skip = async (): Promise<void> => {
    after = (await list()).at(-1)?.number ?? after;
  };
  await skip();
  return {
    foreign,
    scripts,
    stop,
    calls: async (service, name) =>
      (await list())
        .filter((call) => (service === undefined || call.service === service) && (name === undefined || call.call === name))
        .toSorted((a, b) => a.visit - b.visit || a.order - b.order),
    forget: async () => {
      forget();
      await skip();
    },
  };
}

interface NumberedCall extends Call {
  /** Counts the calls that arrived, from 1. */
  readonly number: number;
}

/** The stand-ins' list of the calls after a number. Names below `localhost` are known to the browser alone, so the host is named in a header. */
function callsAfter(port: number, after: number): Promise<readonly NumberedCall[]> {
  return new Promise((resolve, reject) => {
    // A connection of its own: the server may be closing one that is kept.
    get(
      {
        agent: false,
        host: '127.0.0.1',
        port,
        path: `/calls?after=${after}`,
        headers: { host: `third-parties.localhost:${port}` },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`the list of calls was answered with ${response.statusCode}`));
        });
      },
    ).on('error', reject);
  });
}

/** A click on nothing, which wakes a page at once. */
export const move = (page: Page): Promise<void> => page.mouse.click(2, 300);

/** An entry of an object that is known by its name. */
export function entry(value: unknown, ...names: readonly string[]): unknown {
  let inside = value;
  for (const name of names) inside = typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined;
  return inside;
}

/** What the site answers, asked in a page of it that has nothing: names below `localhost` are known to the browser alone. */
export async function answerOf(page: Page, address: string): Promise<string> {
  const { origin } = new URL(address);
  if (new URL(page.url()).origin !== origin) await page.goto(`${origin}/robots.txt`);
  return page.evaluate(async (href) => (await fetch(href, { cache: 'no-store' })).text(), address);
}

/** Waits until the site answers with settings for which `is` holds. */
export async function published(page: Page, site: string, is: (parties: unknown) => boolean): Promise<void> {
  await eventually('the site’s new settings', async () =>
    is(JSON.parse(await answerOf(page, new URL('/api/third-parties.json', site).href))),
  );
}

/** A member of each demo site, and the route by which they sign in. */
const MEMBERS = {
  meridian: { username: 'iris', password: 'lanterns-over-the-canal', route: '/Member/v3/Login?boxofficeCircuitId=meridian' },
  aster: { username: 'noor', password: 'five-houses-one-card', route: '/Member/Login?circuitId=aster' },
} as const;

/** Signs in as a page of the site does, on a page without anything of it. */
export async function signInQuietly(page: Page, site: string, name: keyof typeof MEMBERS): Promise<void> {
  await page.goto(new URL('/robots.txt', site).href);
  const code = await page.evaluate(async ({ username, password, route }) => {
    const body = JSON.stringify({ username, password, reqMetadata: { method: 'POST', route, responseFormat: 'json' } });
    const answer = await fetch('/api/cypher', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Boxoffice-Session-Mode': 'cookie' },
      body,
    });
    const { peachCode } = await answer.json();
    return peachCode;
  }, MEMBERS[name]);
  if (code !== 0) throw new Error(`signing in was answered with ${code}`);
}
