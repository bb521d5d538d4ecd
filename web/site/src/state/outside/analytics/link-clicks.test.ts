import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { Programme } from '@marquee/rules/analytics/programme.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLinks } from './link-clicks.ts';

const PROGRAMME: Programme = {
  pages: [{ film: { id: '7' }, shows: [{ at: '2025-11-20T18:10:00-05:00', href: 'https://tickets.example/x?showtime=1' }], trailer: { href: 'https://video.example/1' } }],
  theaterId: 'main',
  theaters: [],
};

class FakeElement {
  readonly inside: FakeLink | undefined;
  constructor(inside?: FakeLink) {
    this.inside = inside;
  }
  closest(): FakeLink | null {
    return this.inside ?? null;
  }
}

class FakeLink extends FakeElement {
  readonly #href: string;
  readonly dataset: Record<string, string>;
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  constructor(href: string, dataset: Record<string, string> = {}) {
    super();
    this.#href = href;
    this.dataset = dataset;
    ({ href: this.href, protocol: this.protocol, host: this.host, pathname: this.pathname, search: this.search } = new URL(href, 'https://acme.example/movies/'));
  }
  override closest(): FakeLink {
    return this;
  }
  getAttribute(): string {
    return this.#href;
  }
}

class FakeForm extends FakeElement {
  readonly #attributes: Record<string, string>;
  readonly fields: [string, string][];
  constructor(attributes: Record<string, string>, fields: [string, string][]) {
    super();
    this.#attributes = attributes;
    this.fields = fields;
  }
  getAttribute(name: string): string | null {
    return this.#attributes[name] ?? null;
  }
}

let listeners: Map<string, [listener: (event: object) => void, capture: boolean]>;
let told: SiteEvent[];
const act = (type: string, event: object): void => listeners.get(type)?.[0](event);
const click = (target: FakeElement, more: object = {}): void => act('click', { target, button: 0, ...more });
const OUT = { name: 'click', category: 'Navigation', label: 'out: https://shop.example.org/x' };

beforeEach(() => {
  listeners = new Map();
  told = [];
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLFormElement', FakeForm);
  vi.stubGlobal('FormData', class {
    readonly #form: FakeForm;
    constructor(form: FakeForm) {
      this.#form = form;
    }
    [Symbol.iterator]() {
      return this.#form.fields[Symbol.iterator]();
    }
  });
  vi.stubGlobal('location', { host: 'acme.example', pathname: '/movies/', search: '?version=ov' });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void, capture: boolean) => void listeners.set(type, [listener, capture]));
  watchLinks(() => PROGRAMME, (event) => void told.push(event));
});
afterEach(() => void vi.unstubAllGlobals());

describe('ANLY-06 a link to another site', () => {
  it('is reported on a click, also on what stands in it, and before anything else changes it', () => {
    click(new FakeElement(new FakeLink('https://shop.example.org/x')));
    expect(told).toEqual([OUT]);
    expect([...listeners.values()].every(([, capture]) => capture)).toBe(true);
  });

  it('is reported with the middle button, and with a key for another window', () => {
    act('auxclick', { target: new FakeLink('https://shop.example.org/x'), button: 1 });
    click(new FakeLink('https://shop.example.org/x'), { ctrlKey: true });
    expect(told).toEqual([OUT, OUT]);
  });

  it('is not reported when only the menu is opened, nor is a click beside it', () => {
    act('auxclick', { target: new FakeLink('https://shop.example.org/x'), button: 2 });
    click(new FakeElement());
    act('click', { target: null, button: 0 });
    expect(told).toEqual([]);
  });
});

describe('ANLY-07', () => {
  it('shows and trailers are known from the data of the page', () => {
    click(new FakeLink('https://tickets.example/x?showtime=1'));
    click(new FakeLink('https://video.example/1'));
    click(new FakeLink('https://video.example/1'), { metaKey: true });
    expect(told.map(({ name }) => name)).toEqual(['click', 'showtime_chosen', 'trailer_played', 'click', 'trailer_played']);
  });

  it('a day is chosen by a link that keeps the place, or by a form', () => {
    click(new FakeLink('/movies/?version=ov&day=2025-11-22', { keepScroll: '' }));
    act('submit', { target: new FakeForm({ action: '/movies/', method: 'get' }, [['version', 'ov'], ['day', '2025-11-23']]) });
    expect(told).toEqual([{ name: 'day_chosen', day: '2025-11-22' }, { name: 'day_chosen', day: '2025-11-23' }]);
  });

  it('other forms say nothing', () => {
    act('submit', { target: new FakeForm({ action: '/movies/', method: 'POST' }, [['day', '2025-11-23']]) });
    act('submit', { target: new FakeForm({ action: '/search/' }, [['day', '2025-11-23']]) });
    act('submit', { target: new FakeElement() });
    expect(told).toEqual([]);
  });
});
