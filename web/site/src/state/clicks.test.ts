import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenToClicks } from './clicks.ts';

const THERE = 'https://acme.example/movies/';

/** What is kept of the scroll position when a navigation from 800 px to another page has this state. */
function keptAfter(navigationType: NavigationType, state: unknown): unknown {
  let navigate: ((event: { destination: { url: string; getState: () => unknown }; navigationType: NavigationType }) => void) | undefined;
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('window', {
    navigation: {
      addEventListener: (_: string, listener: typeof navigate) => {
        navigate = listener;
      },
    },
  });
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => void kept.set(key, value) });
  vi.stubGlobal('scrollY', 800.4);
  listenToClicks(() => undefined);
  navigate?.({ destination: { url: THERE, getState: () => state }, navigationType });
  const note = kept.get('keep-scroll');
  return note === undefined ? undefined : JSON.parse(note);
}
afterEach(() => vi.unstubAllGlobals());

describe('PAGE-02 the scroll position', () => {
  it.each(['push', 'replace', 'reload'] as const)('is kept by a navigation whose state says shouldUpdateScroll: false: %s', (type) => {
    expect(keptAfter(type, { shouldUpdateScroll: false })).toEqual([THERE, 800]);
  });

  it.each([{ shouldUpdateScroll: true }, {}, undefined, null, 'shouldUpdateScroll'])('is not kept by a navigation with the state %o', (state) => {
    expect(keptAfter('push', state)).toBeUndefined();
  });

  it('is the browser’s to restore when the visitor goes back or forward to an entry with that state', () => {
    expect(keptAfter('traverse', { shouldUpdateScroll: false })).toBeUndefined();
  });
});
