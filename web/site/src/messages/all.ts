// Every catalog: for the server only. The browser's entries import one each.

import { CATALOGUES, LATER_CATALOGUES, LOCALES } from 'virtual:messages';
import type { LaterMessages, Messages } from './messages.ts';

export { CATALOGUES, LATER_CATALOGUES, LOCALES };

/** The catalog for `intl.locale.short` of the page context; English without one (LOCALE-01, LOCALE-02). */
export const catalogueOf = (short: string): Messages => CATALOGUES[short] ?? CATALOGUES.en;

/** What the browser loads when it is used, and the server when a page begins with it. */
export const laterCatalogueOf = (short: string): LaterMessages => LATER_CATALOGUES[short] ?? LATER_CATALOGUES.en;
