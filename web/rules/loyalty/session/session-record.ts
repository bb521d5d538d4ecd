// The stored record of a session: its fields, its store, and how long it is stored (area session).

import type { FromService } from '@marquee/api/call.ts';
import type { MemberResponse } from '@marquee/api/loyalty/types.gen.ts';
import { type MemberDetails, type SessionFields, memberOf, tokensOf } from '../calls/responses.ts';
import { isExpired } from './expiry.ts';
import type { Credentials } from '../calls/transport.ts';

/**
 * The record of a session (SESS-03). `opaque`: the tokens are in an encrypted cookie that scripts cannot read (pages of the site,
 * SESS-02). `held`: the caller stores the tokens itself. Only version 1 has the last three fields (SESS-04).
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

/** Whether there is a session token; in cookie mode the token is in the page's cookie. */
export const hasToken = (record: SessionRecord): boolean => record.kind === 'opaque' || record.token !== '';

/** A record and its member. */
export interface SignedIn {
  readonly record: SessionRecord;
  readonly member: MemberDetails;
}

/** The content of a store. */
export type StoredSession =
  | { readonly kind: 'none' }
  | { readonly kind: 'session'; readonly record: SessionRecord }
  /** A sign-out that the server has not received yet. */
  | { readonly kind: 'logout-pending'; readonly cypherVersion: 1 | 3 };

/** Stores the record. */
export interface SessionStore {
  readonly mode: SessionRecord['kind'];
  readonly read: () => StoredSession;
  /** `until` is in ms since 1970; undefined for the duration of the browser session. */
  readonly save: (record: SessionRecord, until: number | undefined) => void;
  /** Replaces the record by a pending logout, which is still to be sent to the server. */
  readonly markLogoutPending: (record: SessionRecord) => void;
  /** Removes the record or the pending logout (SESS-13). */
  readonly clear: () => void;
  /** The credentials of calls for this record, or of a guest. */
  readonly credentials: (record?: SessionRecord) => Credentials;
}

/** The response of a call that starts or continues a session. */
export type SessionResponse = SessionFields & FromService<MemberResponse>;

/** The record of a response; fields that the response lacks are taken from the previous record (SESS-29). */
export function recordOf(
  mode: SessionRecord['kind'],
  cypherVersion: 1 | 3,
  response: SessionResponse,
  previousRecord?: SessionRecord,
): SessionRecord {
  if (mode === 'opaque') return { kind: 'opaque', cypherVersion };
  const previousTokens = previousRecord?.kind === 'held' ? previousRecord : undefined;
  const tokens = tokensOf(response);
  const [token, refreshToken] = [
    tokens.token || (previousTokens?.token ?? ''),
    tokens.refreshToken || (previousTokens?.refreshToken ?? ''),
  ];
  if (cypherVersion === 3) return { kind: 'held', cypherVersion, token, refreshToken };
  const previousV1 = previousTokens?.cypherVersion === 1 ? previousTokens : undefined;
  const userSessionId = response.userSessionId || previousV1?.userSessionId;
  const memberId = memberOf(response)?.memberId || previousV1?.memberId;
  // Only a login or a login by token returns it (SESS-05).
  const encryptedSessionId = response.encryptedSessionId || previousV1?.encryptedSessionId;
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

/** The settings of sessions. */
export interface SessionSettings {
  readonly allowExpiredAccountsLogin: boolean;
  /** Duration of a record in hours (LOYC-12). */
  readonly sessionTimeout: number;
}

/** When a record expires, in ms since 1970: after the site's hours; undefined for an expired member who is not allowed (SESS-11, SESS-12). */
export function recordExpiry(
  expiry: string | undefined,
  { allowExpiredAccountsLogin, sessionTimeout }: SessionSettings,
  now: number,
): number | undefined {
  return isExpired(expiry, now) && !allowExpiredAccountsLogin ? undefined : now + sessionTimeout * HOUR_MS;
}
