// Which links to the ticketing site get the token (ROLE-11 to ROLE-14). Pages have no token: they fetch a ticket when such a link is
// used (security 5.2), so that it is never in a page's HTML.

import { PATH_SEGMENTS, SERVER_REDIRECTS } from '../../path-segments.gen.ts';
import { queryPairs } from '../../query.ts';

/** Paths of the ticketing site whose links get the token (ROLE-13). */
export const TOKEN_PATHS: readonly string[] = [
  PATH_SEGMENTS.ticketing,
  PATH_SEGMENTS.startTicketing,
  PATH_SEGMENTS.startConcessions,
  PATH_SEGMENTS.concessionsLanding,
  PATH_SEGMENTS.giftCards,
  PATH_SEGMENTS.physicalGiftCards,
  PATH_SEGMENTS.giftMembership,
  PATH_SEGMENTS.vouchers,
  PATH_SEGMENTS.refund,
  PATH_SEGMENTS.startSeasonPass,
  PATH_SEGMENTS.loyaltyCredit,
  PATH_SEGMENTS.payReservation,
  PATH_SEGMENTS.loyaltyUpgrade,
  SERVER_REDIRECTS.refund,
  SERVER_REDIRECTS.startTicketing,
  SERVER_REDIRECTS.startConcessions,
];

/** Further paths, if the site enables them (`options.launchTicketing`). */
export const LAUNCH_PATHS: readonly string[] = [PATH_SEGMENTS.launchTicketing, SERVER_REDIRECTS.launchTicketing];

/** The settings of a site's ticketing links. */
export interface TokenRule {
  readonly ticketingUrl: string;
  /** The parameter's name, as in the hand-over (ROLE-14). */
  readonly parameter: string;
  readonly launchTicketing?: boolean;
}

/** Whether a link gets the token: its path is listed or starts with a listed one and `/`, `?` or `#` (ROLE-12, ROLE-13), and it has no token yet (ROLE-11). */
export function takesToken(href: string, { ticketingUrl, parameter, launchTicketing = false }: TokenRule): boolean {
  const base = ticketingUrl.replace(/\/+$/, '');
  if (base === '' || !href.startsWith(`${base}/`)) return false;
  const pathAndQuery = href.slice(base.length + 1);
  const paths = launchTicketing ? [...TOKEN_PATHS, ...LAUNCH_PATHS] : TOKEN_PATHS;
  const isListed = paths.some((path) => pathAndQuery.startsWith(path) && /^([/?#]|$)/.test(pathAndQuery.slice(path.length)));
  const [, query = ''] = /^[^#?]*\?([^#]*)/.exec(pathAndQuery) ?? [];
  return isListed && !queryPairs(query).some(([name]) => name === parameter);
}
