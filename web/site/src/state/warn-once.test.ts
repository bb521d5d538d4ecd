import { afterEach, expect, it, vi } from 'vitest';
import { warnOnce } from './warn-once.ts';

afterEach(() => vi.restoreAllMocks());

it('LOYC-18 each warning is logged once', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  for (const message of ['type GOLD', 'type GOLD', 'format X']) warnOnce(message);
  expect(warn.mock.calls).toEqual([['type GOLD'], ['format X']]);
});
