// A page without a DOM, for tests of modules that listen to its events or change its links: a window, a document and elements.
// Elements are found by the selectors under which a test stores them; a module with another selector finds nothing.

import { vi } from 'vitest';

type Listener = (event: object) => void;
type ListenerOptions = boolean | { readonly capture?: boolean; readonly once?: boolean };

interface Registration {
  readonly type: string;
  readonly listener: Listener;
  readonly capture: boolean;
  readonly once: boolean;
}

/** A target of events that tests dispatch as plain objects. */
export class FakeTarget {
  #registrations: readonly Registration[] = [];

  readonly addEventListener = (type: string, listener: Listener, options: ListenerOptions = false): void => {
    const { capture = false, once = false } = typeof options === 'boolean' ? { capture: options } : options;
    this.#registrations = [...this.#registrations, { type, listener, capture, once }];
  };

  readonly removeEventListener = (type: string, listener: Listener): void => {
    this.#registrations = this.#registrations.filter((other) => other.type !== type || other.listener !== listener);
  };

  /** Calls the listeners of this type; as in a browser, those of the capture phase first. */
  readonly dispatch = (type: string, event: object = {}): void => {
    for (const phase of [true, false]) {
      for (const { listener, once, capture, type: ofType } of this.#registrations) {
        if (ofType !== type || capture !== phase) continue;
        if (once) this.removeEventListener(type, listener);
        listener({ type, ...event });
      }
    }
  };
}

/** Elements by the selector that finds them. */
type Selected = Readonly<Record<string, readonly object[]>>;

export class FakeElement extends FakeTarget {
  readonly attributes = new Map<string, string>();
  readonly dataset: Record<string, string>;
  /** Ancestors by selector, among them the element itself. */
  readonly ancestors: Record<string, FakeElement> = {};
  readonly ownerDocument: unknown;
  readonly children: unknown[] = [];
  readonly focus = vi.fn<(options?: object) => void>();
  tabIndex = -1;
  textContent = '';

  constructor(attributes: Readonly<Record<string, string>> = {}, dataset: Readonly<Record<string, string>> = {}) {
    super();
    for (const [name, value] of Object.entries(attributes)) this.attributes.set(name, value);
    this.dataset = { ...dataset };
    this.ownerDocument = Reflect.get(globalThis, 'document');
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  toggleAttribute(name: string, isOn: boolean): void {
    if (isOn) this.attributes.set(name, '');
    else this.attributes.delete(name);
  }
  closest(selector: string): FakeElement | null {
    return this.ancestors[selector] ?? null;
  }
  append(...children: readonly unknown[]): void {
    this.children.push(...children);
  }
}

/** A link of the page `https://acme.example/movies/`. */
export class FakeLink extends FakeElement {
  readonly childNodes: { readonly nodeType: number; textContent: string }[] = [];
  override readonly ancestors: Record<string, FakeElement> = { a: this };

  constructor(href: string, dataset: Readonly<Record<string, string>> = {}) {
    super({ href }, dataset);
  }

  get #url(): URL {
    return new URL(this.getAttribute('href') ?? '', 'https://acme.example/movies/');
  }
  get href(): string {
    return this.#url.href;
  }
  get origin(): string {
    return this.#url.origin;
  }
  get pathname(): string {
    return this.#url.pathname;
  }
  get search(): string {
    return this.#url.search;
  }
  get target(): string {
    return this.getAttribute('target') ?? '';
  }
  get title(): string {
    return this.getAttribute('title') ?? '';
  }
  get role(): string | null {
    return this.getAttribute('role');
  }
  set role(value: string) {
    this.setAttribute('role', value);
  }
  get ariaLabel(): string | null {
    return this.getAttribute('aria-label');
  }
  set ariaLabel(value: string) {
    this.setAttribute('aria-label', value);
  }
  get ariaDisabled(): string | null {
    return this.getAttribute('aria-disabled');
  }
  get ariaPressed(): string | null {
    return this.getAttribute('aria-pressed');
  }
  set ariaPressed(value: string) {
    this.setAttribute('aria-pressed', value);
  }
  get ariaBusy(): string | null {
    return this.getAttribute('aria-busy');
  }
  set ariaBusy(value: string | null) {
    if (value === null) this.removeAttribute('aria-busy');
    else this.setAttribute('aria-busy', value);
  }
}

/** The document of a fake page. */
export interface FakeDocument extends FakeTarget {
  cookie: string;
  visibilityState: string;
  readonly documentElement: FakeElement & { lang: string };
  readonly body: FakeElement;
  activeElement: FakeElement | null;
}

export interface FakePage {
  readonly window: FakeTarget;
  readonly document: FakeDocument;
  /** Elements by selector, which tests may change. */
  readonly elements: Record<string, readonly object[]>;
  /** The items of the tab's storage. */
  readonly stored: Map<string, string>;
  readonly location: URL & { assign: (href: string) => void };
  /** Where the page was sent to. */
  readonly visited: string[];
}

/** Stubs the globals of a page. `dataset` has the data attributes of the `html` element. */
export function fakePage({
  url = 'https://acme.example/movies/',
  dataset = {},
  elements: initial = {},
}: { url?: string; dataset?: Readonly<Record<string, string>>; elements?: Selected } = {}): FakePage {
  const elements: Record<string, readonly object[]> = { ...initial };
  const stored = new Map<string, string>();
  const visited: string[] = [];
  const window = new FakeTarget();
  const documentElement = Object.assign(new FakeElement({}, dataset), { lang: 'en' });
  const document: FakeDocument = Object.assign(new FakeTarget(), {
    cookie: '',
    visibilityState: 'visible',
    documentElement,
    body: new FakeElement(),
    activeElement: null,
    querySelector: (selector: string) => elements[selector]?.[0] ?? null,
    querySelectorAll: (selector: string) => elements[selector] ?? [],
    getElementById: (id: string) => elements[`#${id}`]?.[0] ?? null,
    createElement: (name: string) => elements[`<${name}>`]?.[0] ?? new FakeElement(),
  });
  const location = Object.assign(new URL(url), { assign: (href: string) => void visited.push(href) });
  const globals = { addEventListener: window.addEventListener, removeEventListener: window.removeEventListener };
  const windowObject = { ...globals, BroadcastChannel };
  for (const [name, stub] of Object.entries({
    ...globals,
    window: windowObject,
    parent: windowObject,
    document,
    location,
    origin: location.origin,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, href: string) => {
        location.href = href;
      },
    },
    navigator: { onLine: true },
    Element: FakeElement,
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  }))
    vi.stubGlobal(name, stub);
  return { window, document, elements, stored, location, visited };
}

/** Stubs the tab's storage as forbidden by the visitor's settings. */
export function forbidStorage(): void {
  const forbidden = (): never => {
    throw new DOMException('', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
}
