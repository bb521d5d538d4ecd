// The calls of a refresh and of a sign-in by token, and the sessions in their responses (area session). The caller decides what happens
// to a session if a step fails or throws.

import type { Call, CallResponse, CallContext, FromService, Result } from '@marquee/api/call.ts';
import { getMember, loginByToken, refreshLogin } from '@marquee/api/loyalty/session.gen.ts';
import type { MemberResponse } from '@marquee/api/loyalty/types.gen.ts';
import { isAccepted, isOutage, isSuccess, memberOf, tokensOf } from '../calls/responses.ts';
import { type SessionResponse, type SessionRecord, type SessionStore, type SignedIn, recordOf } from './session-record.ts';
import type { Credentials } from '../calls/transport.ts';

/** Delay before a refresh is sent again because its response was lost, in ms. */
const LOST_RETRY_MS = 1000;
/** Maximum time between the attempts, in ms. The gateway repeats its response within 10 s; later it assumes a stolen token (security 1.7). */
const LOST_WITHIN_MS = 5000;

/** Sends a call with credentials. */
export type SendCall = <Value>(call: Call<Value>, credentials: Credentials, captcha?: string) => Promise<Value>;

/** The call context with the version of a session. */
export const inVersionOf = (context: CallContext, { cypherVersion }: SessionRecord): CallContext => ({
  ...context,
  version: cypherVersion,
});

/**
 * Whether a record has the tokens of a refresh (SESS-18, SESS-21). That of a page is assumed to: the gateway refuses a refresh without
 * them.
 */
export function canRefresh(record: SessionRecord): boolean {
  if (record.kind === 'opaque') return true;
  if (record.cypherVersion === 3) return record.refreshToken !== '';
  return record.token !== '' && record.refreshToken !== '' && (record.memberId ?? '') !== '';
}

/** Refreshes a session; undefined if it is over. Throws if the service is unavailable. */
export async function refresh(
  sendCall: SendCall,
  context: CallContext,
  record: SessionRecord,
  store: SessionStore,
): Promise<SignedIn | undefined> {
  const response = throwOnOutage(await sendCall(refreshLogin(inVersionOf(context, record)), store.credentials(record)));
  if (!isAccepted(response)) return undefined;
  const next = recordOf(store.mode, record.cypherVersion, refreshedFields(response), record);
  if (record.cypherVersion === 1) return signedIn(next, response);
  // Version 3 must return both tokens, and the member is requested with them (SESS-21, SESS-22). Those of a page are in its cookie.
  const { token, refreshToken } = tokensOf(response);
  if (store.mode === 'held' && (token === '' || refreshToken === '')) return undefined;
  const details = throwOnOutage(await fetchMember(sendCall, context, next, store));
  return isSuccess(details) ? signedIn(next, details) : undefined;
}

/** The clock of a retry, and whether its result is still needed. */
interface Retry {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => unknown;
  readonly isCurrent: () => boolean;
}

/** Sends a refresh again if its response was lost, for example because the page was left. */
export async function retryOnce<T>(send: () => Promise<T>, { now, after, isCurrent }: Retry): Promise<T> {
  const sentAt = now();
  try {
    return await send();
  } catch (failure) {
    await new Promise<void>((resolve) => void after(LOST_RETRY_MS, resolve));
    // In a hidden page timers may be a minute late.
    if (!isCurrent() || now() - sentAt > LOST_WITHIN_MS) throw failure;
    return await send();
  }
}

function throwOnOutage<Value extends Result>(response: Value): Value {
  if (isOutage(response)) throw new Error('The service is unavailable');
  return response;
}

/** The fields of a refresh that change the record: the encryptedSessionId does not change (SESS-19). */
const refreshedFields = (response: SessionResponse): SessionResponse => ({ ...response, encryptedSessionId: null });

/** Requests the member of a session. */
export const fetchMember = (
  sendCall: SendCall,
  context: CallContext,
  record: SessionRecord,
  store: SessionStore,
): Promise<CallResponse<MemberResponse>> => sendCall(getMember(inVersionOf(context, record)), store.credentials(record));

/** A record with the member in a response; undefined without a member. */
function signedIn(record: SessionRecord, response: FromService<MemberResponse>): SignedIn | undefined {
  const member = memberOf(response);
  return member && { record, member };
}

/**
 * Signs in by a token, in the version of the site (SESS-28): version 1 sends whether it is from the ticketing site, version 3 requests
 * its member (SESS-30). Undefined if the token is rejected.
 */
export async function signInByToken(
  sendCall: SendCall,
  context: CallContext,
  token: string,
  fromTicketing: boolean,
  store: SessionStore,
): Promise<SignedIn | undefined> {
  const stored = store.read();
  const previousRecord = stored.kind === 'session' ? stored.record : undefined;
  const credentials = store.credentials(previousRecord);
  const response = await (context.version === 3
    ? sendCall(getMember(context), { ...credentials, token })
    : sendCall(loginByToken(context, { token, fromTicketing: `${fromTicketing}` }), credentials));
  const isValid = context.version === 3 ? isSuccess(response) : isAccepted(response);
  return isValid ? signedIn(recordOf(store.mode, context.version, response, previousRecord), response) : undefined;
}

/** The session in a response that created a member; undefined if the member must be activated first. */
export function createdSession(
  response: SessionResponse & Result,
  context: CallContext,
  store: SessionStore,
): SignedIn | undefined {
  if (!isSuccess(response)) return undefined;
  const isSignedIn = store.mode === 'held' ? response.sessionManagementTokens !== undefined : store.read().kind === 'session';
  return isSignedIn ? signedIn(recordOf(store.mode, context.version, response), response) : undefined;
}
