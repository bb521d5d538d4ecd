import type { Surroundings } from '../surroundings.ts';

/** Starts analytics, tag managers and the marketing tracker, as far as they are set up. */
export function startAnalytics(_surroundings: Surroundings): void {
  // Nothing is set up yet.
}
