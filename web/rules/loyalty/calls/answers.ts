// What an answer of a loyalty call says (area entities). Answers are foreign: nothing in them is believed before it is read
// here, and fields that are not known are left alone.

import type { Answer } from './error-text.ts';

/** A member as the service describes them; it may send more than is known here (SESS-07). */
export type MemberDetails = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of an answer; nothing when the answer has no fields. */
export const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** Text and numbers as text, anything else as none. */
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

/** A list as it is, anything else as an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An instant; the zero date means none. */
export function instantOf(value: unknown): string | undefined {
  const at = text(value);
  return at.startsWith('0001-') || Number.isNaN(Date.parse(at)) ? undefined : at;
}

/** Whether a call went well (ENT-01). */
export const isSuccess = (answer: unknown): boolean => field(answer, 'peachCode') === 0;

/** Whether a refresh or a login by token went well (ENT-01). */
export function isAccepted(answer: unknown): boolean {
  const status = field(answer, 'statusCode');
  return status === 0 || status === 200;
}

/** Whether the service says that it cannot answer for now: a problem report of its own, not the answer of a call (TRANS-08). */
export function isOutage(answer: unknown): boolean {
  const status = field(answer, 'status');
  return typeof status === 'number' && status >= 500 && field(answer, 'statusCode') === undefined;
}

/** Whether the service says that there is no such session (ERR-23). */
export const isSessionOver = (answer: unknown): boolean => field(answer, 'peachCode') === 7;

/** The member an answer describes (ENT-02). */
export function memberOf(answer: unknown): MemberDetails | undefined {
  const details = field(answer, 'memberDetails');
  return isRecord(details) ? details : undefined;
}

/** Until when a member is one; see session/expiry.ts. */
export function memberExpiry(member: MemberDetails): string | undefined {
  const { memberExpiry: until } = member;
  return typeof until === 'string' ? until : undefined;
}

/** The tokens of an answer, each empty when it did not come (ENT-02). In cookie mode none ever comes. */
export function tokensOf(answer: unknown): { readonly token: string; readonly refreshToken: string } {
  const tokens = field(answer, 'sessionManagementTokens');
  return { token: text(field(tokens, 'boxofficeSessionToken')), refreshToken: text(field(tokens, 'boxofficeRefreshSessionToken')) };
}

/** What the display of an error needs of an answer (ENT-02). */
export function answerOf(answer: unknown): Answer {
  const [peachCode, clientErrorMessage] = [field(answer, 'peachCode'), field(answer, 'clientErrorMessage')];
  return {
    ...(typeof peachCode === 'number' ? { peachCode } : {}),
    ...(typeof clientErrorMessage === 'string' ? { clientErrorMessage } : {}),
  };
}

/** What a member search found (ENT-03). */
export interface Found {
  readonly hasUserName?: boolean;
  readonly clubId?: string | number;
}

/** What an answer says of a member search. */
export const foundOf = (answer: unknown): Found => ({ hasUserName: field(answer, 'hasUserName') === true, clubId: text(field(answer, 'clubId')) });

/** Why a call brought nothing: the service refused it, or could not be asked. */
export type Failure = { readonly kind: 'refused'; readonly answer: unknown } | { readonly kind: 'unreachable' };
