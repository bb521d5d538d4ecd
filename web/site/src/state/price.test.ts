import { expect, it } from 'vitest';
import { priceText, unitText } from './price.ts';

it.each([
  [6000, 'USD', 'en-US', false, '$60'],
  [4250, 'USD', 'en-US', false, '$42.50'],
  [6000, 'USD', 'en-US', true, '$60.00'],
  [4250, 'EUR', 'fr-FR', false, '42,50\u00a0€'],
  [4800, 'USD', 'fr-FR', false, '48\u00a0$'],
  [1200, 'JPY', 'en-US', true, '¥1,200'],
  [250_000, 'HUF', 'en-US', true, 'Ft\u00a02,500.00'],
  [1500, 'IQD', 'en-US', true, 'IQD\u00a01.500'],
  [150, 'POINTS', 'en-US', false, '150 POINTS'],
  [0, '', 'en-US', false, '0'],
])('ux 10 money: %i %s in %s', (amount, currency, locale, exact, text) => {
  expect(priceText({ amount, currency }, locale, exact)).toBe(text);
});

it.each([
  ['USD', 'en-US', '$1'],
  ['EUR', 'fr-FR', '1\u00a0€'],
  ['POINTS', 'en-US', '1 POINTS'],
])('one unit of %s in %s is %s', (currency, locale, text) => {
  expect(unitText(currency, locale)).toBe(text);
});
