import type { PageData } from '@marquee/api/schema.gen.ts';
import { follow } from '@marquee/ui/Dialog/show-dialog.ts';
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { PickerDialog } from './features/theaters/PickerDialog.tsx';
import { laterMessages } from './messages/later.ts';
import { localeOf, type Messages } from './messages/messages.ts';
import { SearchOverlay } from './pages/SearchOverlay.tsx';
import { fetchPage } from './state/fetched-page.ts';
import { LaterProvider } from './state/later.ts';
import { PageProvider } from './state/page.ts';
import { readTheaters } from './state/read-page.ts';

let root: Root | undefined;

/** Opens the dialog that a link names (`data-open`), in place of the page it leads to. */
export async function act(link: HTMLAnchorElement, m: Messages): Promise<void> {
  const text = document.getElementById('page-data')?.textContent ?? '';
  const data: PageData = JSON.parse(text);
  // The search page is its own dialog.
  const field = data.page.kind === 'search' ? document.querySelector<HTMLInputElement>('main input[type=search]') : null;
  if (link.dataset['open'] === 'search' && field !== null) {
    field.select();
    return;
  }
  const dialog = dialogOf(link, data);
  const words = await laterMessages(localeOf(data.context.intl.locale.short));
  // A menu gives way, and its button gets the focus back when the dialog closes. Not every browser focuses clicked links.
  link.closest<HTMLElement>('[popover]')?.hidePopover();
  if (document.activeElement === document.body) link.focus({ preventScroll: true });
  root ??= createRoot(document.createElement('div'));
  root.render(
    <PageProvider page={{ ...data, m }}>
      <LaterProvider words={words}>{dialog}</LaterProvider>
    </PageProvider>,
  );
}

function dialogOf(link: HTMLAnchorElement, { site }: PageData): ReactElement {
  let closed = false;
  const close = (): void => {
    closed = true;
    root?.render(null);
  };
  if (link.dataset['open'] === 'search') {
    void fetchPage(site.searchHref);
    return <SearchOverlay onClose={close} />;
  }
  void hasTheaters(site.theatersHref).then((has) => has || closed || follow(link.href));
  return <PickerDialog onClose={close} />;
}

/** Without a list there is nothing to choose from in the dialog: then the link is followed after all. */
async function hasTheaters(href: string): Promise<boolean> {
  const page = await fetchPage(href);
  return page.kind === 'ready' && readTheaters(page.data) !== undefined;
}
