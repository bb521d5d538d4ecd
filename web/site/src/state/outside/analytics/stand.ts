// Stands in for a browser, so that tests can run the real analytics library: scripts that load when a test says so, a network that
// comes and goes, and a record of everything that would stay in the browser.

import { vi } from 'vitest';

/** A script element. */
export interface StoodScript {
  src: string;
  async: boolean;
  parentNode: { insertBefore: (script: StoodScript, before: StoodScript) => void };
  setAttribute: () => void;
  addEventListener: (type: string, listener: () => void) => void;
  remove: () => void;
  /** Fails to load, as where something blocks it. */
  fail: () => void;
}

export interface BrowserStand {
  /** `window`. */
  readonly globals: Record<string, unknown>;
  readonly scripts: StoodScript[];
  /** Names of everything that was kept in cookies or storage. */
  readonly kept: string[];
  readonly location: { origin: string; href: string; pathname: string; search: string; hash: string; hostname: string; host: string };
  /** Loads the script of the tag managers, which replaces what their layer does. */
  readonly loadManagers: () => void;
  /** Loads the script of the service. */
  readonly loadService: () => void;
  /** The visitor's first move, or anything else that a page listens to. */
  readonly happen: (type: string) => void;
  readonly setOnline: (isOnline: boolean) => void;
  /** The entries of a layer; commands as lists. */
  readonly layer: (name: string) => unknown[];
}

export function standBrowser({ search = '', cookies = '' } = {}): BrowserStand {
  const scripts: StoodScript[] = [];
  const kept: string[] = [];
  const listeners = new Map<string, Set<() => void>>();
  const location = { origin: 'https://acme.example', href: '', pathname: '/movies/', search, hash: '', hostname: 'acme.example', host: 'acme.example' };
  const add = (script: StoodScript): void => void scripts.push(script);
  const element = (): StoodScript => {
    const own = new Map<string, () => void>();
    const script: StoodScript = {
      src: '',
      async: false,
      parentNode: { insertBefore: add },
      setAttribute: () => undefined,
      addEventListener: (type, listener) => void own.set(type, listener),
      remove: () => void scripts.splice(scripts.indexOf(script), 1),
      fail: () => own.get('error')?.(),
    };
    return script;
  };
  const captured = new Map<string, (event: object) => void>();
  const network = { onLine: true, userAgent: 'test', appVersion: 'test', language: 'en' };
  const storage = { getItem: () => null, setItem: (key: string) => void kept.push(key), removeItem: () => undefined };
  const document = {
    title: 'Movies',
    referrer: '',
    location,
    readyState: 'complete',
    body: { appendChild: add },
    addEventListener: (type: string, listener: (event: object) => void) => void captured.set(type, listener),
    head: { append: add },
    getElementById: () => null,
    createElement: element,
    getElementsByTagName: (name: string) => (name === 'script' ? [element()] : []),
    querySelectorAll: () => scripts,
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      kept.push(text.split('=', 1)[0] ?? '');
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
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: () => void) => void listeners.get(type)?.delete(listener),
  };
  for (const [name, value] of Object.entries({ ...globals, window: globals })) vi.stubGlobal(name, value);
  const happen = (type: string): void => {
    for (const listener of listeners.get(type) ?? []) listener();
  };
  return {
    globals,
    scripts,
    kept,
    location,
    loadManagers: () => {
      const layer = globals['dataLayer'];
      if (!Array.isArray(layer)) throw new Error('there is no layer');
      layer.push = (...entries) => Array.prototype.push.apply(layer, entries);
    },
    loadService: () => captured.get('load')?.({ target: Object.assign(new FakeScript(), { src: scripts[0]?.src }) }),
    happen,
    setOnline: (isOnline) => {
      network.onLine = isOnline;
      happen(isOnline ? 'online' : 'offline');
    },
    layer: (name) => {
      const layer = globals[name];
      return Array.isArray(layer) ? layer.map((entry: unknown) => (Object.prototype.toString.call(entry) === '[object Arguments]' && isIterable(entry) ? Array.from(entry) : entry)) : [];
    },
  };
}

class FakeScript {
  src = '';
}

const isIterable = (value: unknown): value is Iterable<unknown> => typeof value === 'object' && value !== null && Symbol.iterator in value;
