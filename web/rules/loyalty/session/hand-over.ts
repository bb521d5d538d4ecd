// Handing a signed-in member over to the ticketing site (area handover).
// Addresses are taken apart as text, as everywhere in these rules.

import type { TicketingForm } from '../../links.ts';
import { pairName, queryPairs, rawPairs } from '../../query.ts';
import { isSuccess, memberExpiry, memberOf } from '../calls/answers.ts';
import { type Call, type Where, getMember, validateToken } from '../calls/calls.ts';
import { isExpired } from './expiry.ts';
import { type SessionRecord, type SignedIn, hasToken } from './session-record.ts';
import type { Ticket } from '../calls/transport.ts';

/** How long the overlay shows before version 1 leaves the page, in ms (HAND-09). */
export const HAND_OVER_DELAY_MS = 5000;

/** The value of a parameter of a query; an empty one counts as none. */
export function parameterOf(search: string, name: string): string | undefined {
  const value = queryPairs(search).find(([known]) => known === name)?.[1] ?? '';
  return value === '' ? undefined : value;
}

/** The page that is open. */
export interface Page {
  readonly path: string;
  readonly search: string;
}

/** The address of a page without the token in its query; everything else stays (HAND-07, security 5.4). */
export function withoutToken({ path, search }: Page, parameter: string): string {
  const others = rawPairs(search).filter((pair) => pairName(pair) !== parameter);
  return others.length === 0 ? path : `${path}?${others.join('&')}`;
}

/** An address to which a path can be appended: without user, query and hash. */
const BASE = /^https?:\/\/[^\s/?#@\\]+(?:|\/[^\s?#\\]*)$/i;

/** Where a hand-over leads: `ticketingUrl` directly followed by the value of `return` (HAND-04), if it stays there (HAND-05). */
export function handOverTarget(ticketingUrl: string, search: string): string | undefined {
  const back = parameterOf(search, 'return') ?? '';
  return BASE.test(ticketingUrl) && isOwnPath(back) ? ticketingUrl + back : undefined;
}

/** Whether an address from a query or form is a path of this site that all readers decode alike: without empty and dot segments, control
 * characters and encoded separators. The server has the same rule (marquee-model, `site_path.rs`). */
export function isOwnPath(address: string): boolean {
  const [path = ''] = address.split(/[?#]/);
  const segments = path.slice(1).split('/');
  const isWhole = segments.every((segment, at) => (segment !== '' || at === segments.length - 1) && isClear(segment));
  return path.startsWith('/') && isWhole && !/[\\\p{Cc}]/u.test(address);
}

/** Whether a decoded segment is not a dot segment and has no separator or control character. */
function isClear(segment: string): boolean {
  try {
    const text = decodeURIComponent(segment.replace(/%(?![\da-f]{2})/gi, '%25'));
    return text !== '.' && text !== '..' && !/[/\\?#\p{Cc}]/u.test(text);
  } catch {
    return false;
  }
}

/** An address with the token behind what its query already has, and before any hash (HAND-09, HAND-10). */
export function withToken(address: string, parameter: string, value: string): string {
  const [before = '', ...hash] = address.split('#');
  const pair = `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`;
  return [`${before}${before.includes('?') ? '&' : '?'}${pair}`, ...hash].join('#');
}

/** What a page does for a hand-over, the overlay over it. Its button does the same again (HAND-12). */
export type HandOver =
  /** The page shows as always. */
  | { readonly kind: 'none' }
  /** Signs out and opens the page again without a token (HAND-06). */
  | { readonly kind: 'invalid' }
  /** Version 1: goes there after a while; the button leads there at once (HAND-09). */
  | { readonly kind: 'navigate'; readonly href: string; readonly afterMs: number }
  /** Version 3: posts the form at once; the button posts it again (HAND-11, HAND-12). */
  | { readonly kind: 'post'; readonly form: TicketingForm };

/** What a hand-over is decided by. */
export interface HandOverParts {
  readonly where: Where;
  readonly ticketingUrl: string;
  readonly search: string;
  readonly parameter: string;
  readonly allowExpiredAccountsLogin: boolean;
  /** Who is signed in, if anybody is. */
  readonly signedIn: SignedIn | undefined;
  /** Sends a call for who is signed in. */
  readonly send: (call: Call) => Promise<unknown>;
  /** Fetches a ticket for who is signed in (HAND-14). */
  readonly ticket: () => Promise<Ticket>;
  readonly now: () => number;
}

/** What becomes of a page with `return` in its address (HAND-01 to HAND-14). */
export async function handOver(parts: HandOverParts): Promise<HandOver> {
  const { where, signedIn, parameter } = parts;
  const target = handOverTarget(parts.ticketingUrl, parts.search);
  if (target === undefined || signedIn === undefined || !hasToken(signedIn.record)) return { kind: 'none' };
  // First of all the session must hold (HAND-06).
  const answer = await parts.send(validation(where, signedIn.record)).catch(() => undefined);
  if (!isSuccess(answer)) return { kind: 'invalid' };
  if (where.version === 1 && !mayLeave({ ...signedIn, member: memberOf(answer) ?? signedIn.member }, parts)) return { kind: 'none' };
  const ticket = await ticketOf(signedIn.record, parts);
  if (ticket.kind !== 'ticket') return ticket;
  return where.version === 1
    ? { kind: 'navigate', href: withToken(target, parameter, ticket.value), afterMs: HAND_OVER_DELAY_MS }
    : { kind: 'post', form: { action: target, method: 'post', fields: [[parameter, ticket.value]] } };
}

/** The call that validates: version 1 by its token; a page, which has none, asks for the member of the session, as version 3 does. */
const validation = (where: Where, record: SessionRecord): Call =>
  where.version === 1 && record.kind === 'held' ? validateToken(where, record.token) : getMember(where);

/** The conditions of version 1 (HAND-08). */
const mayLeave = ({ record, member }: SignedIn, { allowExpiredAccountsLogin, now }: HandOverParts): boolean =>
  record.cypherVersion === 1 && (allowExpiredAccountsLogin || !isExpired(memberExpiry(member), now()));

/** What is handed over: a page's session by a ticket, never itself; who holds a token hands that one over (HAND-14). */
const ticketOf = (record: SessionRecord, { ticket }: HandOverParts): Promise<Ticket> =>
  record.kind === 'held' ? Promise.resolve({ kind: 'ticket', value: record.token }) : ticket();
