// The path that identifies a page to the wrapper (area ads).

import type { Ads } from '@marquee/api/schema.gen.ts';

/** The group of ads that may show (ADS-23). */
export const adGroupOf = (display: Ads['display']): 'allads' | 'restrictedads' =>
  display === 'PROGRAMMATIC' || display === 'CUSTOM' ? 'allads' : 'restrictedads';

/** The ad type of the targeting (ADS-24). */
export const adTypeOf = (display: Ads['display']): 'captif-uniquement' | 'captif-et-hors-captif' =>
  adGroupOf(display) === 'restrictedads' ? 'captif-uniquement' : 'captif-et-hors-captif';

/** `/{siteCode}/{allads|restrictedads}/{circuitSlug}/{theaterSlug}`, without unknown segments (ADS-16 to ADS-18). */
export function adPagePath(
  { siteCode, display, circuitSlug, theater }: Pick<Ads, 'siteCode' | 'display' | 'circuitSlug' | 'theater'>,
  isSingleLocation: boolean,
): string {
  const segments = [siteCode, adGroupOf(display), isSingleLocation ? '' : circuitSlug, theater?.slug ?? ''];
  return segments.map((segment) => (segment === '' ? '' : `/${segment}`)).join('');
}
