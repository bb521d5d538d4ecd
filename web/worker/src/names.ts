// The names of the worker's caches.

/** The hash of this worker's build, inserted by the build. */
declare const BUILD: string;

/** Pages, cached per build, because they refer to its stylesheet and scripts (security 6.10). */
export const PAGES = `pages-${BUILD}`;
/** Offline pages, cached per build for the same reason. */
export const OFFLINE_PAGES = `offline-${BUILD}`;
/** Files with a hash in their name, which never change. */
export const FILES = 'files';
export const IMAGES = 'images';

/** Whether a cache belongs to another build. */
export const isOutdated = (name: string): boolean => /^(pages|offline)-/.test(name) && name !== PAGES && name !== OFFLINE_PAGES;
