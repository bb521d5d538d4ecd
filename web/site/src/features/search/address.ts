// The question in the address.

import { pairName, rawPairs } from '@marquee/rules/query.ts';

/** The parameter of the search page. */
const QUESTION = 'q';

/** The query of an address with this question instead of its own; other parameters stay. */
export function queryWith(search: string, question: string): string {
  // Half a character has no place in an address.
  const asked = question.trim().replace(/\p{Cs}/gu, '');
  const pairs = rawPairs(search).filter((pair) => pairName(pair) !== QUESTION);
  if (asked !== '') pairs.push(`${QUESTION}=${encodeURIComponent(asked)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
