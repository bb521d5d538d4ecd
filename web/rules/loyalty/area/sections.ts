// The sections of a site's member area. Sections that its provider or its settings do not support are absent, not disabled.

import type { CallContext } from '@marquee/api/call.ts';

/** All sections of the area in order; `home` is the overview, with a part of each. */
export const SECTIONS = ['home', 'rewards', 'vouchers', 'watchlist', 'theaters', 'orders', 'cards', 'profile'] as const;
export type Section = (typeof SECTIONS)[number];

/** The settings that enable sections. */
export interface SectionSwitches {
  readonly version: CallContext['version'];
  readonly provider: string;
  /** `type` of the loyalty settings (LOYC-03). */
  readonly type: string;
  readonly includeWatchlist: boolean;
  readonly endpoint: string;
}

/** Whether members collect points and have cards: not with a provider without loyalty, nor with another type than TIERED or NON_TIERED (LOYC-03, LOYC-18). */
export const hasLoyaltyProgram = ({ provider, type }: Pick<SectionSwitches, 'provider' | 'type'>): boolean =>
  provider !== 'BOOST_POS_WITHOUT_LOYALTY' && (type === 'TIERED' || type === 'NON_TIERED');

/** Whether the loyalty program has levels (LOYC-03). */
export const hasLevels = ({ type }: Pick<SectionSwitches, 'type'>): boolean => type === 'TIERED';

/** The sections of a site, in their order. */
export function sectionsOf({ version, provider, type, includeWatchlist, endpoint }: SectionSwitches): readonly Section[] {
  const hasProgram = hasLoyaltyProgram({ provider, type });
  const has: Readonly<Record<Section, boolean>> = {
    home: true,
    rewards: hasProgram,
    vouchers: true,
    watchlist: includeWatchlist,
    // Favorite theaters need version 3 and an endpoint (ROLE-07, FAV-12).
    theaters: version === 3 && endpoint !== '',
    orders: true,
    cards: hasProgram,
    profile: true,
  };
  return SECTIONS.filter((section) => has[section]);
}
