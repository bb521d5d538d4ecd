import { describe, expect, it } from 'vitest';
import { formatsOf, zoneOf } from './formats.ts';

const NOW = Date.parse('2026-11-22T12:00:00-05:00');
const en = formatsOf('en-US', NOW, 'America/Detroit');
const fr = formatsOf('fr-FR', NOW, 'Europe/Paris');
const withoutNoBreakSpaces = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');

describe('LOCALE-01 days and times', () => {
  it.each([
    ['2026-11-22T19:30:00-05:00', 'Today, 7:30 PM'],
    ['2026-11-23T00:10:00-05:00', 'Tomorrow, 12:10 AM'],
    ['2026-11-28T19:30:00-05:00', 'Sat, Nov 28, 7:30 PM'],
  ])('the start at %s is %s', (at, text) => {
    expect(withoutNoBreakSpaces(en.start(at))).toBe(text);
  });

  it('name tomorrow by the calendar, also on the night of a clock change', () => {
    const late = formatsOf('en-US', Date.parse('2026-03-07T23:30:00-05:00'), 'America/New_York');
    expect(withoutNoBreakSpaces(late.start('2026-03-08T20:00:00-04:00'))).toBe('Tomorrow, 8:00 PM');
    expect(withoutNoBreakSpaces(late.start('2026-03-09T20:00:00-04:00'))).toBe('Mon, Mar 9, 8:00 PM');
  });

  it('have the format of the locale', () => {
    expect([
      en.day('2026-11-09T12:00:00Z'),
      en.day('2025-11-09T12:00:00Z'),
      en.date('2027-03-31T12:00:00Z'),
      en.month('2023-03-02T12:00:00Z'),
    ]).toEqual(['Nov 9', 'Nov 9, 2025', 'March 31, 2027', 'March 2023']);
    expect(
      [fr.start('2026-11-23T20:30:00+01:00'), fr.day('2026-11-09T12:00:00Z'), fr.month('2023-03-02T12:00:00Z')].map(
        withoutNoBreakSpaces,
      ),
    ).toEqual(['Demain, 20:30', '9 nov.', 'mars 2023']);
  });
});

it('LOCALE-01 a date without a time or at midnight UTC is the same day in every time zone', () => {
  expect([
    en.dateOfDay('1990-05-04'),
    en.dateOfDay('2026-03-31T22:00:00Z'),
    en.dateOfDay('2027-01-02T00:00:00Z'),
    en.dateOfDay('long ago'),
  ]).toEqual(['May 4, 1990', 'March 31, 2026', 'January 2, 2027', 'long ago']);
  expect(fr.dateOfDay('2026-03-31T22:00:00Z')).toBe('31 mars 2026');
});

it('an invalid time becomes an empty text', () => {
  expect([en.date, en.day, en.month, en.start, en.dayAndTime].map((format) => format('soon'))).toEqual(['', '', '', '', '']);
});

it('LOCALE-01 amounts have the format of the locale', () => {
  expect([
    en.money({ amount: 2700, currency: 'USD' }),
    en.money({ amount: 500, currency: 'JPY' }),
    en.money({ amount: 150, currency: 'POINTS' }),
    en.signed(27),
    en.signed(-1250),
    en.signed(0),
  ]).toEqual(['$27.00', '¥500', '150', '+27', '-1,250', '0']);
  expect(withoutNoBreakSpaces(fr.money({ amount: 2700, currency: 'EUR' }))).toBe('27,00 €');
  expect([en.number(12_840), fr.number(12_840)]).toEqual(['12,840', '12\u202f840']);
});

it('LOCALE-01 whole prices have no decimals', () => {
  expect([
    en.price({ amount: 1350, currency: 'USD' }),
    en.price({ amount: 3200, currency: 'USD' }),
    en.price({ amount: 150, currency: 'POINTS' }),
  ]).toEqual(['$13.50', '$32', '150']);
  expect(fr.price({ amount: 1350, currency: 'EUR' })).toBe('13,50\u00a0€');
});

it.each(['', 'a locale'])('LOCALE-02 the unknown locale %j has English formats', (locale) => {
  const formats = formatsOf(locale, NOW, 'America/Detroit');
  expect([
    formats.number(1000),
    formats.date('2026-11-09T12:00:00Z'),
    formats.money({ amount: 2700, currency: 'USD' }),
    formats.country('US'),
  ]).toEqual(['1,000', 'November 9, 2026', '$27.00', 'United States']);
});

it('an unknown country code stays unchanged', () => {
  expect([en.country('US'), fr.country('US'), en.country('Utopia (old)')]).toEqual(['United States', 'États-Unis', 'Utopia (old)']);
});

it('a show has the time zone of its cinema', () => {
  const theaters = [
    { id: 'a', timeZone: 'America/Detroit' },
    { id: 'b', timeZone: 'Europe/Paris' },
  ];
  expect([zoneOf(theaters, 'b'), zoneOf(theaters, 'elsewhere'), zoneOf([], 'b')]).toEqual([
    'Europe/Paris',
    'America/Detroit',
    undefined,
  ]);
  expect(formatsOf('en-US', NOW, zoneOf(theaters, 'b')).dayAndTime('2026-11-22T18:30:00Z')).toMatch(/7:30/);
});
