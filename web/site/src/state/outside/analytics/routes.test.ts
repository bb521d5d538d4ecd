import { describe, expect, it, vi } from 'vitest';
import { watchRoutes } from './routes.ts';

/** A fake history with its entries; records the state of each call. */
function browser() {
  let entries = ['/movies/'];
  let at = 0;
  const listeners: (() => void)[] = [];
  const states: unknown[] = [];
  const pathOf = (url: string | URL | null | undefined): string => String(url ?? entries[at] ?? '').split('?')[0] ?? '';
  const history = {
    pushState: (state: unknown, _: string, url?: string | URL | null) => {
      states.push(state);
      entries = [...entries.slice(0, at + 1), pathOf(url)];
      at += 1;
    },
    replaceState: (state: unknown, _: string, url?: string | URL | null) => {
      states.push(state);
      entries[at] = pathOf(url);
    },
  };
  const back = (): void => {
    at -= 1;
    for (const listener of listeners) listener();
  };
  const changed = vi.fn<() => void>();
  watchRoutes({ history, path: () => entries[at] ?? '', onPopState: (listener) => listeners.push(listener) }, changed);
  return { history, back, changed, states };
}

describe('PAGE-04 a change of route', () => {
  it('is a change of the path by push, replace or back', () => {
    const { history, back, changed, states } = browser();
    history.pushState({ a: 1 }, '', '/events/');
    expect(changed).toHaveBeenCalledTimes(1);
    history.replaceState({ b: 2 }, '', '/events/7/');
    expect(changed).toHaveBeenCalledTimes(2);
    back();
    expect(changed).toHaveBeenCalledTimes(3);
    expect(states).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('is not an entry of a dialog or a change of the query', () => {
    const { history, back, changed } = browser();
    history.pushState({ dialog: true }, '');
    back();
    history.replaceState(null, '', '/movies/?q=salt');
    expect(changed).not.toHaveBeenCalled();
  });

  it('is detected if pushState is called without its object', () => {
    const { history, changed } = browser();
    const { pushState } = history;
    pushState({}, '', '/events/');
    expect(changed).toHaveBeenCalledTimes(1);
  });
});
