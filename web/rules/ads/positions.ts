// Positions of ads, their containers, and the script that loads ads (area ads).

import type { Ads } from '@marquee/api/schema.gen.ts';

/** Positions by location (ADS-25). */
export const POSITIONS = { INTERSTITIAL: 'interstitial', PAGES_BOTTOM: 'footer', PAGES_TOP: 'header', PULSE: 'pulse' } as const;

/** A position of an ad, apart from custom locations. */
export type Position = (typeof POSITIONS)[keyof typeof POSITIONS];

/** Container ids by position (ADS-28). */
const CONTAINERS: Readonly<Record<Position, string>> = {
  interstitial: 'InterstitialContainer',
  header: 'HeaderPromoContainer',
  footer: 'FooterPromoContainer',
  pulse: 'PulsePromoContainer',
};

/** The positions of the configured locations, in their order, without duplicates (ADS-19, ADS-25). */
export const positionsOf = (locations: Ads['locations']): Position[] => [
  ...new Set(locations.map((location) => POSITIONS[location])),
];

/** The id of a position's container (ADS-28). */
export const containerOf = (position: Position): string => CONTAINERS[position];

/** The id of a custom location's container (ADS-28). */
export const customContainerOf = (key: string): string => `${key}CustomPromoContainer`;

/** The custom locations without duplicates (ADS-02). */
export const customKeysOf = ({ customKeys }: Pick<Ads, 'customKeys'>): string[] => [...new Set(customKeys)];

/** Whether the wrapper fills the slots; otherwise the ad tag does (ADS-04, ADS-15). */
export const usesWrapper = (display: Ads['display']): boolean => display !== 'CUSTOM_WITHOUT_WRAPPER';

/** Whether custom locations can be filled: in other modes the wrapper does not support them (ADS-19). */
export const hasCustomSlots = (display: Ads['display']): boolean => display === 'CUSTOM' || display === 'CUSTOM_WITHOUT_WRAPPER';

/** Whether there is an interstitial: a configured location, and always without the wrapper (ADS-07, ADS-08). */
export const hasInterstitial = ({ display, locations }: Pick<Ads, 'display' | 'locations'>): boolean =>
  !usesWrapper(display) || locations.includes('INTERSTITIAL');

/** The address of the script that loads ads; empty for none (ADS-04 to ADS-06, ADS-14). */
export const scriptOf = ({ display, wrapperScript, tagScript }: Pick<Ads, 'display' | 'wrapperScript' | 'tagScript'>): string =>
  usesWrapper(display) ? wrapperScript : tagScript;
