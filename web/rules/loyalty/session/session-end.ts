// The end of a session: on this page, in the other tabs and on the server.

import { logout as logoutCall } from '@marquee/api/loyalty/session.gen.ts';
import type { SessionDependencies } from './session.ts';
import type { SessionCell } from './session-cell.ts';
import type { SessionRecord } from './session-record.ts';
import { inVersionOf } from './session-steps.ts';
import { NO_TABS } from './session-tabs.ts';

/** How a session ends. */
export interface SessionEnd {
  /** Ends the session on this device and, if requested, on the server. If the server is not reached, the logout is sent at the next start. */
  readonly end: (record: SessionRecord | undefined, logoutOnServer: boolean) => Promise<void>;
  /** Ends an invalid session without a message (SESS-20, SESS-22). The gateway may have cleared its cookie already. */
  readonly discard: (record: SessionRecord) => Promise<void>;
  /** Sends the logout of a session to the server. */
  readonly sendLogout: (record: SessionRecord) => Promise<void>;
}

export function sessionEnd(dependencies: SessionDependencies, session: SessionCell): SessionEnd {
  const { context, store, sendCall, withLock = (run) => run(), tabs = NO_TABS } = dependencies;

  async function sendLogout(record: SessionRecord): Promise<void> {
    // A page does not have the refresh token; the gateway adds it.
    const refreshToken = record.kind === 'held' ? record.refreshToken : '';
    try {
      await sendCall(
        logoutCall(inVersionOf(context, record), { cancelAssociatedOrder: true, userSessionId: refreshToken }),
        store.credentials(record),
      );
      store.clear();
    } catch {
      // The pending logout stays stored.
    }
  }
  async function end(record: SessionRecord | undefined, logoutOnServer: boolean): Promise<void> {
    if (record === undefined || !logoutOnServer) store.clear();
    else store.markLogoutPending(record);
    session.clear();
    if (record === undefined) return;
    tabs.post({ kind: 'signed-out' });
    // After a refresh of another tab, which would set the cookie again.
    if (logoutOnServer) await withLock(() => sendLogout(record));
  }
  return { end, sendLogout, discard: (record) => end(record, store.mode === 'opaque' && session.stored() !== undefined) };
}
