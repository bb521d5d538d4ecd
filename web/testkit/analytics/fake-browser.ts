// A fake browser in which tests run the real analytics library. Tests control when scripts load and whether there is a connection. It
// records everything that is stored.

import { vi } from 'vitest';

/** A script element. */
export interface FakeScriptElement {
  src: string;
  async: boolean;
  parentNode: { insertBefore: (script: FakeScriptElement, before: FakeScriptElement) => void };
  setAttribute: () => void;
  addEventListener: (type: string, listener: () => void) => void;
  remove: () => void;
  /** Dispatches the error event, as for a blocked script. */
  fail: () => void;
}

export interface FakeBrowser {
  /** `window`. */
  readonly globals: Record<string, unknown>;
  readonly scripts: FakeScriptElement[];
  /** Names of all cookies and storage items that were written. */
  readonly stored: string[];
  readonly location: {
    origin: string;
    href: string;
    pathname: string;
    search: string;
    hash: string;
    hostname: string;
    host: string;
  };
  /** Simulates the tag managers' script, which replaces the layer's `push`. */
  readonly loadManagers: () => void;
  /** Simulates that the service's script has loaded. */
  readonly loadService: () => void;
  /** Simulates that another element has loaded: a script with this address, or no script. */
  readonly loadOther: (src: string | undefined) => void;
  /** Dispatches an event on the window. */
  readonly dispatch: (type: string, event?: object) => void;
  readonly setOnline: (isOnline: boolean) => void;
  /** The entries of a layer, with commands as arrays. */
  readonly layer: (name: string) => unknown[];
}

export function fakeBrowser({ search = '', cookies = '' } = {}): FakeBrowser {
  const scripts: FakeScriptElement[] = [];
  const stored: string[] = [];
  const listeners = new Map<string, Set<(event: object) => void>>();
  const location = {
    origin: 'https://acme.example',
    href: '',
    pathname: '/movies/',
    search,
    hash: '',
    hostname: 'acme.example',
    host: 'acme.example',
  };
  const add = (script: FakeScriptElement): void => void scripts.push(script);
  const element = (): FakeScriptElement => {
    const ownListeners = new Map<string, () => void>();
    const script: FakeScriptElement = {
      src: '',
      async: false,
      parentNode: { insertBefore: add },
      setAttribute: () => undefined,
      addEventListener: (type, listener) => void ownListeners.set(type, listener),
      remove: () => void scripts.splice(scripts.indexOf(script), 1),
      fail: () => ownListeners.get('error')?.(),
    };
    return script;
  };
  const captured = new Map<string, (event: object) => void>();
  const network = { onLine: true, userAgent: 'test', appVersion: 'test', language: 'en' };
  const storage = { getItem: () => null, setItem: (key: string) => void stored.push(key), removeItem: () => undefined };
  const document = {
    title: 'Movies',
    referrer: '',
    location,
    readyState: 'complete',
    body: { appendChild: add },
    // The load event of an element does not bubble.
    addEventListener: (type: string, listener: (event: object) => void, capture: boolean = false) =>
      void (capture && captured.set(type, listener)),
    head: { append: add },
    getElementById: () => null,
    createElement: element,
    getElementsByTagName: (name: string) => (name === 'script' ? [element()] : []),
    querySelectorAll: () => scripts,
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      stored.push(text.split('=', 1)[0] ?? '');
    },
  };
  const history = {
    state: { a: 1 },
    pushState: (_state: unknown, _title: string, path: string) => Object.assign(location, { pathname: path, search: '' }),
    replaceState: (_state: unknown, _title: string, address: string) => {
      const [pathname = '', query] = address.replace(location.origin, '').split('?');
      Object.assign(location, { pathname, search: query === undefined ? '' : `?${query}` });
    },
  };
  const globals: Record<string, unknown> = {
    location,
    history,
    document,
    HTMLScriptElement: FakeScript,
    navigator: network,
    localStorage: storage,
    sessionStorage: storage,
    innerWidth: 1280,
    innerHeight: 800,
    addEventListener: (type: string, listener: (event: object) => void) =>
      void listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: (event: object) => void) => void listeners.get(type)?.delete(listener),
  };
  for (const [name, value] of Object.entries({ ...globals, window: globals })) vi.stubGlobal(name, value);
  const dispatch = (type: string, event: object = {}): void => {
    for (const listener of listeners.get(type) ?? []) listener(event);
  };
  return {
    globals,
    scripts,
    stored,
    location,
    loadManagers: () => {
      const layer = globals['dataLayer'];
      if (!Array.isArray(layer)) throw new Error('the layer is missing');
      layer.push = (...entries) => Array.prototype.push.apply(layer, entries);
    },
    loadService: () => captured.get('load')?.({ target: Object.assign(new FakeScript(), { src: scripts[0]?.src }) }),
    loadOther: (src) => {
      const target = src === undefined ? { src: scripts[0]?.src } : Object.assign(new FakeScript(), { src });
      captured.get('load')?.({ target });
    },
    dispatch,
    setOnline: (isOnline) => {
      network.onLine = isOnline;
      dispatch(isOnline ? 'online' : 'offline');
    },
    layer: (name) => {
      const layer = globals[name];
      return Array.isArray(layer)
        ? layer.map((entry: unknown) =>
            Object.prototype.toString.call(entry) === '[object Arguments]' && isIterable(entry) ? Array.from(entry) : entry,
          )
        : [];
    },
  };
}

class FakeScript {
  src = '';
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;
