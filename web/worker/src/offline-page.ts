// The offline page: the server renders it for each site and locale, the worker caches the last one.

import { OFFLINE_PAGE_AGE_MS, isCacheable, offlinePaths } from '@marquee/rules/offline.ts';
import { FONTS_PREFIX } from '@marquee/rules/paths.gen.ts';
import { FILES, OFFLINE_PAGES } from './names.ts';

/** The header with the time at which the worker fetched a page, in ms: the page's `date` header goes by the server's clock. */
const FETCHED_AT = 'x-fetched-at';

/** The browser functions that this module depends on. */
export interface Environment {
  readonly caches: { readonly open: (name: string) => Promise<Pick<Cache, 'match' | 'put'>> };
  readonly fetch: (path: string) => Promise<Response>;
  readonly now: () => number;
  /** Paths of pages that the site does not have (404), remembered while the worker runs. */
  readonly missing: Set<string>;
  /** When the visitor last selected a theater, in ms. Older offline pages may show another one. */
  theaterSelectedAt: number;
}

/** Fetches the offline pages for a visitor of this path, unless the cached ones are recent. If a request fails, the cached page stays. */
export async function refreshOfflinePages(path: string, environment: Environment): Promise<void> {
  await Promise.all(offlinePaths(path).map((one) => refresh(one, environment).catch(() => {})));
}

async function refresh(path: string, { caches, fetch, now, missing, theaterSelectedAt }: Environment): Promise<void> {
  const cache = await caches.open(OFFLINE_PAGES);
  const cached = await cache.match(path);
  const oldest = Math.max(now() - OFFLINE_PAGE_AGE_MS, theaterSelectedAt);
  if (missing.has(path) || (cached !== undefined && Number(cached.headers.get(FETCHED_AT)) > oldest)) return;
  const response = await fetch(path);
  if (response.status === 404) missing.add(path);
  if (!isCacheable(responseInfo(response))) return;
  const html = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(FETCHED_AT, String(now()));
  await cache.put(path, new Response(html, { headers }));
  await cacheFonts(html, { caches, fetch });
}

/** The properties of a response by which the rules decide whether it may be cached. */
export const responseInfo = ({ status, redirected, headers }: Response) => ({
  status,
  redirected,
  cacheControl: headers.get('cache-control'),
  contentType: headers.get('content-type'),
});

/** The fonts that a page preloads. Its stylesheet and scripts are precached by the worker. */
const fontsOf = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]+\.woff2)"/g)].flatMap(([, path = '']) => (path.startsWith(FONTS_PREFIX) ? path : []));

async function cacheFonts(html: string, { caches, fetch }: Pick<Environment, 'caches' | 'fetch'>): Promise<void> {
  const files = await caches.open(FILES);
  for (const path of fontsOf(html)) {
    if ((await files.match(path)) !== undefined) continue;
    const font = await fetch(path);
    if (font.status === 200) await files.put(path, font);
  }
}

/** The cached offline page for a visitor of this path: the one of their locale, else the one of the site. */
export async function offlinePage(path: string, { caches }: Pick<Environment, 'caches'>): Promise<Response | undefined> {
  const cache = await caches.open(OFFLINE_PAGES);
  for (const one of offlinePaths(path)) {
    const page = await cache.match(one);
    if (page !== undefined) return page;
  }
  return undefined;
}
