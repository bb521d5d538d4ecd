import { expect, it } from 'vitest';
import { phoneNumber } from './phone.ts';

it.each([
  ['(415) 555-2671', 'US', '+14155552671'],
  ['+1 415 555 2671', 'US', '+14155552671'],
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['12345', 'US', undefined],
  ['', 'US', undefined],
  ['call me', 'US', undefined],
  ['(415) 555-2671', 'XX', undefined],
])('VALID-03 %j in %s is %j', (text, country, number) => {
  expect(phoneNumber(text, country)).toBe(number);
});
