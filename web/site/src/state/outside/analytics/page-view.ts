// The page view that trackers get, without secret parameters of the URL (PAGE-04).

import { reportedQuery, reportedReferrer } from '@marquee/rules/analytics/addresses.ts';

export interface PageView {
  readonly title: string;
  /** The full URL without its hash. */
  readonly url: string;
  readonly path: string;
  readonly search: string;
  /** The URL of the previous page; empty if there is none. */
  readonly referrer: string;
}

/** The browser objects that this module depends on. */
export interface PageDocument {
  readonly location: { readonly origin: string; readonly pathname: string; readonly search: string };
  readonly document: { readonly title: string; readonly referrer: string };
}

/** Returns a function for the current page view. After a change of route its referrer is the previous path's URL. */
export function createPageViews({ location, document }: PageDocument): () => PageView {
  let from = reportedReferrer(document.referrer, location.origin);
  let last: PageView | undefined;
  return () => {
    const { origin, pathname: path } = location;
    const search = reportedQuery(location.search);
    if (last !== undefined && last.path !== path) from = last.url;
    last = { title: document.title, url: origin + path + search, path, search, referrer: from };
    return last;
  };
}
