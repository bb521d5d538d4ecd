// The words of the site. A catalogue is a tree of functions: `m.film.next({ day })`, `m.common.close()`.
// Add a key to en.json and fr.json, then `npm run codegen`; tests compare the two.
// Every visitor loads these, so what is loaded when it is used (search, consent, hearts) has its texts in en.later.json and
// fr.later.json, which `laterMessages` of later.ts brings.

import type { LaterMessages, Messages } from './messages.gen.ts';

export type { LaterMessages, Messages };

/** Short locales that have a catalogue; the first is the default (LOCALE-02). */
export const LOCALES = ['en', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];

/** The catalogue's locale for `intl.locale.short` of the page context, else the default (LOCALE-01). */
export function localeOf(short: string): Locale {
  return LOCALES.find((locale) => locale === short) ?? LOCALES[0];
}
