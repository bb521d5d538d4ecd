// Links in embedded mode: where the site runs in a till's frame, the ticketing provider's pages are an internal route
// (EMBED-01 to EMBED-03). Apart from links.ts, because only embedded pages need it.

import { decodePart, queryPairs, rawPairs } from './query.ts';

/** The one mode (EMBED-01). */
export const EMBEDDING_MODE = 'tapos_embedded';

/** The internal route, unless the site names another (EMBED-03). */
const TICKETING_PATH = '/ticketing/';

/** Whether the query of a page switches the mode on (EMBED-04). */
export const asksToEmbed = (search: string): boolean => rawPairs(search).includes(`embedding=${EMBEDDING_MODE}`);

/** The address in embedded mode: that of a show's page becomes the internal route, every other stays (EMBED-02). */
export function embeddedHref(href: string, path: string = TICKETING_PATH): string {
  const [, theater = '', search = ''] = /^[^#]*websales\/sales\/([^/?#]+)\/book\?([^#]*)/.exec(href) ?? [];
  const show = queryPairs(search).find(([name]) => name === 'perfcode')?.[1] ?? '';
  if (show === '') return href;
  try {
    // It stood in a path, where a plus is a plus.
    const code = decodePart(theater.replaceAll('+', '%2B'));
    const query = `theaterCode=${encodeURIComponent(code)}&perfCode=${encodeURIComponent(show)}`;
    return path + (path.includes('?') ? '&' : '?') + query;
  } catch {
    // Half a character is no code.
    return href;
  }
}

/**
 * Changes every link of a page's data, in place, before it is rendered; the server and the browser do the same. A link that
 * became internal no longer opens a window.
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
