// The site's events for analytics (ANLY-07). Analytics loads late or never: until it listens, the first events wait in the page's
// memory.

import type { SiteEvent } from '@marquee/rules/analytics/events.ts';

/** How many events wait at most; later ones are dropped. */
const MAX_WAITING = 50;

const waiting: SiteEvent[] = [];
let listener: ((event: SiteEvent) => void) | undefined;

export function emit(event: SiteEvent): void {
  if (listener !== undefined) listener(event);
  else if (waiting.length < MAX_WAITING) waiting.push(event);
}

/** Removes and returns the waiting events. */
export const takeWaitingEvents = (): readonly SiteEvent[] => waiting.splice(0);

/** Sets the listener, which first receives the waiting events. With undefined, events wait again. */
export function setEventListener(next: ((event: SiteEvent) => void) | undefined): void {
  listener = next;
  if (next !== undefined) waiting.splice(0).forEach((event) => next(event));
}
