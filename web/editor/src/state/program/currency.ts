import { text } from '@marquee/api/json.ts';
import countryToCurrency from 'country-to-currency';
import { valueAt } from '../pointer.ts';

const BY_COUNTRY: Readonly<Record<string, string>> = countryToCurrency;

/** The currency that is proposed for prices: that of the settings, else that of the site's country, else US dollars. */
export const currencyOf = (content: unknown): string =>
  text(valueAt(content, '/site/config/options/currency')) ||
  (BY_COUNTRY[text(valueAt(content, '/site/config/country/iso31661A2'))] ?? 'USD');
