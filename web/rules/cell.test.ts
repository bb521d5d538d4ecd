import { expect, it, vi } from 'vitest';
import { cell } from './cell.ts';

it('notifies listeners of every change, and only of changes', () => {
  const count = cell(0);
  const listener = vi.fn();
  const stop = count.subscribe(listener);
  count.set(1);
  count.set(1);
  expect([count.get(), listener.mock.calls.length]).toEqual([1, 1]);
  stop();
  count.set(2);
  expect([count.get(), listener.mock.calls.length]).toEqual([2, 1]);
});
