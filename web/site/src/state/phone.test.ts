import { expect, it } from 'vitest';
import { phoneNumber, phoneParts } from './phone.ts';

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

it.each([
  ['+14155552671', 'FR', { country: 'US', national: '(415) 555-2671', international: '+1 415 555 2671' }],
  ['+33612345678', 'US', { country: 'FR', national: '06 12 34 56 78', international: '+33 6 12 34 56 78' }],
  ['(415) 555-2671', 'US', { country: 'US', national: '(415) 555-2671', international: '+1 415 555 2671' }],
  ['', 'US', undefined],
  ['call me', 'US', undefined],
])('VALID-03 %j has the formats of its country: %j', (text, home, parts) => {
  expect(phoneParts(text, home)).toEqual(parts);
});
