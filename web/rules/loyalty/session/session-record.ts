// The record of a session: what is kept of a sign-in, where, and for how long (area session).

import { type MemberDetails, field, memberOf, text, tokensOf } from '../calls/answers.ts';
import { isExpired } from './expiry.ts';
import type { Credentials } from '../calls/transport.ts';

/**
 * What is kept of a sign-in (SESS-03). `opaque` is a page's: its tokens are sealed in a cookie that no script reads (SESS-02), so
 * that it is known to exist, and no more. `held` is kept by the caller, tokens and all. Only version 1 has the last three
 * (SESS-04).
 */
export type SessionRecord =
  | { readonly kind: 'opaque'; readonly cypherVersion: 1 | 3 }
  | {
      readonly kind: 'held';
      readonly cypherVersion: 1;
      readonly token: string;
      readonly refreshToken: string;
      readonly userSessionId?: string;
      readonly memberId?: string;
      readonly encryptedSessionId?: string;
    }
  | { readonly kind: 'held'; readonly cypherVersion: 3; readonly token: string; readonly refreshToken: string };

/** Whether there is a session token; a page's is in its cookie. */
export const hasToken = (record: SessionRecord): boolean => record.kind === 'opaque' || record.token !== '';

/** A record and whose it is. */
export interface SignedIn {
  readonly record: SessionRecord;
  readonly member: MemberDetails;
}

/** What a store finds. */
export type Kept =
  | { readonly kind: 'none' }
  | { readonly kind: 'session'; readonly record: SessionRecord }
  /** Somebody signed out here and the server could not be told. */
  | { readonly kind: 'left'; readonly cypherVersion: 1 | 3 };

/** Where the record is kept. */
export interface SessionStore {
  readonly mode: SessionRecord['kind'];
  readonly read: () => Kept;
  /** `until` in ms since 1970; without it the record lasts as long as the browser is open. */
  readonly keep: (record: SessionRecord, until: number | undefined) => void;
  /** Removes the record at once, and notes that the server is still to be told of it. */
  readonly leave: (record: SessionRecord) => void;
  /** Removes the record and every note (SESS-13). */
  readonly forget: () => void;
  /** With what calls are made for this record, or for nobody. */
  readonly credentials: (record?: SessionRecord) => Credentials;
}

/** The record that an answer makes, over the one there was: what the answer does not say stays (SESS-29). */
export function recordOf(mode: SessionRecord['kind'], cypherVersion: 1 | 3, answer: unknown, before?: SessionRecord): SessionRecord {
  if (mode === 'opaque') return { kind: 'opaque', cypherVersion };
  const held = before?.kind === 'held' ? before : undefined;
  const tokens = tokensOf(answer);
  const [token, refreshToken] = [tokens.token || (held?.token ?? ''), tokens.refreshToken || (held?.refreshToken ?? '')];
  if (cypherVersion === 3) return { kind: 'held', cypherVersion, token, refreshToken };
  const first = held?.cypherVersion === 1 ? held : undefined;
  const userSessionId = text(field(answer, 'userSessionId')) || first?.userSessionId;
  const memberId = text(field(memberOf(answer), 'memberId')) || first?.memberId;
  // It comes with a login or a login by token, and only then (SESS-05).
  const encryptedSessionId = text(field(answer, 'encryptedSessionId')) || first?.encryptedSessionId;
  return {
    kind: 'held',
    cypherVersion,
    token,
    refreshToken,
    ...(userSessionId === undefined ? {} : { userSessionId }),
    ...(memberId === undefined ? {} : { memberId }),
    ...(encryptedSessionId === undefined ? {} : { encryptedSessionId }),
  };
}

const HOUR_MS = 3_600_000;

/** How a site lets members in. */
export interface SessionSettings {
  readonly allowExpiredAccountsLogin: boolean;
  /** Hours that a record lasts (LOYC-12). */
  readonly sessionTimeout: number;
}

/** Until when a record is kept: for the site's hours, or while the browser is open for who is expired and may not be (SESS-11, SESS-12). */
export function keptUntil(expiry: string | undefined, { allowExpiredAccountsLogin, sessionTimeout }: SessionSettings, now: number): number | undefined {
  return isExpired(expiry, now) && !allowExpiredAccountsLogin ? undefined : now + sessionTimeout * HOUR_MS;
}

/** A store in the caller's hands, for who is no page of the site. */
export function heldStore(initial?: SessionRecord): SessionStore & { readonly until: () => number | undefined } {
  let record = initial;
  let lasts: number | undefined;
  const forget = (): void => {
    record = undefined;
    lasts = undefined;
  };
  return {
    mode: 'held',
    read: () => (record === undefined ? { kind: 'none' } : { kind: 'session', record }),
    keep: (next, until) => {
      record = next;
      lasts = until;
    },
    leave: forget,
    forget,
    credentials: (of) => (of?.kind === 'held' ? { kind: 'header', token: of.token, refreshToken: of.refreshToken } : { kind: 'header' }),
    until: () => lasts,
  };
}
