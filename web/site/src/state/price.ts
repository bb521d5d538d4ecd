// Money as the reader's country writes it. Browsers only: the renderer has no Intl.

import type { Money } from '@marquee/rules/loyalty/payments/money.ts';
import { localeTag } from './locale-tag.ts';

/** Dollars are `$` in every language, as the pages of the server have them. */
const shown = (currency: string) => ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }) as const;

/** A whole unit of a currency: `$1`. */
export function unitText(currency: string, locale: string): string {
  try {
    const format = new Intl.NumberFormat(localeTag(locale), { ...shown(currency), minimumFractionDigits: 0, maximumFractionDigits: 0 });
    return format.format(1);
  } catch {
    return `1 ${currency}`;
  }
}

/** `$60`, `42,50 €`: whole amounts without their zeros, unless `exact`. `locale` as pages have it, `en_US`. */
export function priceText({ amount, currency }: Money, locale: string, exact: boolean = false): string {
  const tag = localeTag(locale);
  try {
    const digits = new Intl.NumberFormat(tag, shown(currency)).resolvedOptions().maximumFractionDigits ?? 2;
    const value = amount / 10 ** digits;
    return new Intl.NumberFormat(tag, { ...shown(currency), ...(Number.isInteger(value) && !exact ? { minimumFractionDigits: 0 } : {}) }).format(value);
  } catch {
    // A currency that no country has, as another service may have: points, for example.
    return `${amount} ${currency}`.trim();
  }
}
