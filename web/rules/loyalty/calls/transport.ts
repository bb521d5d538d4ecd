// Sends loyalty calls: each is a POST to the gateway, with the call in an envelope (area transport). No token is stored here.

import { REFRESH_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '../../shared.gen.ts';
import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import { cookieModeHeaders } from './cookie-mode.ts';
import type { Call } from '@marquee/api/call.ts';
import { handOverTicket } from '@marquee/api/loyalty/session.gen.ts';
import { isRecord } from '@marquee/api/json.ts';
import { isSessionOver, isSuccess } from './responses.ts';

/** The part of `FormData` that an envelope needs. */
export interface FormFields {
  readonly append: (name: string, value: string) => void;
}

/** The options of a request. */
export interface FetchRequest<Form> {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Form;
}

/** The part of `Response` that is used. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly json: () => Promise<unknown>;
  readonly text: () => Promise<string>;
  readonly blob: () => Promise<unknown>;
}

/** The browser's `fetch`, or a substitute. */
export type Fetch<Form = never> = (address: string, request: FetchRequest<Form>) => Promise<FetchResponse>;

/** The credentials of the caller (loyalty-gateway.md, section 1). */
export type Credentials =
  /** A page of the site: the gateway has the tokens in a cookie that scripts cannot read. */
  | {
      readonly kind: 'cookie';
      /** Whether the page is in a frame of another site, which has partitioned cookies. */
      readonly framed?: boolean;
      /** A token that is not in the cookie yet and signs in. */
      readonly token?: string;
    }
  /** A caller that has the tokens itself; empty ones are not sent. */
  | { readonly kind: 'header'; readonly token?: string; readonly refreshToken?: string };

/** A call with its credentials. */
export interface CallRequest<Form, Value> {
  readonly call: Call<Value>;
  readonly credentials: Credentials;
  /** The captcha's answer. */
  readonly captcha?: string | undefined;
  /** The payload as form data. */
  readonly form?: Form;
}

/** Sends a call with the session of the member, if any, and returns its response. */
export type Send = <Value>(call: Call<Value>, captcha?: string) => Promise<Value>;

/** The metadata of a call for the gateway; the captcha's answer is sent only with calls that need it. */
function metadata({ method, route, responseFormat = 'json', captcha: needsCaptcha }: Call, captcha: string = ''): object {
  return { method, route, responseFormat, ...(needsCaptcha === true && captcha !== '' ? { 'g-recaptcha-response': captcha } : {}) };
}

/** The body of a call (TRANS-02). A field of the payload cannot override the metadata. */
export const envelope = (call: Call, captcha?: string): string =>
  JSON.stringify({ ...call.payload, reqMetadata: metadata(call, captcha) });

/** The body of a call with form data (TRANS-03). */
function formEnvelope<Form extends FormFields>(form: Form, call: Call, captcha?: string): Form {
  form.append('reqMetadata', JSON.stringify(metadata(call, captcha)));
  return form;
}

/** The headers with the credentials (TRANS-07, ROLE-05). */
function headersOf(token: Call['token'], credentials: Credentials): Record<string, string> {
  const sendsSession = token === 'session' || token === 'optional';
  const session: Record<string, string> =
    sendsSession && credentials.token !== undefined && credentials.token !== ''
      ? { [SESSION_TOKEN_HEADER]: credentials.token }
      : {};
  switch (credentials.kind) {
    case 'cookie':
      return { ...cookieModeHeaders(credentials.framed === true), ...session };
    case 'header': {
      const { refreshToken = '' } = credentials;
      return {
        ...session,
        ...(token === 'refresh' && refreshToken !== '' ? { [REFRESH_TOKEN_HEADER]: refreshToken } : {}),
      };
    }
  }
}

/**
 * Sends a call and reads its response in the format of the call: an object, which may be a problem report (TRANS-08), text or bytes.
 * Throws an error with a message if the network fails (TRANS-05), or if the response has another format.
 */
export async function send<Value, Form extends FormFields = never>(
  fetch: Fetch<Form>,
  endpoint: string,
  { call, credentials, captcha, form }: CallRequest<Form, Value>,
): Promise<Value> {
  const headers: Record<string, string> = { Accept: 'application/json', ...headersOf(call.token, credentials) };
  if (call.own === true) return sendOwn(fetch, call, headers);
  // The browser sets the type of form data, with its boundary.
  if (form === undefined) headers['Content-Type'] = 'application/json';
  const body = form === undefined ? envelope(call, captcha) : formEnvelope(form, call, captcha);
  try {
    const response = await fetch(endpoint, { method: 'POST', headers, body });
    const { responseFormat = 'json' } = call;
    if (responseFormat === 'json') return call.read(await response.json());
    // A problem report is not the requested text or bytes.
    if (!response.ok) throw new UnexpectedStatus(response.status);
    return call.read(await (responseFormat === 'raw' ? response.text() : response.blob()));
  } catch (error) {
    throw new Error(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Requests a path of this site. Its responses have only a status, so a success code is added (ENT-01). */
async function sendOwn<Value>(
  fetch: Fetch,
  { method, route, payload, responseFormat, read }: Call<Value>,
  headers: Record<string, string>,
): Promise<Value> {
  const request =
    payload === undefined
      ? { method, headers }
      : { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(payload) };
  const response = await fetch(route, request);
  if (response.ok && responseFormat === 'raw') return read(await response.text());
  const body = await response.json();
  return read(response.ok && isRecord(body) ? { peachCode: PEACH_CODES.success, ...body } : body);
}

/** An error response to a request for text or bytes. */
class UnexpectedStatus extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The response has status ${status}`);
    this.status = status;
  }
}

/** The status of an error response to a request for text or bytes; undefined for other errors. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && error.cause instanceof UnexpectedStatus ? error.cause.status : undefined;

/** A one-time ticket for the ticketing site, or why there is none. */
export type Ticket =
  | { readonly kind: 'ticket'; readonly value: string }
  | { readonly kind: 'sessionOver' }
  /** Tickets are not available. */
  | { readonly kind: 'none' };

/** Fetches a ticket for the session of the caller, immediately before its use (HAND-14, security 5.2). */
export async function fetchTicket(fetch: Fetch, credentials: Credentials): Promise<Ticket> {
  const { method, route, read } = handOverTicket();
  const headers = { Accept: 'application/json', ...headersOf('session', credentials) };
  try {
    const response = read(await (await fetch(route, { method, headers })).json());
    const value = response.ticket ?? '';
    if (isSuccess(response) && value !== '') return { kind: 'ticket', value };
    return { kind: isSessionOver(response) ? 'sessionOver' : 'none' };
  } catch {
    return { kind: 'none' };
  }
}
