// Waits until a page is idle: no request is in flight, and no short timer or idle callback is pending. Tests wait for it before
// they check that something did not happen.

import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page, Request } from 'playwright-core';
import { openPage } from './browser.ts';
import { eventually } from './wait.ts';

/**
 * The longest timer that counts as pending work, in ms. The site debounces for half a second (THEME-23, ADS-12); its longer timers
 * are timeouts.
 */
const MAX_TIMER_MS = 1000;
/** Consecutive checks that must find the page idle: a script sends its next request only after it was compiled. */
const IDLE_CHECKS = 3;
/** Property of `window` with the pending timers and callbacks. */
const PENDING_PROPERTY = 'pendingInTest';
/** Requested by every check: when its response has arrived, Playwright has reported all earlier requests of the page. */
const FENCE = '/robots.txt?fence';
/** Resource types that cause no further requests. */
const PASSIVE: ReadonlySet<string> = new Set(['image', 'media', 'font', 'eventsource', 'websocket']);

interface Traffic {
  readonly inFlight: Set<Request>;
  /** Number of requests so far. */
  count: number;
}

const traffic = new WeakMap<Page, Traffic>();

/** Tracks requests and timers of every page that the context opens or loads from now on. */
export async function trackActivity(context: BrowserContext): Promise<void> {
  // The compiler of the tests wraps named functions in a helper, which the page does not have.
  await context.addInitScript({
    content: `{ const __name = (run) => run; (${trackPending.toString()})(${JSON.stringify({ name: PENDING_PROPERTY, longest: MAX_TIMER_MS })}); }`,
  });
  context.on('request', (request) => {
    const pageTraffic = trafficOf(request);
    if (pageTraffic === undefined) return;
    // Playwright does not report the end of requests of a page that is left.
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) pageTraffic.inFlight.clear();
    pageTraffic.inFlight.add(request);
    pageTraffic.count += 1;
  });
  const remove = (request: Request): void => void trafficOf(request)?.inFlight.delete(request);
  context.on('requestfinished', remove);
  context.on('requestfailed', remove);
  // Nor does it report the end of requests of a frame that is removed while it loads.
  context.on('page', (page) => {
    page.on('framedetached', (frame) => {
      const inFlight = traffic.get(page)?.inFlight ?? new Set();
      for (const request of inFlight) if (frameOf(request) === frame) inFlight.delete(request);
    });
  });
}

function trafficOf(request: Request): Traffic | undefined {
  if (request.serviceWorker() !== null || PASSIVE.has(request.resourceType()) || request.url().endsWith(FENCE)) return undefined;
  // The first request of a popup is reported before its page exists.
  const page = pageOf(request);
  if (page === undefined) return undefined;
  const pageTraffic = traffic.get(page) ?? { inFlight: new Set(), count: 0 };
  traffic.set(page, pageTraffic);
  return pageTraffic;
}

const pageOf = (request: Request): Page | undefined => frameOf(request)?.page();

function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** Same as `openPage` of browser.ts, with tracking for `waitUntilIdle`. */
export async function openTrackedPage(
  browser: Browser,
  width: number,
  options: BrowserContextOptions = {},
): Promise<[BrowserContext, Page, string[]]> {
  const result = await openPage(browser, width, options);
  await trackActivity(result[0]);
  return result;
}

/** Waits until a page of a tracked context is idle, and all of its short intervals have fired at least once more. */
export async function waitUntilIdle(page: Page): Promise<void> {
  let idleChecks = 0;
  let requestCount = -1;
  /** How often each interval had fired at the first of the consecutive checks. */
  let firedAtStart = new Map<number, number>();
  let remaining = '';
  const check = async (): Promise<boolean> => {
    const pageTraffic = traffic.get(page);
    const activity = await pendingActivity(page);
    const isIdle = activity !== undefined && activity.pending.length === 0 && (pageTraffic?.inFlight.size ?? 0) === 0;
    remaining = JSON.stringify({ requests: [...(pageTraffic?.inFlight ?? [])].map((request) => request.url()), ...activity });
    if (!isIdle || pageTraffic?.count !== requestCount) {
      idleChecks = 0;
      requestCount = pageTraffic?.count ?? -1;
      firedAtStart = new Map(activity?.fired);
      return false;
    }
    idleChecks += 1;
    return idleChecks >= IDLE_CHECKS && activity.fired.every(([id, times]) => times > (firedAtStart.get(id) ?? -1));
  };
  await eventually(`${page.url()} is idle`, check, () => remaining);
}

/** Pending timers and callbacks, after one request and one idle callback of the page. Undefined while the page is navigating. */
async function pendingActivity(
  page: Page,
): Promise<{ readonly pending: readonly string[]; readonly fired: readonly (readonly [number, number])[] } | undefined> {
  try {
    return await page.evaluate(
      async ({ name, fence }) => {
        const { pending, fired, whenIdle } = Reflect.get(window, name);
        await fetch(fence, { cache: 'no-store' });
        await new Promise((resolve) => whenIdle(resolve));
        return { pending: [...pending], fired: [...fired] };
      },
      { name: PENDING_PROPERTY, fence: FENCE },
    );
  } catch (failure) {
    if (failure instanceof Error && /navigation|context was destroyed|Failed to fetch/i.test(failure.message)) return undefined;
    throw failure;
  }
}

/** Wraps the timer functions of the page. Runs in the page, before its scripts. */
function trackPending({ name, longest }: { readonly name: string; readonly longest: number }): void {
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
  type Callback = (...args: readonly unknown[]) => void;
  Object.assign(window, {
    [name]: { pending, fired, whenIdle: (run: () => void) => native.requestIdleCallback.call(window, run, { timeout: 5000 }) },
    setTimeout: (run: Callback, ms: number = 0, ...args: readonly unknown[]): number => {
      const id = Number(
        native.setTimeout.call(
          window,
          () => {
            pending.delete(`timer ${id}`);
            run(...args);
          },
          ms,
        ),
      );
      if (ms <= longest) pending.add(`timer ${id}`);
      return id;
    },
    setInterval: (run: Callback, ms: number = 0, ...args: readonly unknown[]): number => {
      const id = Number(
        native.setInterval.call(
          window,
          () => {
            if (fired.has(id)) fired.set(id, (fired.get(id) ?? 0) + 1);
            run(...args);
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
