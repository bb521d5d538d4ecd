import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenToClicks, restoreScrollAndFocus } from './clicks.ts';

const TARGET = 'https://acme.example/movies/';

/** The stored scroll position after a navigation with this state from 800 px to another page. */
function storedAfter(navigationType: NavigationType, state: unknown): unknown {
  let navigate:
    | ((event: { destination: { url: string; getState: () => unknown }; navigationType: NavigationType }) => void)
    | undefined;
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('window', {
    navigation: {
      addEventListener: (_: string, listener: typeof navigate) => {
        navigate = listener;
      },
    },
  });
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => void stored.set(key, value) });
  vi.stubGlobal('scrollY', 800.4);
  listenToClicks(() => undefined);
  navigate?.({ destination: { url: TARGET, getState: () => state }, navigationType });
  const note = stored.get('keep-scroll');
  return note === undefined ? undefined : JSON.parse(note);
}
afterEach(() => vi.unstubAllGlobals());

describe('PAGE-02 the scroll position', () => {
  it.each(['push', 'replace', 'reload'] as const)(
    'is stored by a navigation with the state shouldUpdateScroll: false: %s',
    (type) => {
      expect(storedAfter(type, { shouldUpdateScroll: false })).toEqual([TARGET, 800, '']);
    },
  );

  it.each([{ shouldUpdateScroll: true }, {}, undefined, null, 'shouldUpdateScroll'])(
    'is not stored by a navigation with the state %o',
    (state) => {
      expect(storedAfter('push', state)).toBeUndefined();
    },
  );

  it('is restored by the browser when the visitor goes back or forward to an entry with that state', () => {
    expect(storedAfter('traverse', { shouldUpdateScroll: false })).toBeUndefined();
  });
});

describe('PAGE-02 the focus', () => {
  const SUMMARY = { focus: vi.fn() };
  const DAY = { textContent: 'Sat 28', closest: () => null, focus: vi.fn() };
  const OPTION = { textContent: 'Drama', closest: () => ({ querySelector: () => SUMMARY }), focus: vi.fn() };

  /** Restores the position from a stored note, on a page with the link of a day and the link of an option in a closed menu. */
  function restore(note: unknown): void {
    for (const { focus } of [SUMMARY, DAY, OPTION]) focus.mockClear();
    vi.stubGlobal('history', {});
    vi.stubGlobal('location', { hash: '', href: TARGET });
    vi.stubGlobal('document', { querySelector: () => null, querySelectorAll: () => [DAY, OPTION] });
    vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(note), removeItem: () => undefined });
    vi.stubGlobal('scrollTo', vi.fn());
    restoreScrollAndFocus();
  }

  it('returns to the link that was followed with the keyboard, without a scroll', () => {
    restore([TARGET, 800, 'Sat 28']);
    expect(scrollTo).toHaveBeenCalledWith({ top: 800, behavior: 'instant' });
    expect(DAY.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
    expect(OPTION.focus).not.toHaveBeenCalled();
  });

  it('returns to the summary of the closed menu that has the link', () => {
    restore([TARGET, 800, 'Drama']);
    expect(SUMMARY.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
    expect([DAY.focus.mock.calls, OPTION.focus.mock.calls]).toEqual([[], []]);
  });

  it.each([[[TARGET, 800, '']], [[`${TARGET}?other`, 800, 'Sat 28']], [['Sat 28']], [null]])(
    'does not move with the note %j: of a mouse click, of another page, or invalid',
    (note) => {
      restore(note);
      for (const { focus } of [SUMMARY, DAY, OPTION]) expect(focus).not.toHaveBeenCalled();
    },
  );

  it.each([
    [0, 'Sat 28'],
    [1, ''],
  ])('is stored only for keyboard clicks: %i', (detail, expected) => {
    const listeners = new Map<string, (event: object) => void>();
    const setItem = vi.fn();
    vi.stubGlobal('Element', EventTarget);
    vi.stubGlobal('document', {
      addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
      querySelectorAll: () => [],
      documentElement: { dataset: {} },
    });
    vi.stubGlobal('window', {});
    vi.stubGlobal('location', { pathname: '/movies/', search: '', origin: 'https://acme.example' });
    vi.stubGlobal('scrollY', 12);
    vi.stubGlobal('sessionStorage', { setItem, getItem: () => null });
    const link = {
      textContent: 'Sat 28',
      href: TARGET,
      origin: 'https://acme.example',
      target: '',
      dataset: { keepScroll: '' },
      getAttribute: () => '/movies/',
      setAttribute: () => undefined,
    };
    const target: object = Object.assign(new EventTarget(), { closest: () => link });
    listenToClicks(() => undefined);
    listeners.get('click')?.({ target, button: 0, detail, defaultPrevented: false });
    expect(setItem).toHaveBeenCalledExactlyOnceWith('keep-scroll', JSON.stringify([TARGET, 12, expected]));
  });
});
