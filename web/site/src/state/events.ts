// Events of the site for analytics (ANLY-07): whoever has one emits it, whether or not anybody listens. What listens comes late
// or never: until then the first few wait, in this page's memory and nowhere else.

import type { SiteEvent } from '@marquee/rules/analytics/events.ts';

/** More than anybody does before analytics is there. */
const MOST = 50;

const waiting: SiteEvent[] = [];
let listener: ((event: SiteEvent) => void) | undefined;

export function emit(event: SiteEvent): void {
  if (listener !== undefined) listener(event);
  else if (waiting.length < MOST) waiting.push(event);
}

/** Removes and returns the waiting events. */
export const takeWaiting = (): readonly SiteEvent[] => waiting.splice(0);

/** Gives what waited and what comes to `next`; without one events wait again. */
export function hearEvents(next: ((event: SiteEvent) => void) | undefined): void {
  listener = next;
  if (next !== undefined) waiting.splice(0).forEach((event) => next(event));
}
