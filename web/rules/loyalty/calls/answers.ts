// Parses answers of loyalty calls (area entities). Answers are untrusted and may have unknown fields.

import type { ErrorAnswer } from './error-text.ts';

/** The details of a member as sent by the service, including unknown fields (SESS-07). */
export type MemberDetails = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of a value; undefined if the value is not an object. */
export const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** A string or number as text; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

/** An array; empty for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A valid instant as text; undefined for the zero date and anything else. */
export function instantOf(value: unknown): string | undefined {
  const at = text(value);
  return at.startsWith('0001-') || Number.isNaN(Date.parse(at)) ? undefined : at;
}

/** Whether a call succeeded (ENT-01). */
export const isSuccess = (answer: unknown): boolean => field(answer, 'peachCode') === 0;

/** Whether a refresh or a login by token succeeded (ENT-01). */
export function isAccepted(answer: unknown): boolean {
  const status = field(answer, 'statusCode');
  return status === 0 || status === 200;
}

/** Whether the service is unavailable: it sent a problem report with a status of 5xx, not the answer of a call (TRANS-08). */
export function isOutage(answer: unknown): boolean {
  const status = field(answer, 'status');
  return typeof status === 'number' && status >= 500 && field(answer, 'statusCode') === undefined;
}

/** Whether the session is over (ERR-23). */
export const isSessionOver = (answer: unknown): boolean => field(answer, 'peachCode') === 7;

/** The member in an answer (ENT-02). */
export function memberOf(answer: unknown): MemberDetails | undefined {
  const details = field(answer, 'memberDetails');
  return isRecord(details) ? details : undefined;
}

/** When the membership expires; see session/expiry.ts. */
export function memberExpiry(member: MemberDetails): string | undefined {
  const { memberExpiry: expiry } = member;
  return typeof expiry === 'string' ? expiry : undefined;
}

/** The tokens in an answer; empty if missing, as always in cookie mode (ENT-02). */
export function tokensOf(answer: unknown): { readonly token: string; readonly refreshToken: string } {
  const tokens = field(answer, 'sessionManagementTokens');
  return { token: text(field(tokens, 'boxofficeSessionToken')), refreshToken: text(field(tokens, 'boxofficeRefreshSessionToken')) };
}

/** The fields of an answer that the text of an error needs (ENT-02). */
export function answerOf(answer: unknown): ErrorAnswer {
  const [peachCode, clientErrorMessage] = [field(answer, 'peachCode'), field(answer, 'clientErrorMessage')];
  return {
    ...(typeof peachCode === 'number' ? { peachCode } : {}),
    ...(typeof clientErrorMessage === 'string' ? { clientErrorMessage } : {}),
  };
}

/** The result of a member search (ENT-03). */
export interface MemberSearchResult {
  readonly hasUserName?: boolean;
  readonly clubId?: string | number;
}

/** Parses the answer of a member search. */
export const memberSearchResult = (answer: unknown): MemberSearchResult => ({ hasUserName: field(answer, 'hasUserName') === true, clubId: text(field(answer, 'clubId')) });

/** Why a call failed: the service refused it, or could not be reached. */
export type Failure = { readonly kind: 'refused'; readonly answer: unknown } | { readonly kind: 'unreachable' };
