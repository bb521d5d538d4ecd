import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { Schedule } from '@marquee/rules/analytics/schedule.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLinks } from './link-clicks.ts';

const SCHEDULE: Schedule = {
  pages: [
    {
      film: { id: '7' },
      shows: [{ at: '2025-11-20T18:10:00-05:00', href: 'https://tickets.example/x?showtime=1' }],
      trailer: { href: 'https://video.example/1' },
    },
  ],
  theaterId: 'main',
  theaters: [],
};

class FakeElement {
  readonly inside: FakeLink | undefined;
  constructor(inside?: FakeLink) {
    this.inside = inside;
  }
  closest(selector: string): FakeLink | null {
    return selector === 'a[href]' ? (this.inside ?? null) : null;
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
    ({
      href: this.href,
      protocol: this.protocol,
      host: this.host,
      pathname: this.pathname,
      search: this.search,
    } = new URL(href, 'https://acme.example/movies/'));
  }
  override closest(selector: string): FakeLink | null {
    return selector === 'a[href]' ? this : null;
  }
  getAttribute(name: string): string | null {
    return name === 'href' ? this.#href : null;
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
let events: SiteEvent[];
const dispatch = (type: string, event: object): void => listeners.get(type)?.[0](event);
const click = (target: FakeElement, more: object = {}): void => dispatch('click', { target, button: 0, ...more });
const OUT = { name: 'click', category: 'Navigation', label: 'out: https://shop.example.org/x' };

beforeEach(() => {
  listeners = new Map();
  events = [];
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLFormElement', FakeForm);
  vi.stubGlobal(
    'FormData',
    class {
      readonly #form: FakeForm;
      constructor(form: FakeForm) {
        this.#form = form;
      }
      [Symbol.iterator]() {
        return this.#form.fields[Symbol.iterator]();
      }
    },
  );
  vi.stubGlobal('location', new URL('https://acme.example/movies/?version=ov'));
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: (event: object) => void, capture: boolean) => void listeners.set(type, [listener, capture]),
  );
  watchLinks(
    () => SCHEDULE,
    (event) => void events.push(event),
  );
});
afterEach(() => void vi.unstubAllGlobals());

describe('ANLY-06 a link to another site', () => {
  it('is reported on a click on the link or its content, in the capture phase', () => {
    click(new FakeElement(new FakeLink('https://shop.example.org/x')));
    expect(events).toEqual([OUT]);
    expect([...listeners.values()].every(([, capture]) => capture)).toBe(true);
  });

  it('is reported with the middle button and with a modifier key', () => {
    dispatch('auxclick', { target: new FakeLink('https://shop.example.org/x'), button: 1 });
    click(new FakeLink('https://shop.example.org/x'), { ctrlKey: true });
    expect(events).toEqual([OUT, OUT]);
  });

  it('is not reported for the right button or a click beside the link', () => {
    dispatch('auxclick', { target: new FakeLink('https://shop.example.org/x'), button: 2 });
    click(new FakeElement());
    dispatch('click', { target: null, button: 0 });
    expect(events).toEqual([]);
  });
});

describe('ANLY-07', () => {
  it('finds shows and trailers in the page’s data', () => {
    click(new FakeLink('https://tickets.example/x?showtime=1'));
    click(new FakeLink('https://video.example/1'));
    click(new FakeLink('https://video.example/1'), { metaKey: true });
    expect(events.map(({ name }) => name)).toEqual(['click', 'showtime_chosen', 'trailer_played', 'click', 'trailer_played']);
  });

  it('reports a trailer that opens in another window by the middle button as a link to another site too', () => {
    dispatch('auxclick', { target: new FakeLink('https://video.example/1'), button: 1 });
    expect(events.map(({ name }) => name)).toEqual(['click', 'trailer_played']);
  });

  it('reports no day for a link that leads to the top of the page, and one for a form without a method', () => {
    click(new FakeLink('/movies/?version=ov&day=2025-11-22'));
    expect(events).toEqual([]);
    dispatch('submit', {
      target: new FakeForm({ action: '/movies/' }, [
        ['version', 'ov'],
        ['day', '2025-11-23'],
      ]),
    });
    expect(events).toEqual([{ name: 'day_chosen', day: '2025-11-23' }]);
  });

  it('reports a day chosen by a link that keeps the scroll position or by a form', () => {
    click(new FakeLink('/movies/?version=ov&day=2025-11-22', { keepScroll: '' }));
    dispatch('submit', {
      target: new FakeForm({ action: '/movies/', method: 'get' }, [
        ['version', 'ov'],
        ['day', '2025-11-23'],
      ]),
    });
    expect(events).toEqual([
      { name: 'day_chosen', day: '2025-11-22' },
      { name: 'day_chosen', day: '2025-11-23' },
    ]);
  });

  it('reports a day chosen by a form on a path with other than ASCII characters', () => {
    vi.stubGlobal('location', new URL('https://acme.example/theaters/zürich/?version=ov'));
    dispatch('submit', {
      target: new FakeForm({ action: '/theaters/zürich/', method: 'get' }, [
        ['version', 'ov'],
        ['day', '2025-11-23'],
      ]),
    });
    expect(events).toEqual([{ name: 'day_chosen', day: '2025-11-23' }]);
  });

  it('ignores other forms', () => {
    dispatch('submit', { target: new FakeForm({ action: '/movies/', method: 'POST' }, [['day', '2025-11-23']]) });
    dispatch('submit', { target: new FakeForm({ action: '/search/' }, [['day', '2025-11-23']]) });
    dispatch('submit', { target: new FakeForm({ method: 'dialog' }, []) });
    dispatch('submit', { target: new FakeElement() });
    expect(events).toEqual([]);
  });
});
