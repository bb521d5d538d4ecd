// The state machine of a member's session on a page (area session). It does not depend on the browser or the network: timers, clock,
// cookies and transport are arguments, and a page observes the state.

import { type Observable, cell } from '../../cell.ts';
import { DEBOUNCE_MS } from '../../constants.ts';
import { type Failure, isSessionOver, isSuccess, memberExpiry, memberOf } from '../calls/responses.ts';
import type { Call, Result } from '@marquee/api/call.ts';
import { login as loginCall } from '@marquee/api/loyalty/session.gen.ts';
import type { Send } from '../calls/transport.ts';
import { isExpired } from './expiry.ts';
import { withoutToken } from './hand-over.ts';
import { type Session, type SessionDependencies, memberIdIn, recordIn } from './session.ts';
import { type SessionCell, sessionCell } from './session-cell.ts';
import { type SessionEnd, sessionEnd } from './session-end.ts';
import { type SessionResponse, recordOf } from './session-record.ts';
import { type SessionRefresh, sessionRefresh } from './session-refresh.ts';
import { createdSession, fetchMember, signInByToken } from './session-steps.ts';
import { NO_TABS, type TabMessage } from './session-tabs.ts';
import { type RefreshTimer, refreshTimer } from './session-timer.ts';

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
  /** Rejects with the response, or with null without a response (SESS-26). */
  readonly login: (credentials: { readonly username: string; readonly password: string }, captcha?: string) => Promise<Session>;
  /** Resolves to whether the token was accepted (SESS-28). `fromTicketing`: whether the ticketing site handed it over (SESS-30). */
  readonly loginByToken: (token: string, fromTicketing?: boolean) => Promise<boolean>;
  /** Starts the session in a response to Create; returns whether there is one. */
  readonly startCreatedSession: (response: SessionResponse & Result) => boolean;
  /** Ends the session on this device, whatever the server responds (SESS-32). */
  readonly logout: () => Promise<void>;
  /** Requests the member again (SESS-33). */
  readonly refreshUser: () => Promise<void>;
  /** Handles an invalid token: signs out and reloads the page without it (HAND-06, HAND-07). */
  readonly rejectToken: () => Promise<void>;
  /** Sends a call of the signed-in member. */
  readonly send: Send;
}

/** What the functions of the machine share. */
interface MachineContext {
  readonly dependencies: SessionDependencies;
  readonly timer: RefreshTimer;
  readonly session: SessionCell;
  readonly ending: SessionEnd;
  readonly refresher: SessionRefresh;
  readonly loginError: { readonly set: (failure: Failure | undefined) => void };
  /** Operations in progress that change the stored session. */
  readonly pendingOperations: { tokenSignIn?: Promise<void>; signingOut?: Promise<void> };
}

export function sessionMachine(dependencies: SessionDependencies): SessionMachine {
  const timer = refreshTimer(dependencies, () => refresher.onTimer());
  const session = sessionCell(dependencies, timer);
  const ending = sessionEnd(dependencies, session);
  const refresher = sessionRefresh(dependencies, session, ending, timer);
  const loginError = cell<Failure | undefined>(undefined);
  const context: MachineContext = { dependencies, timer, session, ending, refresher, loginError, pendingOperations: {} };
  (dependencies.tabs ?? NO_TABS).listen((message) => applyTabMessage(context, message));
  return {
    get: session.get,
    subscribe: session.subscribe,
    loginError,
    signOuts: session.signOuts,
    start: (removedToken) => start(context, removedToken),
    resume: (mayHaveMissed) => resume(context, mayHaveMissed),
    stop: timer.stop,
    login: (credentials, captcha) => login(context, credentials, captcha),
    loginByToken: (token, fromTicketing = false) => loginByToken(context, token, fromTicketing),
    startCreatedSession: (response) => {
      const created = createdSession(response, dependencies.context, dependencies.store);
      if (created !== undefined) session.begin(created, 'join');
      return created !== undefined;
    },
    logout: () => logout(context),
    refreshUser: refresher.refreshUser,
    rejectToken: () => rejectToken(context),
    send: (call, captcha) => send(context, call, captcha),
  };
}

function start(context: MachineContext, removedToken: string | undefined): void {
  const { dependencies, timer, session, ending, pendingOperations } = context;
  timer.start();
  const stored = dependencies.store.read();
  const record = session.stored();
  const token = removedToken ?? dependencies.tokenInUrl();
  if (stored.kind === 'logout-pending')
    pendingOperations.signingOut = ending.sendLogout({ kind: 'opaque', cypherVersion: stored.cypherVersion });
  if (record === undefined && token === undefined) {
    session.set({ kind: 'signed-out' });
    return;
  }
  session.set({ kind: 'loading', record });
  if (token === undefined) timer.schedule(DEBOUNCE_MS);
  else pendingOperations.tokenSignIn = startWithToken(context, token);
}

/** Compares the state with the stored session. */
function resume({ timer, session, refresher }: MachineContext, mayHaveMissed: boolean): void {
  const record = session.stored();
  const current = session.get();
  const isExpected = current.kind === 'loading' ? current.record !== undefined : recordIn(current) !== undefined;
  if (record === undefined && isExpected) session.clear();
  else if (record !== undefined && current.kind === 'signed-out') {
    session.set({ kind: 'loading', record });
    timer.schedule(DEBOUNCE_MS);
  } else if (mayHaveMissed) void refresher.refreshUser();
}

/** Applies a message of another tab. */
function applyTabMessage({ timer, session }: MachineContext, message: TabMessage): void {
  const current = session.get();
  const currentRecord = recordIn(current);
  switch (message.kind) {
    case 'signed-out':
      session.clear();
      break;
    case 'refreshed': {
      const record = session.stored();
      if (timer.isStopped() || record?.cypherVersion !== message.cypherVersion) return;
      const isSame =
        currentRecord?.cypherVersion === record.cypherVersion &&
        memberIdIn(current) !== '' &&
        memberIdIn(current) === (message.member.memberId ?? '');
      session.apply({ record: isSame ? currentRecord : record, member: message.member });
      break;
    }
    case 'member':
      if (currentRecord !== undefined && memberIdIn(current) === (message.member.memberId ?? ''))
        session.show({ record: currentRecord, member: message.member });
      break;
    case 'changed':
      // For the owners of the lists, which load them again.
      break;
  }
}

async function login(
  context: MachineContext,
  credentials: { readonly username: string; readonly password: string },
  captcha: string | undefined,
): Promise<Session> {
  const { dependencies, session, loginError } = context;
  const { context: callContext, store, expiredCookie, sendCall, now, withLock = (run) => run() } = dependencies;
  await pendingChanges(context);
  expiredCookie.remove();
  const response = await withLock(() => sendCall(loginCall(callContext, credentials), store.credentials(), captcha)).catch(
    () => undefined,
  );
  if (response === undefined) {
    loginError.set({ kind: 'unreachable' });
    return Promise.reject(null);
  }
  if (!isSuccess(response)) {
    loginError.set({ kind: 'refused', response });
    return Promise.reject(response);
  }
  loginError.set(undefined);
  const member = memberOf(response) ?? {};
  if (callContext.version === 1 && isExpired(memberExpiry(member), now())) expiredCookie.set();
  return session.begin({ record: recordOf(store.mode, callContext.version, response), member }, 'password');
}

/** Handles a token in the page's address: it signs in unless a valid session exists (security 5.4). */
async function startWithToken(context: MachineContext, token: string): Promise<void> {
  const { dependencies, session, ending } = context;
  const record = session.stored();
  if (record !== undefined) {
    const isCurrent = session.current();
    const response = await fetchMember(dependencies.sendCall, dependencies.context, record, dependencies.store).catch(
      () => undefined,
    );
    const member = isSuccess(response) ? memberOf(response) : undefined;
    if (!isCurrent()) return;
    if (member !== undefined) {
      session.apply({ record, member });
      return;
    }
    await ending.discard(record);
  }
  if (!(await loginByToken(context, token, true))) await rejectToken(context);
}

async function loginByToken(context: MachineContext, token: string, fromTicketing: boolean): Promise<boolean> {
  const { dependencies, session } = context;
  await pendingChanges(context);
  const isCurrent = session.current();
  const signedIn = await signInByToken(dependencies.sendCall, dependencies.context, token, fromTicketing, dependencies.store).catch(
    () => undefined,
  );
  // Another sign-in in the meantime has precedence.
  if (!isCurrent()) return recordIn(session.get()) !== undefined;
  if (signedIn !== undefined) session.begin(signedIn, 'token');
  return signedIn !== undefined;
}

async function rejectToken(context: MachineContext): Promise<void> {
  const { dependencies } = context;
  await logout(context);
  dependencies.go(withoutToken(dependencies.page(), dependencies.tokenParameter));
}

async function logout({ session, ending, refresher, pendingOperations }: MachineContext): Promise<void> {
  await refresher.pending();
  pendingOperations.signingOut = ending.end(session.stored(), true);
  await pendingOperations.signingOut;
}

/** Waits for calls that change the stored session, because their responses would change the next session. */
async function pendingChanges({ refresher, pendingOperations }: MachineContext): Promise<void> {
  await refresher.pending();
  await pendingOperations.signingOut;
}

async function send<Value>(context: MachineContext, call: Call<Value>, captcha: string | undefined): Promise<Value> {
  const { dependencies, session, ending } = context;
  if (call.token !== undefined) await refreshIfExpired(context);
  const [isCurrent, record] = [session.current(), session.stored()];
  const response = await dependencies.sendCall(call, dependencies.store.credentials(record), captcha);
  if (isCurrent() && record !== undefined && call.token === 'session' && isSessionOver(response)) await ending.discard(record);
  return response;
}

/** Refreshes the session before a call if its token may have expired: the page has just started, or the device was asleep. */
async function refreshIfExpired(context: MachineContext): Promise<void> {
  const { dependencies, timer, session, refresher, pendingOperations } = context;
  await pendingOperations.tokenSignIn;
  const current = session.get();
  const needsRefresh =
    current.kind === 'loading' ? current.record !== undefined : recordIn(current) !== undefined && timer.isLate();
  if (needsRefresh && dependencies.isOffline?.() !== true) await refresher.refreshNow();
  await pendingChanges(context);
}
