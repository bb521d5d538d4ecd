// When a page has nothing left to do: no request is in flight, and no short timer or idle callback is pending. Tests wait for it
// before they check that something did not happen.

import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page, Request } from 'playwright-core';
import { open } from './browser.ts';
import { eventually } from './visit.ts';

/**
 * The longest timer that counts as pending work, in ms. The site debounces for half a second (THEME-23, ADS-12); its longer timers
 * are timeouts.
 */
const LONGEST_MS = 1000;
/** Checks in a row that must find nothing: a response may lead to the next request only after its script was compiled. */
const CHECKS = 3;
/** The name on `window` of what is pending. */
const PENDING = 'pendingInTest';
/** Requested by every check: whatever the page requested before has been announced when this is answered. */
const FENCE = '/robots.txt?fence';
/** Requests that lead to nothing else. */
const PASSIVE: ReadonlySet<string> = new Set(['image', 'media', 'font', 'eventsource', 'websocket']);

interface Traffic {
  readonly inFlight: Set<Request>;
  /** Requests so far. */
  count: number;
}

const traffic = new WeakMap<Page, Traffic>();

/** Follows the requests and timers of every page that a context opens or loads from now on. */
export async function follow(context: BrowserContext): Promise<void> {
  // The compiler of the tests calls a helper for every function that has a name; the page does not have it.
  await context.addInitScript({
    content: `{ const __name = (run) => run; (${countPending.toString()})(${JSON.stringify({ name: PENDING, longest: LONGEST_MS })}); }`,
  });
  context.on('request', (request) => {
    const known = trafficOf(request);
    if (known === undefined) return;
    // Requests of a page that is being left are not reported to their end.
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) known.inFlight.clear();
    known.inFlight.add(request);
    known.count += 1;
  });
  const end = (request: Request): void => void trafficOf(request)?.inFlight.delete(request);
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  // Nor are those of a frame that is removed while it loads.
  context.on('page', (page) => {
    page.on('framedetached', (frame) => {
      const inFlight = traffic.get(page)?.inFlight ?? new Set();
      for (const request of inFlight) if (frameOf(request) === frame) inFlight.delete(request);
    });
  });
}

function trafficOf(request: Request): Traffic | undefined {
  if (request.serviceWorker() !== null || PASSIVE.has(request.resourceType()) || request.url().endsWith(FENCE)) return undefined;
  // The first request of a popup comes before its page.
  const page = pageOf(request);
  if (page === undefined) return undefined;
  const known = traffic.get(page) ?? { inFlight: new Set(), count: 0 };
  traffic.set(page, known);
  return known;
}

const pageOf = (request: Request): Page | undefined => frameOf(request)?.page();

function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** A new visitor's page, as `open` of browser.ts, that `settled` can wait for. */
export async function openFollowed(
  browser: Browser,
  width: number,
  options: BrowserContextOptions = {},
): Promise<[BrowserContext, Page, string[]]> {
  const opened = await open(browser, width, options);
  await follow(opened[0]);
  return opened;
}

/** Waits until a page of a followed context has nothing left to do. */
export async function settled(page: Page): Promise<void> {
  let inARow = 0;
  let count = -1;
  /** How often each interval had fired when the row began. */
  let fired = new Map<number, number>();
  let left = '';
  const check = async (): Promise<boolean> => {
    const known = traffic.get(page);
    const now = await pendingIn(page);
    const isIdle = now !== undefined && now.pending.length === 0 && (known?.inFlight.size ?? 0) === 0;
    left = JSON.stringify({ requests: [...(known?.inFlight ?? [])].map((request) => request.url()), ...now });
    if (!isIdle || known?.count !== count) {
      inARow = 0;
      count = known?.count ?? -1;
      fired = new Map(now?.fired);
      return false;
    }
    inARow += 1;
    return inARow >= CHECKS && now.fired.every(([id, times]) => times > (fired.get(id) ?? -1));
  };
  await eventually(`${page.url()} has nothing left to do`, check, () => left);
}

/** What is pending once the page has answered a request and been idle; nothing while it is being left. */
async function pendingIn(
  page: Page,
): Promise<{ readonly pending: readonly string[]; readonly fired: readonly (readonly [number, number])[] } | undefined> {
  try {
    return await page.evaluate(
      async ({ name, fence }) => {
        const { pending, fired, whenIdle } = Reflect.get(window, name);
        await fetch(fence, { cache: 'no-store' });
        await new Promise((done) => whenIdle(done));
        return { pending: [...pending], fired: [...fired] };
      },
      { name: PENDING, fence: FENCE },
    );
  } catch (failure) {
    if (failure instanceof Error && /navigation|context was destroyed|Failed to fetch/i.test(failure.message)) return undefined;
    throw failure;
  }
}

/** Runs in the page, before its scripts. */
function countPending({ name, longest }: { readonly name: string; readonly longest: number }): void {
  const native = {
    setTimeout: window.setTimeout,
    clearTimeout,
    setInterval: window.setInterval,
    clearInterval,
    requestIdleCallback,
    cancelIdleCallback,
  };
  const pending = new Set<string>();
  const fired = new Map<number, number>();
  type Callback = (...given: readonly unknown[]) => void;
  Object.assign(window, {
    [name]: { pending, fired, whenIdle: (run: () => void) => native.requestIdleCallback.call(window, run, { timeout: 5000 }) },
    setTimeout: (run: Callback, ms: number = 0, ...given: readonly unknown[]): number => {
      const id = Number(
        native.setTimeout.call(
          window,
          () => {
            pending.delete(`timer ${id}`);
            run(...given);
          },
          ms,
        ),
      );
      if (ms <= longest) pending.add(`timer ${id}`);
      return id;
    },
    setInterval: (run: Callback, ms: number = 0, ...given: readonly unknown[]): number => {
      const id = Number(
        native.setInterval.call(
          window,
          () => {
            if (fired.has(id)) fired.set(id, (fired.get(id) ?? 0) + 1);
            run(...given);
          },
          ms,
        ),
      );
      if (ms <= longest) fired.set(id, 0);
      return id;
    },
    requestIdleCallback: (run: Callback, options?: IdleRequestOptions): number => {
      const id: number = native.requestIdleCallback.call(
        window,
        (deadline: IdleDeadline) => {
          pending.delete(`idle ${id}`);
          run(deadline);
        },
        options,
      );
      pending.add(`idle ${id}`);
      return id;
    },
    cancelIdleCallback: (id: number): void => {
      pending.delete(`idle ${id}`);
      native.cancelIdleCallback.call(window, id);
    },
    ...Object.fromEntries(
      (['clearTimeout', 'clearInterval'] as const).map((clear) => [
        clear,
        (id: number): void => {
          pending.delete(`timer ${id}`);
          fired.delete(id);
          native[clear].call(window, id);
        },
      ]),
    ),
  });
}
