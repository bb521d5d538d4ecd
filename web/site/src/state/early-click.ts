// Stores a click that leaves a page before analytics has loaded (ANLY-07), for the next page, and only in tabs where analytics has
// already run with the visitor's consent.

/** Set while analytics runs in this tab, see outside/analytics/outbox.ts. */
export const RUNS = 'analytics-runs';
/** The storage key of the click. */
export const EARLY = 'early-click';

/** A link within the site that was followed. */
export interface EarlyClick {
  readonly path: string;
  readonly search: string;
  readonly keepsPlace: boolean;
  /** The page with the link. */
  readonly from: { readonly path: string; readonly search: string };
}

let isWatched = false;

/** Stops storing clicks: analytics handles the page's links from now on. */
export function stopNoting(): void {
  isWatched = true;
}

/** Stores a link that the visitor follows in this tab. */
export function noteEarlyClick({ origin, target, pathname: path, search, dataset }: HTMLAnchorElement): void {
  if (isWatched || origin !== location.origin || target !== '') return;
  const click: EarlyClick = { path, search, keepsPlace: dataset['keepScroll'] !== undefined, from: { path: location.pathname, search: location.search } };
  try {
    if (sessionStorage.getItem(RUNS) !== null) sessionStorage.setItem(EARLY, JSON.stringify(click));
  } catch {
    // Without storage the click is lost.
  }
}
