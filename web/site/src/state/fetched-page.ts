// Another page of this site, fetched for what its data says: the search and the theater picker work on it.
// A page is fetched once and kept for as long as the visitor stays on this one; after that nothing is asked for.

import { useSyncExternalStore } from 'react';

/** A fetched page's data, not yet read (see read-page.ts). */
export type FetchedPage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly data: unknown };

const LOADING = { kind: 'loading' } satisfies FetchedPage;
const FAILED = { kind: 'failed' } satisfies FetchedPage;
/** The longest a page is waited for, in ms. */
const PATIENCE_MS = 10_000;

const asked = new Map<string, Promise<FetchedPage>>();
const pages = new Map<string, FetchedPage>();
const listeners = new Set<() => void>();

function set(href: string, page: FetchedPage): void {
  pages.set(href, page);
  for (const listener of listeners) listener();
}

/** Fetches a page, unless it is there or on its way; one that failed is tried again. */
export function fetchPage(href: string): Promise<FetchedPage> {
  const before = asked.get(href);
  if (before !== undefined && pages.get(href)?.kind !== 'failed') return before;
  set(href, LOADING);
  const page = settled(href);
  asked.set(href, page);
  return page;
}

async function settled(href: string): Promise<FetchedPage> {
  let page: FetchedPage = FAILED;
  try {
    page = { kind: 'ready', data: await dataOf(href) };
  } catch {
    // No connection, an error page, or no page of this program.
  }
  set(href, page);
  return page;
}

/** The page's data block, in which nothing can look like markup (security 6.4). A parser would also look at the page's styles. */
const DATA = / id="page-data">([^<]*)</;

async function dataOf(href: string): Promise<unknown> {
  const answer = await fetch(href, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return JSON.parse(DATA.exec(await answer.text())?.[1] ?? '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The data of all pages that are there, not yet read. */
export const fetchedData = (): unknown[] => [...pages.values()].flatMap((page) => (page.kind === 'ready' ? [page.data] : []));

/** A page that `fetchPage` was asked for. */
export function useFetchedPage(href: string): FetchedPage {
  return useSyncExternalStore(subscribe, () => pages.get(href) ?? LOADING);
}
