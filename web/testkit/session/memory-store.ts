import type { SessionRecord, SessionStore } from '@marquee/rules/loyalty/session/session-record.ts';

/** A session store in memory, without cookies. */
export function memoryStore(initial?: SessionRecord): SessionStore & { readonly until: () => number | undefined } {
  let record = initial;
  let expiresAt: number | undefined;
  const clear = (): void => {
    record = undefined;
    expiresAt = undefined;
  };
  return {
    mode: 'held',
    read: () => (record === undefined ? { kind: 'none' } : { kind: 'session', record }),
    save: (next, until) => {
      record = next;
      expiresAt = until;
    },
    markLogoutPending: clear,
    clear,
    credentials: (session) =>
      session?.kind === 'held' ? { kind: 'header', token: session.token, refreshToken: session.refreshToken } : { kind: 'header' },
    until: () => expiresAt,
  };
}
