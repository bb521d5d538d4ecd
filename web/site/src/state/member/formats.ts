// Days, times and amounts by the site's locale. Only for what is shown in the browser: the server has no Intl.

import { type Money, isCurrency } from '@marquee/rules/loyalty/payments/money.ts';
import { useState } from 'react';
import { currentTime } from '../clock.ts';
import { localeTag } from '../locale-tag.ts';
import { usePage } from '../page.ts';
import { priceText } from '../price.ts';

const DAY_MS = 86_400_000;

/** How a site writes. An instant is text of ISO 8601; one that is none is not written. */
export interface Formats {
  /** `Nov 9`, with its year when that is another one. */
  readonly day: (at: string) => string;
  /** `November 9, 2025`. */
  readonly date: (at: string) => string;
  /** The same of a day that is the same everywhere: without a time, such as `1990-05-04`, or when something ends, which is kept as midnight of UTC. */
  readonly dateOfDay: (day: string) => string;
  /** `March 2023`. */
  readonly month: (at: string) => string;
  /** `Tomorrow, 7:30 PM`, else `Sat, Nov 22, 7:30 PM`. */
  readonly start: (at: string) => string;
  /** `Nov 9, 7:30 PM`. */
  readonly dayAndTime: (at: string) => string;
  /** What was paid: `$27.00`; an amount of a currency that is none is a plain number. */
  readonly money: (money: Money) => string;
  /** What something costs: `$32`, `$13.50`. */
  readonly price: (money: Money) => string;
  readonly number: (amount: number) => string;
  /** With its sign: `+27`. */
  readonly signed: (amount: number) => string;
  /** The name of a country by its two letters. */
  readonly country: (code: string) => string;
  readonly now: number;
}

/** The formats of a locale, such as `en-US` or `fr_FR`; `now` is in ms. Without a time zone it is the visitor's. */
export function formatsOf(site: string, now: number, timeZone?: string): Formats {
  const locale = localeTag(site);
  const dates =
    (options: Intl.DateTimeFormatOptions) =>
    (at: string): string =>
      Number.isNaN(Date.parse(at)) ? '' : new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(Date.parse(at));
  const yearOf = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  const withYear = (at: string): Intl.DateTimeFormatOptions => (Number.isNaN(Date.parse(at)) || yearOf.format(Date.parse(at)) === yearOf.format(now) ? {} : { year: 'numeric' });
  const dayOf = (at: number): string => new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone }).format(at);
  const weekday = dates({ weekday: 'short', month: 'short', day: 'numeric' });
  const time = dates({ timeStyle: 'short' });
  const ofUtc = dates({ dateStyle: 'long', timeZone: 'UTC' });
  const number = (amount: number): string => new Intl.NumberFormat(locale).format(amount);
  const amountOf = (money: Money, exact: boolean): string => (isCurrency(money.currency) ? priceText(money, locale, exact) : number(money.amount));
  return {
    now,
    day: (at) => dates({ month: 'short', day: 'numeric', ...withYear(at) })(at),
    date: dates({ dateStyle: 'long' }),
    dateOfDay: (day) => ofUtc(day) || day,
    month: dates({ month: 'long', year: 'numeric' }),
    dayAndTime: (at) => dates({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', ...withYear(at) })(at),
    start: (at) => {
      if (Number.isNaN(Date.parse(at))) return '';
      const days = [0, 1].find((ahead) => dayOf(now + ahead * DAY_MS) === dayOf(Date.parse(at)));
      return `${days === undefined ? weekday(at) : capital(relative(locale, days), locale)}, ${time(at)}`;
    },
    money: (money) => amountOf(money, true),
    price: (money) => amountOf(money, false),
    number,
    signed: (amount) => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(amount),
    country: (code) => countryName(locale, code),
  };
}

const relative = (locale: string, days: number): string => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
const capital = (words: string, locale: string): string => words.slice(0, 1).toLocaleUpperCase(locale) + words.slice(1);

/** A service may keep a country by any text. */
function countryName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The formats of the page's locale, as of when the part appeared; of what happens at a cinema by its clock. */
export function useFormats(cinemaId?: string): Formats {
  const { page, context } = usePage();
  const theaters = page.kind === 'member' ? page.theaters : [];
  const [formats] = useState(() => formatsOf(context.intl.locale.long, currentTime(), cinemaId === undefined ? undefined : zoneOf(theaters, cinemaId)));
  return formats;
}

/** The time zone of a cinema; one that is not the site's own counts as its first. */
export const zoneOf = (theaters: readonly { readonly id: string; readonly timeZone: string }[], cinemaId: string): string | undefined =>
  (theaters.find(({ id }) => id === cinemaId) ?? theaters[0])?.timeZone;
