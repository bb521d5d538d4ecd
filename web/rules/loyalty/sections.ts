// Which sections a site's member area has: what its provider or its settings lack is absent, not disabled.

import type { Where } from './calls.ts';

/** The sections of the area in their order; the overview has a part of each. */
export const SECTIONS = ['home', 'rewards', 'vouchers', 'watchlist', 'theaters', 'orders', 'cards', 'profile'] as const;
export type Section = (typeof SECTIONS)[number];

/** What decides about sections. */
export interface SectionSwitches {
  readonly version: Where['version'];
  readonly provider: string;
  readonly includeWatchlist: boolean;
  readonly endpoint: string;
}

/** The sections of a site, in their order. */
export function sectionsOf({ version, provider, includeWatchlist, endpoint }: SectionSwitches): readonly Section[] {
  const lacks = (section: Section): boolean => {
    switch (section) {
      case 'watchlist':
        return !includeWatchlist;
      // Favourite cinemas need version 3 and somewhere to ask (ROLE-07, FAV-12).
      case 'theaters':
        return version !== 3 || endpoint === '';
      // A till without a loyalty programme has neither points to spend nor cards.
      case 'rewards':
      case 'cards':
        return provider === 'BOOST_POS_WITHOUT_LOYALTY';
      case 'home':
      case 'vouchers':
      case 'orders':
      case 'profile':
        return false;
    }
  };
  return SECTIONS.filter((section) => !lacks(section));
}
