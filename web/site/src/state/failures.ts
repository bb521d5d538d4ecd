// Whether something that the page needs could not be loaded: a script, a stylesheet, a module (SW-02).

let failed = false;

export const resourcesFailed = (): boolean => failed;

/** The events that tell of it: of an element, which does not rise to the window, and of an import (see tooling/imports.ts). */
export const FAILURES = ['error', 'vite:preloadError'] as const;

/** Listens from the start on. An error that a script throws has the window for its target and is none of these. */
export function watchFailures(): void {
  for (const type of FAILURES) addEventListener(type, note, true);
}

/** What is blocked of others is no failure of this site. */
function note({ type, target }: Event): void {
  const address = target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : '';
  failed ||= type !== 'error' || address.startsWith(origin);
}
