const INTERACTIONS = ['pointerdown', 'keydown', 'touchstart'] as const;
/** How long trackers wait after the load event without an interaction, in ms. */
const DELAY_MS = 3000;
/** How long to wait for an idle moment after that, in ms: some pages are never idle. */
const IDLE_TIMEOUT_MS = 2000;

/** Calls `run` once: at the visitor's first interaction (at once if there was one), or when the browser is idle three seconds after the load event. */
export function whenTrackersMayStart(run: () => void): void {
  let hasRun = false;
  const once = (): void => {
    if (hasRun) return;
    hasRun = true;
    for (const type of INTERACTIONS) removeEventListener(type, once, true);
    run();
  };
  if ('userActivation' in navigator && navigator.userActivation.hasBeenActive) {
    once();
    return;
  }
  for (const type of INTERACTIONS) addEventListener(type, once, { capture: true, passive: true });
  const waitForIdle = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once, { timeout: IDLE_TIMEOUT_MS });
    else once();
  };
  const waitAfterLoad = (): void => {
    setTimeout(waitForIdle, Math.max(0, DELAY_MS - performance.now() + loadedAt()));
  };
  if (document.readyState === 'complete') waitAfterLoad();
  else addEventListener('load', waitAfterLoad, { once: true });
}

/** The end of the page's load event, in ms since the navigation began; during that event the current time. */
function loadedAt(): number {
  const [page] = performance.getEntriesByType('navigation');
  const loadEventEnd = page !== undefined && 'loadEventEnd' in page ? page.loadEventEnd : 0;
  return typeof loadEventEnd === 'number' && loadEventEnd > 0 ? loadEventEnd : performance.now();
}
