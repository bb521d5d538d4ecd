// The live preview. Loaded only if another window opened or frames the page.

import type { PageData, SiteFrame } from '@marquee/api/schema.gen.ts';
import { PREVIEW_PATH } from '@marquee/rules/paths.gen.ts';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Root } from 'react-dom/client';
import type { Messages } from '../messages/messages.ts';
import { createContentSwap } from '../features/preview/content-swap.ts';
import { createThemeApplier, isFontFamily } from '../features/preview/theme-applier.ts';
import { type Preview, startPreview } from '../features/preview/preview.ts';
import { App } from './App.tsx';
import { loadBody } from './load-body.tsx';

/** Hydrates the whole page with the site's settings, and again with the content of a later draft, from the editor. */
export async function hydratePreview(
  initial: PageData,
  messages: Messages,
  hydrate: (element: Element, page: ReactNode) => Root,
): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) return;
  const body = await loadBody(initial.page, messages);
  const loadLater = createContentSwap(initial);
  const preview: Preview = startPreview(initial.site, {
    hosts: [window.parent, window.opener].filter((host) => host !== null && host !== window),
    listen: (listener) => addEventListener('message', listener),
    origins: async () => (await fetch(PREVIEW_PATH, { credentials: 'omit' })).json(),
    isFontFamily,
    applyTheme: createThemeApplier(initial.site),
    loadEditing: async (post) => {
      const { createBlockEditing } = await import('../features/preview/block-editing.ts');
      return createBlockEditing(post);
    },
    loadPartOutline: async () => (await import('../features/preview/part-outline.ts')).createPartOutline(),
    async loadContent() {
      const later = await afterTyping(loadLater);
      if (later === undefined) return undefined;
      const { data } = later;
      const next = await loadBody(data.page, messages);
      return {
        site: data.site,
        show(): void {
          root.unmount();
          later.show(element);
          root = hydrate(element, pageOf(preview, data, messages, next));
        },
      };
    },
  });
  let root = hydrate(element, pageOf(preview, initial, messages, body));
}

const pageOf = (preview: Preview, data: PageData, messages: Messages, body: ReactNode): ReactNode => (
  <PreviewedApp preview={preview} data={data} messages={messages}>
    {body}
  </PreviewedApp>
);

function PreviewedApp({
  preview,
  data,
  ...rest
}: {
  readonly preview: Preview;
  readonly data: PageData;
  readonly messages: Messages;
  readonly children: ReactNode;
}) {
  const site: SiteFrame = useSyncExternalStore(preview.subscribe, preview.site, () => data.site);
  return <App data={{ ...data, site }} {...rest} />;
}

/** Loads something while no text of the page is edited: its caret would be lost, and what was typed meanwhile missing. */
async function afterTyping<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const loaded = await load();
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !activeElement.isContentEditable) return loaded;
    await new Promise((resolve) => activeElement.addEventListener('blur', resolve, { once: true }));
  }
}
