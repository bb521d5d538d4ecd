// The service worker (SW-01 to SW-04). Pages come from the network; without a connection from the cache, else the offline page. It
// caches only pages that anybody may see, and the files of its own build (security 6.10).

import { isCacheable, isPage, cacheKey, isCacheableQuery } from '@marquee/rules/offline.ts';
import { ASSETS_PREFIX, FONTS_PREFIX, SELECT_THEATER_PATH } from '@marquee/rules/paths.gen.ts';
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { texts } from 'virtual:texts/later/offline.cachedPage';
import { responseWithNote } from './cached-note.ts';
import { FILES, IMAGES, PAGES, isOutdated } from './names.ts';
import { type Environment, responseInfo, refreshOfflinePages, offlinePage } from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of this build, inserted by the build. */
declare const PRECACHE: PrecacheEntry[];

/** Time in seconds after which a cached page is shown if the network has not responded. */
const TIMEOUT_S = 4;
const DAY_S = 86_400;
const MAX_PAGES = 60;
const MAX_IMAGES = 120;
const MAX_FILES = 80;

const ENVIRONMENT: Environment = {
  caches: self.caches,
  fetch: (path) => fetch(path),
  now: () => Date.now(),
  missing: new Set(),
  theaterSelectedAt: 0,
};

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/** Responds with the offline page if network and cache have no page. */
const offline: WorkboxPlugin = {
  handlerDidError: ({ request }) => offlinePage(pathOf(request), ENVIRONMENT),
};

/** Caches the pages that the rules allow, refreshes the offline page with every page, and adds the note to cached pages. */
const pages: WorkboxPlugin = {
  cacheKeyWillBeUsed: ({ request }) => Promise.resolve(cacheKey(request.url)),
  cacheWillUpdate: ({ response }) => Promise.resolve(isCacheable(responseInfo(response)) ? response : null),
  cachedResponseWillBeUsed: ({ cachedResponse }) =>
    cachedResponse === undefined ? Promise.resolve(null) : responseWithNote(cachedResponse, texts),
  fetchDidSucceed: ({ request, response, event }) => {
    if (response.ok) event.waitUntil(refreshOfflinePages(pathOf(request), ENVIRONMENT));
    return Promise.resolve(response);
  },
};

precacheAndRoute(PRECACHE, { cleanURLs: false, directoryIndex: '' });

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isPage(url.pathname) && isCacheableQuery(url.search),
  new NetworkFirst({
    cacheName: PAGES,
    networkTimeoutSeconds: TIMEOUT_S,
    matchOptions: { ignoreVary: true },
    plugins: [new ExpirationPlugin({ maxEntries: MAX_PAGES, maxAgeSeconds: DAY_S, purgeOnQuotaError: true }), pages, offline],
  }),
);

// Pages with a personal parameter are never cached. Pages of a member have `no-store`.
registerRoute(({ request, url }) => request.mode === 'navigate' && isPage(url.pathname), new NetworkOnly({ plugins: [offline] }));

// Fonts, and scripts of a newer build than this worker's.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && [ASSETS_PREFIX, FONTS_PREFIX].some((prefix) => url.pathname.startsWith(prefix)),
  new CacheFirst({
    cacheName: FILES,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: MAX_FILES, purgeOnQuotaError: true }),
    ],
  }),
);

registerRoute(
  ({ sameOrigin, request }) => sameOrigin && request.destination === 'image',
  new StaleWhileRevalidate({
    cacheName: IMAGES,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: MAX_IMAGES, purgeOnQuotaError: true }),
    ],
  }),
);

// The next page fetches the offline page of the selected theater.
self.addEventListener('fetch', ({ request }) => {
  if (pathOf(request) === SELECT_THEATER_PATH) ENVIRONMENT.theaterSelectedAt = Date.now();
});

self.addEventListener('install', (event) => {
  event.waitUntil(refreshForOpenPages());
});

/** Fetches the offline pages for the locales of all open pages. */
async function refreshForOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const paths = new Set(['/', ...open.map(({ url }) => new URL(url).pathname)]);
  for (const path of paths) await refreshOfflinePages(path, ENVIRONMENT);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    self.caches.keys().then((names) => Promise.all(names.filter(isOutdated).map((name) => self.caches.delete(name)))),
  );
});

// A new worker waits until the old one has no pages, unless a page on which a resource failed sends SKIP_WAITING (SW-02).
self.addEventListener('message', ({ data }) => {
  if (isSkip(data)) void self.skipWaiting();
});

const isSkip = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';

clientsClaim();
