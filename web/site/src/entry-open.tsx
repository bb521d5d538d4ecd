import type { PageData } from '@marquee/api/schema.gen.ts';
import { navigate } from '@marquee/ui/Dialog/show-dialog.ts';
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { PickerDialog } from './features/theaters/PickerDialog.tsx';
import type { Messages } from './messages/messages.ts';
import { SearchOverlay } from './pages/SearchOverlay.tsx';
import { fetchPage } from './state/fetched-page.ts';
import { LaterMessagesProvider } from './state/later.ts';
import { pageData } from './state/page-data.ts';
import { PageProvider } from './state/page.ts';
import { readTheaters } from './state/read-page.ts';

let root: Root | undefined;

/** Opens the dialog in the link's `data-open` instead of following the link. */
export async function handleLink(link: HTMLAnchorElement, messages: Messages): Promise<void> {
  const data = pageData();
  // On the search page the search field is focused instead.
  const field = data.page.kind === 'search' ? document.querySelector<HTMLInputElement>('main input[type=search]') : null;
  if (link.dataset['open'] === 'search' && field !== null) {
    field.select();
    return;
  }
  const dialog = dialogOf(link, data);
  const { messages: laterMessages } = await messages.later();
  // Closes a menu, whose button gets the focus back when the dialog closes. Not every browser focuses clicked links.
  link.closest<HTMLElement>('[popover]')?.hidePopover();
  if (document.activeElement === document.body) link.focus({ preventScroll: true });
  root ??= createRoot(document.createElement('div'));
  root.render(
    <PageProvider page={{ ...data, messages }}>
      <LaterMessagesProvider messages={laterMessages}>{dialog}</LaterMessagesProvider>
    </PageProvider>,
  );
}

function dialogOf(link: HTMLAnchorElement, { site }: PageData): ReactElement {
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    root?.render(null);
  };
  if (link.dataset['open'] === 'search') {
    void fetchPage(site.searchHref);
    return <SearchOverlay onClose={close} />;
  }
  void hasTheaters(site.theatersHref).then((isAvailable) => isAvailable || isClosed || navigate(link.href));
  return <PickerDialog onClose={close} />;
}

/** Whether the list of theaters can be fetched. Without it the dialog has no choices, and the link is followed. */
async function hasTheaters(href: string): Promise<boolean> {
  const page = await fetchPage(href);
  return page.kind === 'ready' && readTheaters(page.data) !== undefined;
}
