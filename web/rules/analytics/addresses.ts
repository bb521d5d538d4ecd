// Addresses as reported to trackers: without parameters that may identify a person or grant access.

import { AD_CLICK_IDS } from '../ad-click-ids.ts';
import { UTM_PREFIX } from '../shared.gen.ts';
import { isPersonal } from '../query-parameters.ts';
import { pairName, rawPairs } from '../query.ts';
import { FILTERS } from './events.ts';

/** Parameters that are reported: the part of the schedule that is shown, and the advertisement that led to the page. */
const REPORTED: ReadonlySet<string> = new Set(['day', 'view', 'list', ...FILTERS, 'theaterCode', 'perfCode', ...AD_CLICK_IDS]);

const isReported = (name: string): boolean => name.startsWith(UTM_PREFIX) || REPORTED.has(name);

const queryOf = (pairs: readonly string[]): string => (pairs.length === 0 ? '' : `?${pairs.join('&')}`);

/**
 * The query of a page as reported to trackers: an allowlist of parameters, because a site may define its own token parameter and search
 * queries are private.
 */
export const reportedQuery = (search: string): string => queryOf(rawPairs(search).filter((pair) => isReported(pairName(pair))));

/** Path and query of an address, without its hash. */
function partsOf(href: string): { readonly path: string; readonly query: string } {
  const [before = ''] = href.split('#');
  const [path = '', ...query] = before.split('?');
  return { path, query: query.join('?') };
}

/** The referrer as reported: a page of this site with its reported query, another site's without its query. */
export function reportedReferrer(referrer: string, origin: string): string {
  const { path, query } = partsOf(referrer);
  return path === origin || path.startsWith(`${origin}/`) ? path + reportedQuery(query) : path;
}

/** The address of a link to another site as reported: without parameters that are personal on this site. */
export function reportedTarget(href: string): string {
  const [before = '', ...hash] = href.split('#');
  const { path, query } = partsOf(before);
  const pairs = rawPairs(query).filter((pair) => !isPersonal(pairName(pair)));
  return path + queryOf(pairs) + (hash.length === 0 ? '' : `#${hash.join('#')}`);
}

/** Characters that the library removes from names. */
const IGNORED = /[?[\]\\\s]/g;

/** Whether the library acts on a parameter. The library ignores equals signs before a name. */
const isLibraryPair = (pair: string): boolean =>
  pairName(pair.replace(/^=+/, '')).replaceAll(IGNORED, '').toLowerCase().startsWith('an_');

/**
 * A query without the parameters that the analytics library acts on: `an_uid`, `an_aid`, `an_event`, `an_prop_*` and `an_trait_*` in a
 * crafted link identify or track whoever follows it. All parameters with the prefix are removed, whatever their encoding and case;
 * without any the query is returned verbatim.
 */
export function withoutLibraryParameters(search: string): string {
  const pairs = rawPairs(search);
  return pairs.some(isLibraryPair) ? queryOf(pairs.filter((pair) => !isLibraryPair(pair))) : search;
}
