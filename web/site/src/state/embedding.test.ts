import { FakeElement, FakeLink, type FakePage, fakePage, forbidStorage } from '@marquee/testkit/pages/fake-page.ts';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startEmbeddedMode } from './embedding.ts';

const BOOKING = 'https://tickets.example/websales/sales/T1/book?perfcode=9';
const INTERNAL = '/ticketing/?theaterCode=T1&perfCode=9';

let page: FakePage;
let block: FakeElement;

/** Opens a page whose data has these values. */
function open({ search = '', isSite = false, path }: { search?: string; isSite?: boolean; path?: string } = {}): void {
  const sample = samplePage('meridian-movies');
  const data = {
    context: { ...sample.context, ...(isSite ? { embeddingMode: 'tapos_embedded' } : {}) },
    site: { ...sample.site, ...(path === undefined ? {} : { embeddedTicketingPath: path }) },
    page: { kind: 'list', href: BOOKING },
  };
  block = new FakeElement();
  block.textContent = JSON.stringify(data);
  page = fakePage({ url: `https://acme.example/movies/${search}`, elements: { '#page-data': [block] } });
}
/** The address of a link after it was used. */
function used(type = 'click', link = new FakeLink(BOOKING), target: unknown = link): string | null {
  page.document.dispatch(type, { target });
  return link.getAttribute('href');
}
afterEach(() => vi.unstubAllGlobals());

describe('EMBED-02, EMBED-04 embedded mode', () => {
  it('is off on a page that nobody embeds', () => {
    open();
    startEmbeddedMode();
    expect([used(), [...page.stored]]).toEqual([BOOKING, []]);
  });

  it('is on for the session that began with the parameter', () => {
    open({ search: '?embedding=tapos_embedded' });
    startEmbeddedMode();
    expect([used(), [...page.stored.values()]]).toEqual([INTERNAL, ['tapos_embedded']]);
    const stored = [...page.stored];
    open();
    for (const [key, value] of stored) page.stored.set(key, value);
    startEmbeddedMode();
    expect(used()).toBe(INTERNAL);
  });

  it('is on for a page with the parameter if storage is forbidden', () => {
    open({ search: '?embedding=tapos_embedded' });
    forbidStorage();
    startEmbeddedMode();
    expect(used()).toBe(INTERNAL);
    open();
    forbidStorage();
    startEmbeddedMode();
    expect(used()).toBe(BOOKING);
  });

  it('changes the data of a page of an embedded site, which the server changed too', () => {
    open({ isSite: true });
    startEmbeddedMode();
    expect(JSON.parse(block.textContent)).toMatchObject({ page: { href: INTERNAL } });
    expect(used()).toBe(INTERNAL);
  });

  it('EMBED-03 leads to the route of the site', () => {
    open({ search: '?embedding=tapos_embedded', path: '/kasse/' });
    startEmbeddedMode();
    expect(used()).toBe('/kasse/?theaterCode=T1&perfCode=9');
  });
});

describe('EMBED-02 a booking link in embedded mode', () => {
  it.each(['click', 'auxclick', 'contextmenu', 'dragstart'])('is changed before other listeners of %s see it', (type) => {
    open({ search: '?embedding=tapos_embedded' });
    const link = new FakeLink(BOOKING);
    const seen: unknown[] = [];
    page.document.addEventListener(type, () => void seen.push(link.getAttribute('href')));
    startEmbeddedMode();
    used(type, link);
    expect(seen).toEqual([INTERNAL]);
  });

  it('opens no window any more, and does not say so', () => {
    open({ search: '?embedding=tapos_embedded' });
    startEmbeddedMode();
    const link = new FakeLink(BOOKING);
    const words = '7:30 PM (opens a new window)';
    for (const [name, value] of Object.entries({ target: '_blank', rel: 'noopener', title: words, 'aria-label': words }))
      link.setAttribute(name, value);
    used('click', link);
    expect([...link.attributes]).toEqual([['href', INTERNAL]]);
  });

  it.each([
    ['7:30 PM', '7:30 PM, Screen 2'],
    ['', ''],
  ])('keeps the title %j with the name %j', (title, name) => {
    open({ search: '?embedding=tapos_embedded' });
    startEmbeddedMode();
    const link = new FakeLink(BOOKING);
    link.setAttribute('title', title);
    link.setAttribute('aria-label', name);
    used('click', link);
    expect([link.getAttribute('title'), link.ariaLabel]).toEqual([title, name]);
  });

  it('is found from its content; other links and clicks beside links change nothing', () => {
    open({ search: '?embedding=tapos_embedded' });
    startEmbeddedMode();
    const [inside, link, other] = [new FakeElement(), new FakeLink(BOOKING), new FakeLink('/film/dune/')];
    inside.ancestors['a'] = link;
    other.setAttribute('target', '_blank');
    expect([used('click', link, inside), used('click', other), other.target]).toEqual([INTERNAL, '/film/dune/', '_blank']);
    const untouched = new FakeLink(BOOKING);
    expect([used('click', untouched, new FakeElement()), used('click', untouched, page.document)]).toEqual([BOOKING, BOOKING]);
  });
});
