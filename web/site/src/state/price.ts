// Formats money by the page's locale. Not for the renderer, which has no Intl.

import { CURRENCY_DECIMALS, DEFAULT_DECIMALS } from '@marquee/rules/loyalty/payments/currency-decimals.gen.ts';
import type { Money } from '@marquee/rules/loyalty/payments/money.ts';
import { localeTag } from './locale-tag.ts';

/** The narrow symbol makes dollars `$` in every language, as on pages of the server. */
const currencyOptions = (currency: string) => ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }) as const;

/** One unit of a currency: `$1`. */
export function unitText(currency: string, locale: string): string {
  try {
    const format = new Intl.NumberFormat(localeTag(locale), {
      ...currencyOptions(currency),
      minimumFractionDigits: 0,
      maximumFractionDigits: 0,
    });
    return format.format(1);
  } catch {
    return `1 ${currency}`;
  }
}

/** An amount in the smallest unit of its currency, as `$60` or `42,50 €`. Whole amounts have decimals only if `exact`. `locale` is a page's, such as `en-US`. */
export function priceText({ amount, currency }: Money, locale: string, exact: boolean = false): string {
  const tag = localeTag(locale);
  try {
    // The browser has other decimals for some currencies, for example 0 for HUF.
    const decimals = CURRENCY_DECIMALS[currency] ?? DEFAULT_DECIMALS;
    const value = amount / 10 ** decimals;
    return new Intl.NumberFormat(tag, {
      ...currencyOptions(currency),
      minimumFractionDigits: Number.isInteger(value) && !exact ? 0 : decimals,
      maximumFractionDigits: decimals,
    }).format(value);
  } catch {
    // Not an ISO currency, for example points.
    return `${amount} ${currency}`.trim();
  }
}
