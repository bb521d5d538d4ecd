// A page as trackers are told of it: without what is secret in its address (PAGE-04).

import { reportedQuery, reportedReferrer } from '@marquee/rules/analytics/addresses.ts';

export interface PageView {
  readonly title: string;
  /** In full, without its hash. */
  readonly url: string;
  readonly path: string;
  readonly search: string;
  /** Where the visitor came from; empty for nowhere. */
  readonly referrer: string;
}

/** What of the page this needs. */
export interface PlaceOfView {
  readonly location: { readonly origin: string; readonly pathname: string; readonly search: string };
  readonly document: { readonly title: string; readonly referrer: string };
}

/** Gives the page as it is now; after a change of route the page before is where the visitor came from. */
export function viewer({ location, document }: PlaceOfView): () => PageView {
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
