import type { PageData } from '@marquee/api/schema.gen.ts';
import { startTransition } from 'react';
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
  if (isOpenedOrFramed()) {
    const { hydratePreview } = await import('./pages/preview-app.tsx');
    await hydratePreview(data, messages, (element, page) => hydrateRoot(element, page, { onRecoverableError }));
    return;
  }
  const body = await loadBody(data.page, messages);
  const element = document.getElementById('main');
  if (element === null) return;
  const page = <PageProvider page={{ ...data, messages }}>{body}</PageProvider>;
  startTransition(() => void hydrateRoot(element, page, { onRecoverableError }));
}

// oxlint-disable-next-line no-console -- the browser tests fail on console errors
const onRecoverableError = (error: unknown): void => console.error(error);
