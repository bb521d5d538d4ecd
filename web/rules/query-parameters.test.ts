import { expect, it } from 'vitest';
import { isPersonal } from './query-parameters.ts';

it.each([
  ['token', true],
  ['RESETCODE', true],
  ['userSessionId', true],
  ['return', true],
  ['theaterCode', false],
  ['perfCode', false],
  ['utm_source', false],
  ['day', false],
])('PAGE-07 the parameter %s is personal: %s', (name, expected) => {
  expect(isPersonal(name)).toBe(expected);
});
