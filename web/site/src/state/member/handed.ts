// What the ticketing site or a mail put into the page's address: taken out of it before anything else runs (security 5.3), and
// kept for this page alone.

import { pairName, queryPairs, rawPairs } from '@marquee/rules/query.ts';
import { SECRET_PARAMETERS } from '@marquee/rules/secret-parameters.gen.ts';
import { replaceQuery } from '../address.ts';

let taken: ReadonlyMap<string, string> | undefined;

/** The secret parameters of the address. The first call removes them, including a token in the site's own parameter. */
export function handed(): ReadonlyMap<string, string> {
  if (taken !== undefined) return taken;
  const own = document.documentElement.dataset['tokenParameter'];
  const isSecret = (name: string): boolean => SECRET_PARAMETERS.includes(name) || name === own;
  const found = queryPairs(location.search).filter(([name]) => isSecret(name));
  taken = new Map(found);
  if (found.length > 0) {
    const rest = rawPairs(location.search).filter((pair) => !isSecret(pairName(pair)));
    const search = rest.length === 0 ? '' : `?${rest.join('&')}`;
    replaceQuery(search);
  }
  return taken;
}

/** The token that the page was handed under a site's parameter; a link of a mail for a new password holds none. */
export function handedToken(parameter: string): string | undefined {
  const found = handed();
  if (found.has('resetCode') || found.has('uid')) return undefined;
  return found.get(parameter) || undefined;
}
