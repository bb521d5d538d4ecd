// Stores a click that leaves a page before analytics has loaded, for the next page (ANLY-07). It does so only in tabs in which analytics
// has already run with the visitor's consent.

/** The storage key that is set if analytics has run in this tab, see outside/analytics/outbox.ts. */
export const ANALYTICS_RUNS_KEY = 'analytics-runs';
/** The storage key of the click. */
export const EARLY_CLICK_KEY = 'early-click';

/** A click on a link within the site. */
export interface EarlyClick {
  readonly path: string;
  readonly search: string;
  /** Whether the link keeps the scroll position. */
  readonly keepsPlace: boolean;
  /** The page with the link. */
  readonly from: { readonly path: string; readonly search: string };
}

let isStopped = false;

/** Stops storing clicks, because analytics handles the page's links from now on. */
export function stopStoringClicks(): void {
  isStopped = true;
}

/** Stores a click on a link that opens in this tab. */
export function storeEarlyClick({ origin, target, pathname: path, search, dataset }: HTMLAnchorElement): void {
  if (isStopped || origin !== location.origin || target !== '') return;
  const click: EarlyClick = {
    path,
    search,
    keepsPlace: dataset['keepScroll'] !== undefined,
    from: { path: location.pathname, search: location.search },
  };
  try {
    if (sessionStorage.getItem(ANALYTICS_RUNS_KEY) !== null) sessionStorage.setItem(EARLY_CLICK_KEY, JSON.stringify(click));
  } catch {
    // Storage is forbidden: the click is lost.
  }
}
