import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { expect, it } from 'vitest';
import { COUNTRIES, homeCountry } from './calling-codes.ts';

it('VALID-03 every country that has rules for its numbers has its calling code', () => {
  const known = getCountries().map((code) => `${code} ${getCountryCallingCode(code)}`);
  expect(COUNTRIES.map(({ code, callingCode }) => `${code} ${callingCode}`).toSorted()).toEqual(known.toSorted());
});

it.each([
  ['en_US', 'US'],
  ['fr-FR', 'FR'],
  ['fr_CA', 'CA'],
  ['zh-Hant-TW', 'TW'],
  ['fr', 'FR'],
  ['en', 'US'],
  ['', 'US'],
])('a site in %j is called from %s', (locale, country) => {
  expect(homeCountry(locale)).toBe(country);
});
