// How ads are requested on a page: by the wrapper or by the ad tag (area ads).

import type { Ads } from '@marquee/api/schema.gen.ts';
import { type AdPage, type Targeting, adPageData, tagTargeting, wrapperTargeting } from './page-data.ts';
import { adPagePath } from './page-path.ts';
import { containerOf, customContainerOf, customKeysOf, hasCustomSlots, positionsOf, usesWrapper } from './positions.ts';
import { INTERSTITIAL_KEY, type SizeMapping, type Viewport } from './size-mapping.ts';

/** The configuration of the wrapper (ADS-15 to ADS-24). */
export interface WrapperConfig {
  readonly page: string;
  readonly pagePositions: readonly string[];
  readonly elementsMapping: Readonly<Record<string, string>>;
  readonly targeting: Targeting;
  readonly interstitialOnFirstPageEnabled: true;
}

/** A slot of the ad tag. */
export interface TagSlot {
  /** `/{networkCode}/{slotPrefix}{key}` (ADS-27). */
  readonly path: string;
  readonly container: string;
  /** `interstitial` is 1x1 and out of page; `fluid` if no sizes are configured (ADS-29). */
  readonly sizes: 'interstitial' | 'fluid' | readonly Viewport[];
}

/** The configuration of a page. `slotsKey` is the ad page path or the tag's slots; if it changes, the previous ads are removed (ADS-13). */
export type Setup =
  | { readonly kind: 'wrapper'; readonly slotsKey: string; readonly config: WrapperConfig }
  | { readonly kind: 'tag'; readonly slotsKey: string; readonly slots: readonly TagSlot[]; readonly targeting: Targeting };

export interface SetupInput {
  readonly ads: Ads;
  readonly page: AdPage;
  readonly isLoggedIn: boolean;
  readonly mapping: SizeMapping;
  /** Ids of the containers in the page: ads are requested for these only. Absent for all possible containers. */
  readonly containers?: readonly string[];
}

/**
 * The configuration of ads; undefined without scheduled films (ADS-11), without containers, or without the site code or network code
 * that paths start with (SET-07).
 */
export function setupOf(input: SetupInput): Setup | undefined {
  const { ads, containers } = input;
  if (ads.scheduledMovieIds.length === 0 || containers?.length === 0) return undefined;
  if (usesWrapper(ads.display)) {
    const config = wrapperConfig(input);
    return ads.siteCode === '' ? undefined : { kind: 'wrapper', slotsKey: config.page, config };
  }
  const all = tagSlots(input);
  const slots = all.filter(({ container }) => isInPage(container, containers));
  const targeting = tagTargeting(adPageData(ads, input.page, input.isLoggedIn));
  return ads.networkCode === '' ? undefined : { kind: 'tag', slotsKey: JSON.stringify(all), slots, targeting };
}

/** The configuration of the wrapper; in mode CUSTOM each location key is a position as well (ADS-19). */
function wrapperConfig({ ads, page, containers }: SetupInput): WrapperConfig {
  const keys = hasCustomSlots(ads.display) ? customKeysOf(ads) : [];
  const all = [
    ...positionsOf(ads.locations).map((name) => [name, containerOf(name)] as const),
    ...keys.map((key) => [key, customContainerOf(key)] as const),
  ];
  const mapped = all.filter(([, container]) => isInPage(container, containers));
  return {
    page: adPagePath(ads, page.isSingleLocation),
    pagePositions: mapped.map(([name]) => name),
    elementsMapping: Object.fromEntries(mapped),
    targeting: wrapperTargeting(ads, page),
    interstitialOnFirstPageEnabled: true,
  };
}

/** The slots of the ad tag: custom locations with their sizes, then positions by their names (ADS-02, ADS-08, ADS-27, ADS-29). */
function tagSlots({ ads, mapping }: SetupInput): TagSlot[] {
  const path = (key: string): string => `/${ads.networkCode}/${ads.slotPrefix}${key}`;
  const positions = positionsOf(ads.locations).filter((name) => name !== 'interstitial');
  return [
    ...customKeysOf(ads).map((key) => ({ path: path(key), container: customContainerOf(key), sizes: sizesOf(mapping, key) })),
    ...positions.map((name) => ({ path: path(name), container: containerOf(name), sizes: 'fluid' as const })),
    { path: path(INTERSTITIAL_KEY), container: containerOf('interstitial'), sizes: 'interstitial' as const },
  ];
}

const isInPage = (container: string, containers: readonly string[] | undefined): boolean =>
  containers === undefined || containers.includes(container);

/** The configured sizes, or fluid (ADS-29). */
function sizesOf(mapping: SizeMapping, key: string): TagSlot['sizes'] {
  const viewports = mapping.get(key) ?? [];
  return viewports.length === 0 ? 'fluid' : viewports;
}
