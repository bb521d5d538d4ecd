// Which sections a site's member area has: what its provider or its settings lack is absent, not disabled.

import type { Where } from '../calls/calls.ts';

/** The sections of the area in their order; the overview has a part of each. */
export const SECTIONS = ['home', 'rewards', 'vouchers', 'watchlist', 'theaters', 'orders', 'cards', 'profile'] as const;
export type Section = (typeof SECTIONS)[number];

/** What decides about sections. */
export interface SectionSwitches {
  readonly version: Where['version'];
  readonly provider: string;
  /** `type` of the loyalty settings (LOYC-03). */
  readonly type: string;
  readonly includeWatchlist: boolean;
  readonly endpoint: string;
}

/** Whether members collect points and hold cards: not with a till without loyalty, nor with the type NONE (LOYC-03, LOYC-18). */
export const hasProgramme = ({ provider, type }: Pick<SectionSwitches, 'provider' | 'type'>): boolean =>
  provider !== 'BOOST_POS_WITHOUT_LOYALTY' && (type === 'TIERED' || type === 'NON_TIERED');

/** Whether the programme has levels that members are shown (LOYC-03). */
export const hasLevels = ({ type }: Pick<SectionSwitches, 'type'>): boolean => type === 'TIERED';

/** The sections of a site, in their order. */
export function sectionsOf({ version, provider, type, includeWatchlist, endpoint }: SectionSwitches): readonly Section[] {
  const programme = hasProgramme({ provider, type });
  const has: Readonly<Record<Section, boolean>> = {
    home: true,
    // Without a programme there are neither points to spend nor cards.
    rewards: programme,
    vouchers: true,
    watchlist: includeWatchlist,
    // Favourite cinemas need version 3 and somewhere to ask (ROLE-07, FAV-12).
    theaters: version === 3 && endpoint !== '',
    orders: true,
    cards: programme,
    profile: true,
  };
  return SECTIONS.filter((section) => has[section]);
}
