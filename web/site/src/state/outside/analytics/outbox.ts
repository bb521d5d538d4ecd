// Keeps events that were not delivered when a page was left (ANLY-07) in the storage of the tab, for the next page. Nothing is
// stored before analytics may run, and everything is removed when consent is withdrawn (CONS-03).

import { type Unsent, readUnsent, writeUnsent } from '@marquee/rules/analytics/unsent.ts';
import { EARLY_CLICK_KEY, ANALYTICS_RUNS_KEY } from '../../early-click.ts';

const KEY = 'unsent-events';

export interface Outbox {
  /** Whether analytics has run in this tab, and was not refused since. */
  readonly hasRun: () => boolean;
  readonly noteRun: () => void;
  readonly keep: (events: readonly Unsent[]) => void;
  /** Removes and returns the kept events. */
  readonly take: () => readonly Unsent[];
  /** Removes everything. */
  readonly clear: () => void;
}

/** The outbox in `storage()`. If storage is forbidden, that call throws and nothing is kept. */
export function openOutbox(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Outbox {
  const attempt = <T>(run: (store: ReturnType<typeof storage>) => T, otherwise: T): T => {
    try {
      return run(storage());
    } catch {
      return otherwise;
    }
  };
  const take = (): readonly Unsent[] =>
    attempt((store) => {
      const found = readUnsent(store.getItem(KEY));
      store.removeItem(KEY);
      return found;
    }, []);
  return {
    hasRun: () => attempt((store) => store.getItem(ANALYTICS_RUNS_KEY) !== null, false),
    noteRun: () => attempt((store) => store.setItem(ANALYTICS_RUNS_KEY, '1'), undefined),
    keep: (events) => {
      if (events.length > 0) attempt((store) => store.setItem(KEY, writeUnsent([...readUnsent(store.getItem(KEY)), ...events])), undefined);
    },
    take,
    clear: () => attempt((store) => [KEY, ANALYTICS_RUNS_KEY, EARLY_CLICK_KEY].forEach((name) => store.removeItem(name)), undefined),
  };
}
