import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenTrackersMayStart } from './tracker-start.ts';

let listeners: Map<string, () => void>;
let loadedAt = 0;

function page({ hasBeenActive = false, readyState = 'complete', isIdle = true } = {}): void {
  listeners = new Map();
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => void listeners.set(type, listener));
  vi.stubGlobal('removeEventListener', (type: string) => void listeners.delete(type));
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive } });
  vi.stubGlobal('document', { readyState });
  vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout = Infinity }: IdleRequestOptions = {}) =>
    setTimeout(run, isIdle ? 5 : Math.min(timeout, 60_000)),
  );
  vi.stubGlobal('performance', { now: () => Date.now(), getEntriesByType: () => [{ loadEventEnd: loadedAt }] });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 });
  loadedAt = 1000;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('trackers start', () => {
  it.each(['pointerdown', 'keydown', 'touchstart'])('with the first %s', (type) => {
    page();
    const run = vi.fn<() => void>();
    whenTrackersMayStart(run);
    vi.advanceTimersByTime(100);
    expect(run).not.toHaveBeenCalled();
    listeners.get(type)?.();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(run).toHaveBeenCalledTimes(1);
    expect(listeners.size).toBe(0);
  });

  it('three seconds after the load event, when the browser is idle', () => {
    page({ readyState: 'interactive' });
    loadedAt = 0;
    const run = vi.fn<() => void>();
    whenTrackersMayStart(run);
    vi.advanceTimersByTime(9000);
    expect(run).not.toHaveBeenCalled();
    listeners.get('load')?.();
    vi.advanceTimersByTime(3004);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('five seconds after the load event if the browser is never idle', () => {
    page({ isIdle: false });
    const run = vi.fn<() => void>();
    whenTrackersMayStart(run);
    vi.advanceTimersByTime(4999);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('without another wait if the three seconds have passed or the visitor has interacted', () => {
    page();
    vi.setSystemTime(9000);
    const waited = vi.fn<() => void>();
    whenTrackersMayStart(waited);
    vi.advanceTimersByTime(5);
    expect(waited).toHaveBeenCalledTimes(1);
    page({ hasBeenActive: true });
    const interacted = vi.fn<() => void>();
    whenTrackersMayStart(interacted);
    expect(interacted).toHaveBeenCalledTimes(1);
  });
});
