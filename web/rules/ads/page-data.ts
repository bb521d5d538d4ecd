// What ads are told of the page (area ads).

import type { Ads, PageData } from '@marquee/api/schema.gen.ts';
import { adTypeOf } from './page-path.ts';

/** What of a page matters to ads. */
export interface AdPage {
  /** The document's title. */
  readonly title: string;
  /** The kind of page. */
  readonly type: string;
  /** Its path, without query. */
  readonly path: string;
  /** Scheme, host and port of the site as it is visited. */
  readonly origin: string;
  readonly isSingleLocation: boolean;
  /** The film the page is about. */
  readonly movie?: { readonly id: string; readonly title: string; readonly releaseDate: string; readonly href: string };
}

/** The page-level data, with the names of the specification (ADS-31). */
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

/** Values that go with a request for ads. */
export type Targeting = Readonly<Record<string, string | readonly string[]>>;

/** What a page says of itself. */
export function adPageOf({ page, context, head }: PageData, origin: string): AdPage {
  const facts = { title: head.title, type: page.kind, path: context.pagePath, origin, isSingleLocation: context.isSingleLocation };
  if (page.kind !== 'film') return facts;
  const { id, title, href } = page.film;
  return { ...facts, movie: { id, title, href, releaseDate: page.releaseDate ?? '' } };
}

/** The page-level data (ADS-31); what does not apply is empty. */
export function adPageData({ theater, domain }: Pick<Ads, 'theater' | 'domain'>, { type, origin, movie }: AdPage, isLoggedIn: boolean): AdPageData {
  const house = permalink(theater?.href, origin);
  const film = permalink(movie?.href, origin);
  return {
    urlOrigin: origin,
    domain,
    pageType: type,
    theaterId: theater?.id ?? '',
    theaterName: theater?.name ?? '',
    theaterPermalinkOrigin: house.origin,
    theaterPermalinkPath: house.path,
    movieId: movie?.id ?? '',
    movieTitle: movie?.title ?? '',
    movieReleaseDate: movie?.releaseDate ?? '',
    moviePermalinkOrigin: film.origin,
    moviePermalinkPath: film.path,
    isLoggedIn,
  };
}

/** The page-level data as targeting: all of it is text (ADS-32). */
export const tagTargeting = (data: AdPageData): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));

/** The targeting of the wrapper, with the names of the specification (ADS-20, ADS-21). */
export function wrapperTargeting(ads: Ads, { title, path, origin, movie }: AdPage): Targeting {
  const film = permalink(movie?.href, origin);
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
    moviePermalinkPath: film.path,
    moviePermalinkOrigin: film.origin,
    scheduledMovieIds: ads.scheduledMovieIds,
  };
}

/** The two parts of where something is, without query and hash; the origin is the page's unless the address names one. */
function permalink(href: string | undefined, origin: string): { readonly origin: string; readonly path: string } {
  if (href === undefined || href === '') return { origin: '', path: '' };
  const [, own = origin, path = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)/.exec(href) ?? [];
  return { origin: own, path };
}
