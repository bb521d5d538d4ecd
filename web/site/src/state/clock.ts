// The visitor's clock. On the server and while hydrating there is no time; after that the clock ticks every half minute.

import { bookingHasEnded } from '@marquee/rules/booking-end.ts';
import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** The difference between the server's calendar and the visitor's clock, in ms. */
let shiftMs = 0;

/** Sets how far the server's calendar is ahead of the visitor's clock, in seconds. It differs if the site shows a recorded schedule. */
export function setClock(aheadSeconds: number): void {
  shiftMs = aheadSeconds * 1000;
}

/** The current time by the server's calendar, in ms since 1970. */
export function currentTime(): number {
  return Date.now() + shiftMs;
}

/** The time of the last tick in ms since 1970, 0 before the first. */
let instantMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  instantMs = currentTime();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (instantMs === 0) instantMs = currentTime();
  listeners.add(listener);
  timer ??= setInterval(tick, MINUTE_MS / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Whether a show can no longer be booked: `late` minutes after its start `at` (ISO 8601) (CONST-01). False before hydration. */
export function useStarted(at: string, late: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => instantMs !== 0 && bookingHasEnded(at, late, instantMs),
    () => false,
  );
}

/** The index of the first show that can still be booked, `late` minutes after its start at most; -1 if there is none. 0 before hydration. */
export function useFirstBookable(starts: readonly string[], late: number): number {
  return useSyncExternalStore(
    subscribe,
    () => firstBookable(starts, late, instantMs),
    () => 0,
  );
}

/** The index of the first show that can be booked at the time `at`, in ms since 1970; -1 if there is none. */
export const firstBookable = (starts: readonly string[], late: number, at: number): number =>
  starts.findIndex((start) => !bookingHasEnded(start, late, at));

/**
 * The current minute of the day in the page's time zone, `offset` minutes ahead of UTC. Before hydration it is
 * `renderedMinute`, the minute at which the server rendered the page.
 */
export function useMinute(renderedMinute: number, offset: number): number {
  return useSyncExternalStore(
    subscribe,
    () => (instantMs === 0 ? renderedMinute : localMinute(instantMs, offset)),
    () => renderedMinute,
  );
}

/** Minutes since local midnight at a time in ms, in a time zone `offset` minutes ahead of UTC. */
export const localMinute = (ms: number, offset: number): number => (Math.floor(ms / MINUTE_MS) + offset) % DAY_MINUTES;

/**
 * Formats a minute of the cinema day like `sample`, a time that the server formatted: with the sample `5:48 PM` minute 1085 is
 * `6:05 PM`, with `17 h 48` it is `18 h 05`. So all times on a page have the server's format. Returns an unknown sample unchanged.
 */
export function timeLike(sample: string, minute: number): string {
  const [, before, hourText, between, , after] = /^(\D*)(\d{1,2})(\D+)(\d{2})(.*)$/s.exec(sample) ?? [];
  if (before === undefined || hourText === undefined || between === undefined || after === undefined) return sample;
  const hour24 = Math.floor(minute / 60) % 24;
  // The `P` of `PM`, or the `p` of the Spanish `p. m.`.
  const half = /[ap](?=\W*m)/i.exec(after)?.[0];
  const hour = half === undefined ? hour24 : ((hour24 + 11) % 12) + 1;
  const padded = hourText.startsWith('0') && hour < 10 ? `0${hour}` : String(hour);
  const minutes = String(minute % 60).padStart(2, '0');
  // In the case of the sample: the first letter before noon, the second after.
  const end = half === undefined ? after : after.replace(half, (half < 'a' ? 'AP' : 'ap').charAt(hour24 / 12));
  return `${before}${padded}${between}${minutes}${end}`;
}
