// The languages of a site and the texts of its records in each.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { pointerOf, valueAt } from '../pointer.ts';

/** Languages as keys of `localizations`, for example `en`. */
export interface SiteLanguages {
  /** The language of the records themselves. */
  readonly main: string;
  readonly others: readonly string[];
}

const shortOf = (locale: string): string => locale.split('-')[0] ?? '';

export function languagesOf(content: unknown): SiteLanguages {
  const main = shortOf(text(valueAt(content, '/site/config/locale'))) || 'en';
  const additional = list(valueAt(content, '/site/config/options/additionalLocales')).map((locale) => shortOf(text(locale)));
  return { main, others: [...new Set(additional)].filter((language) => language !== '' && language !== main) };
}

/** Texts in other languages, by language. */
export type Translations = Readonly<Record<string, string>>;

export const translationsOf = (value: unknown): Translations =>
  Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([language, words]) => [language, text(words)]));

/** The translations that are filled in, without spaces around them. */
export const filledIn = (translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations)
      .map(([language, words]) => [language, words.trim()])
      .filter(([, words]) => words !== ''),
  );

/** The locales of a site, such as `en-US`, the default first. */
export function localesOf(content: unknown): readonly string[] {
  const main = text(valueAt(content, '/site/config/locale')) || 'en-US';
  const additional = list(valueAt(content, '/site/config/options/additionalLocales')).map(text);
  return [...new Set([main, ...additional])].filter((locale) => locale !== '');
}

/** Pointer of a text of a record in a language: the record's own field in the main one. */
export const localizedPointer = (record: string, languages: SiteLanguages, language: string, name: string): string =>
  record + (language === languages.main ? pointerOf(name) : pointerOf('localizations', language, name));

/** The other languages in which a record lacks one of these texts. Texts that the record itself lacks are not missed. */
export function missingLanguages(record: unknown, { others }: SiteLanguages, names: readonly string[]): readonly string[] {
  const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : text(value).trim() !== '');
  const needed = isRecord(record) ? names.filter((name) => isFilled(record[name])) : [];
  return others.filter((language) => needed.some((name) => !isFilled(valueAt(record, pointerOf('localizations', language, name)))));
}
