import type { PageData } from '@marquee/api/schema.gen.ts';
import { startTransition, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Messages } from './messages/messages.ts';
import { loadBody } from './pages/load-body.tsx';
import { setClock } from './state/clock.ts';
import { PageProvider } from './state/page.ts';

/**
 * Brings the page's own part to life; the frame around it needs no React (see entry-start.ts), but where an editor may
 * change it. The data is what the server rendered the page from, so it is not checked again.
 */
export async function hydrate(m: Messages): Promise<void> {
  const text = document.getElementById('page-data')?.textContent;
  if (!text) return;
  const data: PageData = JSON.parse(text);
  setClock(data.clockShift ?? 0);
  const body = await loadBody(data.page);
  if (window.opener || parent !== window) {
    const { previewed } = await import('./pages/previewed.tsx');
    const Previewed = previewed(data);
    wake(
      'root',
      <Previewed data={data} m={m}>
        {body}
      </Previewed>,
    );
  } else wake('main', <PageProvider page={{ ...data, m }}>{body}</PageProvider>);
}

function wake(id: string, page: ReactNode): void {
  const element = document.getElementById(id);
  if (element === null) return;
  startTransition(() => {
    hydrateRoot(element, page, {
      // oxlint-disable-next-line no-console -- the browser tests fail on it
      onRecoverableError: (error) => console.error(error),
    });
  });
}
