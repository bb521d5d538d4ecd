// The offline page: the server makes it for each site and locale, the worker keeps the last one it got.

import { OFFLINE_PAGE_AGE_MS, isKeepable, offlinePaths } from '@marquee/rules/offline.ts';
import { FILES, OFFLINE_PAGES } from './names.ts';

/** When the worker got a page, in ms: the page's own date is the server's clock. */
const KEPT_AT = 'x-kept-at';

/** What of the worker's world this needs. */
export interface World {
  readonly caches: { readonly open: (name: string) => Promise<Pick<Cache, 'match' | 'put'>> };
  readonly fetch: (path: string) => Promise<Response>;
  readonly now: () => number;
  /** Pages that the site does not have, noted while the worker runs. */
  readonly absent: Set<string>;
}

/** Gets the offline pages for a visitor of this path, unless they are recent. Without a connection the old ones stay. */
export async function keepOfflinePages(path: string, world: World): Promise<void> {
  await Promise.all(offlinePaths(path).map((one) => keep(one, world).catch(() => {})));
}

async function keep(path: string, { caches, fetch, now, absent }: World): Promise<void> {
  const cache = await caches.open(OFFLINE_PAGES);
  const known = await cache.match(path);
  if (absent.has(path) || (known !== undefined && now() - Number(known.headers.get(KEPT_AT)) < OFFLINE_PAGE_AGE_MS)) return;
  const answer = await fetch(path);
  if (answer.status === 404) absent.add(path);
  if (!isKeepable(factsOf(answer))) return;
  const html = await answer.text();
  const headers = new Headers(answer.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(KEPT_AT, String(now()));
  await cache.put(path, new Response(html, { headers }));
  await keepFonts(html, { caches, fetch });
}

/** What the rules want to know of an answer. */
export const factsOf = ({ status, redirected, headers }: Response) => ({
  status,
  redirected,
  cacheControl: headers.get('cache-control'),
  contentType: headers.get('content-type'),
});

/** The fonts a page names in its head; the stylesheet and the scripts come with the worker. */
export const fontsOf = (html: string): string[] => [...html.matchAll(/ href="(\/fonts\/[\w.-]+\.woff2)"/g)].flatMap(([, path]) => path ?? []);

async function keepFonts(html: string, { caches, fetch }: Pick<World, 'caches' | 'fetch'>): Promise<void> {
  const files = await caches.open(FILES);
  for (const path of fontsOf(html)) {
    if ((await files.match(path)) !== undefined) continue;
    const font = await fetch(path);
    if (font.status === 200) await files.put(path, font);
  }
}

/** The offline page for a visitor of this path: that of their locale, else that of the site. */
export async function offlinePage(path: string, { caches }: Pick<World, 'caches'>): Promise<Response | undefined> {
  const cache = await caches.open(OFFLINE_PAGES);
  for (const one of offlinePaths(path)) {
    const page = await cache.match(one);
    if (page !== undefined) return page;
  }
  return undefined;
}
