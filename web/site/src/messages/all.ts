// Every catalog: for the server only. The browser's entries import one each.

import { CATALOGS, LATER_CATALOGS, LOCALES } from 'virtual:messages';
import type { LaterMessages, Messages } from './messages.ts';

export { CATALOGS, LATER_CATALOGS, LOCALES };

/** The catalog for `intl.locale.short` of the page context; English without one (LOCALE-01, LOCALE-02). */
export const catalogOf = (short: string): Messages => CATALOGS[short] ?? CATALOGS.en;

/** The messages of parts that the browser loads on use, and the server for pages that begin with such a part. */
export const laterCatalogOf = (short: string): LaterMessages => LATER_CATALOGS[short] ?? LATER_CATALOGS.en;
