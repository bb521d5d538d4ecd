import type { PageData } from '@marquee/api/schema.gen.ts';
import { startTransition, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Messages } from './messages/messages.ts';
import { loadBody } from './pages/load-body.tsx';
import { setClock } from './state/clock.ts';
import { isOpenedOrFramed } from './state/opened-or-framed.ts';
import { PageProvider } from './state/page.ts';

/**
 * Hydrates the content of the page. Header and footer need no React (see entry-start.ts), except in a window that an editor opened
 * or frames: there the whole page is hydrated.
 */
export async function hydrate(data: PageData, messages: Messages): Promise<void> {
  setClock(data.clockShift ?? 0);
  const body = await loadBody(data.page, messages);
  if (isOpenedOrFramed()) {
    const { createPreviewApp } = await import('./pages/preview-app.tsx');
    const PreviewedApp = createPreviewApp(data);
    hydrateElement(
      'root',
      <PreviewedApp data={data} messages={messages}>
        {body}
      </PreviewedApp>,
    );
  } else hydrateElement('main', <PageProvider page={{ ...data, messages }}>{body}</PageProvider>);
}

function hydrateElement(id: string, page: ReactNode): void {
  const element = document.getElementById(id);
  if (element === null) return;
  startTransition(() => {
    hydrateRoot(element, page, {
      // oxlint-disable-next-line no-console -- the browser tests fail on console errors
      onRecoverableError: (error) => console.error(error),
    });
  });
}
