// The data of a page that ads receive (area ads).

import type { Ads, PageData } from '@marquee/api/schema.gen.ts';
import { adTypeOf } from './page-path.ts';

/** The properties of a page that ads use. */
export interface AdPage {
  /** The document's title. */
  readonly title: string;
  /** The kind of page. */
  readonly type: string;
  /** Its path, without query. */
  readonly path: string;
  /** Origin of the site: scheme, host and port. */
  readonly origin: string;
  readonly isSingleLocation: boolean;
  /** The film the page is about. */
  readonly movie?: { readonly id: string; readonly title: string; readonly releaseDate: string; readonly href: string };
}

/** The page-level data, with the names of the requirement (ADS-31). */
export interface AdPageData {
  readonly urlOrigin: string;
  readonly domain: string;
  readonly pageType: string;
  readonly theaterId: string;
  readonly theaterName: string;
  readonly theaterPermalinkOrigin: string;
  readonly theaterPermalinkPath: string;
  readonly movieId: string;
  readonly movieTitle: string;
  readonly movieReleaseDate: string;
  readonly moviePermalinkOrigin: string;
  readonly moviePermalinkPath: string;
  readonly isLoggedIn: boolean;
}

/** Key-values of a request for ads. */
export type Targeting = Readonly<Record<string, string | readonly string[]>>;

/** The properties of a page from its page data. */
export function adPageOf({ page, context, head }: PageData, origin: string): AdPage {
  const common = { title: head.title, type: page.kind, path: context.pagePath, origin, isSingleLocation: context.isSingleLocation };
  if (page.kind !== 'film') return common;
  const { id, title, href } = page.film;
  return { ...common, movie: { id, title, href, releaseDate: page.releaseDate ?? '' } };
}

/** The page-level data (ADS-31); values that do not apply are empty. */
export function adPageData(
  { theater, domain }: Pick<Ads, 'theater' | 'domain'>,
  { type, origin, movie }: AdPage,
  isLoggedIn: boolean,
): AdPageData {
  const theaterLink = permalink(theater?.href, origin);
  const filmLink = permalink(movie?.href, origin);
  return {
    urlOrigin: origin,
    domain,
    pageType: type,
    theaterId: theater?.id ?? '',
    theaterName: theater?.name ?? '',
    theaterPermalinkOrigin: theaterLink.origin,
    theaterPermalinkPath: theaterLink.path,
    movieId: movie?.id ?? '',
    movieTitle: movie?.title ?? '',
    movieReleaseDate: movie?.releaseDate ?? '',
    moviePermalinkOrigin: filmLink.origin,
    moviePermalinkPath: filmLink.path,
    isLoggedIn,
  };
}

/** The page-level data as targeting: all values are text (ADS-32). */
export const tagTargeting = (data: AdPageData): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));

/** The targeting of the wrapper, with the names of the requirement (ADS-20, ADS-21). */
export function wrapperTargeting(ads: Ads, { title, path, origin, movie }: AdPage): Targeting {
  const filmLink = permalink(movie?.href, origin);
  return {
    page: title,
    adType: adTypeOf(ads.display),
    websiteID: ads.websiteId,
    domain: ads.domain,
    currentPath: path,
    urlOrigin: origin,
    theater: ads.theater?.name ?? '',
    theaterID: ads.theater?.id ?? '',
    theaterGroup: ads.circuitName,
    theaterGroupID: ads.circuitId,
    moviePermalinkPath: filmLink.path,
    moviePermalinkOrigin: filmLink.origin,
    scheduledMovieIds: ads.scheduledMovieIds,
  };
}

/** Origin and path of an address; the default origin is the page's. */
function permalink(href: string | undefined, origin: string): { readonly origin: string; readonly path: string } {
  if (href === undefined || href === '') return { origin: '', path: '' };
  const [, own = origin, path = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)/.exec(href) ?? [];
  return { origin: own, path };
}
