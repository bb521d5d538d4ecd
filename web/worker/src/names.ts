// The caches of the worker, by name.

/** The build this worker belongs to; the build puts it in. */
declare const BUILD: string;

/** Pages are kept for one build, whose stylesheet and scripts they name (security 6.10). */
export const PAGES = `pages-${BUILD}`;
/** The offline pages, for the same reason. */
export const OFFLINE_PAGES = `offline-${BUILD}`;
/** Files with a hash in their name: they never change. */
export const FILES = 'files';
export const IMAGES = 'images';

/** Whether a cache was made by the worker of another build. */
export const isOld = (name: string): boolean => /^(pages|offline)-/.test(name) && name !== PAGES && name !== OFFLINE_PAGES;
