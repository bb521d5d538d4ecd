// The targets of links: addresses, actions and disabled links. Addresses are parsed as text, because the server's renderer has no URL
// class.

import { SPECIAL_HASHES } from './constants.ts';
import { UTM_PREFIX } from './shared.gen.ts';
import { EMAIL_PATTERN } from './email-pattern.gen.ts';
import { pairName, queryPairs, rawPairs } from './query.ts';

/** A special hash without its `#`. */
export type LinkAction = 'loyalty-logout';

/** A parsed link target. */
export type LinkTarget =
  /** Without a target: a disabled element (LINK-01). */
  | { readonly kind: 'disabled' }
  /** `#`: nothing happens (LINK-07). */
  | { readonly kind: 'inert' }
  /** A reserved target starts an action in the page (LINK-05, LINK-08). */
  | { readonly kind: 'action'; readonly action: LinkAction }
  /** An address; focus moves to the element `anchor`, if there is one (LINK-03). */
  | { readonly kind: 'address'; readonly href: string; readonly anchor?: string };

/** Parses the target of a link. `search` is the query of the current page, whose utm_* parameters are added (LINK-12). */
export function pageTarget(target: string, search: string): LinkTarget {
  const text = target.trim();
  if (text === '') return { kind: 'disabled' };
  if (text === '#') return { kind: 'inert' };
  if (SPECIAL_HASHES.some((hash) => hash === text)) return { kind: 'action', action: 'loyalty-logout' };
  if (isEmail(text)) return { kind: 'address', href: `mailto:${text}` };
  const href = withUtm(text, search);
  const anchor = anchorOf(href);
  return anchor === undefined ? { kind: 'address', href } : { kind: 'address', href, anchor };
}

/** Local part, `@`, domain, `.`, letters (VALID-13, LINK-02). */
export const isEmail = (text: string): boolean => EMAIL_PATTERN.test(text);

interface UrlParts {
  readonly path: string;
  /** The query with its `?`; may be empty. */
  readonly query: string;
  /** The hash with its `#`; may be empty. */
  readonly hash: string;
}

function partsOf(href: string): UrlParts {
  const [before = '', ...after] = href.split('#');
  const [path = '', ...query] = before.split('?');
  return {
    path,
    query: query.length === 0 ? '' : `?${query.join('?')}`,
    hash: after.length === 0 ? '' : `#${after.join('#')}`,
  };
}

/** The decoded hash of an address; undefined if it is missing or empty. */
export function anchorOf(href: string): string | undefined {
  const id = partsOf(href).hash.slice(1);
  if (id === '') return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/**
 * The address with the utm_* parameters of the current page (LINK-12) and none of its others (LINK-13). The link's own parameters have
 * precedence. Addresses that are not pages (`mailto:`, `tel:`) and bare hashes are returned verbatim (LINK-14).
 */
export function withUtm(href: string, search: string): string {
  const { path, query, hash } = partsOf(href);
  const isPage = /^https?:/i.test(path) || !/^[a-z][a-z\d+.-]*:/i.test(path);
  if (!isPage || (path === '' && query === '')) return href;
  const pairs = rawPairs(query);
  const names = new Set(pairs.map(pairName));
  const carried = rawPairs(search).filter((pair) => {
    const name = pairName(pair);
    return name.startsWith(UTM_PREFIX) && !names.has(name);
  });
  return carried.length === 0 ? href : `${path}?${[...pairs, ...carried].join('&')}${hash}`;
}

/** A ticketing link as a form: its action and its hidden fields (LINK-15). */
export interface TicketingForm {
  readonly action: string;
  readonly method: 'post' | 'get';
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The form of a ticketing link; the site may set another method (LINK-16). */
export function ticketingForm(href: string, method: TicketingForm['method'] = 'post'): TicketingForm {
  const { path, query, hash } = partsOf(href);
  return { action: path + hash, method, fields: queryPairs(query) };
}
