const INTERACTIONS = ['pointerdown', 'keydown', 'touchstart'] as const;
/** How long to wait for an idle moment after the load event, in ms. */
const IDLE_TIMEOUT_MS = 2000;

/** Calls `start` once: when the page has loaded and the browser is idle, or at the visitor's first interaction. */
export function whenReady(start: () => void): void {
  let hasStarted = false;
  const once = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const type of INTERACTIONS) removeEventListener(type, once, true);
    start();
  };
  for (const type of INTERACTIONS) addEventListener(type, once, { capture: true, passive: true });
  const waitForIdle = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(once, 1);
  };
  if (document.readyState === 'complete') waitForIdle();
  else addEventListener('load', waitForIdle, { once: true });
}
