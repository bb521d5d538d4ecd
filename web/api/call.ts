// Requests of loyalty calls, which the generated functions in loyalty/ make. `web/rules/loyalty/calls` sends them.

import type { ProblemReport, Refusal } from './loyalty/types.gen.ts';
import { type Read, response } from './reader.ts';

/** The circuit and theater of a call, and the version of the interface. */
export interface CallContext {
  readonly version: 1 | 3;
  readonly circuitId: string;
  readonly cinemaId: string;
}

/** A text that the type does not list. */
type Unlisted = string & {};

/** A value as a service may send it: fields may be missing or null, and a text may be one that the type does not list. */
export type FromService<T> = T extends readonly (infer Item)[]
  ? readonly FromService<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: FromService<T[Name]> | null }
    : T extends string
      ? string extends T
        ? string
        : T | Unlisted
      : T;

/** The result of a call (ENT-01): the fields of a success, a refusal and a problem report. */
export type Result = FromService<Refusal & Omit<ProblemReport, 'type'>>;

/** The response of a call. Its fields are missing in a refusal, and a service may leave out any. */
export type CallResponse<Fields> = Result & FromService<Fields>;

/** A call without its envelope. */
export interface Call<Value = unknown> {
  readonly method: 'GET' | 'POST';
  readonly route: string;
  readonly payload?: object;
  /** Whether the captcha's answer is sent, if the site has a captcha. */
  readonly captcha?: true;
  /** Which token is sent: the session's, the session's if there is one, or the refresh token (TRANS-07). */
  readonly token?: 'session' | 'optional' | 'refresh';
  /** The format of the response: JSON by default, text or bytes (TRANS-04). */
  readonly responseFormat?: 'json' | 'raw' | 'blob';
  /** Whether the route is a path of this site that is requested directly, not through the gateway. */
  readonly own?: true;
  /** Reads the response. */
  readonly read: Read<Value>;
}

/** A call without method, format and reader. */
type Request = Omit<Call, 'method' | 'responseFormat' | 'read'>;

export const get = <Value>(request: Request, read: Read<Value>): Call<Value> => ({ method: 'GET', ...request, read });

export const post = <Value>(request: Request, read: Read<Value>): Call<Value> => ({ method: 'POST', ...request, read });

/** Reads only the result of a response. */
export const readResult: Read<Result> = /* @__PURE__ */ response<object>({});

/** A call whose response is text, such as a signed pass. A refusal is JSON as text, or a problem report. */
export const pass = (request: Request): Call<string | Result> => ({
  method: 'GET',
  ...request,
  responseFormat: 'raw',
  read: (value) => (typeof value === 'string' ? value : readResult(value)),
});

/** Arguments of a route by name. */
type Arguments = Readonly<Record<string, string | number | null | undefined>>;

/** The first segment of wallet routes, unless the site has another (WALLET-03). */
const WALLET_PREFIX = 'Wallet';

/** Fills the arguments into a route such as `/Member/{circuitId}?cinemaId&maxResults`; those without a value are left out of the query. */
export function fill(template: string, { circuitId, cinemaId }: CallContext, parameters: object = {}): string {
  const values: Arguments = {
    circuitId,
    cinemaId,
    boxofficeCircuitId: circuitId,
    boxofficeCinemaId: cinemaId,
    walletPrefix: WALLET_PREFIX,
    ...parameters,
  };
  const textOf = (name: string): string => encodeURIComponent(values[name] ?? '');
  const [path = '', query = ''] = template.split('?');
  const pairs = query.split('&').filter((name) => (values[name] ?? undefined) !== undefined);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(name));
  return pairs.length === 0 ? filled : `${filled}?${pairs.map((name) => `${name}=${textOf(name)}`).join('&')}`;
}
