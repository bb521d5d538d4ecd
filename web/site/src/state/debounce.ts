// The debounce of the site (THEME-23).

import { DEBOUNCE_MS } from '@marquee/rules/constants.ts';

/** Runs the last scheduled function once nothing was scheduled for `DEBOUNCE_MS`. */
export interface Debouncer {
  /** Schedules a function in place of the one that is pending. */
  readonly schedule: (run: () => void) => void;
  /** Runs the pending function at once, if there is one. */
  readonly flush: () => void;
}

export function createDebouncer(): Debouncer {
  let pending: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    const run = pending;
    pending = undefined;
    run?.();
  };
  return {
    schedule: (run) => {
      clearTimeout(timer);
      pending = run;
      timer = setTimeout(flush, DEBOUNCE_MS);
    },
    flush,
  };
}
