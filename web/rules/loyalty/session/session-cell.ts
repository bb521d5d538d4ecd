// The page's current session: starts it, replaces it, stores it and clears it.

import { type Observable, cell } from '../../cell.ts';
import { memberExpiry } from '../calls/responses.ts';
import { refreshEveryMs, sessionState } from './expiry.ts';
import { type Session, type SessionDependencies, type SignInMethod, memberIn, recordIn } from './session.ts';
import { type SessionRecord, type SignedIn, recordExpiry } from './session-record.ts';
import { NO_TABS } from './session-tabs.ts';
import type { RefreshTimer } from './session-timer.ts';

/** The session of a page. */
export interface SessionCell extends Observable<Session> {
  readonly set: (session: Session) => void;
  /** Number of sessions that ended while the page was open. */
  readonly signOuts: Observable<number>;
  /** The record of the stored session; undefined without one. */
  readonly stored: () => SessionRecord | undefined;
  /**
   * Captures the current session and returns a function that reports whether it has not been replaced since. Callers use it to drop late
   * responses.
   */
  readonly current: () => () => boolean;
  /** Sets the state for a session (SESS-09, SESS-10). Stops the refreshes if its member counts as signed out (SESS-14). */
  readonly show: (signedIn: SignedIn) => Session;
  /** Stores and shows a session, and schedules its refresh. */
  readonly apply: (signedIn: SignedIn) => Session;
  /** Applies a session with a new cookie, and sends its member to the other tabs, which then need no request. */
  readonly applyInAllTabs: (signedIn: SignedIn) => Session;
  /** Starts a session on this page. */
  readonly begin: (signedIn: SignedIn, method: SignInMethod) => Session;
  /** Ends the session on this page. */
  readonly clear: () => void;
}

export function sessionCell(
  { settings, store, now, onLogin, tabs = NO_TABS }: SessionDependencies,
  timer: RefreshTimer,
): SessionCell {
  const state = cell<Session>({ kind: 'loading', record: undefined });
  const signOuts = cell(0);
  /** Incremented with every session that begins or ends. */
  let epoch = 0;

  function show({ record, member }: SignedIn): Session {
    const kind = sessionState(memberExpiry(member), settings.allowExpiredAccountsLogin, now());
    const next: Session = kind === 'signed-in' || kind === 'expired' ? { kind, record, member } : { kind: 'signed-out' };
    state.set(next);
    if (recordIn(next) === undefined) timer.unschedule();
    return next;
  }
  function apply(signedIn: SignedIn): Session {
    epoch += 1;
    store.save(signedIn.record, recordExpiry(memberExpiry(signedIn.member), settings, now()));
    timer.schedule(refreshEveryMs(signedIn.record.cypherVersion));
    return show(signedIn);
  }
  function applyInAllTabs(signedIn: SignedIn): Session {
    const session = apply(signedIn);
    tabs.post({ kind: 'refreshed', cypherVersion: signedIn.record.cypherVersion, member: signedIn.member });
    return session;
  }
  return {
    ...state,
    signOuts,
    stored: () => {
      const stored = store.read();
      return stored.kind === 'session' ? stored.record : undefined;
    },
    current: () => {
      const start = epoch;
      return () => start === epoch;
    },
    show,
    apply,
    applyInAllTabs,
    begin: (signed, method) => {
      const session = applyInAllTabs(signed);
      if (recordIn(session) !== undefined) onLogin?.(method);
      return session;
    },
    clear: () => {
      epoch += 1;
      timer.unschedule();
      const wasShown = memberIn(state.get()) !== undefined;
      state.set({ kind: 'signed-out' });
      if (wasShown) signOuts.set(signOuts.get() + 1);
    },
  };
}
