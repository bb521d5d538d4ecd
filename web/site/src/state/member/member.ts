// The member area in this browser: the session and what depends on it, built once a page from what the site says of its
// loyalty programme. The rules are in @marquee/rules/loyalty; here they get the browser's clock, cookies and network.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { type Cell, type Watched, cell } from '@marquee/rules/cell.ts';
import type { Call, Where } from '@marquee/rules/loyalty/calls/calls.ts';
import { type CinemasMachine, favouriteCinemasMachine } from '@marquee/rules/loyalty/favorites/favourite-cinemas-machine.ts';
import { parameterOf } from '@marquee/rules/loyalty/session/hand-over.ts';
import { type Place, cookieStore, expiredMark } from '@marquee/rules/loyalty/session/session-cookies.ts';
import { type SessionMachine, memberIn, sessionMachine } from '@marquee/rules/loyalty/session/session-machine.ts';
import { type Credentials, type Fetch, LOYALTY_ENDPOINT, type Ticket, fetchTicket, send } from '@marquee/rules/loyalty/calls/transport.ts';
import { type WatchlistMachine, watchlistMachine } from '@marquee/rules/loyalty/favorites/watchlist-machine.ts';
import { forgetSignIn, noteSignIn } from '../sign-in-note.ts';
import { handedToken } from './handed.ts';
import { forgetCodes } from './reward-codes.ts';
import { openTabs, whenShownAgain } from './tabs.ts';
import type { Tabs } from '@marquee/rules/loyalty/session/session-tabs.ts';

/** Everything about the member of this browser. */
export interface Member {
  readonly area: MemberArea;
  readonly where: Where;
  readonly machine: SessionMachine;
  readonly watchlist: WatchlistMachine;
  readonly cinemas: CinemasMachine;
  readonly tabs: Tabs;
  /** Whether the page shows the notice of a sign-out. */
  readonly signedOutNotice: Cell<boolean>;
  /** Sends a call for who is signed in, or for a guest. Every call goes this way. */
  readonly send: (call: Call, captcha?: string) => Promise<unknown>;
  /** Fetches a ticket that the ticketing site redeems once. */
  readonly ticket: () => Promise<Ticket>;
}

/** What a page says beside the loyalty programme. */
export interface MemberPlace {
  /** The theater of the page, if it has one. */
  readonly theaterId: string | undefined;
}

/** Lists of a member that other tabs load again when one changes them. */
const WATCHLIST = 'watchlist';
const THEATERS = 'theaters';

/** The name of the lock under which one tab at a time refreshes (security 1.7). */
const LOCK = 'marquee-loyalty-session';
/** The longest an answer is waited for, in ms: then the network counts as failed. */
const PATIENCE_MS = 20_000;
/** Longest wait for a lock, in ms: longer than another tab needs for a refresh with its retry. */
const LOCK_MS = 45_000;

const placeHere = (): Place => ({ secure: location.protocol === 'https:', framed: isFramed() });

/** Whether the page is in a frame of another site; a frame of the own site has the site's cookies. */
function isFramed(): boolean {
  if (parent === window) return false;
  try {
    return parent.location.origin !== location.origin;
  } catch {
    return true;
  }
}

const jar = {
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

/** Runs one at a time in all tabs, where the browser can; a lock that cannot be had is no reason to refresh never. */
async function exclusive<T>(run: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return run();
  let isMine = false;
  const mine = (): Promise<T> => {
    isMine = true;
    return run();
  };
  try {
    return await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_MS) }, mine);
  } catch (failure) {
    // The system may have suspended the tab that holds it.
    if (isMine) throw failure;
    return run();
  }
}

/** Calls speak the page's language, not the browser's: it is the one that letters come in. */
const patient: Fetch = (address, sent) =>
  fetch(address, { ...sent, headers: { ...sent.headers, 'Accept-Language': document.documentElement.lang }, credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE_MS) });

// oxlint-disable-next-line no-console -- ERR-26, ERR-27 ask for it
const log = (message: string, reason: unknown): void => console.warn(message, reason);

/** The member area of a page, started. */
export function openMember(area: MemberArea, { theaterId }: MemberPlace): Member {
  const here = placeHere();
  const where: Where = { version: area.version, circuitId: area.circuitId, cinemaId: (area.currentCinema ? theaterId : undefined) ?? area.cinemaId };
  const endpoint = area.endpoint === '' ? LOYALTY_ENDPOINT : area.endpoint;
  const ask = (call: Call, credentials: Credentials, captcha?: string): Promise<unknown> => send(patient, endpoint, { call, credentials, captcha });
  const store = cookieStore(jar, here);
  const tabs = openTabs();
  const machine = sessionMachine({
    where,
    settings: area,
    store,
    mark: expiredMark(jar, here),
    ask,
    now: () => Date.now(),
    after,
    page: () => ({ path: location.pathname, search: location.search }),
    tokenInUrl: () => parameterOf(location.search, area.tokenParameter),
    tokenParameter: area.tokenParameter,
    go: (path) => location.assign(location.origin + path),
    isOffline: () => !navigator.onLine,
    exclusive,
    tabs,
    onLogin: (way) => noteSignIn(way, Date.now()),
  });
  const ofMember = (call: Call, captcha?: string): Promise<unknown> => machine.send(call, captcha);
  const watchlist = watchlistMachine({ where, send: ofMember, log, onChange: () => tabs.post({ kind: 'changed', names: [WATCHLIST] }) });
  const cinemas = favouriteCinemasMachine({
    where,
    endpoint: area.endpoint,
    send: ofMember,
    refreshUser: machine.refreshUser,
    log,
    onChange: () => tabs.post({ kind: 'changed', names: [THEATERS] }),
  });
  return {
    area,
    where,
    machine,
    watchlist,
    cinemas,
    tabs,
    signedOutNotice: cell(false),
    send: ofMember,
    ticket: () => fetchTicket(patient, store.credentials({ kind: 'opaque', cypherVersion: area.version })),
  };
}

/** Finds out who is signed in, and lets what depends on it follow. */
export function startMember({ machine, watchlist, cinemas, area, tabs, signedOutNotice }: Member): void {
  const follow = (): void => {
    const session = machine.get();
    if (session.kind === 'signed-out') {
      forgetSignIn();
      forgetCodes();
    } else if (memberIn(session) !== undefined) signedOutNotice.set(false);
    if (area.includeWatchlist) void watchlist.follow(session);
    void cinemas.follow(session);
  };
  machine.subscribe(follow);
  tabs.listen((message) => {
    if (message.kind !== 'changed') return;
    if (message.names.includes(WATCHLIST)) void watchlist.reload();
    if (message.names.includes(THEATERS)) void cinemas.reload();
  });
  machine.signOuts.subscribe(() => signedOutNotice.set(true));
  whenShownAgain(machine.resume);
  machine.start(handedToken(area.tokenParameter));
}

/** Whether a value is there and does not change any more; what waits for the session waits with it. */
export function whenSettled<T>(watched: Watched<T>, isSettled: (value: T) => boolean): Promise<T> {
  const now = watched.get();
  if (isSettled(now)) return Promise.resolve(now);
  return new Promise((done) => {
    const stop = watched.subscribe(() => {
      const value = watched.get();
      if (!isSettled(value)) return;
      stop();
      done(value);
    });
  });
}
