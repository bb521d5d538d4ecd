// The session of a member, from the start of a page to its end (area session). It knows neither the browser nor the network:
// timers, clock, cookies and transport come in, and a page watches what comes out.

import type { SignInWay } from '../../analytics/events.ts';
import { type Watched, cell } from '../../cell.ts';
import { DEBOUNCE_MS } from '../../constants.ts';
import { type Failure, type MemberDetails, isSessionOver, isSuccess, memberExpiry, memberOf, text } from '../calls/answers.ts';
import { type Call, type Where, login as loginCall, logout as logoutCall } from '../calls/calls.ts';
import { isExpired, refreshEveryMs, sessionState } from './expiry.ts';
import { type Page, withoutToken } from './hand-over.ts';
import type { ExpiredMark } from './session-cookies.ts';
import { type SessionRecord, type SessionSettings, type SessionStore, type SignedIn, keptUntil, recordOf } from './session-record.ts';
import { type Ask, byToken, canRefresh, createdSession, fetchMember, inVersionOf, refresh, twice } from './session-steps.ts';
import { NO_TABS, type TabMessage, type Tabs } from './session-tabs.ts';

/** The four states (SESS-08). Whether an expired member has one of their own is the site's choice (SESS-10). */
export type Session =
  /** With a record when the browser says that somebody is signed in. */
  | { readonly kind: 'loading'; readonly record: SessionRecord | undefined }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly record: SessionRecord; readonly member: MemberDetails }
  | { readonly kind: 'expired'; readonly record: SessionRecord; readonly member: MemberDetails };

/** The record of who is signed in, expired or not. */
export const recordIn = (session: Session): SessionRecord | undefined => (session.kind === 'signed-in' || session.kind === 'expired' ? session.record : undefined);

/** The member who is signed in, if somebody is. */
export const memberIn = (session: Session): MemberDetails | undefined => (session.kind === 'signed-in' || session.kind === 'expired' ? session.member : undefined);

/** The member who is signed in, by id; empty when nobody is, or they have none. */
export const memberIdIn = (session: Session): string => text(memberIn(session)?.['memberId']);

/** What the machine stands on. */
export interface SessionParts {
  readonly where: Where;
  readonly settings: SessionSettings;
  readonly store: SessionStore;
  readonly mark: ExpiredMark;
  readonly ask: Ask;
  /** ms since 1970. */
  readonly now: () => number;
  /** Calls `run` once after so many ms, unless the returned function is called before. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** The page that is open. */
  readonly page: () => Page;
  /** The token in the page's address as it is now, under the provider's parameter (SESS-17). */
  readonly tokenInUrl: () => string | undefined;
  readonly tokenParameter: string;
  readonly go: (path: string) => void;
  /** Whether there is no connection: then nothing is refreshed, because a refresh that fails ends the session. */
  readonly isOffline?: () => boolean;
  /** Runs one at a time in all tabs (security 1.7). */
  readonly exclusive?: <T>(run: () => Promise<T>) => Promise<T>;
  /** The other tabs of this browser (security 1.12). */
  readonly tabs?: Tabs;
  /** Told when a member has signed in on this page; one who was signed in before it is not told of (ANLY-03). */
  readonly onLogin?: (way: SignInWay) => void;
}

/** How soon a refresh that waits for a connection is tried again, in ms. */
const OFFLINE_RETRY_MS = 30_000;

export interface SessionMachine extends Watched<Session> {
  /** Why the last login failed (SESS-27). */
  readonly loginError: Watched<Failure | undefined>;
  /** How many sessions ended while the page was open: what was shown or typed during them must be cleared (security 1.12). */
  readonly signOuts: Watched<number>;
  /**
   * Finds out who is signed in, after a rest of half a second (SESS-14). `handed` is a token that was taken out of the page's
   * address before anything else ran (security 5.3); it signs in like one that is still there.
   */
  readonly start: (handed?: string) => void;
  /**
   * Compares the session with its cookie when the page is shown again. `missed`: messages of other tabs may have been lost, as in a
   * page from the back/forward cache.
   */
  readonly resume: (missed: boolean) => void;
  /** No timer runs any longer. */
  readonly stop: () => void;
  /** Rejects with the answer, or with null when there was none (SESS-26). */
  readonly login: (credentials: { readonly username: string; readonly password: string }, captcha?: string) => Promise<Session>;
  /** Whether the token was taken (SESS-28); `fromTicketing` when the ticketing site handed it over (SESS-30). */
  readonly loginByToken: (token: string, fromTicketing?: boolean) => Promise<boolean>;
  /** Takes over the session that an answer to Create brought; whether there was one. */
  readonly enter: (answer: unknown) => boolean;
  /** Ends the session here, whatever the server says (SESS-32). */
  readonly logout: () => Promise<void>;
  /** Asks for the member again (SESS-33). */
  readonly refreshUser: () => Promise<void>;
  /** A token does not hold: signs out and opens the page again without it (HAND-06, HAND-07). */
  readonly rejectToken: () => Promise<void>;
  /** Sends a call for who is signed in. */
  readonly send: (call: Call, captcha?: string) => Promise<unknown>;
}

export function sessionMachine(parts: SessionParts): SessionMachine {
  const { where, settings, store, mark, ask, now, after, isOffline = () => false, exclusive = (run) => run(), tabs = NO_TABS } = parts;
  const state = cell<Session>({ kind: 'loading', record: undefined });
  const loginError = cell<Failure | undefined>(undefined);
  const signOuts = cell(0);
  /** Grows with every session that begins or ends: what was asked for an earlier one counts for nothing. */
  let epoch = 0;
  let cancel = (): void => undefined;
  let dueAt = Infinity;
  let isStopped = false;
  let arriving: Promise<void> | undefined;
  let refreshing: Promise<void> | undefined;
  let leaving: Promise<void> | undefined;

  const kept = (): SessionRecord | undefined => {
    const found = store.read();
    return found.kind === 'session' ? found.record : undefined;
  };

  const wait = (ms: number): void => {
    cancel();
    dueAt = now() + ms;
    if (!isStopped) cancel = after(ms, tick);
  };
  const rest = (): void => {
    cancel();
    dueAt = Infinity;
  };

  /** Shows who is signed in (SESS-09, SESS-10), and keeps asking while they are (SESS-14). */
  function show({ record, member }: SignedIn): Session {
    const kind = sessionState(memberExpiry(member), settings.allowExpiredAccountsLogin, now());
    const next: Session = kind === 'signed-in' || kind === 'expired' ? { kind, record, member } : { kind: 'signed-out' };
    state.set(next);
    if (recordIn(next) === undefined) rest();
    return next;
  }

  function settle(signed: SignedIn): Session {
    epoch += 1;
    store.keep(signed.record, keptUntil(memberExpiry(signed.member), settings, now()));
    wait(refreshEveryMs(signed.record.cypherVersion));
    return show(signed);
  }

  /** Settles a session with a new cookie, and sends its member to the other tabs, which then need no request. */
  function settleInAllTabs(signed: SignedIn): Session {
    const session = settle(signed);
    tabs.post({ kind: 'refreshed', cypherVersion: signed.record.cypherVersion, member: signed.member });
    return session;
  }

  /** A session that begins on this page. */
  function begin(signed: SignedIn, way: SignInWay): Session {
    const session = settleInAllTabs(signed);
    if (recordIn(session) !== undefined) parts.onLogin?.(way);
    return session;
  }

  /** Ends the session here; `tell` also at the server. What it is not told now, it is told at the next start. */
  async function end(record: SessionRecord | undefined, tell: boolean): Promise<void> {
    if (record === undefined || !tell) store.forget();
    else store.leave(record);
    clear();
    if (record === undefined) return;
    tabs.post({ kind: 'signed-out' });
    // After the refresh of another tab, which would set the cookie again.
    if (tell) await exclusive(() => tellLeft(record));
  }

  /** Ends the session on this page. */
  function clear(): void {
    epoch += 1;
    rest();
    const wasShown = memberIn(state.get()) !== undefined;
    state.set({ kind: 'signed-out' });
    if (wasShown) signOuts.set(signOuts.get() + 1);
  }

  /** Applies a message of another tab. */
  function follow(message: TabMessage): void {
    const session = state.get();
    const shown = recordIn(session);
    switch (message.kind) {
      case 'signed-out':
        clear();
        break;
      case 'refreshed': {
        const record = kept();
        if (isStopped || record?.cypherVersion !== message.cypherVersion) return;
        const isSame = shown?.cypherVersion === record.cypherVersion && memberIdIn(session) !== '' && memberIdIn(session) === text(message.member['memberId']);
        settle({ record: isSame ? shown : record, member: message.member });
        break;
      }
      case 'member':
        if (shown !== undefined && memberIdIn(session) === text(message.member['memberId'])) show({ record: shown, member: message.member });
        break;
      case 'changed':
        // The lists are loaded again.
        break;
    }
  }
  tabs.listen(follow);

  /** Checks again who is signed in, from the cookie. */
  function resume(missed: boolean): void {
    const record = kept();
    const session = state.get();
    const isExpected = session.kind === 'loading' ? session.record !== undefined : recordIn(session) !== undefined;
    if (record === undefined && isExpected) clear();
    else if (record !== undefined && session.kind === 'signed-out') {
      state.set({ kind: 'loading', record });
      wait(DEBOUNCE_MS);
    } else if (missed) void refreshUser();
  }

  async function tellLeft(record: SessionRecord): Promise<void> {
    // A page does not know the refresh token; the gateway puts it in.
    const refreshToken = record.kind === 'held' ? record.refreshToken : '';
    try {
      await ask(logoutCall(inVersionOf(where, record), refreshToken), store.credentials(record));
      store.forget();
    } catch {
      // The note of it stays.
    }
  }

  /** A session that cannot go on is cleared, without a word (SESS-20, SESS-22). The gateway may have cleared its cookie already. */
  const drop = (record: SessionRecord): Promise<void> => end(record, store.mode === 'opaque' && kept() !== undefined);

  async function refreshOnce(record: SessionRecord): Promise<void> {
    const mine = epoch;
    const isCurrent = (): boolean => mine === epoch;
    await exclusive(async () => {
      // Another tab may have refreshed in the meantime.
      await tabs.received();
      const signed = isCurrent() ? await twice(() => refresh(ask, where, record, store), { now, after, isCurrent }).catch(() => undefined) : undefined;
      // Before the lock is released, so that the next tab has it in time.
      if (isCurrent() && signed !== undefined) settleInAllTabs(signed);
    }).catch(() => undefined);
    if (!isCurrent()) return;
    // What was lost with the connection is asked for when it is back.
    if (isOffline()) wait(OFFLINE_RETRY_MS);
    else await drop(record);
  }

  function refreshNow(): Promise<void> {
    const record = kept();
    if (record === undefined) return end(undefined, false);
    if (!canRefresh(record)) {
      if (state.get().kind === 'loading') state.set({ kind: 'signed-out' });
      return Promise.resolve();
    }
    refreshing ??= refreshOnce(record).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  function tick(): void {
    const record = recordIn(state.get());
    if (isOffline()) wait(OFFLINE_RETRY_MS);
    // Not while the page's address holds a token (SESS-16).
    else if (record !== undefined && (parts.tokenInUrl() !== undefined || !canRefresh(record))) wait(refreshEveryMs(record.cypherVersion));
    else void refreshNow();
  }

  /** A page with a token in its address: nobody who is signed in is replaced (security 5.4), else the token signs in. */
  async function arrive(token: string, record: SessionRecord | undefined): Promise<void> {
    if (record !== undefined) {
      const mine = epoch;
      const answer = await fetchMember(ask, where, record, store).catch(() => undefined);
      const member = isSuccess(answer) ? memberOf(answer) : undefined;
      if (mine !== epoch) return;
      if (member !== undefined) {
        settle({ record, member });
        return;
      }
      await drop(record);
    }
    if (!(await loginByToken(token, true))) await rejectToken();
  }

  async function loginByToken(token: string, fromTicketing: boolean = false): Promise<boolean> {
    await settled();
    const mine = epoch;
    const signed = await byToken(ask, where, token, fromTicketing, store).catch(() => undefined);
    // Whoever signed in otherwise in the meantime stays.
    if (mine !== epoch) return recordIn(state.get()) !== undefined;
    if (signed !== undefined) begin(signed, 'token');
    return signed !== undefined;
  }

  /** What one session's calls change would fall on the next one, so it waits for them. */
  const settled = async (): Promise<void> => {
    await refreshing;
    await leaving;
  };

  async function logout(): Promise<void> {
    await refreshing;
    leaving = end(kept(), true);
    await leaving;
  }

  /** Before a member's call: a session token of last night, or of before the device slept, is over, and its refresh is due. */
  async function ready(): Promise<void> {
    await arriving;
    const session = state.get();
    const isDue = session.kind === 'loading' ? session.record !== undefined : recordIn(session) !== undefined && now() > dueAt;
    if (isDue && !isOffline()) await refreshNow();
    await settled();
  }

  async function rejectToken(): Promise<void> {
    await logout();
    parts.go(withoutToken(parts.page(), parts.tokenParameter));
  }

  /** The member's new details over the old ones (SESS-33). */
  async function mergeMember(record: SessionRecord): Promise<void> {
    const mine = epoch;
    const answer = await fetchMember(ask, where, record, store).catch(() => undefined);
    const session = state.get();
    if (mine !== epoch || (session.kind !== 'signed-in' && session.kind !== 'expired')) return;
    if (isSessionOver(answer)) await drop(record);
    else if (isSuccess(answer)) {
      const member = { ...session.member, ...memberOf(answer) };
      show({ record, member });
      tabs.post({ kind: 'member', member });
    }
  }

  function refreshUser(): Promise<void> {
    const record = recordIn(state.get());
    if (record === undefined) return Promise.resolve();
    return record.cypherVersion === 1 ? refreshNow() : mergeMember(record);
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    loginError,
    signOuts,
    start: (handed) => {
      isStopped = false;
      const found = store.read();
      const record = found.kind === 'session' ? found.record : undefined;
      const token = handed ?? parts.tokenInUrl();
      if (found.kind === 'left') leaving = tellLeft({ kind: 'opaque', cypherVersion: found.cypherVersion });
      if (record === undefined && token === undefined) {
        state.set({ kind: 'signed-out' });
        return;
      }
      state.set({ kind: 'loading', record });
      if (token === undefined) wait(DEBOUNCE_MS);
      else arriving = arrive(token, record);
    },
    resume,
    stop: () => {
      isStopped = true;
      rest();
    },
    login: async (credentials, captcha) => {
      await settled();
      mark.remove();
      let answer: unknown;
      try {
        answer = await exclusive(() => ask(loginCall(where, credentials), store.credentials(), captcha));
      } catch {
        loginError.set({ kind: 'unreachable' });
        return Promise.reject(null);
      }
      if (!isSuccess(answer)) {
        loginError.set({ kind: 'refused', answer });
        return Promise.reject(answer);
      }
      loginError.set(undefined);
      const member = memberOf(answer) ?? {};
      if (where.version === 1 && isExpired(memberExpiry(member), now())) mark.set();
      return begin({ record: recordOf(store.mode, where.version, answer), member }, 'password');
    },
    loginByToken,
    enter: (answer) => {
      const signed = createdSession(answer, where, store);
      if (signed !== undefined) begin(signed, 'join');
      return signed !== undefined;
    },
    logout,
    refreshUser,
    rejectToken,
    send: async (call, captcha) => {
      if (call.token !== undefined) await ready();
      const [mine, record] = [epoch, kept()];
      const answer = await ask(call, store.credentials(record), captcha);
      if (mine === epoch && record !== undefined && call.token === 'session' && isSessionOver(answer)) await drop(record);
      return answer;
    },
  };
}
