// Whether a membership has run out, and what that makes of a session (area session).

/** A member's expiry that means never (SESS-06). */
const NEVER = '0001-01-01T00:00:00Z';

/** The state of the loyalty session (SESS-08). */
export type SessionState = 'loading' | 'signed-out' | 'signed-in' | 'expired';

/** Whether a membership has run out at an instant, in ms since 1970: its date is set, is not the zero date and is past (SESS-09). */
export function isExpired(memberExpiry: string | null | undefined, now: number): boolean {
  if (!memberExpiry || memberExpiry === NEVER) return false;
  const at = Date.parse(memberExpiry);
  // The zero date may be written otherwise, with fractions or an offset.
  return at < now && at > Date.parse(NEVER);
}

/** The state of a member's session; an expired one counts only where the site lets expired members in (SESS-10). */
export function sessionState(memberExpiry: string | null | undefined, allowExpiredAccountsLogin: boolean, now: number): SessionState {
  if (!isExpired(memberExpiry, now)) return 'signed-in';
  return allowExpiredAccountsLogin ? 'expired' : 'signed-out';
}

/** Time between two refreshes of a session, in ms (SESS-15). */
export const refreshEveryMs = (cypherVersion: 1 | 3): number => (cypherVersion === 3 ? 85_800_000 : 600_000);
