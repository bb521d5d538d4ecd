// The page under the editor's eyes: loaded only when another window opened it or frames it.

import type { PageData } from '@marquee/api/schema.gen.ts';
import { useSyncExternalStore } from 'react';
import { isFamily, painter } from '../features/preview/paint.ts';
import { startPreview } from '../features/preview/preview.ts';
import { App } from './App.tsx';

/** The app, with the site as the editor would have it. */
export function previewed({ site }: PageData): typeof App {
  const preview = startPreview(site, {
    hosts: [window.parent, window.opener].filter((host) => host !== null && host !== window),
    listen: (hear) => addEventListener('message', hear),
    origins: async () => (await fetch('/api/preview', { credentials: 'omit' })).json(),
    isFamily,
    paint: painter(site),
  });
  return function Previewed({ data, ...rest }) {
    const now = useSyncExternalStore(preview.subscribe, preview.site, () => site);
    return <App data={{ ...data, site: now }} {...rest} />;
  };
}
