// The link of a mail for a new password (area password-reset-screen). The server puts the code into it.

import { pairName, rawPairs } from '../../query.ts';

/** What the server puts the code in for, in version 1 (RESET-04). */
const PLACEHOLDER = '{resetCode}';

/** Providers whose links name no address (RESET-02). */
const UNNAMED: ReadonlySet<string> = new Set(['BOOST_POS', 'BOOST_POS_WITHOUT_LOYALTY', 'TAPOS']);

/** Parameters of a link: one that the page's own address carries is not of this member. */
const OWN: ReadonlySet<string> = new Set(['email', 'resetCode', 'token', 'uid']);

export interface ResetLinkParts {
  /** The current page's address. */
  readonly page: string;
  /** The page that sets passwords, when that is another one: a path of the site. */
  readonly path?: string;
  readonly version: 1 | 3;
  readonly provider: string;
  readonly email: string;
}

/** The parameter that carries the code (RESET-05). */
const codeParameter = (provider: string): 'token' | 'resetCode' => (provider === 'TAPOS' ? 'token' : 'resetCode');

/** The link that is asked for (RESET-01 to RESET-05). */
export function resetLink({ page, path, version, provider, email }: ResetLinkParts): string {
  const [address = ''] = (path === undefined ? page : `${originOf(page)}/${path.replace(/^\/+/, '')}`).split('#');
  const [before = '', ...query] = address.split('?');
  const kept = rawPairs(query.join('?')).filter((pair) => !OWN.has(pairName(pair)));
  const named = UNNAMED.has(provider) ? [] : [`email=${encodeURIComponent(email)}`];
  return `${before}?${[...kept, ...named, `${codeParameter(provider)}=${codeOf(version, provider)}`].join('&')}`;
}

/** What stands in for the code (RESET-03, RESET-04). */
function codeOf(version: 1 | 3, provider: string): string {
  if (provider === 'TAPOS') return '1';
  return version === 1 ? PLACEHOLDER : '';
}

/** The origin of an address, which the renderer could not take apart otherwise. */
const originOf = (address: string): string => /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? '';

/** What the link brought: what a new password is set with (RESET-06, RESET-07). */
export interface ResetGrant {
  /** Empty when the link did not say. */
  readonly email: string;
  readonly code: string;
  /** The member, for TAPOS. */
  readonly uid?: string;
}

/** Reads what a link brought; nothing when it was none. */
export function resetGrant(found: ReadonlyMap<string, string>): ResetGrant | undefined {
  const [email = '', code, uid, token] = [found.get('email'), found.get('resetCode'), found.get('uid'), found.get('token')];
  if (code !== undefined) return { email, code };
  return uid === undefined || token === undefined ? undefined : { email, code: token, uid };
}
