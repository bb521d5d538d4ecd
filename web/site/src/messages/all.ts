// Every catalog: for the server only. The browser's entries import one each.

import { CATALOGS, LATER_CATALOGS, LOCALES } from 'virtual:messages';
import type { LaterMessages, Messages } from './messages.ts';

export { CATALOGS, LATER_CATALOGS, LOCALES };

/** The catalog for `intl.locale.short` of the page context; English without one (LOCALE-01, LOCALE-02). */
export const catalogOf = (short: string): Messages => CATALOGS[short] ?? CATALOGS.en;

/** What the browser loads when it is used, and the server when a page begins with it. */
export const laterCatalogOf = (short: string): LaterMessages => LATER_CATALOGS[short] ?? LATER_CATALOGS.en;
