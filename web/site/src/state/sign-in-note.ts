// Stores the time of a sign-in for the next page in this tab, which may report it to analytics and the marketing tracker (ANLY-03,
// ANLY-04): members sign in on pages without trackers (security 6.2). The note does not identify the member.

import type { SignInMethod } from '@marquee/rules/loyalty/session/session.ts';

const KEY = 'signed-in';

export interface SignInNote {
  readonly way: SignInMethod;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** The note of this page, for tabs in which storage is forbidden. */
let pageNote: string | null = null;
let listener = (): void => undefined;

const WAYS: ReadonlySet<unknown> = new Set(['password', 'token', 'join'] satisfies SignInMethod[]);
const isWay = (value: unknown): value is SignInMethod => WAYS.has(value);

/** Stores that a member has just signed in; `now` is in ms since 1970. */
export function noteSignIn(way: SignInMethod, now: number): void {
  pageNote = JSON.stringify({ way, at: new Date(now).toISOString() } satisfies SignInNote);
  try {
    sessionStorage.setItem(KEY, pageNote);
  } catch {
    // Storage is forbidden: only this page has the note.
  }
  listener();
}

/** Calls `next` after every sign-in on this page. */
export function onSignIn(next: () => void): void {
  listener = next;
}

/** Removes and returns the note of a sign-in that was not reported yet. */
export function takeSignIn(): SignInNote | undefined {
  let text = pageNote;
  try {
    text = sessionStorage.getItem(KEY) ?? pageNote;
  } catch {
    // Storage is forbidden: the note of this page counts.
  }
  forgetSignIn();
  return readNote(text);
}

/** Removes the note, after it was reported or the member signed out. */
export function forgetSignIn(): void {
  pageNote = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

function readNote(text: string | null): SignInNote | undefined {
  try {
    const note: unknown = JSON.parse(text ?? '');
    if (typeof note !== 'object' || note === null || !('way' in note) || !('at' in note)) return undefined;
    const { way, at } = note;
    return isWay(way) && typeof at === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? { way, at } : undefined;
  } catch {
    return undefined;
  }
}
