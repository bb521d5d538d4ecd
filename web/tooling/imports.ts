// Compiles dynamic imports for the browser.

import type { Plugin } from 'vite';

/** The event on the window when a module failed to load; the name is Vite's. */
export const FAILED_IMPORT = 'vite:preloadError';

/**
 * Replaces Vite's preload helper, 700 bytes (brotli) that load the stylesheets and modules a dynamic import needs. The document
 * already links every stylesheet and nothing is preloaded, so the helper only has to report a failed import.
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
