// The visitor's clock. There is none on the server and while hydrating; after that it ticks once a minute.

import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** A cinema day begins at three in the morning. */
const DAY_START = 180;

/** What is added to the visitor's clock, so that it goes by the server's calendar. */
let shiftMs = 0;

/** Sets the clock by how far the server's calendar is ahead, in seconds (a recorded programme). */
export function setClock(aheadSeconds: number): void {
  shiftMs = aheadSeconds * 1000;
}

/** The instant by the server's calendar, in ms. */
export function currentTime(): number {
  return Date.now() + shiftMs;
}

/** The instant of the last tick in ms, 0 before the first. */
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

/** Whether a show that starts at an instant (ISO 8601) can no longer be booked: `late` minutes after it (CONST-01). */
export function useStarted(at: string, late: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => instantMs !== 0 && Date.parse(at) + late * MINUTE_MS < instantMs,
    () => false,
  );
}

/** The index of the first show that can still be booked, by the visitor's clock; -1 if none can. 0 before hydration. */
export function useFirstAhead(starts: readonly string[], late: number): number {
  return useSyncExternalStore(
    subscribe,
    () => firstAhead(starts, late, instantMs),
    () => 0,
  );
}

/** The same at an instant in ms. */
export const firstAhead = (starts: readonly string[], late: number, at: number): number => starts.findIndex((start) => Date.parse(start) + late * MINUTE_MS >= at);

/** The minute of the cinema day in the page's own zone, `offset` minutes ahead of UTC; `made` is the minute in which the page was rendered. */
export function useMinute(made: number, offset: number): number {
  return useSyncExternalStore(
    subscribe,
    () => (instantMs === 0 ? made : localMinute(instantMs, offset)),
    () => made,
  );
}

/** Minutes from local midnight of the cinema day, 180 to 1619, at an instant, in a zone `offset` minutes ahead of UTC. */
export function localMinute(ms: number, offset: number): number {
  const minute = (Math.floor(ms / MINUTE_MS) + offset) % DAY_MINUTES;
  return minute < DAY_START ? minute + DAY_MINUTES : minute;
}

/**
 * A time of day written like `sample`, which is some other time as the server formatted it: `5:48 PM` gives `6:05 PM`,
 * `17 h 48` gives `18 h 05`. The minute is given, because the browser must not format times its own way.
 */
export function timeLike(sample: string, minute: number): string {
  const parts = /^(\D*)(\d{1,2})(\D+)(\d{2})(.*)$/s.exec(sample);
  if (parts === null) return sample;
  const [, before = '', hourText = '', between = '', , after = ''] = parts;
  const hour24 = Math.floor(minute / 60) % 24;
  const halves = /am|pm/i.test(after);
  const hour = halves ? ((hour24 + 11) % 12) + 1 : hour24;
  const half = hour24 < 12 ? 'AM' : 'PM';
  const padded = hourText.startsWith('0') && hour < 10 ? `0${hour}` : String(hour);
  return `${before}${padded}${between}${String(minute % 60).padStart(2, '0')}${halves ? after.replace(/am|pm/i, half) : after}`;
}
