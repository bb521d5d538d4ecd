import { expect, it } from 'vitest';
import { closes } from './swipe.ts';

it.each([
  [97, 2000, true],
  [96, 2000, false],
  [40, 60, true],
  [40, 100, false],
  [20, 10, false],
  [0, 0, false],
])('ux 8: a pull of %i px in %i ms closes a sheet: %s', (pulled, ms, away) => {
  expect(closes(pulled, ms)).toBe(away);
});
