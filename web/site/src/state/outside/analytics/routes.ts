// Detects changes of route, that is, of the path without loading a page (PAGE-04). History entries of dialogs and the query of the search
// do not change the path.

export interface RouteBrowser {
  readonly history: Pick<History, 'pushState' | 'replaceState'>;
  readonly path: () => string;
  readonly onPopState: (listener: () => void) => void;
}

/** Calls `onChange` after every change of the path. */
export function watchRoutes({ history, path, onPopState }: RouteBrowser, onChange: () => void): void {
  let current = path();
  const check = (): void => {
    if (path() === current) return;
    current = path();
    onChange();
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history);
    history[name] = (...parameters) => {
      change(...parameters);
      check();
    };
  }
  onPopState(check);
}
