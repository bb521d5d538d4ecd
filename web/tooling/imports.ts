// What a dynamic import becomes in the browser.

import type { Plugin } from 'vite';

/** The event on the window that a module could not be loaded; Vite's name for it. */
export const FAILED_IMPORT = 'vite:preloadError';

/**
 * Vite wraps every dynamic import in a helper of 700 bytes (brotli) that first loads the stylesheets and modules it needs.
 * Here there is one stylesheet, which the document names, and no module preload: what is left is to say that one failed.
 */
export function plainImports(): Plugin {
  return {
    name: 'marquee-plain-imports',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export const __vitePreload = (load) => load().catch((error) => { dispatchEvent(new Event('${FAILED_IMPORT}')); throw error; });`
        : null,
  };
}
