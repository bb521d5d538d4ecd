// Stores the undelivered events of a page in the tab's storage for the next page (ANLY-07). Nothing is stored before analytics may run,
// and everything is removed when consent is withdrawn (CONS-03).

import { type UndeliveredEvent, parseUndelivered, serializeUndelivered } from '@marquee/rules/analytics/undelivered-events.ts';
import { EARLY_CLICK_KEY, ANALYTICS_RUNS_KEY } from '../../early-click.ts';

const KEY = 'unsent-events';

export interface Outbox {
  /** Whether analytics has run in this tab and was not refused since. */
  readonly hasRun: () => boolean;
  readonly markRun: () => void;
  readonly store: (events: readonly UndeliveredEvent[]) => void;
  /** Removes and returns the stored events. */
  readonly take: () => readonly UndeliveredEvent[];
  /** Removes everything. */
  readonly clear: () => void;
}

/** The outbox in `storage()`. If that call throws because storage is forbidden, nothing is stored. */
export function openOutbox(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Outbox {
  const tryStorage = <T>(run: (store: ReturnType<typeof storage>) => T, fallback: T): T => {
    try {
      return run(storage());
    } catch {
      return fallback;
    }
  };
  const take = (): readonly UndeliveredEvent[] =>
    tryStorage((store) => {
      const events = parseUndelivered(store.getItem(KEY));
      store.removeItem(KEY);
      return events;
    }, []);
  return {
    hasRun: () => tryStorage((store) => store.getItem(ANALYTICS_RUNS_KEY) !== null, false),
    markRun: () => tryStorage((store) => store.setItem(ANALYTICS_RUNS_KEY, '1'), undefined),
    store: (events) => {
      if (events.length > 0)
        tryStorage(
          (store) => store.setItem(KEY, serializeUndelivered([...parseUndelivered(store.getItem(KEY)), ...events])),
          undefined,
        );
    },
    take,
    clear: () =>
      tryStorage((store) => [KEY, ANALYTICS_RUNS_KEY, EARLY_CLICK_KEY].forEach((name) => store.removeItem(name)), undefined),
  };
}
