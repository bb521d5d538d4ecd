// Secret parameters that the ticketing site or a mail put into the page's URL. They are removed from the URL before other code runs
// (security 5.3) and stay in this page's memory.

import { pairName, queryPairs, rawPairs } from '@marquee/rules/query.ts';
import { SECRET_PARAMETERS } from '@marquee/rules/secret-parameters.gen.ts';
import { replaceQuery } from '../address.ts';

let parameters: ReadonlyMap<string, string> | undefined;

/** The secret parameters of the URL, including a token in the site's own parameter. The first call removes them from the URL. */
export function secretParameters(): ReadonlyMap<string, string> {
  if (parameters !== undefined) return parameters;
  const tokenParameter = document.documentElement.dataset['tokenParameter'];
  const isSecret = (name: string): boolean => SECRET_PARAMETERS.includes(name) || name === tokenParameter;
  const secretPairs = queryPairs(location.search).filter(([name]) => isSecret(name));
  parameters = new Map(secretPairs);
  if (secretPairs.length > 0) {
    const publicPairs = rawPairs(location.search).filter((pair) => !isSecret(pairName(pair)));
    const search = publicPairs.length === 0 ? '' : `?${publicPairs.join('&')}`;
    replaceQuery(search);
  }
  return parameters;
}

/** The session token in this parameter of the URL. Undefined if there is none, and for password reset links, whose token is not a session token. */
export function sessionTokenInUrl(parameter: string): string | undefined {
  const secrets = secretParameters();
  if (secrets.has('resetCode') || secrets.has('uid')) return undefined;
  return secrets.get(parameter) || undefined;
}
