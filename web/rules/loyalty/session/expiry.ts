// The expiry of memberships, and its effect on the session (area session).

import { isZeroDate } from '../calls/responses.ts';

/** The state of the loyalty session (SESS-08). */
export type SessionState = 'loading' | 'signed-out' | 'signed-in' | 'expired';

/** Whether a membership is expired at `now`, in ms since 1970: its date is set, is not the zero date of an unlimited one and is past (SESS-09). */
export function isExpired(memberExpiry: string | null | undefined, now: number): boolean {
  if (!memberExpiry || isZeroDate(memberExpiry)) return false;
  return Date.parse(memberExpiry) < now;
}

/** How long before its end a membership counts as ending soon, in ms: 60 days. */
const SOON_MS = 60 * 86_400_000;

/** Whether the end of a membership is far, soon or over. */
export type MembershipEnd = { readonly kind: 'far' } | { readonly kind: 'soon' | 'over'; readonly at: string };

/** Whether a membership ends within 60 days of `now`, in ms since 1970, or is over (SESS-09). */
export function membershipEnd(memberExpiry: string | null | undefined, now: number): MembershipEnd {
  if (!memberExpiry || isZeroDate(memberExpiry)) return { kind: 'far' };
  if (isExpired(memberExpiry, now)) return { kind: 'over', at: memberExpiry };
  return Date.parse(memberExpiry) - now <= SOON_MS ? { kind: 'soon', at: memberExpiry } : { kind: 'far' };
}

/** The state of a member's session; an expired member is signed out unless the site allows expired members (SESS-10). */
export function sessionState(
  memberExpiry: string | null | undefined,
  allowExpiredAccountsLogin: boolean,
  now: number,
): SessionState {
  if (!isExpired(memberExpiry, now)) return 'signed-in';
  return allowExpiredAccountsLogin ? 'expired' : 'signed-out';
}

/** Time between two refreshes of a session, in ms (SESS-15). */
export const refreshEveryMs = (cypherVersion: 1 | 3): number => (cypherVersion === 3 ? 85_800_000 : 600_000);
