import { describe, expect, it } from 'vitest';
import { bestMatches, matches } from './search.ts';

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

describe('what the palette finds', () => {
  const SETTINGS = [
    { label: 'Late booking', hint: 'Ticketing', words: 'Late booking Minutes after the start. lateBookingMinutes' },
    { label: 'Ticketing URL', hint: 'Ticketing', words: 'Ticketing URL Where tickets are sold. ticketingUrl' },
    { label: 'Circuit', hint: 'Name and place', words: 'Circuit The ticketing of the circuit knows it by this name. circuit' },
    { label: 'Form of ticketing', hint: 'Ticketing', words: 'Form of ticketing Sent to the ticketing. ticketingForm' },
  ];
  const labels = (query: string): readonly string[] => bestMatches(SETTINGS, query).map(({ label }) => label);

  it('ux 5.17 has names before hints, and not what only the help mentions', () => {
    expect(labels('ticketing')).toEqual(['Ticketing URL', 'Form of ticketing', 'Late booking']);
    expect(labels('tikceting')).toEqual(['Ticketing URL', 'Form of ticketing']);
    expect(labels('late')).toEqual(['Late booking']);
    expect(labels('url ticketing')).toEqual(['Ticketing URL']);
  });

  it('has what the help mentions if there is nothing else, but not many', () => {
    expect(labels('sold')).toEqual(['Ticketing URL']);
    expect(labels('latebooking')).toEqual(['Late booking']);
    const many = Array.from({ length: 9 }, (_, index) => ({ label: `Setting ${index}`, words: 'visitors' }));
    expect(bestMatches(many, 'visitors')).toHaveLength(3);
    expect(bestMatches(many, 'setting')).toHaveLength(8);
    expect(bestMatches(many, '')).toHaveLength(8);
    expect(labels('color')).toEqual([]);
  });
});
