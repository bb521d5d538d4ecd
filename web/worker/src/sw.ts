// The service worker (SW-01 to SW-04): pages from the network first, what was seen before without one, else the offline
// page. It keeps only pages that anybody may see, and the files of its own build (security 6.10).

import { isKeepable, isPage, keyOf, mayKeep } from '@marquee/rules/offline.ts';
import { offline as en } from '@marquee/site/src/messages/en.later.json';
import { offline as fr } from '@marquee/site/src/messages/fr.later.json';
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { noted } from './kept-note.ts';
import { FILES, IMAGES, PAGES, isOld } from './names.ts';
import { type World, factsOf, keepOfflinePages, offlinePage } from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of this build; the build puts them in. */
declare const PRECACHE: PrecacheEntry[];

/** Time a page has to come from the network before the kept one is shown, in seconds. */
const PATIENCE_S = 4;
const DAY_S = 86_400;
const MOST_PAGES = 60;
const MOST_IMAGES = 120;
const MOST_FILES = 80;

const TEXTS = { en: en.keptPage, fr: fr.keptPage };
const WORLD: World = { caches: self.caches, fetch: (path) => fetch(path), now: () => Date.now(), absent: new Set() };

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/** Shows the offline page when there is nothing else. */
const offline: WorkboxPlugin = {
  handlerDidError: ({ request }) => offlinePage(pathOf(request), WORLD),
};

/** Keeps pages by the rules, brings the offline page up to date beside them, and marks what comes from memory. */
const pages: WorkboxPlugin = {
  cacheKeyWillBeUsed: ({ request }) => Promise.resolve(keyOf(request.url)),
  cacheWillUpdate: ({ response }) => Promise.resolve(isKeepable(factsOf(response)) ? response : null),
  cachedResponseWillBeUsed: ({ cachedResponse }) => (cachedResponse === undefined ? Promise.resolve(null) : noted(cachedResponse, TEXTS)),
  fetchDidSucceed: ({ request, response, event }) => {
    if (response.ok) event.waitUntil(keepOfflinePages(pathOf(request), WORLD));
    return Promise.resolve(response);
  },
};

precacheAndRoute(PRECACHE, { cleanURLs: false, directoryIndex: '' });

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isPage(url.pathname) && mayKeep(url.search),
  new NetworkFirst({
    cacheName: PAGES,
    networkTimeoutSeconds: PATIENCE_S,
    matchOptions: { ignoreVary: true },
    plugins: [new ExpirationPlugin({ maxEntries: MOST_PAGES, maxAgeSeconds: DAY_S, purgeOnQuotaError: true }), pages, offline],
  }),
);

// A page that is somebody's own is never kept.
registerRoute(({ request, url }) => request.mode === 'navigate' && isPage(url.pathname), new NetworkOnly({ plugins: [offline] }));

// Fonts, and scripts of a later build than this worker's.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /^\/(assets|fonts)\//.test(url.pathname),
  new CacheFirst({
    cacheName: FILES,
    plugins: [new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries: MOST_FILES, purgeOnQuotaError: true })],
  }),
);

registerRoute(
  ({ sameOrigin, request }) => sameOrigin && request.destination === 'image',
  new StaleWhileRevalidate({
    cacheName: IMAGES,
    plugins: [new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries: MOST_IMAGES, purgeOnQuotaError: true })],
  }),
);

self.addEventListener('install', (event) => {
  event.waitUntil(keepForOpenPages());
});

/** The offline pages for the sites and locales that are open now. */
async function keepForOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const paths = new Set(['/', ...open.map(({ url }) => new URL(url).pathname)]);
  for (const path of paths) await keepOfflinePages(path, WORLD);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(self.caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => self.caches.delete(name)))));
});

// A new worker waits until the old one is done, unless a page that misses something asks for it (SW-02).
self.addEventListener('message', ({ data }) => {
  if (isSkip(data)) void self.skipWaiting();
});

const isSkip = (data: unknown): boolean => typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';

clientsClaim();
