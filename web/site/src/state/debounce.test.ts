import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDebouncer } from './debounce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('THEME-23 a debounced function', () => {
  it('runs once, 500 ms after the last of five keystrokes', () => {
    const searched: string[] = [];
    const debouncer = createDebouncer();
    for (const text of ['s', 'sa', 'sal', 'salt', 'salty']) {
      debouncer.schedule(() => searched.push(text));
      vi.advanceTimersByTime(60);
    }
    vi.advanceTimersByTime(439);
    expect(searched).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(searched).toEqual(['salty']);
    vi.advanceTimersByTime(5000);
    expect(searched).toEqual(['salty']);
  });

  it('can be run at once, and is not run again', () => {
    const run = vi.fn<() => void>();
    const debouncer = createDebouncer();
    debouncer.schedule(run);
    debouncer.flush();
    debouncer.flush();
    vi.advanceTimersByTime(5000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
