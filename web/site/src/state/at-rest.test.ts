import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atRest } from './at-rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('THEME-23 what waits for rest', () => {
  it('happens once, 500 ms after the last of five keystrokes', () => {
    const searched: string[] = [];
    const rest = atRest();
    for (const text of ['s', 'sa', 'sal', 'salt', 'salty']) {
      rest.later(() => searched.push(text));
      vi.advanceTimersByTime(60);
    }
    vi.advanceTimersByTime(439);
    expect(searched).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(searched).toEqual(['salty']);
    vi.advanceTimersByTime(5000);
    expect(searched).toEqual(['salty']);
  });

  it('can be done at once, and then not again', () => {
    const act = vi.fn<() => void>();
    const rest = atRest();
    rest.later(act);
    rest.now();
    rest.now();
    vi.advanceTimersByTime(5000);
    expect(act).toHaveBeenCalledTimes(1);
  });
});
