// Fetches the data of another page of this site, for the search and the theater picker. A page is fetched once and cached until the
// visitor leaves this page.

import { useSyncExternalStore } from 'react';
import { PAGE_DATA_ID } from './page-data.ts';

/** The state of a fetched page. Its data is not validated (see read-page.ts). */
export type FetchedPage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly data: unknown };

const LOADING = { kind: 'loading' } satisfies FetchedPage;
const FAILED = { kind: 'failed' } satisfies FetchedPage;
/** Timeout of the request, in ms. */
const TIMEOUT_MS = 10_000;

const requests = new Map<string, Promise<FetchedPage>>();
const pages = new Map<string, FetchedPage>();
const listeners = new Set<() => void>();

function set(href: string, page: FetchedPage): void {
  pages.set(href, page);
  for (const listener of listeners) listener();
}

/** Fetches a page, unless it is cached or being fetched. Tries again after a failure. */
export function fetchPage(href: string): Promise<FetchedPage> {
  const pendingRequest = requests.get(href);
  if (pendingRequest !== undefined && pages.get(href)?.kind !== 'failed') return pendingRequest;
  set(href, LOADING);
  const request = loadPage(href);
  requests.set(href, request);
  return request;
}

async function loadPage(href: string): Promise<FetchedPage> {
  let page: FetchedPage = FAILED;
  try {
    page = { kind: 'ready', data: await fetchData(href) };
  } catch {
    // No connection, an error page, or a response that is not a page of this program.
  }
  set(href, page);
  return page;
}

/** Matches the page's data block, whose markup characters are escaped (security 6.4). An HTML parser would also process the styles. */
const DATA = new RegExp(` id="${PAGE_DATA_ID}">([^<]*)<`);

async function fetchData(href: string): Promise<unknown> {
  const response = await fetch(href, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${response.status}`);
  return JSON.parse(DATA.exec(await response.text())?.[1] ?? '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The data of all fetched pages, not validated. */
export const fetchedData = (): unknown[] => [...pages.values()].flatMap((page) => (page.kind === 'ready' ? [page.data] : []));

/** The state of a page that `fetchPage` fetches. */
export function useFetchedPage(href: string): FetchedPage {
  return useSyncExternalStore(subscribe, () => pages.get(href) ?? LOADING);
}
