import type { PageData } from '@marquee/api/schema.gen.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Messages } from './messages/messages.ts';
import { loadBody } from './pages/load-body.tsx';
import { setClock } from './state/clock.ts';
import { PageProvider } from './state/page.tsx';

/**
 * Brings the page's own part to life; the frame around it needs no React (see entry-start.ts). The data is what the
 * server rendered the page from, so it is not checked again.
 */
export async function hydrate(m: Messages): Promise<void> {
  const main = document.getElementById('main');
  const text = document.getElementById('page-data')?.textContent;
  if (main === null || !text) return;
  const data: PageData = JSON.parse(text);
  setClock(data.clockShift ?? 0);
  const body = await loadBody(data.page);
  const page = <PageProvider page={{ ...data, m }}>{body}</PageProvider>;
  startTransition(() => {
    hydrateRoot(main, page, {
      // oxlint-disable-next-line no-console -- the browser tests fail on it
      onRecoverableError: (error) => console.error(error),
    });
  });
}
