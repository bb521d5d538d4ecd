import { expect, it } from 'vitest';
import { logoCss } from './logo-size.ts';

it.each([
  [40.4, 40],
  [0, 36],
  [Number.NaN, 36],
  [10, 24],
  [24, 24],
  [64, 64],
  [200, 64],
])('SET-14 a logo that is set to %d is %d px high', (size, expected) => {
  expect(logoCss(size)).toBe(`:root{--logoHeight:${expected}px}`);
});
