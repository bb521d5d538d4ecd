// What the ticketing site or a mail put into the page's address: taken out of it before anything else runs (security 5.3), and
// kept for this page alone.

import { pairName, queryPairs, rawPairs } from '@marquee/rules/query.ts';

/** Parameters that no page's address keeps: tokens of every provider, and what the links of mails carry. */
const SECRET = new Set(['token', 'token_clubcgr', 'userSessionId', 'email', 'resetCode', 'uid']);

let taken: ReadonlyMap<string, string> | undefined;

/** What was in the address. The first call takes it out; `own` is a token parameter of the site's own. */
export function handed(own: string = ''): ReadonlyMap<string, string> {
  if (taken !== undefined) return taken;
  const isSecret = (name: string): boolean => SECRET.has(name) || (own !== '' && name === own);
  const found = queryPairs(location.search).filter(([name]) => isSecret(name));
  taken = new Map(found);
  if (found.length > 0) {
    const rest = rawPairs(location.search).filter((pair) => !isSecret(pairName(pair)));
    const search = rest.length === 0 ? '' : `?${rest.join('&')}`;
    history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
  }
  return taken;
}

/** The token that the page was handed under a site's parameter; a link of a mail for a new password holds none. */
export function handedToken(parameter: string): string | undefined {
  const found = handed(parameter);
  if (found.has('resetCode') || found.has('uid')) return undefined;
  return found.get(parameter) || undefined;
}
