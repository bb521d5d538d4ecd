import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { expect, it } from 'vitest';
import { COUNTRIES, homeCountry, offeredCountries } from './calling-codes.ts';

it('VALID-03 every country of the number rules has its calling code', () => {
  const expected = getCountries().map((code) => `${code} ${getCountryCallingCode(code)}`);
  expect(COUNTRIES.map(({ code, callingCode }) => `${code} ${callingCode}`).toSorted()).toEqual(expected.toSorted());
});

it.each([
  ['en-US', 'US'],
  ['fr-FR', 'FR'],
  ['fr-CA', 'CA'],
  ['zh-Hant-TW', 'TW'],
  ['fr', 'FR'],
  ['en', 'US'],
  ['', 'US'],
])('the home country of a site in %j is %s', (locale, country) => {
  expect(homeCountry(locale, 'US', COUNTRIES)).toBe(country);
});

it('the home country of a site in English is the United States, even in another country', () => {
  expect(homeCountry('en', 'FR', COUNTRIES)).toBe('US');
  expect(homeCountry('en', 'FR', [])).toBe('US');
});

it('SITE-07 forms offer the countries that the site lists, or all countries', () => {
  expect(
    offeredCountries(['CA', 'FR'])
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(['CA', 'FR']);
  expect(offeredCountries([])).toBe(COUNTRIES);
});

it.each([
  ['fr-FR', 'US', ['FR', 'US'], 'FR'],
  ['fr-FR', 'CA', ['CA', 'US'], 'CA'],
  ['en-US', 'DE', ['AT'], 'AT'],
])('SITE-07 among offered countries %s of a site in %s dials %j by default', (locale, country, offered, expected) => {
  expect(homeCountry(locale, country, offeredCountries(offered))).toBe(expected);
});
