import { text } from '@marquee/api/json.ts';
import { valueAt } from '../pointer.ts';

/** Currencies of countries with cinemas that use the editor's languages. */
const CURRENCIES: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  GB: 'GBP',
  IE: 'EUR',
  FR: 'EUR',
  DE: 'EUR',
  AT: 'EUR',
  ES: 'EUR',
  BE: 'EUR',
  CH: 'CHF',
  AU: 'AUD',
  NZ: 'NZD',
  MX: 'MXN',
};

/** The currency of the site's country, else US dollars. */
export const currencyOfCountry = (content: unknown): string =>
  CURRENCIES[text(valueAt(content, '/site/config/country/iso31661A2'))] ?? 'USD';
