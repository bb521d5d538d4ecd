import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenToClicks, restorePlace } from './clicks.ts';

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
    expect(keptAfter(type, { shouldUpdateScroll: false })).toEqual([THERE, 800, '']);
  });

  it.each([{ shouldUpdateScroll: true }, {}, undefined, null, 'shouldUpdateScroll'])('is not kept by a navigation with the state %o', (state) => {
    expect(keptAfter('push', state)).toBeUndefined();
  });

  it('is the browser’s to restore when the visitor goes back or forward to an entry with that state', () => {
    expect(keptAfter('traverse', { shouldUpdateScroll: false })).toBeUndefined();
  });
});

describe('PAGE-02 the focus', () => {
  const SUMMARY = { focus: vi.fn() };
  const DAY = { textContent: 'Sat 28', closest: () => null, focus: vi.fn() };
  const OPTION = { textContent: 'Drama', closest: () => ({ querySelector: () => SUMMARY }), focus: vi.fn() };

  /** Restores the place of a page from a note; the links of the page are a day and an option in a closed menu. */
  function restore(note: unknown): void {
    for (const { focus } of [SUMMARY, DAY, OPTION]) focus.mockClear();
    vi.stubGlobal('history', {});
    vi.stubGlobal('location', { hash: '', href: THERE });
    vi.stubGlobal('document', { querySelector: () => null, querySelectorAll: () => [DAY, OPTION] });
    vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(note), removeItem: () => undefined });
    vi.stubGlobal('scrollTo', vi.fn());
    restorePlace();
  }

  it('returns to the link that the keyboard followed, without a scroll', () => {
    restore([THERE, 800, 'Sat 28']);
    expect(scrollTo).toHaveBeenCalledWith({ top: 800, behavior: 'instant' });
    expect(DAY.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
    expect(OPTION.focus).not.toHaveBeenCalled();
  });

  it('returns to the menu of a link in a menu, which is closed', () => {
    restore([THERE, 800, 'Drama']);
    expect(SUMMARY.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
    expect([DAY.focus.mock.calls, OPTION.focus.mock.calls]).toEqual([[], []]);
  });

  it.each([[[THERE, 800, '']], [[`${THERE}?other`, 800, 'Sat 28']], [['Sat 28']], [null]])('stays where it is after a click with the mouse, on another page, and with the note %j', (note) => {
    restore(note);
    for (const { focus } of [SUMMARY, DAY, OPTION]) expect(focus).not.toHaveBeenCalled();
  });

  it.each([
    [0, 'Sat 28'],
    [1, ''],
  ])('is kept for clicks of the keyboard only: %i', (detail, expected) => {
    const listeners = new Map<string, (event: object) => void>();
    const setItem = vi.fn();
    vi.stubGlobal('Element', EventTarget);
    vi.stubGlobal('document', { addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener), querySelectorAll: () => [], documentElement: { dataset: {} } });
    vi.stubGlobal('window', {});
    vi.stubGlobal('location', { pathname: '/movies/', search: '', origin: 'https://acme.example' });
    vi.stubGlobal('scrollY', 12);
    vi.stubGlobal('sessionStorage', { setItem, getItem: () => null });
    const link = { textContent: 'Sat 28', href: THERE, origin: 'https://acme.example', target: '', dataset: { keepScroll: '' }, getAttribute: () => '/movies/', setAttribute: () => undefined };
    const target: object = Object.assign(new EventTarget(), { closest: () => link });
    listenToClicks(() => undefined);
    listeners.get('click')?.({ target, button: 0, detail, defaultPrevented: false });
    expect(setItem).toHaveBeenCalledExactlyOnceWith('keep-scroll', JSON.stringify([THERE, 12, expected]));
  });
});
