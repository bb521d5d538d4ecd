// The member area in the browser: the session and everything that depends on it, created once per page from the site's settings. The
// rules are in @marquee/rules/loyalty; this module gives them the browser's clock, cookies and network.

import { isFramed } from '../framed.ts';
import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { type Cell, type Observable, cell } from '@marquee/rules/cell.ts';
import type { Call, CallContext } from '@marquee/api/call.ts';
import {
  type FavoriteTheatersMachine,
  favoriteTheatersMachine,
} from '@marquee/rules/loyalty/favorites/favorite-theaters-machine.ts';
import { parameterOf } from '@marquee/rules/loyalty/session/hand-over.ts';
import { type CookieContext, cookieStore, expiredCookie } from '@marquee/rules/loyalty/session/session-cookies.ts';
import { memberIn } from '@marquee/rules/loyalty/session/session.ts';
import { type SessionMachine, sessionMachine } from '@marquee/rules/loyalty/session/session-machine.ts';
import { type Credentials, type Fetch, type Send, type Ticket, fetchTicket, send } from '@marquee/rules/loyalty/calls/transport.ts';
import { CYPHER_PATH } from '@marquee/rules/paths.gen.ts';
import { type WatchlistMachine, watchlistMachine } from '@marquee/rules/loyalty/favorites/watchlist-machine.ts';
import { forgetSignIn, recordSignIn } from '../sign-in-record.ts';
import { sessionTokenInUrl } from './secret-parameters.ts';
import { forgetRewards } from './reward-codes.ts';
import { openTabs, whenShownAgain } from './tabs.ts';
import type { Tabs } from '@marquee/rules/loyalty/session/session-tabs.ts';

/** The session of this browser and what depends on it. */
export interface Member {
  readonly area: MemberArea;
  readonly context: CallContext;
  readonly machine: SessionMachine;
  readonly watchlist: WatchlistMachine;
  readonly cinemas: FavoriteTheatersMachine;
  readonly tabs: Tabs;
  /** Whether the page shows the notice that the session ended. */
  readonly signedOutNotice: Cell<boolean>;
  /** Sends a call with the session of the member, or as a guest. */
  readonly send: Send;
  /** Fetches a single-use ticket for the ticketing site. */
  readonly ticket: () => Promise<Ticket>;
}

/** The part of the page's context that the member area needs. */
export interface MemberPageContext {
  /** The theater of the page, if any. */
  readonly theaterId: string | undefined;
}

/** Names of a member's lists, which other tabs reload when one tab changes them. */
const WATCHLIST = 'watchlist';
const THEATERS = 'theaters';

/** The name of the lock that lets one tab at a time refresh the session (security 1.7). */
const LOCK = 'marquee-loyalty-session';
/** Timeout of a request, in ms. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Timeout of the lock, in ms: longer than another tab needs for a refresh with a retry. */
const LOCK_TIMEOUT_MS = 45_000;

const currentCookieContext = (): CookieContext => ({ secure: location.protocol === 'https:', framed: isFramed() });

const cookies = {
  read: () => document.cookie,
  write: (cookie: string) => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser
    document.cookie = cookie;
  },
};

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Runs a function while no other tab runs one, if the browser supports locks. Runs it without the lock if the lock times out. */
async function withLock<T>(run: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return run();
  let isLockHeld = false;
  const runLocked = (): Promise<T> => {
    isLockHeld = true;
    return run();
  };
  try {
    return await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, runLocked);
  } catch (failure) {
    // The system may have suspended the tab that holds the lock.
    if (isLockHeld) throw failure;
    return run();
  }
}

/** Fetch with a timeout and the page's language, which is the language of the mails that calls send. */
const fetchWithTimeout: Fetch = (address, init) =>
  fetch(address, {
    ...init,
    headers: { ...init.headers, 'Accept-Language': document.documentElement.lang },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });

// oxlint-disable-next-line no-console -- ERR-26, ERR-27 require it
const log = (message: string, reason: unknown): void => console.warn(message, reason);

/** Creates the member area of a page. `startMember` starts it. */
export function openMember(area: MemberArea, { theaterId }: MemberPageContext): Member {
  const cookieContext = currentCookieContext();
  const context: CallContext = {
    version: area.version,
    circuitId: area.circuitId,
    cinemaId: (area.currentCinema ? theaterId : undefined) ?? area.cinemaId,
  };
  const endpoint = area.endpoint === '' ? CYPHER_PATH : area.endpoint;
  const sendCall = <Value>(call: Call<Value>, credentials: Credentials, captcha?: string): Promise<Value> =>
    send(fetchWithTimeout, endpoint, { call, credentials, captcha });
  const store = cookieStore(cookies, cookieContext);
  const tabs = openTabs();
  const machine = sessionMachine({
    context,
    settings: area,
    store,
    expiredCookie: expiredCookie(cookies, cookieContext),
    sendCall,
    now: () => Date.now(),
    after,
    page: () => ({ path: location.pathname, search: location.search }),
    tokenInUrl: () => parameterOf(location.search, area.tokenParameter),
    tokenParameter: area.tokenParameter,
    go: (path) => location.assign(location.origin + path),
    isOffline: () => !navigator.onLine,
    withLock,
    tabs,
    onLogin: (method) => recordSignIn(method, Date.now()),
  });
  const watchlist = watchlistMachine({
    context,
    send: machine.send,
    log,
    onChange: () => tabs.post({ kind: 'changed', names: [WATCHLIST] }),
  });
  const cinemas = favoriteTheatersMachine({
    context,
    endpoint: area.endpoint,
    send: machine.send,
    refreshUser: machine.refreshUser,
    log,
    onChange: () => tabs.post({ kind: 'changed', names: [THEATERS] }),
  });
  return {
    area,
    context,
    machine,
    watchlist,
    cinemas,
    tabs,
    signedOutNotice: cell(false),
    send: machine.send,
    ticket: () => fetchTicket(fetchWithTimeout, store.credentials({ kind: 'opaque', cypherVersion: area.version })),
  };
}

/** Restores the session, and updates the lists whenever the session changes here or in another tab. */
export function startMember({ machine, watchlist, cinemas, area, tabs, signedOutNotice }: Member): void {
  const updateLists = (): void => {
    const session = machine.get();
    if (session.kind === 'signed-out') {
      forgetSignIn();
      forgetRewards();
    } else if (memberIn(session) !== undefined) signedOutNotice.set(false);
    if (area.includeWatchlist) void watchlist.setSession(session);
    void cinemas.setSession(session);
  };
  machine.subscribe(updateLists);
  tabs.listen((message) => {
    if (message.kind !== 'changed') return;
    if (message.names.includes(WATCHLIST)) void watchlist.reload();
    if (message.names.includes(THEATERS)) void cinemas.reload();
  });
  machine.signOuts.subscribe(() => signedOutNotice.set(true));
  whenShownAgain(machine.resume);
  machine.start(sessionTokenInUrl(area.tokenParameter));
}

/** Resolves to the value of `observable` as soon as it is settled. */
export function whenSettled<T>(observable: Observable<T>, isSettled: (value: T) => boolean): Promise<T> {
  const current = observable.get();
  if (isSettled(current)) return Promise.resolve(current);
  return new Promise((resolve) => {
    const stop = observable.subscribe(() => {
      const value = observable.get();
      if (!isSettled(value)) return;
      stop();
      resolve(value);
    });
  });
}
