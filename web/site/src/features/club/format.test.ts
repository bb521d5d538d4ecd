import { expect, it } from 'vitest';
import { formatOf } from './format.ts';

it('LOCALE-01 writes numbers, money and dates as the locale does', () => {
  const en = formatOf('en_US');
  expect([en.number(12_840), en.money({ amount: 1350, currency: 'USD' }), en.date('2026-03-31T22:00:00Z')]).toEqual(['12,840', '$13.50', 'March 31, 2026']);
  const fr = formatOf('fr_FR');
  expect([fr.number(12_840), fr.money({ amount: 1350, currency: 'EUR' }), fr.date('2026-03-31T22:00:00Z')]).toEqual(['12\u202f840', '13,50\u00a0€', '31 mars 2026']);
});

it('money has the minor units of its currency', () => {
  expect(formatOf('en_US').money({ amount: 1350, currency: 'JPY' })).toBe('¥1,350');
});

it('LOCALE-02 a locale that nobody knows writes like English, and a date that is none is not written', () => {
  expect(formatOf('').number(1000)).toBe('1,000');
  expect(formatOf('a locale').number(1000)).toBe('1,000');
  expect(formatOf('en_US').date('soon')).toBe('');
});
