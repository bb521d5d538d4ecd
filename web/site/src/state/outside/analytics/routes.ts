// Changes of route: pages that are opened without being loaded (PAGE-04). Entries of the history for dialogs, and what the search
// keeps in the address, lead to no other path and are none.

export interface RouteBrowser {
  readonly history: Pick<History, 'pushState' | 'replaceState'>;
  readonly path: () => string;
  readonly onPopState: (listener: () => void) => void;
}

/** Calls back after every change of the path. */
export function watchRoutes({ history, path, onPopState }: RouteBrowser, changed: () => void): void {
  let shown = path();
  const look = (): void => {
    if (path() === shown) return;
    shown = path();
    changed();
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history);
    history[name] = (...given) => {
      change(...given);
      look();
    };
  }
  onPopState(look);
}
