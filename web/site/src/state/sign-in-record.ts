// Stores the time of a sign-in for the next page in this tab, which may report it to analytics and the marketing tracker (ANLY-03,
// ANLY-04): members sign in on pages without trackers (security 6.2). The record does not identify the member.

import type { SignInMethod } from '@marquee/rules/loyalty/session/session.ts';

/** The sessionStorage key. The value is JSON: `{ way, at }`. */
const KEY = 'signed-in';

export interface SignInRecord {
  readonly method: SignInMethod;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** The record of this page, for tabs in which storage is forbidden. */
let pageRecord: string | null = null;
let listener = (): void => undefined;

const METHODS: ReadonlySet<unknown> = new Set(
  Object.keys({ password: true, token: true, join: true } satisfies Record<SignInMethod, true>),
);
const isMethod = (value: unknown): value is SignInMethod => METHODS.has(value);

/** Stores that a member has just signed in; `now` is in ms since 1970. */
export function recordSignIn(method: SignInMethod, now: number): void {
  pageRecord = JSON.stringify({ way: method, at: new Date(now).toISOString() });
  try {
    sessionStorage.setItem(KEY, pageRecord);
  } catch {
    // Storage is forbidden: only this page has the record.
  }
  listener();
}

/** Calls `next` after every sign-in on this page. */
export function onSignIn(next: () => void): void {
  listener = next;
}

/** Removes and returns the record of a sign-in that was not reported yet. */
export function takeSignIn(): SignInRecord | undefined {
  let text = pageRecord;
  try {
    text = sessionStorage.getItem(KEY) ?? pageRecord;
  } catch {
    // Storage is forbidden: the record of this page counts.
  }
  forgetSignIn();
  return parseRecord(text);
}

/** Removes the record, after it was reported or the member signed out. */
export function forgetSignIn(): void {
  pageRecord = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

function parseRecord(text: string | null): SignInRecord | undefined {
  try {
    const record: unknown = JSON.parse(text ?? '');
    if (typeof record !== 'object' || record === null || !('way' in record) || !('at' in record)) return undefined;
    const { way: method, at } = record;
    return isMethod(method) && typeof at === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? { method, at } : undefined;
  } catch {
    return undefined;
  }
}
