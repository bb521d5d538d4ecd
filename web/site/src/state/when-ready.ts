const INTERACTIONS = ['pointerdown', 'keydown', 'touchstart'] as const;
/** How long to wait for an idle moment, in ms: some pages are never idle. */
const IDLE_TIMEOUT_MS = 2000;

/**
 * Calls `start` once: when the page has loaded and the browser is idle, or at the visitor's first interaction (at once if there was
 * one). `wait` delays the wait for an idle moment after the load event; by default there is no delay.
 */
export function whenReady(start: () => void, wait: (waitForIdle: () => void) => void = (waitForIdle) => waitForIdle()): void {
  let hasStarted = false;
  const once = (): void => {
    if (hasStarted) return;
    hasStarted = true;
    for (const type of INTERACTIONS) removeEventListener(type, once, true);
    start();
  };
  if (navigator.userActivation?.hasBeenActive) {
    once();
    return;
  }
  for (const type of INTERACTIONS) addEventListener(type, once, { capture: true, passive: true });
  const waitForIdle = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(once, 1);
  };
  if (document.readyState === 'complete') wait(waitForIdle);
  else addEventListener('load', () => wait(waitForIdle), { once: true });
}
