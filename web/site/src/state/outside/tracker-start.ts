import { whenReady } from '../when-ready.ts';

/** How long trackers wait after the load event without an interaction, in ms. */
const DELAY_MS = 3000;

/** Calls `run` once: at the visitor's first interaction (at once if there was one), or when the browser is idle three seconds after the load event. */
export const whenTrackersMayStart = (run: () => void): void =>
  whenReady(run, (waitForIdle) => void setTimeout(waitForIdle, Math.max(0, DELAY_MS - performance.now() + loadedAt())));

/** The end of the page's load event, in ms since the navigation began; during that event the current time. */
function loadedAt(): number {
  const [page] = performance.getEntriesByType('navigation');
  const loadEventEnd = page !== undefined && 'loadEventEnd' in page ? page.loadEventEnd : 0;
  return typeof loadEventEnd === 'number' && loadEventEnd > 0 ? loadEventEnd : performance.now();
}
