import type { PageData } from '@marquee/api/schema.gen.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Messages } from './messages/messages.ts';
import { App } from './pages/App.tsx';

/** Brings the server's page to life. The data is what the server rendered it from, so it is not checked again. */
export function hydrate(messages: Messages): void {
  const root = document.getElementById('root');
  const text = document.getElementById('page-data')?.textContent;
  if (root === null || !text) return;
  const data: PageData = JSON.parse(text);
  startTransition(() => {
    hydrateRoot(root, <App data={data} m={messages} />, {
      // oxlint-disable-next-line no-console -- the browser tests fail on it
      onRecoverableError: (error) => console.error(error),
    });
  });
}
