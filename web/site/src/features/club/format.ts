// Numbers, money and dates as the site's locale writes them. Only members see them, and they come after the browser has taken
// over, so that Intl is there.

import { usePage } from '../../state/page.tsx';

export interface Format {
  readonly number: (amount: number) => string;
  /** Minor units, for example cents. */
  readonly money: (price: { readonly amount: number; readonly currency: string }) => string;
  /** A date of ISO 8601 as it is spoken, without its time; empty when it is none. */
  readonly date: (date: string) => string;
}

/** How a locale writes, such as `en_US` or `fr-FR`; one that the browser does not know writes like English. */
export function formatOf(long: string): Format {
  const [locale = 'en'] = supported(long.replaceAll('_', '-'));
  return {
    number: (amount) => new Intl.NumberFormat(locale).format(amount),
    money: ({ amount, currency }) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
    date: (date) => {
      const at = Date.parse(date);
      return Number.isNaN(at) ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
    },
  };
}

function supported(locale: string): string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale);
  } catch {
    return [];
  }
}

export const useFormat = (): Format => formatOf(usePage().context.intl.locale.long);
