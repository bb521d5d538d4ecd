import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenReady } from './when-ready.ts';

let listeners: Map<string, () => void>;

function page({
  readyState = 'complete',
  hasIdleCallback = true,
  navigator = {},
}: { readyState?: string; hasIdleCallback?: boolean; navigator?: object } = {}): void {
  listeners = new Map();
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => void listeners.set(type, listener));
  vi.stubGlobal('removeEventListener', (type: string) => void listeners.delete(type));
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('document', { readyState });
  vi.stubGlobal('requestIdleCallback', hasIdleCallback ? (run: () => void) => setTimeout(run, 50) : undefined);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the page becomes interactive', () => {
  it('when it has loaded and the browser is idle', () => {
    page({ readyState: 'interactive' });
    const start = vi.fn<() => void>();
    whenReady(start);
    vi.advanceTimersByTime(9000);
    expect(start).not.toHaveBeenCalled();
    listeners.get('load')?.();
    vi.advanceTimersByTime(49);
    expect(start).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('at once in a browser that cannot tell when it is idle', () => {
    page({ hasIdleCallback: false });
    const start = vi.fn<() => void>();
    whenReady(start);
    vi.advanceTimersByTime(1);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('at the first interaction, once', () => {
    page();
    const start = vi.fn<() => void>();
    whenReady(start);
    listeners.get('pointerdown')?.();
    expect(start).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(9000);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('at once if the visitor has interacted before the script was loaded', () => {
    page({ readyState: 'interactive', navigator: { userActivation: { hasBeenActive: true } } });
    const start = vi.fn<() => void>();
    whenReady(start);
    expect(start).toHaveBeenCalledTimes(1);
    expect(listeners.size).toBe(0);
  });

  it('later if the visitor has not interacted', () => {
    page({ navigator: { userActivation: { hasBeenActive: false } } });
    const start = vi.fn<() => void>();
    whenReady(start);
    expect(start).not.toHaveBeenCalled();
  });
});
