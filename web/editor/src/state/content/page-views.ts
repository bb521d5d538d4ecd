// Views of the pages of a site, without cookies (decision 0042).

import { useQuery } from '@tanstack/react-query';
import type { PageViews } from '@marquee/api/editor.gen.ts';
import { call } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';
import { type PageRecord, formerPathsOf } from './pages.ts';

/** The views of a page under its address and its earlier ones. */
export const viewsOfPage = (views: PageViews['views'], { path, record }: Pick<PageRecord, 'path' | 'record'>): number =>
  [path, ...formerPathsOf(record)].reduce((sum, address) => sum + (views[address] ?? 0), 0);

/** The views of a page in the last 28 days; undefined while they are loaded, and if they could not be. */
export function usePageViews(): (page: PageRecord) => number | undefined {
  const { site } = useOpenSite();
  const { data } = useQuery({
    queryKey: ['page-views', site.key],
    queryFn: () => call<PageViews>('GET', `${site.key}/page-views`),
    retry: 1,
  });
  return (page) => data && viewsOfPage(data.views, page);
}
