// What of an address trackers are told: never what says who somebody is or what they may do.

import { UTM_PREFIX } from '../constants.ts';
import { isPersonal } from '../query-parameters.ts';
import { pairName, rawPairs } from '../query.ts';
import { FILTERS } from './events.ts';

/** What the address of a page may say to trackers: which part of the programme it shows, and which advertisement led to it. */
const REPORTED: ReadonlySet<string> = new Set(['day', 'view', 'list', ...FILTERS, 'theaterCode', 'perfCode', 'gclid', 'dclid', 'gbraid', 'wbraid']);

const isReported = (name: string): boolean => name.startsWith(UTM_PREFIX) || REPORTED.has(name);

const queryOf = (pairs: readonly string[]): string => (pairs.length === 0 ? '' : `?${pairs.join('&')}`);

/**
 * The query of a page's address as trackers are told it: parameters that are known to be harmless, and no others, because a
 * site may name its own token parameter and the question of a search is the visitor's own business.
 */
export const reportedQuery = (search: string): string => queryOf(rawPairs(search).filter((pair) => isReported(pairName(pair))));

/** Path and query of an address, its hash left out. */
function partsOf(href: string): { readonly path: string; readonly query: string } {
  const [before = ''] = href.split('#');
  const [path = '', ...query] = before.split('?');
  return { path, query: query.join('?') };
}

/** Where a visitor came from: of this site's pages what is told of them anyway, of others the address without its query. */
export function reportedReferrer(referrer: string, origin: string): string {
  const { path, query } = partsOf(referrer);
  return path === origin || path.startsWith(`${origin}/`) ? path + reportedQuery(query) : path;
}

/** The address of a link to another site as it is reported: without parameters that are secret on this one. */
export function reportedTarget(href: string): string {
  const [before = '', ...hash] = href.split('#');
  const { path, query } = partsOf(before);
  const kept = rawPairs(query).filter((pair) => !isPersonal(pairName(pair)));
  return path + queryOf(kept) + (hash.length === 0 ? '' : `#${hash.join('#')}`);
}

/** Characters that the library takes out of parts of a name. */
const IGNORED = /[?[\]\\\s]/g;

/** Whether the library acts on a pair. It looks for a name behind any number of equals signs. */
const isOrder = (pair: string): boolean => pairName(pair.replace(/^=+/, '')).replaceAll(IGNORED, '').toLowerCase().startsWith('an_');

/**
 * A query without what the analytics library would act on: `an_uid`, `an_aid`, `an_event`, `an_prop_*` and `an_trait_*` identify
 * or track whoever follows a crafted link. The whole prefix goes, however it is written; without any the query stays as it is.
 */
export function withoutOrders(search: string): string {
  const pairs = rawPairs(search);
  return pairs.some(isOrder) ? queryOf(pairs.filter((pair) => !isOrder(pair))) : search;
}
