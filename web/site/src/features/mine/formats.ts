// Days, times and amounts by the site's locale. Only for what is shown in the browser: the server has no Intl.

import type { Money } from '@marquee/rules/loyalty/money.ts';
import { useState } from 'react';
import { usePage } from '../../state/page.tsx';

const DAY_MS = 86_400_000;

export interface Formats {
  /** `Nov 9`, with its year when that is another one. */
  readonly day: (at: string) => string;
  /** `November 9, 2025`. */
  readonly date: (at: string) => string;
  /** The same of a day without a time, such as `1990-05-04`. */
  readonly dateOfDay: (day: string) => string;
  /** `March 2023`. */
  readonly month: (at: string) => string;
  /** `Tomorrow, 7:30 PM`, else `Sat, Nov 22, 7:30 PM`. */
  readonly start: (at: string) => string;
  /** `Nov 9, 7:30 PM`. */
  readonly dayAndTime: (at: string) => string;
  /** `$27.00`; an amount of a currency that is none is a plain number. */
  readonly money: (money: Money) => string;
  readonly number: (amount: number) => string;
  /** With its sign: `+27`. */
  readonly signed: (amount: number) => string;
  /** The name of a country by its two letters. */
  readonly country: (code: string) => string;
  readonly now: number;
}

/** The formats of a locale, such as `en-US` or `fr_FR`; `now` is in ms. Without a time zone it is the visitor's. */
export function formatsOf(site: string, now: number, timeZone?: string): Formats {
  const locale = site.replaceAll('_', '-');
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const dayOf = (at: number): string => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at);
  const number = (amount: number): string => new Intl.NumberFormat(locale).format(amount);
  const isThisYear = (at: string): boolean => dayOf(Date.parse(at)).slice(0, 4) === dayOf(now).slice(0, 4);
  return {
    now,
    day: (at) => dates({ month: 'short', day: 'numeric', ...(isThisYear(at) ? {} : { year: 'numeric' }) }).format(Date.parse(at)),
    date: (at) => dates({ dateStyle: 'long' }).format(Date.parse(at)),
    dateOfDay: (day) => (Number.isNaN(Date.parse(day)) ? day : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))),
    month: (at) => dates({ month: 'long', year: 'numeric' }).format(Date.parse(at)),
    dayAndTime: (at) => dates({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', ...(isThisYear(at) ? {} : { year: 'numeric' }) }).format(Date.parse(at)),
    start: (at) => {
      const days = [0, 1].find((ahead) => dayOf(now + ahead * DAY_MS) === dayOf(Date.parse(at)));
      const day = days === undefined ? dates({ weekday: 'short', month: 'short', day: 'numeric' }).format(Date.parse(at)) : capital(relative(locale, days), locale);
      return `${day}, ${dates({ timeStyle: 'short' }).format(Date.parse(at))}`;
    },
    money: ({ amount, currency }) => {
      if (!/^[A-Z]{3}$/.test(currency)) return number(amount);
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
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
  const [formats] = useState(() => formatsOf(context.intl.locale.long, Date.now(), cinemaId === undefined ? undefined : zoneOf(theaters, cinemaId)));
  return formats;
}

/** The time zone of a cinema; one that is not the site's own counts as its first. */
export const zoneOf = (theaters: readonly { readonly id: string; readonly timeZone: string }[], cinemaId: string): string | undefined =>
  (theaters.find(({ id }) => id === cinemaId) ?? theaters[0])?.timeZone;
