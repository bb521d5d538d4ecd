// Requests to the editor's API, on the origin of the page.

import { EDITOR_API_PREFIX } from '@marquee/rules/paths.gen.ts';
import { field, text } from '@marquee/api/json.ts';
import { saveFile } from './save-file.ts';

/** A response that is not a success. */
export class ApiError extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  /** The field or pointer that the error is about; empty for none. */
  readonly field: string;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(text(field(body, 'detail')) || text(field(body, 'title')));
    this.name = 'ApiError';
    this.status = status;
    this.code = text(field(body, 'code'));
    this.field = text(field(body, 'field'));
    this.body = body;
  }
}

/** Asks for the password again; false if the operator declines. */
export type AskForPassword = () => Promise<boolean>;

const hooks: { askForPassword?: AskForPassword; onSignedOut?: () => void } = {};

/** Sets what happens when the server requires the password again, and when the session has ended. */
export function setSessionHooks(askForPassword: AskForPassword, onSignedOut: () => void): void {
  Object.assign(hooks, { askForPassword, onSignedOut });
}

const language: { locale?: string } = {};

/** Sets the language in which the server writes the remarks of reports. */
export function setReportLanguage(locale: string): void {
  language.locale = locale;
}

/** The header that names the language of reports; none before it is known. */
export const languageHeader = (): Readonly<Record<string, string>> =>
  language.locale === undefined ? {} : { 'accept-language': language.locale };

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Addresses whose 401 is about the typed values, not about the session. */
const ANONYMOUS = /^(?:sign-in|invitation|session|reauthenticate)\b/;

/** Sends a request to `/api/editor/{path}` and reads its JSON. The types of responses are those that the server declares. */
export async function call<Response>(method: Method, path: string, body?: unknown): Promise<Response> {
  const response = await send(method, path, body);
  const json = await readJson(response);
  if (response.ok) {
    // oxlint-disable-next-line consistent-type-assertions -- the server's types are generated
    return json as Response;
  }
  const error = refusal(path, response.status, json);
  if (await mayRepeat(error)) return call(method, path, body);
  throw error;
}

/** Reads `/api/editor/{path}` as a text. */
export async function callText(path: string): Promise<string> {
  const response = await send('GET', path, undefined);
  if (response.ok) return response.text();
  throw refusal(path, response.status, await readJson(response));
}

/** Reads `/api/editor/{path}` as a file and saves it under a name. */
export async function download(path: string, name: string): Promise<void> {
  const response = await send('GET', path, undefined);
  if (response.ok) {
    saveFile(await response.blob(), name);
    return;
  }
  const error = refusal(path, response.status, await readJson(response));
  if (!(await mayRepeat(error))) throw error;
  await download(path, name);
}

/** Whether a request was refused for want of a recent password, and the person has entered it now. */
export const mayRepeat = async (error: ApiError): Promise<boolean> =>
  error.status === 403 && error.code === 'reauthenticate' && (await hooks.askForPassword?.()) === true;

/** The error of a response that is not a success. The end of the session interrupts the work. */
export function refusal(path: string, status: number, body: unknown): ApiError {
  if (status === 401 && !ANONYMOUS.test(path)) hooks.onSignedOut?.();
  return new ApiError(status, body);
}

/** Sends a request whose response has a line of JSON for each part of the result, and reads the lines as they arrive. */
export async function* lines(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<unknown, void, undefined> {
  const response = await send('POST', path, body, signal);
  if (!response.ok) throw refusal(path, response.status, await readJson(response));
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunksOf(response)) {
    rest += decoder.decode(chunk, { stream: true });
    const complete = rest.split('\n');
    rest = complete.pop() ?? '';
    for (const line of complete) {
      const json: unknown = JSON.parse(line);
      yield json;
    }
  }
}

/** The bytes of a response as they arrive. Not every browser can iterate over a stream. */
async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next?.value === undefined) return;
    yield next.value;
  }
}

async function send(method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const content = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
  const headers = { ...languageHeader(), ...(method !== 'GET' && { 'content-type': 'application/json' }) };
  try {
    return await fetch(EDITOR_API_PREFIX + path, { method, headers, ...content, ...(signal && { signal }) });
  } catch {
    throw new ApiError(0, undefined);
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    const json: unknown = await response.json();
    return json;
  } catch {
    if (response.ok) throw new ApiError(0, undefined);
    return undefined;
  }
}
