// The timer of the next refresh of a session.

/** The timer of the next refresh. */
export interface RefreshTimer {
  readonly schedule: (ms: number) => void;
  readonly unschedule: () => void;
  /** Whether the scheduled time has passed, for example during a sleep of the device. */
  readonly isLate: () => boolean;
  readonly isStopped: () => boolean;
  readonly start: () => void;
  /** Cancels the timer; until the next start, none is set. */
  readonly stop: () => void;
}

interface Clock {
  /** Current time in ms since 1970. */
  readonly now: () => number;
  /** Calls `run` once after a delay in ms; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export function refreshTimer({ now, after }: Clock, onTimer: () => void): RefreshTimer {
  let cancelTimer = (): void => undefined;
  /** When the next refresh is scheduled, in ms since 1970. */
  let refreshAt = Infinity;
  let isStopped = false;

  const unschedule = (): void => {
    cancelTimer();
    refreshAt = Infinity;
  };
  return {
    schedule: (ms) => {
      cancelTimer();
      refreshAt = now() + ms;
      if (!isStopped) cancelTimer = after(ms, onTimer);
    },
    unschedule,
    isLate: () => now() > refreshAt,
    isStopped: () => isStopped,
    start: () => {
      isStopped = false;
    },
    stop: () => {
      isStopped = true;
      unschedule();
    },
  };
}
