// Formats days, times and amounts by the site's locale. Not for the renderer, which has no Intl.

import { type Money, isCurrency } from '@marquee/rules/loyalty/payments/money.ts';
import { useState } from 'react';
import { currentTime } from '../clock.ts';
import { localeTag } from '../locale-tag.ts';
import { usePage } from '../page.ts';
import { priceText } from '../price.ts';

const DAY_MS = 86_400_000;

/** Formatters of a site. Times are ISO 8601; an invalid one becomes an empty text. */
export interface Formats {
  /** `Nov 9`, with the year if it is not the current one. */
  readonly day: (at: string) => string;
  /** `November 9, 2025`. */
  readonly date: (at: string) => string;
  /** `November 9, 2025`, of a date that is the same in every time zone: one without a time, such as `1990-05-04`, or an end date, stored as midnight UTC. Returns an invalid date unchanged. */
  readonly dateOfDay: (day: string) => string;
  /** `March 2023`. */
  readonly month: (at: string) => string;
  /** `Today, 7:30 PM`, `Tomorrow, 7:30 PM`, else `Sat, Nov 22, 7:30 PM`. */
  readonly start: (at: string) => string;
  /** `Nov 9, 7:30 PM`. */
  readonly dayAndTime: (at: string) => string;
  /** A paid amount: `$27.00`. If the currency is not valid, only the number. */
  readonly money: (money: Money) => string;
  /** A price: `$32`, `$13.50`. If the currency is not valid, only the number. */
  readonly price: (money: Money) => string;
  readonly number: (amount: number) => string;
  /** With its sign: `+27`. */
  readonly signed: (amount: number) => string;
  /** The name of a country by its ISO 3166 alpha-2 code. Returns an unknown code unchanged. */
  readonly country: (code: string) => string;
  /** The time for which the formatters were created, in ms since 1970. */
  readonly now: number;
}

/** The formatters of a site's locale, such as `en-US` or `fr-FR`; `now` is in ms since 1970. Default time zone: the visitor's. */
export function formatsOf(siteLocale: string, now: number, timeZone?: string): Formats {
  const locale = localeTag(siteLocale);
  const dates =
    (options: Intl.DateTimeFormatOptions) =>
    (at: string): string =>
      Number.isNaN(Date.parse(at)) ? '' : new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(Date.parse(at));
  const yearOf = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  const withYear = (at: string): Intl.DateTimeFormatOptions =>
    Number.isNaN(Date.parse(at)) || yearOf.format(Date.parse(at)) === yearOf.format(now) ? {} : { year: 'numeric' };
  // Calendar days: a day of a clock change has 23 or 25 hours. Swedish dates are ISO 8601.
  const isoDay = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone });
  const daysAhead = (at: string): number => (Date.parse(isoDay.format(Date.parse(at))) - Date.parse(isoDay.format(now))) / DAY_MS;
  const weekday = dates({ weekday: 'short', month: 'short', day: 'numeric' });
  const time = dates({ timeStyle: 'short' });
  const utcDate = dates({ dateStyle: 'long', timeZone: 'UTC' });
  const number = (amount: number): string => new Intl.NumberFormat(locale).format(amount);
  const amountOf = (money: Money, exact: boolean): string =>
    isCurrency(money.currency) ? priceText(money, locale, exact) : number(money.amount);
  return {
    now,
    day: (at) => dates({ month: 'short', day: 'numeric', ...withYear(at) })(at),
    date: dates({ dateStyle: 'long' }),
    dateOfDay: (day) => utcDate(day) || day,
    month: dates({ month: 'long', year: 'numeric' }),
    dayAndTime: (at) => dates({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', ...withYear(at) })(at),
    start: (at) => {
      if (Number.isNaN(Date.parse(at))) return '';
      const days = daysAhead(at);
      return `${days === 0 || days === 1 ? capitalized(relativeDay(locale, days), locale) : weekday(at)}, ${time(at)}`;
    },
    money: (money) => amountOf(money, true),
    price: (money) => amountOf(money, false),
    number,
    signed: (amount) => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(amount),
    country: (code) => countryName(locale, code),
  };
}

const relativeDay = (locale: string, days: number): string =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
const capitalized = (text: string, locale: string): string => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);

/** The service may store any text as a country. */
function countryName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The formatters of the page's locale, created when the component is mounted. With a cinema, in its time zone, else in the visitor's. */
export function useFormats(cinemaId?: string): Formats {
  const { page, context } = usePage();
  const theaters = page.kind === 'member' ? page.theaters : [];
  const [formats] = useState(() =>
    formatsOf(context.intl.locale.long, currentTime(), cinemaId === undefined ? undefined : zoneOf(theaters, cinemaId)),
  );
  return formats;
}

/** The time zone of a cinema. An unknown cinema has the time zone of the site's first. */
export const zoneOf = (
  theaters: readonly { readonly id: string; readonly timeZone: string }[],
  cinemaId: string,
): string | undefined => (theaters.find(({ id }) => id === cinemaId) ?? theaters[0])?.timeZone;
