// Hands a signed-in member over to the ticketing site (area handover). Addresses are parsed as text, because the server's renderer has
// no URL class.

import type { TicketingForm } from '../../links.ts';
import { pairName, queryPairs, rawPairs } from '../../query.ts';
import type { CallResponse, CallContext } from '@marquee/api/call.ts';
import { getMember, validateToken } from '@marquee/api/loyalty/session.gen.ts';
import type { MemberResponse } from '@marquee/api/loyalty/types.gen.ts';
import { isSuccess, memberExpiry, memberOf } from '../calls/responses.ts';
import { isExpired } from './expiry.ts';
import { type SessionRecord, type SignedIn, hasToken } from './session-record.ts';
import type { Send, Ticket } from '../calls/transport.ts';

/** How long the overlay shows before version 1 leaves the page, in ms (HAND-09). */
export const HAND_OVER_DELAY_MS = 5000;

/** The value of a query parameter; undefined if it is missing or empty. */
export function parameterOf(search: string, name: string): string | undefined {
  const value = queryPairs(search).find(([key]) => key === name)?.[1] ?? '';
  return value === '' ? undefined : value;
}

/** The current page. */
export interface Page {
  readonly path: string;
  readonly search: string;
}

/** The address of a page without the token's parameter (HAND-07, security 5.4). */
export function withoutToken({ path, search }: Page, parameter: string): string {
  const otherPairs = rawPairs(search).filter((pair) => pairName(pair) !== parameter);
  return otherPairs.length === 0 ? path : `${path}?${otherPairs.join('&')}`;
}

/** An address to which a path can be appended: without user, query and hash. */
const BASE = /^https?:\/\/[^\s/?#@\\]+(?:|\/[^\s?#\\]*)$/i;

/** The target of a hand-over: `ticketingUrl` directly followed by the value of `return` (HAND-04), if it is on the ticketing site (HAND-05). */
export function handOverTarget(ticketingUrl: string, search: string): string | undefined {
  const returnPath = parameterOf(search, 'return') ?? '';
  return BASE.test(ticketingUrl) && isOwnPath(returnPath) ? ticketingUrl + returnPath : undefined;
}

/**
 * Whether an address from a query or form is a path of this site that all parsers decode alike: without empty and dot segments, control
 * characters, letters beyond ASCII and encoded separators. The server has the same rule (marquee-model, `site_path.rs`).
 */
export function isOwnPath(address: string): boolean {
  const [path = ''] = address.split(/[?#]/);
  const segments = path.slice(1).split('/');
  const isSafe = segments.every((segment, index) => (segment !== '' || index === segments.length - 1) && isSafeSegment(segment));
  return path.startsWith('/') && isSafe && !/[\\\p{Cc}]|[^\0-\x7f]/u.test(address);
}

/** Whether a decoded segment is not a dot segment and has no separator or control character. */
function isSafeSegment(segment: string): boolean {
  try {
    const text = decodeURIComponent(segment.replace(/%(?![\da-f]{2})/gi, '%25'));
    return text !== '.' && text !== '..' && !/[/\\?#\p{Cc}]/u.test(text);
  } catch {
    return false;
  }
}

/** An address with the token at the end of its query (HAND-09, HAND-10). */
export function withToken(address: string, parameter: string, value: string): string {
  const [before = '', ...hash] = address.split('#');
  const pair = `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`;
  return [`${before}${before.includes('?') ? '&' : '?'}${pair}`, ...hash].join('#');
}

/** What a page does for a hand-over while it shows the overlay. The overlay's button repeats it (HAND-12). */
export type HandOver =
  /** The page is shown normally. */
  | { readonly kind: 'none' }
  /** The page signs out and reloads without the token (HAND-06). */
  | { readonly kind: 'sessionOver' }
  /** Version 1: navigates after a delay, or immediately by the button (HAND-09). */
  | { readonly kind: 'navigate'; readonly href: string; readonly afterMs: number }
  /** Version 3: posts the form immediately; the button posts it again (HAND-11, HAND-12). */
  | { readonly kind: 'post'; readonly form: TicketingForm };

/** The input of a hand-over. */
export interface HandOverInput {
  readonly context: CallContext;
  readonly ticketingUrl: string;
  readonly search: string;
  readonly parameter: string;
  readonly allowExpiredAccountsLogin: boolean;
  /** The session of the signed-in member, if any. */
  readonly signedIn: SignedIn | undefined;
  /** Sends a call of the signed-in member. */
  readonly send: Send;
  /** Fetches a ticket for the session (HAND-14). */
  readonly ticket: () => Promise<Ticket>;
  readonly now: () => number;
}

/** What to do on a page with `return` in its address (HAND-01 to HAND-14). */
export async function handOver(input: HandOverInput): Promise<HandOver> {
  const { context, signedIn, parameter } = input;
  const target = handOverTarget(input.ticketingUrl, input.search);
  if (target === undefined || signedIn === undefined || !hasToken(signedIn.record)) return { kind: 'none' };
  // The session is validated first (HAND-06).
  const response = await validate(context, signedIn.record, input.send).catch(() => undefined);
  if (!isSuccess(response)) return { kind: 'sessionOver' };
  if (context.version === 1 && !mayLeave({ ...signedIn, member: memberOf(response) ?? signedIn.member }, input))
    return { kind: 'none' };
  const ticket = await ticketOf(signedIn.record, input);
  if (ticket.kind !== 'ticket') return ticket;
  return context.version === 1
    ? { kind: 'navigate', href: withToken(target, parameter, ticket.value), afterMs: HAND_OVER_DELAY_MS }
    : { kind: 'post', form: { action: target, method: 'post', fields: [[parameter, ticket.value]] } };
}

/** Validates the session: by its token in version 1; pages, which have no token, and version 3 request the member. */
const validate = (context: CallContext, record: SessionRecord, send: Send): Promise<CallResponse<Partial<MemberResponse>>> =>
  context.version === 1 && record.kind === 'held'
    ? send(validateToken(context, { token: record.token }))
    : send(getMember(context));

/** Whether the conditions of version 1 are met (HAND-08). */
const mayLeave = ({ record, member }: SignedIn, { allowExpiredAccountsLogin, now }: HandOverInput): boolean =>
  record.cypherVersion === 1 && (allowExpiredAccountsLogin || !isExpired(memberExpiry(member), now()));

/** The value that is handed over: a one-time ticket from a page, or the token of a caller that has it (HAND-14). */
const ticketOf = (record: SessionRecord, { ticket }: HandOverInput): Promise<Ticket> =>
  record.kind === 'held' ? Promise.resolve({ kind: 'ticket', value: record.token }) : ticket();
