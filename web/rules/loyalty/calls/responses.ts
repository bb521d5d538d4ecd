// Results and members in responses of loyalty calls (area entities). Responses are read with their calls: a field may be missing or null.

import type { FromService, Result } from '@marquee/api/call.ts';
import type { MemberResponse, MemberDetails as Details, SessionTokens } from '@marquee/api/loyalty/types.gen.ts';
import { field } from '@marquee/api/json.ts';
import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { CallError } from './error-text.ts';

/** The details of a member as sent by the service, including unknown fields (SESS-07). */
export type MemberDetails = FromService<Details>;

/** Whether a date is the zero date (in any format), which services send for "none" or "never" (SESS-06). */
export const isZeroDate = (at: string): boolean => at.startsWith('0001-');

/** A valid instant; undefined for the zero date and anything else. */
export function instantOf(at: string | null | undefined): string | undefined {
  return at === null || at === undefined || isZeroDate(at) || Number.isNaN(Date.parse(at)) ? undefined : at;
}

/** Whether a call succeeded (ENT-01). */
export const isSuccess = (response: Result | undefined): boolean => response?.peachCode === PEACH_CODES.success;

/** Whether a refresh or a login by token succeeded (ENT-01). */
export const isAccepted = ({ statusCode }: Result): boolean => statusCode === 0 || statusCode === 200;

/** Whether the service is unavailable: it sent a problem report with a status of 5xx, not the response of a call (TRANS-08). */
export const isOutage = ({ status, statusCode }: Result): boolean =>
  typeof status === 'number' && status >= 500 && statusCode === undefined;

/** Whether the session is over (ERR-23). A response that is text has no code. */
export const isSessionOver = (response: unknown): boolean => field(response, 'peachCode') === PEACH_CODES.invalidSession;

/** The member in a response (ENT-02). */
export const memberOf = (response: FromService<MemberResponse> | undefined): MemberDetails | undefined =>
  response?.memberDetails ?? undefined;

/** When the membership expires; see session/expiry.ts. */
export const memberExpiry = ({ memberExpiry: expiry }: MemberDetails): string | undefined => expiry ?? undefined;

/** The fields of a response about the session. */
export type SessionFields = FromService<{
  readonly sessionManagementTokens: SessionTokens;
  readonly userSessionId: string;
  readonly encryptedSessionId: string;
}>;

/** The tokens in a response; empty if missing, as always in cookie mode (ENT-02). */
export function tokensOf({ sessionManagementTokens: tokens }: SessionFields): {
  readonly token: string;
  readonly refreshToken: string;
} {
  return { token: tokens?.boxofficeSessionToken ?? '', refreshToken: tokens?.boxofficeRefreshSessionToken ?? '' };
}

/** The fields of a response that the text of an error needs (ENT-02). */
export const errorOf = ({ peachCode, clientErrorMessage }: Result): CallError => ({
  ...(typeof peachCode === 'number' ? { peachCode } : {}),
  ...(typeof clientErrorMessage === 'string' ? { clientErrorMessage } : {}),
});

/** Why a call failed: the service refused it, or could not be reached. */
export type Failure = { readonly kind: 'refused'; readonly response: Result } | { readonly kind: 'unreachable' };
