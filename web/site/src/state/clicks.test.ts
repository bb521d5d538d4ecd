import { FakeElement, FakeLink, type FakePage, fakePage, forbidStorage } from '@marquee/testkit/pages/fake-page.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenToClicks, mayBeEmbedded, restoreScrollAndFocus } from './clicks.ts';

const TARGET = 'https://acme.example/movies/';

/** The stored scroll position after a navigation with this state from 800 px to another page. */
function storedAfter(navigationType: NavigationType, state: unknown): unknown {
  let navigate:
    | ((event: { destination: { url: string; getState: () => unknown }; navigationType: NavigationType }) => void)
    | undefined;
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('window', {
    navigation: {
      addEventListener: (type: string, listener: typeof navigate) => {
        if (type === 'navigate') navigate = listener;
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
  const MENU = { querySelector: (selector: string) => (selector === 'summary' ? SUMMARY : null) };
  const OPTION = { textContent: 'Drama', closest: (selector: string) => (selector === 'details' ? MENU : null), focus: vi.fn() };
  const ICON = { textContent: '', closest: () => null, focus: vi.fn() };

  /** Restores the position from a stored note, on a page with the link of a day and the link of an option in a closed menu. */
  function restore(note: unknown): void {
    for (const { focus } of [SUMMARY, DAY, OPTION, ICON]) focus.mockClear();
    vi.stubGlobal('history', {});
    vi.stubGlobal('location', { hash: '', href: TARGET });
    vi.stubGlobal('document', {
      querySelector: () => null,
      querySelectorAll: (selector: string) => (selector === '[data-keep-scroll]' ? [DAY, OPTION, ICON] : []),
    });
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
      for (const { focus } of [SUMMARY, DAY, OPTION, ICON]) expect(focus).not.toHaveBeenCalled();
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

describe('a click', () => {
  const open = vi.fn<(link: HTMLAnchorElement) => void>();
  const MENUS = 'details[data-menu][open]';
  let page: FakePage;

  function start(options: Parameters<typeof fakePage>[0] = {}): void {
    page = fakePage(options);
    vi.stubGlobal('scrollY', 12.6);
    listenToClicks(open);
  }
  /** Clicks a link, by default with the mouse. Returns whether the browser follows it. */
  function click(target: FakeElement, event: object = {}, type = 'click'): boolean {
    const preventDefault = vi.fn<() => void>();
    page.document.dispatch(type, { target, button: 0, detail: 1, defaultPrevented: false, preventDefault, ...event });
    return preventDefault.mock.calls.length === 0;
  }
  /** A menu that is open. */
  function menu(...contents: readonly FakeElement[]) {
    const summary = new FakeElement();
    const contains = (element: unknown): boolean => contents.some((content) => content === element);
    return { open: true, summary, contains, querySelector: (selector: string) => (selector === 'summary' ? summary : null) };
  }

  beforeEach(() => void open.mockClear());

  it('on a link of the page is followed', () => {
    start();
    const link = new FakeLink('/film/dune/');
    expect([click(link), link.getAttribute('href'), page.stored.size]).toEqual([true, '/film/dune/', 0]);
    expect(open).not.toHaveBeenCalled();
  });

  it('LINK-12 on a link with any button adds the utm parameters of the page', () => {
    start({ url: 'https://acme.example/movies/?utm_source=mail&day=2' });
    const [first, second] = [new FakeLink('/film/dune/'), new FakeLink('/film/dune/')];
    click(first);
    click(second, { button: 1 }, 'auxclick');
    expect([first.getAttribute('href'), second.getAttribute('href')]).toEqual([
      '/film/dune/?utm_source=mail',
      '/film/dune/?utm_source=mail',
    ]);
  });

  it('with the right button, beside links or on a target that is not an element has no effect', () => {
    start({ url: 'https://acme.example/movies/?utm_source=mail' });
    const link = new FakeLink('/film/dune/');
    expect(click(link, { button: 2 }, 'auxclick')).toBe(true);
    expect(click(new FakeElement())).toBe(true);
    page.document.dispatch('click', { target: page.document, button: 0 });
    expect(link.getAttribute('href')).toBe('/film/dune/');
  });

  it('that another listener has handled changes nothing', () => {
    start({ url: 'https://acme.example/movies/?utm_source=mail' });
    const link = new FakeLink('/film/dune/');
    click(link, { defaultPrevented: true });
    expect(link.getAttribute('href')).toBe('/film/dune/');
  });

  it('LINK-04 on a preview follows no link', () => {
    start({ dataset: { preview: '' } });
    expect(click(new FakeLink('/film/dune/'))).toBe(false);
  });

  it('LINK-01, LINK-07 on a disabled link or a bare hash is not followed', () => {
    start();
    const disabled = new FakeLink('/film/dune/');
    disabled.setAttribute('aria-disabled', 'true');
    expect([disabled, new FakeLink(''), new FakeLink('#')].map((link) => click(link))).toEqual([false, false, false]);
    expect(open).not.toHaveBeenCalled();
  });

  it('LINK-06 on an action is handled by the page, also with a modifier key', () => {
    start();
    const link = new FakeLink('#loyalty-logout');
    expect(click(link, { ctrlKey: true })).toBe(false);
    expect(open).toHaveBeenCalledExactlyOnceWith(link);
  });

  it.each([{ open: 'search' }, { heart: 'f1' }])('on a link with %j opens it on the page', (dataset) => {
    start();
    const link = new FakeLink('/search/', dataset);
    expect(click(link)).toBe(false);
    expect(open).toHaveBeenCalledExactlyOnceWith(link);
  });

  it.each([{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
    'with %j opens another tab and not the search',
    (event) => {
      start();
      expect(click(new FakeLink('/search/', { open: 'search' }), event)).toBe(true);
      expect(open).not.toHaveBeenCalled();
    },
  );

  it('LINK-03 on a link to a part of this page moves the focus there, to another page not', () => {
    const [part, field] = [new FakeElement(), new FakeElement()];
    part.tabIndex = -2;
    field.tabIndex = 0;
    start({ url: 'https://acme.example/movies/?day=2', elements: { '#today': [part], '#name': [field] } });
    click(new FakeLink('/movies/?day=3#today'));
    click(new FakeLink('/film/?day=2#today'));
    click(new FakeLink('/movies/?day=2#missing'));
    expect(part.focus).not.toHaveBeenCalled();
    click(new FakeLink('/movies/?day=2#today'));
    click(new FakeLink('/movies/?day=2#name'));
    expect(part.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
    expect([part.tabIndex, field.tabIndex, field.focus.mock.calls.length]).toEqual([-1, 0, 1]);
  });

  it('PAGE-02 on a link that keeps the position stores it, rounded', () => {
    start();
    click(new FakeLink('/movies/?day=3', { keepScroll: '' }));
    expect([...page.stored]).toEqual([['keep-scroll', '["https://acme.example/movies/?day=3",13,""]']]);
  });

  it('PAGE-02 is followed although storage is forbidden', () => {
    start();
    forbidStorage();
    expect(click(new FakeLink('/movies/?day=3', { keepScroll: '' }))).toBe(true);
  });

  it('ANLY-07 that leaves the page before analytics is stored, with a modifier key not', () => {
    start();
    page.stored.set('analytics-runs', '1');
    click(new FakeLink('/film/dune/'), { ctrlKey: true });
    expect(page.stored.has('early-click')).toBe(false);
    click(new FakeLink('/film/dune/'));
    expect(page.stored.has('early-click')).toBe(true);
  });

  it('LINK-15 on a ticketing link submits a form, with a modifier key it opens a tab', async () => {
    const submitted: unknown[] = [];
    const form = Object.assign(new FakeElement(), { requestSubmit: () => void submitted.push(form), remove: () => undefined });
    start({ dataset: { formOrigin: 'https://tickets.example' }, elements: { '<form>': [form] } });
    page.stored.set('analytics-runs', '1');
    const link = new FakeLink('https://tickets.example/book?show=1');
    expect(click(link, { shiftKey: true })).toBe(true);
    expect(click(link)).toBe(false);
    await vi.dynamicImportSettled();
    expect([submitted, page.visited]).toEqual([[form], []]);
    expect(page.stored.has('early-click')).toBe(false);
  });

  it('LINK-15 on a ticketing link follows it if the form cannot be submitted', async () => {
    start({ dataset: { formOrigin: 'https://tickets.example' } });
    click(new FakeLink('https://tickets.example/book?show=1'));
    await vi.waitFor(() => expect(page.visited).toEqual(['https://tickets.example/book?show=1']));
  });

  it('closes the open menus that do not contain it, and leaves the focus', () => {
    const link = new FakeLink('/film/dune/');
    const [around, other] = [menu(link), menu()];
    start({ elements: { [MENUS]: [around, other] } });
    page.document.activeElement = new FakeElement();
    other.contains = () => false;
    click(link);
    expect([around.open, other.open, other.summary.focus.mock.calls.length]).toEqual([true, false, 0]);
  });

  it('beside a menu does not take the focus back to it', () => {
    const field = new FakeElement();
    const closed = menu();
    closed.contains = (element: unknown) => element === field;
    start({ elements: { [MENUS]: [closed] } });
    page.document.activeElement = field;
    click(new FakeElement());
    expect([closed.open, closed.summary.focus.mock.calls.length]).toEqual([false, 0]);
  });
});

describe('a key', () => {
  let page: FakePage;
  const search = Object.assign(new FakeElement(), { click: vi.fn<() => void>() });
  const SEARCH = '[data-open=search]';

  function start(elements: Readonly<Record<string, readonly object[]>> = { [SEARCH]: [search] }): void {
    search.click.mockClear();
    page = fakePage({ elements });
    listenToClicks(() => undefined);
  }
  /** Presses a key; returns whether the page handles it. */
  function press(key: string, event: object = {}): boolean {
    const preventDefault = vi.fn<() => void>();
    page.document.dispatch('keydown', { key, target: new FakeElement(), preventDefault, ...event });
    return preventDefault.mock.calls.length > 0;
  }

  it('PAGE-11 / opens the search', () => {
    start();
    expect(press('s')).toBe(false);
    expect(search.click).not.toHaveBeenCalled();
    expect(press('/')).toBe(true);
    expect(search.click).toHaveBeenCalledTimes(1);
  });

  it('PAGE-11 / is typed into a field', () => {
    start();
    const field = new FakeElement();
    field.ancestors['input,select,textarea,[contenteditable]'] = field;
    expect(press('/', { target: field })).toBe(false);
    expect(search.click).not.toHaveBeenCalled();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('PAGE-11 / with %j is the browser’s', (event) => {
    start();
    expect(press('/', event)).toBe(false);
    expect(search.click).not.toHaveBeenCalled();
  });

  it('PAGE-11 / does nothing while a dialog is open, and without a search', () => {
    start({ [SEARCH]: [search], ':modal': [new FakeElement()] });
    expect(press('/')).toBe(false);
    expect(search.click).not.toHaveBeenCalled();
    start({});
    expect(press('/')).toBe(false);
  });

  it('Escape closes open menus and moves the focus to their summary if it was inside', () => {
    const [item, outside] = [new FakeElement(), new FakeElement()];
    const menu = (contains: boolean) => {
      const summary = new FakeElement();
      return {
        open: true,
        summary,
        contains: (element: unknown) => contains && element === item,
        querySelector: (selector: string) => (selector === 'summary' ? summary : null),
      };
    };
    const [first, second] = [menu(true), menu(false)];
    start({ 'details[data-menu][open]': [first, second] });
    page.document.activeElement = item;
    press('Tab');
    expect([first.open, second.open]).toEqual([true, true]);
    press('Escape');
    expect([first.open, second.open]).toEqual([false, false]);
    expect([first.summary.focus.mock.calls.length, second.summary.focus.mock.calls.length]).toEqual([1, 0]);
    page.document.activeElement = outside;
    press('Escape');
    expect(first.summary.focus).toHaveBeenCalledTimes(1);
  });
});

describe('a page that was opened', () => {
  const back = vi.fn<() => void>();

  function open(options: Parameters<typeof fakePage>[0] = {}, state: unknown = null): FakePage {
    back.mockClear();
    const page = fakePage(options);
    vi.stubGlobal('history', { state, back });
    restoreScrollAndFocus();
    return page;
  }

  it('leaves the history entry of a dialog that was closed', () => {
    open({}, { dialog: 'search' });
    expect(back).toHaveBeenCalledTimes(1);
    open({}, {});
    expect(back).not.toHaveBeenCalled();
  });

  it('LINK-03 focuses the element of its hash', () => {
    const element = new FakeElement();
    open({ url: 'https://acme.example/movies/#to%20day', elements: { '#to day': [element] } });
    expect(element.focus).toHaveBeenCalledTimes(1);
  });

  it('scrolls the selected day to the middle of its row, unless it is the first', () => {
    const day = Object.assign(new FakeElement(), { offsetLeft: 900, offsetWidth: 60 });
    const firstDay = { contains: (element: unknown): boolean => element === undefined };
    const row = Object.assign(new FakeElement(), {
      offsetLeft: 100,
      clientWidth: 360,
      scrollLeft: 0,
      firstElementChild: firstDay,
    });
    day.ancestors['ul'] = row;
    open({ elements: { '[aria-current="date"]': [day] } });
    expect(row.scrollLeft).toBe(650);
    row.scrollLeft = 0;
    firstDay.contains = (element) => element === day;
    open({ elements: { '[aria-current="date"]': [day] } });
    expect(row.scrollLeft).toBe(0);
  });

  it('PAGE-02 uses a stored position once, also beside a selected day that is not in a row', () => {
    const scrollTo = vi.fn();
    vi.stubGlobal('scrollTo', scrollTo);
    const page = fakePage({ elements: { '[aria-current="date"]': [new FakeElement()] } });
    vi.stubGlobal('history', {});
    page.stored.set('keep-scroll', JSON.stringify(['https://acme.example/movies/', 800, '']));
    restoreScrollAndFocus();
    restoreScrollAndFocus();
    expect(scrollTo).toHaveBeenCalledTimes(1);
    page.stored.set('keep-scroll', JSON.stringify(['https://acme.example/movies/', '800', '']));
    restoreScrollAndFocus();
    page.stored.set('keep-scroll', '{');
    restoreScrollAndFocus();
    expect(scrollTo).toHaveBeenCalledTimes(1);
  });
});

describe('EMBED-04 embedded mode', () => {
  it.each([
    [{}, '', {}, false],
    [{ embedded: '' }, '', {}, true],
    [{}, '?embedding=tapos_embedded', {}, true],
    [{}, '', { embedding: 'tapos_embedded' }, true],
  ])('may be on with the attributes %j, the query %j and the stored items %j: %s', (dataset, search, stored, expected) => {
    fakePage({ url: `https://acme.example/movies/${search}`, dataset });
    vi.stubGlobal('sessionStorage', stored);
    expect(mayBeEmbedded()).toBe(expected);
  });
});
