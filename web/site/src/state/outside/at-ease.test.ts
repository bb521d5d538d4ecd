import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenAtEase } from './at-ease.ts';

let listeners: Map<string, () => void>;
let loadedAt = 0;

function page({ hasBeenActive = false, readyState = 'complete', isIdle = true } = {}): void {
  listeners = new Map();
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => void listeners.set(type, listener));
  vi.stubGlobal('removeEventListener', (type: string) => void listeners.delete(type));
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive } });
  vi.stubGlobal('document', { readyState });
  vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout = Infinity }: IdleRequestOptions = {}) => setTimeout(run, isIdle ? 5 : Math.min(timeout, 60_000)));
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

describe('trackers begin', () => {
  it.each(['pointerdown', 'keydown', 'touchstart'])('with the first %s', (move) => {
    page();
    const run = vi.fn<() => void>();
    whenAtEase(run);
    vi.advanceTimersByTime(100);
    expect(run).not.toHaveBeenCalled();
    listeners.get(move)?.();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(run).toHaveBeenCalledTimes(1);
    expect(listeners.size).toBe(0);
  });

  it('when a page has loaded and rested for three seconds, and the browser is idle', () => {
    page({ readyState: 'interactive' });
    loadedAt = 0;
    const run = vi.fn<() => void>();
    whenAtEase(run);
    vi.advanceTimersByTime(9000);
    expect(run).not.toHaveBeenCalled();
    listeners.get('load')?.();
    vi.advanceTimersByTime(3004);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('five seconds after the load where the browser is never idle', () => {
    page({ isIdle: false });
    const run = vi.fn<() => void>();
    whenAtEase(run);
    vi.advanceTimersByTime(4999);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('without waiting again on a page that has rested, or was moved on', () => {
    page();
    vi.setSystemTime(9000);
    const rested = vi.fn<() => void>();
    whenAtEase(rested);
    vi.advanceTimersByTime(5);
    expect(rested).toHaveBeenCalledTimes(1);
    page({ hasBeenActive: true });
    const moved = vi.fn<() => void>();
    whenAtEase(moved);
    expect(moved).toHaveBeenCalledTimes(1);
  });
});
