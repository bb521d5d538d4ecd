// The texts of the site. A catalog is a tree of functions: `m.film.next({ day })`, `m.common.close()`.
// Add a key to pages.json or later.json in locales/en and in every other locale, then `npm run codegen`; tests compare them.
// Every visitor loads pages.json. Parts that load on use (search, consent, hearts) have their texts in later.json, which
// `messages.later` loads.

import type { LaterMessages, Messages as PageMessages } from './messages.gen.ts';

export type { LaterMessages };

/** The messages of a page's locale. */
export interface Messages extends PageMessages {
  /** Whether the days of the week are lower case inside a sentence. */
  readonly lowerCaseDays: boolean;
  /** Loads the messages of the parts that load on use. */
  readonly later: () => Promise<{ readonly messages: LaterMessages }>;
}
