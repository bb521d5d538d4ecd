// How a loyalty call travels: one POST to the gateway, the call in its envelope (area transport). Nothing here keeps a token.

import { field, isSessionOver, isSuccess, text } from './answers.ts';
import type { Call } from './calls.ts';

/** Where calls go (TRANS-01), unless the site names another place (`options.loyaltyEndpoint`). */
export const LOYALTY_ENDPOINT = '/api/cypher';

/** Where a one-time ticket for the ticketing site is fetched (security 5.2). */
const TICKET_ENDPOINT = '/api/hand-over-ticket';

/** Form data, as far as an envelope needs it. */
export interface FormFields {
  readonly append: (name: string, value: string) => void;
}

/** What is asked of the network. */
export interface Sent<Form> {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Form;
}

/** What comes back. */
export interface Received {
  readonly ok: boolean;
  readonly status: number;
  readonly json: () => Promise<unknown>;
  readonly text: () => Promise<string>;
  readonly blob: () => Promise<unknown>;
}

/** The browser's `fetch`, or one that stands in for it. */
export type Fetch<Form = never> = (address: string, sent: Sent<Form>) => Promise<Received>;

/** Who calls (loyalty-gateway.md, section 1). */
export type Credentials =
  /** A page of the site: the gateway has the tokens in a cookie that no script can read. */
  | {
      readonly kind: 'cookie';
      /** Whether the page is in another site's frame, which has cookies of its own. */
      readonly framed?: boolean;
      /** A ticket that is not in the cookie yet: it signs in. */
      readonly token?: string;
    }
  /** Who holds the tokens themselves; empty ones are not sent. */
  | { readonly kind: 'header'; readonly token?: string; readonly refreshToken?: string };

/** Everything about one sending but the network. */
export interface Sending<Form> {
  readonly call: Call;
  readonly credentials: Credentials;
  /** The captcha's answer. */
  readonly captcha?: string | undefined;
  /** The payload, where it is form data. */
  readonly form?: Form;
}

/** What the gateway reads of a call; the captcha's answer goes with the calls that it guards. */
function metadata({ method, route, responseFormat = 'json', captcha: guarded }: Call, captcha: string = ''): object {
  return { method, route, responseFormat, ...(guarded === true && captcha !== '' ? { 'g-recaptcha-response': captcha } : {}) };
}

/** The body of a call (TRANS-02). No field of the payload can take the place of what the gateway reads. */
export const envelope = (call: Call, captcha?: string): string => JSON.stringify({ ...call.payload, reqMetadata: metadata(call, captcha) });

/** The same where the payload is form data (TRANS-03). */
function formEnvelope<Form extends FormFields>(form: Form, call: Call, captcha?: string): Form {
  form.append('reqMetadata', JSON.stringify(metadata(call, captcha)));
  return form;
}

/** The headers that say who calls (TRANS-07, ROLE-05). */
function headersOf(token: Call['token'], credentials: Credentials): Record<string, string> {
  const isMembers = token === 'session' || token === 'optional';
  const session: Record<string, string> = isMembers && credentials.token !== undefined && credentials.token !== '' ? { 'Boxoffice-Session-Token': credentials.token } : {};
  switch (credentials.kind) {
    case 'cookie':
      return { 'Boxoffice-Session-Mode': 'cookie', ...(credentials.framed === true ? { 'Boxoffice-Frame': '1' } : {}), ...session };
    case 'header': {
      const { refreshToken = '' } = credentials;
      return { ...session, ...(token === 'refresh' && refreshToken !== '' ? { 'Boxoffice-Refresh-Session-Token': refreshToken } : {}) };
    }
  }
}

/**
 * Sends a call and reads its answer as the call wants it: an object, which may be a problem report (TRANS-08), or text or
 * bytes. Throws an error with a message when the network fails (TRANS-05), or when there is no such answer.
 */
export async function send<Form extends FormFields = never>(fetch: Fetch<Form>, endpoint: string, { call, credentials, captcha, form }: Sending<Form>): Promise<unknown> {
  const headers: Record<string, string> = { Accept: 'application/json', ...headersOf(call.token, credentials) };
  if (call.own === true) return sendOwn(fetch, call, headers);
  // The type of form data, with its boundary, is the browser's to say.
  if (form === undefined) headers['Content-Type'] = 'application/json';
  const body = form === undefined ? envelope(call, captcha) : formEnvelope(form, call, captcha);
  try {
    const received = await fetch(endpoint, { method: 'POST', headers, body });
    const { responseFormat = 'json' } = call;
    if (responseFormat === 'json') return await received.json();
    // A report of a problem is never taken for what was asked for.
    if (!received.ok) throw new NoAnswer(received.status);
    return await (responseFormat === 'raw' ? received.text() : received.blob());
  } catch (error) {
    throw new Error(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Asks a path of this site. Its answers have no code but their status, so that what went well is given one (ENT-01). */
async function sendOwn(fetch: Fetch, { method, route, payload, responseFormat }: Call, headers: Record<string, string>): Promise<unknown> {
  const sent = payload === undefined ? { method, headers } : { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(payload) };
  const received = await fetch(route, sent);
  if (received.ok && responseFormat === 'raw') return received.text();
  const answer = await received.json();
  return received.ok && typeof answer === 'object' ? { peachCode: 0, ...answer } : answer;
}

/** There was an answer, but not the text or the bytes that were asked for. */
class NoAnswer extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The answer has status ${status}`);
    this.status = status;
  }
}

/** The status of what came instead of text or bytes, if that is why a sending failed. */
export const statusOf = (error: unknown): number | undefined => (error instanceof Error && error.cause instanceof NoAnswer ? error.cause.status : undefined);

/** A ticket that the ticketing site redeems once, or why there is none. */
export type Ticket =
  | { readonly kind: 'ticket'; readonly value: string }
  /** The session is over. */
  | { readonly kind: 'invalid' }
  /** There are no tickets here or now. */
  | { readonly kind: 'none' };

/** Fetches a ticket for the session of the caller, at the moment it is used (HAND-14, security 5.2). */
export async function fetchTicket(fetch: Fetch, credentials: Credentials, endpoint: string = TICKET_ENDPOINT): Promise<Ticket> {
  const headers = { Accept: 'application/json', ...headersOf('session', credentials) };
  try {
    const answer = await (await fetch(endpoint, { method: 'POST', headers })).json();
    const value = text(field(answer, 'ticket'));
    if (isSuccess(answer) && value !== '') return { kind: 'ticket', value };
    return { kind: isSessionOver(answer) ? 'invalid' : 'none' };
  } catch {
    return { kind: 'none' };
  }
}
