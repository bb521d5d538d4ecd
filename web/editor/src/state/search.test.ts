import { expect, it } from 'vitest';
import { matches } from './search.ts';

it.each([
  ['Ticketing URL', 'tick', true],
  ['Ticketing URL', 'url tick', true],
  ['Ticketing URL', 'tikceting', true],
  ['Ticketing URL', 'tcketing', true],
  ['Ticketing URL', 'tiketing', true],
  ['Related entity', 'late', false],
  ['Réglages', 'reglages', true],
  ['“Few left” from this percentage sold', '“Few left”', true],
  ['Session timeout', '', true],
  ['Session timeout', 'color', false],
])('%s is found by “%s”: %j', (text, query, expected) => {
  expect(matches(text, query)).toBe(expected);
});
