import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOpenedOrFramed } from './opened-or-framed.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a page that another window opened or frames', () => {
  const other = {};
  it.each([
    { opener: null, isFramed: false, expected: false },
    { opener: undefined, isFramed: false, expected: false },
    { opener: other, isFramed: false, expected: true },
    { opener: null, isFramed: true, expected: true },
  ])('PREV-01 ROLE-15 opener $opener, in a frame $isFramed: $expected', ({ opener, isFramed, expected }) => {
    const window = { opener };
    vi.stubGlobal('window', window);
    vi.stubGlobal('parent', isFramed ? other : window);
    expect(isOpenedOrFramed()).toBe(expected);
  });
});
