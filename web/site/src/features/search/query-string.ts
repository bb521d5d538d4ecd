// The search query in the page's address.

import { pairName, rawPairs } from '@marquee/rules/query.ts';

/** Query parameter of the search page. */
const PARAMETER = 'q';

/** Replaces the search query in a query string; other parameters stay. */
export function queryStringWith(current: string, query: string): string {
  // `encodeURIComponent` throws on lone surrogates.
  const value = query.trim().replace(/\p{Cs}/gu, '');
  const pairs = rawPairs(current).filter((pair) => pairName(pair) !== PARAMETER);
  if (value !== '') pairs.push(`${PARAMETER}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
