import { describe, expect, it } from 'vitest';
import { refreshTimer } from './session-timer.ts';

/** A timer on a clock that the test moves; `runs` counts the refreshes. */
function setUp() {
  let time = 0;
  let runs = 0;
  const scheduled = new Map<number, () => void>();
  let lastId = 0;
  const after = (ms: number, run: () => void) => {
    const id = (lastId += 1);
    const at = time + ms;
    scheduled.set(id, () => {
      if (time >= at) {
        scheduled.delete(id);
        run();
      }
    });
    return () => void scheduled.delete(id);
  };
  const timer = refreshTimer({ now: () => time, after }, () => (runs += 1));
  const moveTo = (ms: number): void => {
    time = ms;
    for (const check of Array.from(scheduled.values())) check();
  };
  return { timer, moveTo, runs: () => runs, pending: () => scheduled.size };
}

describe('the timer of a refresh', () => {
  it('runs once at its time, and another time replaces it', () => {
    const { timer, moveTo, runs } = setUp();
    timer.schedule(100);
    timer.schedule(200);
    moveTo(150);
    expect(runs()).toBe(0);
    moveTo(200);
    moveTo(300);
    expect(runs()).toBe(1);
  });

  it('is late only after its time, for example because the device was asleep', () => {
    const { timer, moveTo } = setUp();
    expect(timer.isLate()).toBe(false);
    timer.schedule(100);
    moveTo(100);
    expect(timer.isLate()).toBe(false);
    moveTo(101);
    expect(timer.isLate()).toBe(true);
    timer.unschedule();
    expect(timer.isLate()).toBe(false);
  });

  it('runs nothing while it is stopped, and again once it is started', () => {
    const { timer, moveTo, runs, pending } = setUp();
    timer.schedule(100);
    timer.stop();
    expect([timer.isStopped(), pending()]).toEqual([true, 0]);
    moveTo(100);
    timer.schedule(100);
    moveTo(200);
    expect(runs()).toBe(0);
    timer.start();
    expect(timer.isStopped()).toBe(false);
    timer.schedule(100);
    moveTo(300);
    expect(runs()).toBe(1);
  });
});
