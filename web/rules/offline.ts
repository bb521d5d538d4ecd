// What the service worker may keep of a site, and what it shows without a connection (SW-04, security 6.10).

import { UTM_PREFIX } from './constants.ts';
import { PATH_SEGMENTS } from './path-segments.ts';
import { isPersonal } from './query-parameters.ts';
import { pairName, rawPairs } from './query.ts';

/** First segments of paths that are no pages: they belong to another program, start a purchase, or show a draft. */
const NO_PAGES: ReadonlySet<string> = new Set([
  'api',
  '__third-party-proxy',
  'launch',
  'concessions',
  PATH_SEGMENTS.cmsPreview,
  PATH_SEGMENTS.ticketing,
  PATH_SEGMENTS.startTicketing,
  PATH_SEGMENTS.startConcessions,
  PATH_SEGMENTS.startSeasonPass,
  PATH_SEGMENTS.payReservation,
  PATH_SEGMENTS.refund,
]);

/** Parameters that say where a visitor comes from; the page is the same without them. */
const isTrace = (name: string): boolean => name.startsWith(UTM_PREFIX) || name === 'fbclid' || name === 'gclid';

const LOCALE = /^\/([a-z]{2})(?=\/|$)/;

/** Whether a path is a page, in any locale. The worker leaves everything else to the browser. */
export const isPage = (path: string): boolean => !NO_PAGES.has(path.replace(LOCALE, '').split('/')[1]?.toLowerCase() ?? '');

/** Whether a page asked for with this query may be kept: one with a personal parameter is somebody's alone. */
export const mayKeep = (search: string): boolean => !rawPairs(search).some((pair) => isPersonal(pairName(pair)));

/** What matters of an answer. */
export interface AnswerFacts {
  readonly status: number;
  /** Whether it came by a redirect: it is not the page of this address. */
  readonly redirected: boolean;
  /** The header Cache-Control. */
  readonly cacheControl: string | null;
  /** The header Content-Type. */
  readonly contentType: string | null;
}

/** Whether an answer is a page that may be kept: whole, of this address, and meant for anybody. */
export function isKeepable({ status, redirected, cacheControl, contentType }: AnswerFacts): boolean {
  return status === 200 && !redirected && !/\bno-store\b/i.test(cacheControl ?? '') && /^text\/html\b/i.test(contentType ?? '');
}

/** The address a page is kept under: without its hash and without what says where the visitor came from. */
export function keyOf(href: string): string {
  const [page = ''] = href.split('#');
  const [path = '', ...query] = page.split('?');
  const kept = rawPairs(query.join('?')).filter((pair) => !isTrace(pairName(pair)));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/** Where the offline page for a visitor of this path is: that of the path's locale first, then the site's own. */
export function offlinePaths(path: string): readonly string[] {
  const locale = LOCALE.exec(path)?.[1];
  return locale === undefined ? ['/offline.html'] : [`/${locale}/offline.html`, '/offline.html'];
}

/** How old an offline page may be before it is asked for again, in ms: its times are to be recent. */
export const OFFLINE_PAGE_AGE_MS = 600_000;
