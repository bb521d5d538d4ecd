// Fetches the site's schedule from the search page, for pages of the member area.

import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchPage } from '../fetched-page.ts';
import { usePage } from '../page.ts';
import { readSearch } from '../read-page.ts';

export type FetchedSchedule =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly entries: readonly SearchEntry[] };

async function entriesOf(href: string): Promise<readonly SearchEntry[]> {
  const page = await fetchPage(href);
  const data = page.kind === 'ready' ? readSearch(page.data) : undefined;
  if (data === undefined) throw new Error('The schedule could not be fetched');
  return data.entries;
}

/** The search entries of everything that the site shows, fetched once. */
export function useSchedule(): FetchedSchedule {
  const { searchHref } = usePage().site;
  const result = useQuery({ queryKey: ['schedule', searchHref], queryFn: () => entriesOf(searchHref) });
  if (result.status === 'pending') return { kind: 'loading' };
  if (result.status === 'error') return { kind: 'failed', retry: () => void result.refetch() };
  return { kind: 'ready', entries: result.data };
}
