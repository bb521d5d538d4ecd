// The link in the email for a new password (area password-reset-screen). The server inserts the code.

import { pairName, rawPairs } from '../../query.ts';
import { SECRET_PARAMETERS } from '../../secret-parameters.gen.ts';

/** The placeholder that the server replaces with the code, in version 1 (RESET-04). */
const PLACEHOLDER = '{resetCode}';

/** Providers whose links have no email address (RESET-02). */
const WITHOUT_EMAIL: ReadonlySet<string> = new Set(['BOOST_POS', 'BOOST_POS_WITHOUT_LOYALTY', 'TAPOS']);

/** Parameters that are removed from the page's address, because they may be another member's. */
const REMOVED: ReadonlySet<string> = new Set(SECRET_PARAMETERS);

export interface ResetLinkInput {
  /** The address of the current page. */
  readonly page: string;
  /** The path of the page that sets passwords, if it is another one. */
  readonly path?: string;
  readonly version: 1 | 3;
  readonly provider: string;
  readonly email: string;
}

/** The parameter with the code (RESET-05). */
const codeParameter = (provider: string): 'token' | 'resetCode' => (provider === 'TAPOS' ? 'token' : 'resetCode');

/** The link that is requested (RESET-01 to RESET-05). */
export function resetLink({ page, path, version, provider, email }: ResetLinkInput): string {
  const [address = ''] = (path === undefined ? page : `${originOf(page)}/${path.replace(/^\/+/, '')}`).split('#');
  const [before = '', ...query] = address.split('?');
  const otherPairs = rawPairs(query.join('?')).filter((pair) => !REMOVED.has(pairName(pair)));
  const emailPairs = WITHOUT_EMAIL.has(provider) ? [] : [`email=${encodeURIComponent(email)}`];
  return `${before}?${[...otherPairs, ...emailPairs, `${codeParameter(provider)}=${codeOf(version, provider)}`].join('&')}`;
}

/** The value in place of the code (RESET-03, RESET-04). */
function codeOf(version: 1 | 3, provider: string): string {
  if (provider === 'TAPOS') return '1';
  return version === 1 ? PLACEHOLDER : '';
}

/** The origin of an address, without the URL class, which the server's renderer lacks. */
const originOf = (address: string): string => /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? '';

/** The parameters of a followed link, which authorize a new password (RESET-06, RESET-07). */
export interface ResetGrant {
  /** Empty if the link has none. */
  readonly email: string;
  readonly code: string;
  /** The member, for TAPOS. */
  readonly uid?: string;
}

/** Parses the parameters of a link; undefined if it is not a reset link. */
export function resetGrant(parameters: ReadonlyMap<string, string>): ResetGrant | undefined {
  const [email = '', code, uid, token] = [
    parameters.get('email'),
    parameters.get('resetCode'),
    parameters.get('uid'),
    parameters.get('token'),
  ];
  if (code !== undefined) return { email, code };
  return uid === undefined || token === undefined ? undefined : { email, code: token, uid };
}
