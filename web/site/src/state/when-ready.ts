// When to wake the page: after it has loaded and the browser is idle, or at the visitor's first move.

const FIRST_MOVES = ['pointerdown', 'keydown', 'touchstart'] as const;
/** The longest an idle moment is waited for, in ms. */
const PATIENCE_MS = 2000;

/** Calls back once. */
export function whenReady(wake: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    for (const move of FIRST_MOVES) removeEventListener(move, once, true);
    wake();
  };
  for (const move of FIRST_MOVES) addEventListener(move, once, { capture: true, passive: true });
  const idle = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once, { timeout: PATIENCE_MS });
    else setTimeout(once, 1);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
