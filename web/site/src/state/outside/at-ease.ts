// When trackers may begin: after the visitor's first move, or when the page has been there for three seconds and has nothing to do.

const FIRST_MOVES = ['pointerdown', 'keydown', 'touchstart'] as const;
/** How long a page without a move stays for itself after it has loaded, in ms. */
const REST_MS = 3000;
/** The longest an idle moment is waited for after that, in ms: some pages are never idle. */
const PATIENCE_MS = 2000;

/** Calls back once; at once on a page that has been moved on or has rested already. */
export function whenAtEase(run: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    for (const move of FIRST_MOVES) removeEventListener(move, once, true);
    run();
  };
  if ('userActivation' in navigator && navigator.userActivation.hasBeenActive) {
    once();
    return;
  }
  for (const move of FIRST_MOVES) addEventListener(move, once, { capture: true, passive: true });
  const idle = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once, { timeout: PATIENCE_MS });
    else once();
  };
  const rest = (): void => {
    setTimeout(idle, Math.max(0, REST_MS - performance.now() + loadedAt()));
  };
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { once: true });
}

/** When the page had loaded, in ms since it began; in its load event the time of that. */
function loadedAt(): number {
  const [page] = performance.getEntriesByType('navigation');
  const at = page !== undefined && 'loadEventEnd' in page ? page.loadEventEnd : 0;
  return typeof at === 'number' && at > 0 ? at : performance.now();
}
