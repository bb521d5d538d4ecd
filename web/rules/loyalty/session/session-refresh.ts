// The refreshes of a session: by its timer, before a call, and of its member.

import { isSessionOver, isSuccess, memberOf } from '../calls/responses.ts';
import { refreshEveryMs } from './expiry.ts';
import { type SessionDependencies, recordIn } from './session.ts';
import type { SessionCell } from './session-cell.ts';
import type { SessionEnd } from './session-end.ts';
import type { SessionRecord } from './session-record.ts';
import { canRefresh, fetchMember, refresh, retryOnce } from './session-steps.ts';
import { NO_TABS } from './session-tabs.ts';
import type { RefreshTimer } from './session-timer.ts';

/** Delay before a refresh without a connection is tried again, in ms. */
const OFFLINE_RETRY_MS = 30_000;

/** How a session is refreshed. */
export interface SessionRefresh {
  /** Refreshes the stored session, or waits for the refresh in progress. */
  readonly refreshNow: () => Promise<void>;
  readonly refreshUser: () => Promise<void>;
  readonly onTimer: () => void;
  /** The refresh in progress. */
  readonly pending: () => Promise<void> | undefined;
}

export function sessionRefresh(
  dependencies: SessionDependencies,
  session: SessionCell,
  { end, discard }: SessionEnd,
  timer: RefreshTimer,
): SessionRefresh {
  const {
    context,
    store,
    sendCall,
    now,
    after,
    tokenInUrl,
    isOffline = () => false,
    withLock = (run) => run(),
    tabs = NO_TABS,
  } = dependencies;
  let refreshing: Promise<void> | undefined;

  async function refreshOnce(record: SessionRecord): Promise<void> {
    const isCurrent = session.current();
    await withLock(async () => {
      // Another tab may have refreshed in the meantime.
      await tabs.waitForDelivery();
      const refreshed = isCurrent()
        ? await retryOnce(() => refresh(sendCall, context, record, store), { now, after, isCurrent }).catch(() => undefined)
        : undefined;
      // Before the lock is released, so that the next tab gets the message in time.
      if (isCurrent() && refreshed !== undefined) session.applyInAllTabs(refreshed);
    }).catch(() => undefined);
    if (!isCurrent()) return;
    // Without a connection the refresh is sent again later.
    if (isOffline()) timer.schedule(OFFLINE_RETRY_MS);
    else await discard(record);
  }
  function refreshNow(): Promise<void> {
    const record = session.stored();
    if (record === undefined) return end(undefined, false);
    if (!canRefresh(record)) {
      if (session.get().kind === 'loading') session.set({ kind: 'signed-out' });
      return Promise.resolve();
    }
    refreshing ??= refreshOnce(record).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }
  return {
    refreshNow,
    refreshUser: () => {
      const record = recordIn(session.get());
      if (record === undefined) return Promise.resolve();
      return record.cypherVersion === 1 ? refreshNow() : mergeMember(dependencies, session, discard, record);
    },
    onTimer: () => {
      const record = recordIn(session.get());
      if (isOffline()) timer.schedule(OFFLINE_RETRY_MS);
      // Not while the page's address has a token (SESS-16).
      else if (record !== undefined && (tokenInUrl() !== undefined || !canRefresh(record)))
        timer.schedule(refreshEveryMs(record.cypherVersion));
      else void refreshNow();
    },
    pending: () => refreshing,
  };
}

/** Requests the member, and merges the new details into the old ones (SESS-33). */
async function mergeMember(
  { sendCall, context, store, tabs = NO_TABS }: SessionDependencies,
  session: SessionCell,
  discard: SessionEnd['discard'],
  record: SessionRecord,
): Promise<void> {
  const isCurrent = session.current();
  const response = await fetchMember(sendCall, context, record, store).catch(() => undefined);
  const current = session.get();
  if (!isCurrent() || (current.kind !== 'signed-in' && current.kind !== 'expired')) return;
  if (isSessionOver(response)) await discard(record);
  else if (isSuccess(response)) {
    const member = { ...current.member, ...memberOf(response) };
    session.show({ record, member });
    tabs.post({ kind: 'member', member });
  }
}
