import { FakeLink, type FakePage, fakePage, forbidStorage } from '@marquee/testkit/pages/fake-page.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeEarlyClick } from './outside/analytics/take-early-click.ts';

let page: FakePage;
let click: (link: FakeLink) => void;
let stop: () => void;

beforeEach(async () => {
  page = fakePage({ url: 'https://acme.example/movies/?day=2' });
  page.stored.set('analytics-runs', '1');
  vi.resetModules();
  const { storeEarlyClick, stopStoringClicks } = await import('./early-click.ts');
  stop = stopStoringClicks;
  click = (link) => {
    page.elements['<a>'] = [link];
    storeEarlyClick(document.createElement('a'));
  };
});
afterEach(() => vi.unstubAllGlobals());

/** The stored click. */
const stored = (): unknown => JSON.parse(page.stored.get('early-click') ?? 'null');

describe('ANLY-07 a click before analytics has loaded', () => {
  it('is stored with its page for the next one', () => {
    click(new FakeLink('/film/dune/?day=3'));
    const from = { path: '/movies/', search: '?day=2' };
    expect(stored()).toEqual({ path: '/film/dune/', search: '?day=3', keepsPlace: false, from });
    click(new FakeLink('/movies/?day=3', { keepScroll: '' }));
    expect(stored()).toEqual({ path: '/movies/', search: '?day=3', keepsPlace: true, from });
    expect(takeEarlyClick(() => sessionStorage)).toHaveLength(1);
    expect(page.stored.has('early-click')).toBe(false);
  });

  it.each([
    null,
    {},
    { path: '/movies/7-dune/', search: '' },
    { path: '/movies/7-dune/', search: 7, from: { path: '/', search: '' } },
    { path: 7, search: '', from: { path: '/', search: '' } },
    { path: '/movies/7-dune/', search: '', from: { path: 7, search: '' } },
    { path: '/movies/7-dune/', search: '', from: { path: '/' } },
    { path: '/movies/', search: '?day=3', keepsPlace: false, from: { path: '/movies/', search: '' } },
    { path: '/movies/', search: '?day=3', keepsPlace: 'yes', from: { path: '/movies/', search: '' } },
  ])('that is stored as %j is no event', (value) => {
    page.stored.set('early-click', JSON.stringify(value));
    expect(takeEarlyClick(() => sessionStorage)).toEqual([]);
    expect(page.stored.has('early-click')).toBe(false);
  });

  it('is no event if nothing, another text or no storage is there', () => {
    expect(takeEarlyClick(() => sessionStorage)).toEqual([]);
    page.stored.set('early-click', '{');
    expect(takeEarlyClick(() => sessionStorage)).toEqual([]);
    forbidStorage();
    expect(takeEarlyClick(() => sessionStorage)).toEqual([]);
  });

  it('on a film is its event', () => {
    const from = { path: '/movies/', search: '' };
    page.stored.set('early-click', JSON.stringify({ path: '/movies/7-dune/', search: '', keepsPlace: false, from }));
    expect(takeEarlyClick(() => sessionStorage)).toEqual([{ name: 'film_opened', filmId: '7' }]);
  });

  it('CONS-03 is not stored in a tab in which analytics has not run', () => {
    page.stored.delete('analytics-runs');
    click(new FakeLink('/film/dune/'));
    expect(stored()).toBeNull();
  });

  it('is not stored for a link to another site or in another tab', () => {
    click(new FakeLink('https://tickets.example/book'));
    const newTab = new FakeLink('/film/dune/');
    newTab.setAttribute('target', '_blank');
    click(newTab);
    expect(stored()).toBeNull();
  });

  it('is not stored any more once analytics handles clicks', () => {
    stop();
    click(new FakeLink('/film/dune/'));
    expect(stored()).toBeNull();
  });

  it('is lost if storage is forbidden', () => {
    forbidStorage();
    expect(() => click(new FakeLink('/film/dune/'))).not.toThrow();
  });
});
