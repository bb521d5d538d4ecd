import { expect, it } from 'vitest';
import { isClosingSwipe } from './swipe.ts';

it.each([
  [97, 2000, true],
  [96, 2000, false],
  [40, 60, true],
  [40, 100, false],
  [20, 10, false],
  [0, 0, false],
])('ux 8: a swipe of %i px in %i ms closes a sheet: %s', (distance, ms, expected) => {
  expect(isClosingSwipe(distance, ms)).toBe(expected);
});
