// When somebody signed in, for the page that may tell the marketing tracker of it (ANLY-03, ANLY-04). Members sign in on pages
// without trackers (security 6.2), so the time of it waits for the next page in this tab; nothing in it says who it was.

import type { SignInWay } from '@marquee/rules/analytics/events.ts';

const KEY = 'signed-in';

export interface SignInNote {
  readonly way: SignInWay;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** The note where the tab's storage is forbidden. */
let kept: string | null = null;
let listener = (): void => undefined;

const WAYS: ReadonlySet<unknown> = new Set(['password', 'token', 'join'] satisfies SignInWay[]);
const isWay = (value: unknown): value is SignInWay => WAYS.has(value);

/** Notes that a member has just signed in here. */
export function noteSignIn(way: SignInWay, now: number): void {
  kept = JSON.stringify({ way, at: new Date(now).toISOString() } satisfies SignInNote);
  try {
    sessionStorage.setItem(KEY, kept);
  } catch {
    // Then only this page knows.
  }
  listener();
}

/** Calls `next` after every sign-in on this page. */
export function onSignIn(next: () => void): void {
  listener = next;
}

/** The sign-in that nobody was told of yet; it is given once. */
export function takeSignIn(): SignInNote | undefined {
  let text = kept;
  try {
    text = sessionStorage.getItem(KEY) ?? kept;
  } catch {
    // What this page knows counts.
  }
  forgetSignIn();
  return readNote(text);
}

/** Whoever signed in is gone, or was told of. */
export function forgetSignIn(): void {
  kept = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is none.
  }
}

function readNote(text: string | null): SignInNote | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '');
    if (typeof read !== 'object' || read === null || !('way' in read) || !('at' in read)) return undefined;
    const { way, at } = read;
    return isWay(way) && typeof at === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? { way, at } : undefined;
  } catch {
    return undefined;
  }
}
