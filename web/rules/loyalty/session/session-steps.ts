// What refreshing a session and signing in by a token ask for, and what they make of the answers (area session). Who calls them
// knows what becomes of a session when a step fails or throws.

import { field, isAccepted, isOutage, isSuccess, memberOf, tokensOf } from '../calls/answers.ts';
import { type Call, type Where, getMember, loginByToken, refreshLogin } from '../calls/calls.ts';
import { type SessionRecord, type SessionStore, type SignedIn, recordOf } from './session-record.ts';
import type { Credentials } from '../calls/transport.ts';

/** How soon a refresh is sent again after its response was lost, in ms. */
const LOST_RETRY_MS = 1000;
/** Most time between the attempts, in ms. The gateway repeats its response within 10 s; later it would detect a stolen token (security 1.7). */
const LOST_WITHIN_MS = 5000;

/** Sends a call with these credentials. */
export type Ask = (call: Call, credentials: Credentials, captcha?: string) => Promise<unknown>;

/** The call's place, in the version that a session is of. */
export const inVersionOf = (where: Where, { cypherVersion }: SessionRecord): Where => ({ ...where, version: cypherVersion });

/**
 * Whether a record has what its refresh needs (SESS-18, SESS-21). What is sealed is whole: the gateway refuses a refresh that
 * lacks something.
 */
export function canRefresh(record: SessionRecord): boolean {
  if (record.kind === 'opaque') return true;
  if (record.cypherVersion === 3) return record.refreshToken !== '';
  return record.token !== '' && record.refreshToken !== '' && (record.memberId ?? '') !== '';
}

/** Refreshes a session; nothing when it is over. Throws when there is no answer now. */
export async function refresh(ask: Ask, where: Where, record: SessionRecord, store: SessionStore): Promise<SignedIn | undefined> {
  const place = inVersionOf(where, record);
  const answer = answered(await ask(refreshLogin(place), store.credentials(record)));
  if (!isAccepted(answer)) return undefined;
  const next = recordOf(store.mode, record.cypherVersion, refreshedFields(answer), record);
  if (record.cypherVersion === 1) return signedIn(next, answer);
  // In version 3 both tokens must have come, and they ask for the member (SESS-21, SESS-22); a page's are in its cookie already.
  const { token, refreshToken } = tokensOf(answer);
  if (store.mode === 'held' && (token === '' || refreshToken === '')) return undefined;
  const details = answered(await fetchMember(ask, where, next, store));
  return isSuccess(details) ? signedIn(next, details) : undefined;
}

/** The clock of a retry, and whether its result is still wanted. */
interface Retry {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => unknown;
  readonly isCurrent: () => boolean;
}

/** Sends a refresh again if its response was lost, as happens when a page is being left. */
export async function twice<T>(send: () => Promise<T>, { now, after, isCurrent }: Retry): Promise<T> {
  const sentAt = now();
  try {
    return await send();
  } catch (failure) {
    await new Promise<void>((done) => void after(LOST_RETRY_MS, done));
    // In a hidden page timers may be a minute late.
    if (!isCurrent() || now() - sentAt > LOST_WITHIN_MS) throw failure;
    return await send();
  }
}

function answered(answer: unknown): unknown {
  if (isOutage(answer)) throw new Error('There is no answer now');
  return answer;
}

/** The fields of a refresh that a record takes: the encryptedSessionId stays what it was (SESS-19). */
const refreshedFields = (answer: unknown): object => ({
  memberDetails: memberOf(answer),
  sessionManagementTokens: field(answer, 'sessionManagementTokens'),
  userSessionId: field(answer, 'userSessionId'),
});

/** Asks for the member of a session. */
export const fetchMember = (ask: Ask, where: Where, record: SessionRecord, store: SessionStore): Promise<unknown> =>
  ask(getMember(inVersionOf(where, record)), store.credentials(record));

/** A record and the member of an answer, if it has one. */
export function signedIn(record: SessionRecord, answer: unknown): SignedIn | undefined {
  const member = memberOf(answer);
  return member && { record, member };
}

/**
 * Signs in by a token, in the version of the site (SESS-28): version 1 tells where the token comes from, version 3 asks for its
 * member (SESS-30). Nothing when the token is not taken.
 */
export async function byToken(ask: Ask, where: Where, token: string, fromTicketing: boolean, store: SessionStore): Promise<SignedIn | undefined> {
  const kept = store.read();
  const before = kept.kind === 'session' ? kept.record : undefined;
  const credentials = store.credentials(before);
  const answer = await (where.version === 3 ? ask(getMember(where), { ...credentials, token }) : ask(loginByToken(where, token, fromTicketing), credentials));
  const isTaken = where.version === 3 ? isSuccess(answer) : isAccepted(answer);
  return isTaken ? signedIn(recordOf(store.mode, where.version, answer, before), answer) : undefined;
}

/** Whether an answer that creates a member signed them in; an activation may be due first. */
export function createdSession(answer: unknown, where: Where, store: SessionStore): SignedIn | undefined {
  if (!isSuccess(answer)) return undefined;
  const isIn = store.mode === 'held' ? field(answer, 'sessionManagementTokens') !== undefined : store.read().kind === 'session';
  return isIn ? signedIn(recordOf(store.mode, where.version, answer), answer) : undefined;
}
