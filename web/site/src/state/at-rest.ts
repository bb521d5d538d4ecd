// The one debounce of everything that has no delay of its own (THEME-23).

import { DEBOUNCE_MS } from '@marquee/rules/constants.ts';

/** Something that happens when the visitor rests. */
export interface AtRest {
  /** Calls `act` after half a second without another call. */
  readonly later: (act: () => void) => void;
  /** Does at once what still waits. */
  readonly now: () => void;
}

export function atRest(): AtRest {
  let waiting: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    const act = waiting;
    waiting = undefined;
    act?.();
  };
  return {
    later: (act) => {
      clearTimeout(timer);
      waiting = act;
      timer = setTimeout(now, DEBOUNCE_MS);
    },
    now,
  };
}
