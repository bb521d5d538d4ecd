// Formats money by the page's locale. Not for the renderer, which has no Intl.

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

/** An amount in the smallest unit of its currency, as `$60` or `42,50 €`. Whole amounts have decimals only if `exact`. `locale` is a page's, such as `en_US`. */
export function priceText({ amount, currency }: Money, locale: string, exact: boolean = false): string {
  const tag = localeTag(locale);
  try {
    const digits = new Intl.NumberFormat(tag, currencyOptions(currency)).resolvedOptions().maximumFractionDigits ?? 2;
    const value = amount / 10 ** digits;
    return new Intl.NumberFormat(tag, {
      ...currencyOptions(currency),
      ...(Number.isInteger(value) && !exact ? { minimumFractionDigits: 0 } : {}),
    }).format(value);
  } catch {
    // Not an ISO currency, for example points.
    return `${amount} ${currency}`.trim();
  }
}
