// Which pages the service worker may cache, and what it shows without a connection (SW-04, security 6.10).

import { AD_CLICK_IDS } from './ad-click-ids.ts';
import { THIRD_PARTY_PROXY_PATH } from './paths.gen.ts';
import { UTM_PREFIX } from './shared.gen.ts';
import { PATH_SEGMENTS, SERVER_REDIRECTS } from './path-segments.gen.ts';
import { isPersonal } from './query-parameters.ts';
import { pairName, rawPairs } from './query.ts';

/** First segments of paths that are not pages: they belong to another program, start a purchase, or show a draft. */
const NOT_PAGES: ReadonlySet<string> = new Set(
  [
    // Every endpoint has the first segment of this one.
    SERVER_REDIRECTS.refund,
    THIRD_PARTY_PROXY_PATH.slice(1),
    PATH_SEGMENTS.launchTicketing,
    PATH_SEGMENTS.concessionsLanding,
    PATH_SEGMENTS.cmsPreview,
    PATH_SEGMENTS.ticketing,
    PATH_SEGMENTS.startTicketing,
    PATH_SEGMENTS.startConcessions,
    PATH_SEGMENTS.startSeasonPass,
    PATH_SEGMENTS.payReservation,
    PATH_SEGMENTS.refund,
  ].flatMap((path) => path.split('/', 1)),
);

const TRACKING: ReadonlySet<string> = new Set(['fbclid', ...AD_CLICK_IDS]);

/** Whether a parameter only tracks where a visitor comes from; the page does not depend on it. */
const isTracking = (name: string): boolean => name.startsWith(UTM_PREFIX) || TRACKING.has(name);

const LOCALE = /^\/([a-z]{2})(?=\/|$)/;

/** Whether a path is a page, in any locale. The worker does not handle other requests. */
export const isPage = (path: string): boolean => !NOT_PAGES.has(path.replace(LOCALE, '').split('/')[1]?.toLowerCase() ?? '');

/** Whether a page with this query may be cached: not if a parameter is personal. */
export const isCacheableQuery = (search: string): boolean => !rawPairs(search).some((pair) => isPersonal(pairName(pair)));

/** The properties of a response that decide whether it may be cached. */
export interface ResponseInfo {
  readonly status: number;
  /** Whether the request was redirected: then the response belongs to another address. */
  readonly redirected: boolean;
  /** The header Cache-Control. */
  readonly cacheControl: string | null;
  /** The header Content-Type. */
  readonly contentType: string | null;
}

/** Whether a response is a complete, public page of the requested address. */
export function isCacheable({ status, redirected, cacheControl, contentType }: ResponseInfo): boolean {
  return status === 200 && !redirected && !/\bno-store\b/i.test(cacheControl ?? '') && /^text\/html\b/i.test(contentType ?? '');
}

/** The cache key of a page: its address without hash and tracking parameters. */
export function cacheKey(href: string): string {
  const [page = ''] = href.split('#');
  const [path = '', ...query] = page.split('?');
  const pairs = rawPairs(query.join('?')).filter((pair) => !isTracking(pairName(pair)));
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** Paths of the offline page for a path, in order of preference: of its locale, then of the site. */
export function offlinePaths(path: string): readonly string[] {
  const locale = LOCALE.exec(path)?.[1];
  return locale === undefined ? ['/offline.html'] : [`/${locale}/offline.html`, '/offline.html'];
}

/** Maximum age of the cached offline page in ms; an older one is fetched again, because it has showtimes. */
export const OFFLINE_PAGE_AGE_MS = 600_000;
