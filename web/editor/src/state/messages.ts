// The words of the editor in the operator's language, and formats of dates and numbers.

import { createContext, use, useMemo } from 'react';
import { CATALOGS } from 'virtual:editor-messages';
import type { EditorMessages } from '../messages/messages.gen.ts';
import { setReportLanguage } from './api/client.ts';
import type { AttributeNames } from './program/attributes.ts';

export type { EditorMessages } from '../messages/messages.gen.ts';

/** The texts of a language. */
export interface Texts {
  readonly messages: EditorMessages;
  /** Names of the built-in attributes of shows. */
  readonly attributes: AttributeNames;
}

/** The language of the editor with its texts. */
export interface Language extends Texts {
  readonly locale: string;
  readonly change: (locale: string) => void;
}

export const LanguageContext = createContext<Language | undefined>(undefined);

const STORAGE_KEY = 'marquee-editor-language';

/** The languages, each by its own name. */
export const LANGUAGES: readonly { readonly locale: string; readonly name: string }[] = Object.keys(CATALOGS).map((locale) => ({
  locale,
  name: capitalized(new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale, locale),
}));

function capitalized(name: string, locale: string): string {
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** The chosen language, else the first of the browser's that there is, else English. */
export function preferredLocale(chosen: string | null, offered: readonly string[], browser: readonly string[]): string {
  if (chosen !== null && offered.includes(chosen)) return chosen;
  return browser.map((tag) => tag.split('-')[0] ?? '').find((language) => offered.includes(language)) ?? 'en';
}

export const initialLocale = (): string =>
  preferredLocale(localStorage.getItem(STORAGE_KEY), Object.keys(CATALOGS), navigator.languages);

/** Loads the texts of a language, and chooses it for the next visits. */
export async function loadTexts(locale: string, isChosen: boolean): Promise<Texts> {
  const { messages, attributes } = await (CATALOGS[locale] ?? CATALOGS.en)();
  if (isChosen) localStorage.setItem(STORAGE_KEY, locale);
  document.documentElement.lang = locale;
  setReportLanguage(locale);
  return { messages, attributes };
}

export function useLanguage(): Language {
  const language = use(LanguageContext);
  if (language === undefined) throw new Error('no language');
  return language;
}

export const useMessages = (): EditorMessages => useLanguage().messages;

export interface Formats {
  /** `Nov 18, 4:12 PM` */
  readonly moment: (at: string) => string;
  /** `Nov 18` */
  readonly day: (at: string) => string;
  /** `Nov 18, 2026` */
  readonly fullDay: (at: string) => string;
  /** `4:12 PM` */
  readonly time: (at: string) => string;
  /** `4:12 PM`, in an IANA time zone; `4:12 PM CST` if it is not the time in the zone `near`. */
  readonly timeIn: (at: string, zone: string, near?: string) => string;
  /** `Thursday, November 20, 5:48 PM`; without a time zone in that of the browser. */
  readonly long: (at: Date, timeZone?: string) => string;
  /** `2 minutes ago`; from a day on, the day. */
  readonly ago: (at: string, now: number) => string;
  readonly number: (value: number) => string;
  /** `1.8 MB`, in steps of 1,000. */
  readonly bytes: (bytes: number) => string;
  /** `8 sec`, or whole minutes from two minutes on. */
  readonly duration: (seconds: number) => string;
  /** `3 min 48 sec`. */
  readonly elapsed: (seconds: number) => string;
  /** A contrast ratio, rounded down to one digit. */
  readonly ratio: (value: number) => string;
  readonly list: (items: readonly string[]) => string;
  /** `French`, for `fr`. */
  readonly language: (code: string) => string;
  /** `Sat, Nov 29`, for `2026-11-29`. */
  readonly date: (date: string) => string;
  /** `Nov 14, 2026`, for `2026-11-14`. */
  readonly longDay: (date: string) => string;
  /** `Mon, Nov 23, 6:00 PM`, for an instant, in a time zone; with its name if it is not the time in the zone `near`. */
  readonly momentIn: (at: string, timeZone: string, near?: string) => string;
  /** `4:00 PM`, for `16:00`. */
  readonly clock: (time: string) => string;
  /** `4:00` or `16:00`, for `16:00`: without AM and PM, where an axis has them. */
  readonly shortClock: (time: string) => string;
  /** `4 PM`, for `16:00`. */
  readonly hour: (time: string) => string;
  /** `Sunday`, for the ISO weekday 7. */
  readonly weekday: (weekday: number) => string;
  /** `Sun`, for the ISO weekday 7. */
  readonly shortWeekday: (weekday: number) => string;
  /** `Nov 20 – 26`, for two dates. */
  readonly dateRange: (from: string, to: string) => string;
  /** `$13.50`, for 1350 cents. */
  readonly money: (amount: number, currency: string) => string;
  /** Whether dates are written month first. */
  readonly isMonthFirst: boolean;
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An instant in a format; empty if it is not one. */
function formatted(format: Intl.DateTimeFormat, instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? '' : format.format(at);
}

const MOMENT = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

const LONG_MOMENT = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

/** Numbers with units. */
const unitFormats = (tag: string): Pick<Formats, 'bytes' | 'duration' | 'elapsed'> => ({
  bytes(bytes) {
    const power = Math.max(
      0,
      BYTE_UNITS.findLastIndex((_, index) => bytes >= 1000 ** index),
    );
    const options = {
      style: 'unit',
      unit: BYTE_UNITS[power] ?? 'byte',
      // The short form of bytes has no plural.
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: 1,
    } as const;
    return new Intl.NumberFormat(tag, options).format(bytes / 1000 ** power);
  },
  duration(seconds) {
    const inMinutes = seconds >= 120;
    const options = { style: 'unit', unit: inMinutes ? 'minute' : 'second', unitDisplay: 'short' } as const;
    return new Intl.NumberFormat(tag, options).format(inMinutes ? Math.ceil(seconds / 60) : seconds);
  },
  elapsed(seconds) {
    const part = (unit: 'minute' | 'second', value: number): string =>
      new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
    const minutes = Math.floor(seconds / 60);
    return minutes === 0 ? part('second', seconds) : `${part('minute', minutes)} ${part('second', seconds % 60)}`;
  },
});

export function formatsOf(locale: string): Formats {
  // The browser's own variant of the language: en-GB, fr-CA.
  const tag = navigator.languages.find((language) => language.split('-')[0] === locale) ?? locale;
  const moment = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' });
  const fullDay = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', year: 'numeric' });
  const time = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' });
  const number = new Intl.NumberFormat(tag);
  const ratio = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const list = new Intl.ListFormat(tag, { type: 'conjunction' });
  const languages = new Intl.DisplayNames([tag], { type: 'language' });
  const date = new Intl.DateTimeFormat(tag, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const hour = new Intl.DateTimeFormat(tag, { hour: 'numeric', timeZone: 'UTC' });
  const longDay = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const shortWeekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' });
  const dates = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const noon = (iso: string): Date => new Date(`${iso}T12:00:00Z`);
  const ofClock = (at: string): string => `2026-01-01T${at.slice(0, 5)}:00Z`;
  return {
    moment: (at) => moment.format(new Date(at)),
    day: (at) => day.format(new Date(at)),
    fullDay: (at) => formatted(fullDay, at),
    time: (at) => time.format(new Date(at)),
    timeIn(at, zone, near = zone) {
      const inZone = (timeZone: string, more: Intl.DateTimeFormatOptions = {}): string =>
        new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone, ...more }).format(new Date(at));
      return inZone(zone) === inZone(near) ? inZone(zone) : inZone(zone, { timeZoneName: 'short' });
    },
    long: (at, timeZone) => new Intl.DateTimeFormat(tag, { ...LONG_MOMENT, timeZone }).format(at),
    ago(at, now) {
      const passed = Math.max(0, now - new Date(at).getTime());
      if (passed < MINUTE) return relative.format(0, 'second');
      if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
      if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour');
      return day.format(new Date(at));
    },
    number: (value) => number.format(value),
    ...unitFormats(tag),
    ratio: (value) => ratio.format(Math.floor(value * 10) / 10),
    list: (items) => list.format(items),
    language: (code) => capitalized(languages.of(code) ?? code, tag),
    date: (iso) => formatted(date, `${iso}T00:00:00Z`),
    longDay: (iso) => formatted(longDay, `${iso}T00:00:00Z`),
    momentIn(at, zone, near = zone) {
      const inZone = (timeZone: string, more: Intl.DateTimeFormatOptions = {}): string =>
        formatted(new Intl.DateTimeFormat(tag, { ...MOMENT, timeZone, ...more }), at);
      return inZone(zone) === inZone(near) ? inZone(zone) : inZone(zone, { timeZoneName: 'short' });
    },
    clock: (at) => formatted(clock, ofClock(at)),
    shortClock: (at) =>
      clock
        .formatToParts(new Date(ofClock(at)))
        .map(({ type, value }) => (type === 'dayPeriod' ? '' : value))
        .join('')
        .trim(),
    hour: (at) => formatted(hour, ofClock(at)),
    // January 5, 2026 is a Monday.
    weekday: (isoDay) => weekday.format(new Date(Date.UTC(2026, 0, 4 + isoDay))),
    shortWeekday: (isoDay) => shortWeekday.format(new Date(Date.UTC(2026, 0, 4 + isoDay))),
    dateRange: (from, to) => dates.formatRange(noon(from), noon(to)),
    money(amount, currency) {
      const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
      return format.format(amount / 10 ** minorDigits(currency));
    },
    isMonthFirst: dates.formatToParts(noon('2026-01-05')).find(({ type }) => type === 'month' || type === 'day')?.type === 'month',
  };
}

/** Number of digits of the minor unit of a currency. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export function useFormats(): Formats {
  const { locale } = useLanguage();
  return useMemo(() => formatsOf(locale), [locale]);
}
