/**
 * Replaces the query of the page's URL without a navigation. The new URL includes the origin, because browsers parse a path that begins
 * with two slashes as another host and reject it.
 */
export function replaceQuery(search: string): void {
  history.replaceState(history.state, '', location.origin + location.pathname + search + location.hash);
}
