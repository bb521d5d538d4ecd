// The state machine of a member's session on a page (area session). It does not depend on the browser or the network: timers, clock,
// cookies and transport are arguments, and a page observes the state.

import type { SignInMethod } from '../../analytics/events.ts';
import { type Observable, cell } from '../../cell.ts';
import { DEBOUNCE_MS } from '../../constants.ts';
import { type Failure, type MemberDetails, isSessionOver, isSuccess, memberExpiry, memberOf, text } from '../calls/answers.ts';
import { type Call, type CallContext, login as loginCall, logout as logoutCall } from '../calls/calls.ts';
import { isExpired, refreshEveryMs, sessionState } from './expiry.ts';
import { type Page, withoutToken } from './hand-over.ts';
import type { ExpiredMark } from './session-cookies.ts';
import { type SessionRecord, type SessionSettings, type SessionStore, type SignedIn, recordExpiry, recordOf } from './session-record.ts';
import { type SendCall, canRefresh, createdSession, fetchMember, inVersionOf, refresh, retryOnce, signInByToken } from './session-steps.ts';
import { NO_TABS, type TabMessage, type Tabs } from './session-tabs.ts';

/** The four states (SESS-08). `expired` exists only if the site allows expired members (SESS-10). */
export type Session =
  /** With a record if a session is stored. */
  | { readonly kind: 'loading'; readonly record: SessionRecord | undefined }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly record: SessionRecord; readonly member: MemberDetails }
  | { readonly kind: 'expired'; readonly record: SessionRecord; readonly member: MemberDetails };

/** The record of a signed-in member, expired or not. */
export const recordIn = (session: Session): SessionRecord | undefined => (session.kind === 'signed-in' || session.kind === 'expired' ? session.record : undefined);

/** The signed-in member; undefined without one. */
export const memberIn = (session: Session): MemberDetails | undefined => (session.kind === 'signed-in' || session.kind === 'expired' ? session.member : undefined);

/** The id of the signed-in member; empty without a member or id. */
export const memberIdIn = (session: Session): string => text(memberIn(session)?.['memberId']);

/** The dependencies of the machine. */
export interface SessionDependencies {
  readonly where: CallContext;
  readonly settings: SessionSettings;
  readonly store: SessionStore;
  readonly mark: ExpiredMark;
  readonly ask: SendCall;
  /** Current time in ms since 1970. */
  readonly now: () => number;
  /** Calls `run` once after a delay in ms; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** The current page. */
  readonly page: () => Page;
  /** The token in the page's current address, in the provider's parameter (SESS-17). */
  readonly tokenInUrl: () => string | undefined;
  readonly tokenParameter: string;
  /** Navigates to a path. */
  readonly go: (path: string) => void;
  /** Whether there is no connection: then no refresh is sent, because a failed refresh ends the session. */
  readonly isOffline?: () => boolean;
  /** Runs a function exclusively among all tabs (security 1.7). */
  readonly exclusive?: <T>(run: () => Promise<T>) => Promise<T>;
  /** The other tabs of this browser (security 1.12). */
  readonly tabs?: Tabs;
  /** Called when a member signs in on this page, not for an existing session (ANLY-03). */
  readonly onLogin?: (method: SignInMethod) => void;
}

/** Delay before a refresh without a connection is tried again, in ms. */
const OFFLINE_RETRY_MS = 30_000;

export interface SessionMachine extends Observable<Session> {
  /** Why the last login failed (SESS-27). */
  readonly loginError: Observable<Failure | undefined>;
  /** Number of sessions that ended while the page was open: what was shown or typed during them must be cleared (security 1.12). */
  readonly signOuts: Observable<number>;
  /**
   * Checks who is signed in, after a debounce delay of half a second (SESS-14). `removedToken` was removed from the page's address before
   * other scripts ran (security 5.3); it signs in like a token in the address.
   */
  readonly start: (removedToken?: string) => void;
  /**
   * Compares the session with its cookie when the page is shown again. `mayHaveMissed`: messages of other tabs may have been lost, as in
   * a page from the back/forward cache.
   */
  readonly resume: (mayHaveMissed: boolean) => void;
  /** Stops all timers. */
  readonly stop: () => void;
  /** Rejects with the answer, or with null without an answer (SESS-26). */
  readonly login: (credentials: { readonly username: string; readonly password: string }, captcha?: string) => Promise<Session>;
  /** Resolves to whether the token was accepted (SESS-28). `fromTicketing`: whether the ticketing site handed it over (SESS-30). */
  readonly loginByToken: (token: string, fromTicketing?: boolean) => Promise<boolean>;
  /** Starts the session in an answer to Create; returns whether there is one. */
  readonly enter: (answer: unknown) => boolean;
  /** Ends the session on this device, whatever the server answers (SESS-32). */
  readonly logout: () => Promise<void>;
  /** Requests the member again (SESS-33). */
  readonly refreshUser: () => Promise<void>;
  /** Handles an invalid token: signs out and reloads the page without it (HAND-06, HAND-07). */
  readonly rejectToken: () => Promise<void>;
  /** Sends a call of the signed-in member. */
  readonly send: (call: Call, captcha?: string) => Promise<unknown>;
}

export function sessionMachine(dependencies: SessionDependencies): SessionMachine {
  const { where, settings, store, mark, ask, now, after, isOffline = () => false, exclusive = (run) => run(), tabs = NO_TABS } = dependencies;
  const state = cell<Session>({ kind: 'loading', record: undefined });
  const loginError = cell<Failure | undefined>(undefined);
  const signOuts = cell(0);
  /** Incremented with every session that begins or ends: answers for an earlier one are ignored. */
  let epoch = 0;
  let cancelTimer = (): void => undefined;
  /** When the next refresh is scheduled, in ms since 1970. */
  let refreshAt = Infinity;
  let isStopped = false;
  let tokenSignIn: Promise<void> | undefined;
  let refreshing: Promise<void> | undefined;
  let signingOut: Promise<void> | undefined;

  const storedRecord = (): SessionRecord | undefined => {
    const stored = store.read();
    return stored.kind === 'session' ? stored.record : undefined;
  };

  const schedule = (ms: number): void => {
    cancelTimer();
    refreshAt = now() + ms;
    if (!isStopped) cancelTimer = after(ms, onTimer);
  };
  const unschedule = (): void => {
    cancelTimer();
    refreshAt = Infinity;
  };

  /** Sets the state for a session (SESS-09, SESS-10). Stops the refreshes if its member counts as signed out (SESS-14). */
  function show({ record, member }: SignedIn): Session {
    const kind = sessionState(memberExpiry(member), settings.allowExpiredAccountsLogin, now());
    const next: Session = kind === 'signed-in' || kind === 'expired' ? { kind, record, member } : { kind: 'signed-out' };
    state.set(next);
    if (recordIn(next) === undefined) unschedule();
    return next;
  }

  /** Stores and shows a session, and schedules its refresh. */
  function apply(signed: SignedIn): Session {
    epoch += 1;
    store.save(signed.record, recordExpiry(memberExpiry(signed.member), settings, now()));
    schedule(refreshEveryMs(signed.record.cypherVersion));
    return show(signed);
  }

  /** Applies a session with a new cookie, and sends its member to the other tabs, which then need no request. */
  function applyInAllTabs(signed: SignedIn): Session {
    const session = apply(signed);
    tabs.post({ kind: 'refreshed', cypherVersion: signed.record.cypherVersion, member: signed.member });
    return session;
  }

  /** Starts a session on this page. */
  function begin(signed: SignedIn, method: SignInMethod): Session {
    const session = applyInAllTabs(signed);
    if (recordIn(session) !== undefined) dependencies.onLogin?.(method);
    return session;
  }

  /** Ends the session on this device and, if requested, on the server. If the server is not reached, the logout is sent at the next start. */
  async function end(record: SessionRecord | undefined, logoutOnServer: boolean): Promise<void> {
    if (record === undefined || !logoutOnServer) store.clear();
    else store.markLogoutPending(record);
    clear();
    if (record === undefined) return;
    tabs.post({ kind: 'signed-out' });
    // After a refresh of another tab, which would set the cookie again.
    if (logoutOnServer) await exclusive(() => sendLogout(record));
  }

  /** Ends the session on this page. */
  function clear(): void {
    epoch += 1;
    unschedule();
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
        const record = storedRecord();
        if (isStopped || record?.cypherVersion !== message.cypherVersion) return;
        const isSame = shown?.cypherVersion === record.cypherVersion && memberIdIn(session) !== '' && memberIdIn(session) === text(message.member['memberId']);
        apply({ record: isSame ? shown : record, member: message.member });
        break;
      }
      case 'member':
        if (shown !== undefined && memberIdIn(session) === text(message.member['memberId'])) show({ record: shown, member: message.member });
        break;
      case 'changed':
        // For the owners of the lists, which load them again.
        break;
    }
  }
  tabs.listen(follow);

  /** Compares the state with the stored session. */
  function resume(mayHaveMissed: boolean): void {
    const record = storedRecord();
    const session = state.get();
    const isExpected = session.kind === 'loading' ? session.record !== undefined : recordIn(session) !== undefined;
    if (record === undefined && isExpected) clear();
    else if (record !== undefined && session.kind === 'signed-out') {
      state.set({ kind: 'loading', record });
      schedule(DEBOUNCE_MS);
    } else if (mayHaveMissed) void refreshUser();
  }

  /** Sends the logout of a session to the server. */
  async function sendLogout(record: SessionRecord): Promise<void> {
    // A page does not have the refresh token; the gateway adds it.
    const refreshToken = record.kind === 'held' ? record.refreshToken : '';
    try {
      await ask(logoutCall(inVersionOf(where, record), refreshToken), store.credentials(record));
      store.clear();
    } catch {
      // The pending logout stays stored.
    }
  }

  /** Ends an invalid session without a message (SESS-20, SESS-22). The gateway may have cleared its cookie already. */
  const discard = (record: SessionRecord): Promise<void> => end(record, store.mode === 'opaque' && storedRecord() !== undefined);

  async function refreshOnce(record: SessionRecord): Promise<void> {
    const startEpoch = epoch;
    const isCurrent = (): boolean => startEpoch === epoch;
    await exclusive(async () => {
      // Another tab may have refreshed in the meantime.
      await tabs.received();
      const signed = isCurrent() ? await retryOnce(() => refresh(ask, where, record, store), { now, after, isCurrent }).catch(() => undefined) : undefined;
      // Before the lock is released, so that the next tab gets the message in time.
      if (isCurrent() && signed !== undefined) applyInAllTabs(signed);
    }).catch(() => undefined);
    if (!isCurrent()) return;
    // Without a connection the refresh is sent again later.
    if (isOffline()) schedule(OFFLINE_RETRY_MS);
    else await discard(record);
  }

  function refreshNow(): Promise<void> {
    const record = storedRecord();
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

  function onTimer(): void {
    const record = recordIn(state.get());
    if (isOffline()) schedule(OFFLINE_RETRY_MS);
    // Not while the page's address has a token (SESS-16).
    else if (record !== undefined && (dependencies.tokenInUrl() !== undefined || !canRefresh(record))) schedule(refreshEveryMs(record.cypherVersion));
    else void refreshNow();
  }

  /** Handles a token in the page's address: it signs in unless a valid session exists (security 5.4). */
  async function startWithToken(token: string, record: SessionRecord | undefined): Promise<void> {
    if (record !== undefined) {
      const startEpoch = epoch;
      const answer = await fetchMember(ask, where, record, store).catch(() => undefined);
      const member = isSuccess(answer) ? memberOf(answer) : undefined;
      if (startEpoch !== epoch) return;
      if (member !== undefined) {
        apply({ record, member });
        return;
      }
      await discard(record);
    }
    if (!(await loginByToken(token, true))) await rejectToken();
  }

  async function loginByToken(token: string, fromTicketing: boolean = false): Promise<boolean> {
    await pendingChanges();
    const startEpoch = epoch;
    const signed = await signInByToken(ask, where, token, fromTicketing, store).catch(() => undefined);
    // Another sign-in in the meantime has precedence.
    if (startEpoch !== epoch) return recordIn(state.get()) !== undefined;
    if (signed !== undefined) begin(signed, 'token');
    return signed !== undefined;
  }

  /** Waits for calls that change the stored session, because their answers would change the next session. */
  const pendingChanges = async (): Promise<void> => {
    await refreshing;
    await signingOut;
  };

  async function logout(): Promise<void> {
    await refreshing;
    signingOut = end(storedRecord(), true);
    await signingOut;
  }

  /** Refreshes the session before a member's call if necessary: after the start of the page or a sleep of the device its token is expired. */
  async function ready(): Promise<void> {
    await tokenSignIn;
    const session = state.get();
    const needsRefresh = session.kind === 'loading' ? session.record !== undefined : recordIn(session) !== undefined && now() > refreshAt;
    if (needsRefresh && !isOffline()) await refreshNow();
    await pendingChanges();
  }

  async function rejectToken(): Promise<void> {
    await logout();
    dependencies.go(withoutToken(dependencies.page(), dependencies.tokenParameter));
  }

  /** Requests the member, and merges the new details into the old ones (SESS-33). */
  async function mergeMember(record: SessionRecord): Promise<void> {
    const startEpoch = epoch;
    const answer = await fetchMember(ask, where, record, store).catch(() => undefined);
    const session = state.get();
    if (startEpoch !== epoch || (session.kind !== 'signed-in' && session.kind !== 'expired')) return;
    if (isSessionOver(answer)) await discard(record);
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
    start: (removedToken) => {
      isStopped = false;
      const stored = store.read();
      const record = stored.kind === 'session' ? stored.record : undefined;
      const token = removedToken ?? dependencies.tokenInUrl();
      if (stored.kind === 'logout-pending') signingOut = sendLogout({ kind: 'opaque', cypherVersion: stored.cypherVersion });
      if (record === undefined && token === undefined) {
        state.set({ kind: 'signed-out' });
        return;
      }
      state.set({ kind: 'loading', record });
      if (token === undefined) schedule(DEBOUNCE_MS);
      else tokenSignIn = startWithToken(token, record);
    },
    resume,
    stop: () => {
      isStopped = true;
      unschedule();
    },
    login: async (credentials, captcha) => {
      await pendingChanges();
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
      const [startEpoch, record] = [epoch, storedRecord()];
      const answer = await ask(call, store.credentials(record), captcha);
      if (startEpoch === epoch && record !== undefined && call.token === 'session' && isSessionOver(answer)) await discard(record);
      return answer;
    },
  };
}
