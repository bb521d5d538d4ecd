// Links in embedded mode: if the site runs in the frame of a point of sale, links to the ticketing provider become an internal route
// (EMBED-01 to EMBED-03). Separate from links.ts, because only embedded pages need it.

import { decodePart, queryPairs, rawPairs } from './query.ts';

/** The only mode (EMBED-01). */
export const EMBEDDING_MODE = 'tapos_embedded';

/** Default of the internal route (EMBED-03). */
const TICKETING_PATH = '/ticketing/';

/** Whether the query of a page enables embedded mode (EMBED-04). */
export const requestsEmbedding = (search: string): boolean => rawPairs(search).includes(`embedding=${EMBEDDING_MODE}`);

/** A link in embedded mode: the booking page of a show becomes the internal route, any other address is returned verbatim (EMBED-02). */
export function embeddedHref(href: string, path: string = TICKETING_PATH): string {
  const [, theater = '', search = ''] = /^[^#]*websales\/sales\/([^/?#]+)\/book\?([^#]*)/.exec(href) ?? [];
  const show = queryPairs(search).find(([name]) => name === 'perfcode')?.[1] ?? '';
  if (show === '') return href;
  try {
    // In a path a plus sign does not mean a space.
    const code = decodePart(theater.replaceAll('+', '%2B'));
    const query = `theaterCode=${encodeURIComponent(code)}&perfCode=${encodeURIComponent(show)}`;
    return path + (path.includes('?') ? '&' : '?') + query;
  } catch {
    // An unpaired surrogate cannot be encoded.
    return href;
  }
}

/**
 * Rewrites the links in a page's data in place, before it is rendered by the server or the browser. A rewritten link is internal and
 * does not open a window.
 */
export function embedLinks(value: unknown, path?: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== 'string') embedLinks(part, path);
    else if (/href$/i.test(name)) {
      const href = embeddedHref(part, path);
      if (href !== part) Object.assign(value, { [name]: href, ...('external' in value ? { external: false } : {}) });
    }
  }
}
