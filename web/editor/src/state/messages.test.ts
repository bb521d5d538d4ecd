import { describe, expect, it, vi } from 'vitest';
import { formatsOf, minorDigits, preferredLocale } from './messages.ts';

describe('the language of the editor', () => {
  const offered = ['en', 'fr', 'de', 'es'];
  it.each([
    ['the chosen one', 'de', ['fr-FR'], 'de'],
    ['the first of the browser that there is', null, ['nl-NL', 'fr-CA', 'en'], 'fr'],
    ['English without any other', null, ['nl'], 'en'],
    ['not one that was removed', 'it', ['es-MX'], 'es'],
  ])('is %s', (_, chosen, browser, expected) => {
    expect(preferredLocale(chosen, offered, browser)).toBe(expected);
  });
});

it('writes times in the words of the language', () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  const { ago, list, number } = formatsOf('en');
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(ago('2026-11-20T11:58:00Z', now)).toBe('2 min. ago');
  expect(ago('2026-11-20T09:00:00Z', now)).toBe('3 hr. ago');
  expect(ago('2026-11-12T12:00:00Z', now)).toBe('Nov 12');
  expect(list(['Home', 'Design'])).toBe('Home and Design');
  expect(number(12_500)).toBe('12,500');
});

it('writes times of axes, weekdays, money and dates', () => {
  const { shortClock, hour, shortWeekday, money, isMonthFirst } = formatsOf('en');
  expect([shortClock('18:05'), hour('12:00'), shortWeekday(7), money(1350, 'USD'), isMonthFirst]).toEqual([
    '6:05',
    '12 PM',
    'Sun',
    '$13.50',
    true,
  ]);
  const german = formatsOf('de');
  expect([german.shortClock('18:05'), german.isMonthFirst, minorDigits('JPY')]).toEqual(['18:05', false, 0]);
});

it('names the time zone of a time that is not that of the page', () => {
  const { timeIn } = formatsOf('en');
  const at = '2026-11-26T23:20:00Z';
  expect(timeIn(at, 'America/New_York', 'America/Detroit')).toBe('6:20 PM');
  expect(timeIn(at, 'America/Chicago', 'America/Detroit')).toBe('5:20 PM CST');
});
