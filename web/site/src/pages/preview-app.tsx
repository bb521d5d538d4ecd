// The live preview. Loaded only if another window opened or frames the page.

import type { PageData } from '@marquee/api/schema.gen.ts';
import { PREVIEW_PATH } from '@marquee/rules/paths.gen.ts';
import { useSyncExternalStore } from 'react';
import { createThemeApplier, isFontFamily } from '../features/preview/theme-applier.ts';
import { startPreview } from '../features/preview/preview.ts';
import { App } from './App.tsx';

/** Returns the app with the site's settings from the editor. */
export function createPreviewApp({ site }: PageData): typeof App {
  const preview = startPreview(site, {
    hosts: [window.parent, window.opener].filter((host) => host !== null && host !== window),
    listen: (listener) => addEventListener('message', listener),
    origins: async () => (await fetch(PREVIEW_PATH, { credentials: 'omit' })).json(),
    isFontFamily,
    applyTheme: createThemeApplier(site),
    loadEditing: async (post) => {
      const { createBlockEditing } = await import('../features/preview/block-editing.ts');
      return createBlockEditing(post);
    },
  });
  return function PreviewedApp({ data, ...rest }) {
    const current = useSyncExternalStore(preview.subscribe, preview.site, () => site);
    return <App data={{ ...data, site: current }} {...rest} />;
  };
}
