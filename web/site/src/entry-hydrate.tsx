import type { PageData } from '@marquee/api/schema.gen.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Messages } from './messages/messages.ts';
import { App } from './pages/App.tsx';
import { loadBody } from './pages/load-body.tsx';
import { setClock } from './state/clock.ts';

/** Brings the server's page to life. The data is what the server rendered it from, so it is not checked again. */
export async function hydrate(messages: Messages): Promise<void> {
  const root = document.getElementById('root');
  const text = document.getElementById('page-data')?.textContent;
  if (root === null || !text) return;
  const data: PageData = JSON.parse(text);
  setClock(data.clockShift ?? 0);
  const body = await loadBody(data.page);
  const page = (
    <App data={data} m={messages}>
      {body}
    </App>
  );
  startTransition(() => {
    hydrateRoot(root, page, {
      // oxlint-disable-next-line no-console -- the browser tests fail on it
      onRecoverableError: (error) => console.error(error),
    });
  });
}
