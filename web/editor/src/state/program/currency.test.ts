import { expect, it } from 'vitest';
import { currencyOf } from './currency.ts';

const content = (code: string, currency?: string): unknown => ({
  site: { config: { country: { iso31661A2: code }, options: currency === undefined ? {} : { currency } } },
});

it('prices have the currency of the settings, else that of the country', () => {
  for (const [code, expected] of [
    ['US', 'USD'],
    ['FR', 'EUR'],
    ['PL', 'PLN'],
    ['BR', 'BRL'],
    ['JP', 'JPY'],
    ['', 'USD'],
  ] as const)
    expect(currencyOf(content(code))).toBe(expected);
  expect(currencyOf(content('PL', 'EUR'))).toBe('EUR');
  expect(currencyOf({})).toBe('USD');
});
