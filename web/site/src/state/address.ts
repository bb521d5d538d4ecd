// Changes the address of the open page in place.

/**
 * Replaces the query of the page's address. The origin is included, because a path that begins with two slashes would be read as
 * another host, which the browser refuses.
 */
export function replaceQuery(search: string): void {
  history.replaceState(history.state, '', location.origin + location.pathname + search + location.hash);
}
