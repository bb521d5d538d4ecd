// Detects whether a script, a stylesheet or a module of the page failed to load (SW-02).

let failed = false;

export const resourcesFailed = (): boolean => failed;

/** The events of a failure: of an element, which do not bubble, and of an import (see tooling/imports.ts). */
export const FAILURE_EVENTS = ['error', 'vite:preloadError'] as const;

/** Starts to listen. The target of an error that a script throws is the window; it does not count. */
export function watchFailures(): void {
  for (const type of FAILURE_EVENTS) addEventListener(type, recordFailure, true);
}

/** Ignores resources of other origins, which a blocker may have blocked. */
function recordFailure({ type, target }: Event): void {
  const address = target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : '';
  failed ||= type !== 'error' || address.startsWith(`${origin}/`);
}
