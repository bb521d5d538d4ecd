import { expect, it } from 'vitest';
import { withValue } from '../pointer.ts';
import { renamedPage } from './pages.ts';
import { addedRedirect, oldPath, oldPathFault, redirectTarget, redirectsOf, removalOf } from './redirects.ts';

const CONTENT = {
  site: {
    hosts: ['cinema.example'],
    settings: { domain: 'cinema.example:8080' },
    config: {
      options: { additionalLocales: ['fr-FR'], redirects: { '/Movies.aspx': '/movies/', '/shop': 'https://shop.example/' } },
    },
  },
  pages: {
    '/': { path: '/', kind: 'home', title: 'Home' },
    '/story/': { path: '/story/', title: 'Our story', formerPaths: ['/about/', '/history/'] },
  },
};

it('ROUTE-22 old addresses are those of pages and those that were added', () => {
  expect(redirectsOf(CONTENT)).toEqual([
    { from: '/about/', to: '/story/', isOfPage: true },
    { from: '/history/', to: '/story/', isOfPage: true },
    { from: '/Movies.aspx', to: '/movies/', isOfPage: false },
    { from: '/shop', to: 'https://shop.example/', isOfPage: false },
  ]);
  expect(redirectsOf({})).toEqual([]);
});

it('a redirect is removed where it is kept', () => {
  const [ofPage, , typed] = redirectsOf(CONTENT);
  if (ofPage === undefined || typed === undefined) throw new Error('both exist');
  expect(removalOf(ofPage, CONTENT)).toEqual([
    { pointer: '/pages/~1story~1/formerPaths', to: ['/history/'] },
    { pointer: '/pages/~1story~1/formerPaths', to: ['/about/', '/history/'] },
  ]);
  const pointer = '/site/config/options/redirects/~1Movies.aspx';
  expect(removalOf(typed, CONTENT)).toEqual([
    { pointer, to: undefined },
    { pointer, to: '/movies/' },
  ]);
  expect(addedRedirect('/Movies.aspx', '/movies/')).toEqual({ pointer, to: '/movies/' });
});

it('a pasted address becomes a path', () => {
  expect(oldPath(' https://old.example/Film%20info.html?id=7#top ')).toBe('/Film info.html');
  expect(oldPath('about.html')).toBe('/about.html');
  expect(oldPath('/%E0%A4%A')).toBe('/%E0%A4%A');
  expect(oldPath('/film%2C1%26b.html')).toBe('/film,1&b.html');
});

it('an old address is a path that is free', () => {
  for (const [path, fault] of [
    ['/old.html', undefined],
    ['/', 'form'],
    ['/a b', 'form'],
    [`/${'a'.repeat(300)}`, 'form'],
    ['/movies.ASPX/', 'taken'],
    ['/about', 'taken'],
    ['/story', 'page'],
    ['/showtimes/', 'page'],
    ['/fr/showtimes/', 'page'],
    ['/fr/contact.html', undefined],
    ['/a%3Fb', undefined],
    ['/a?b', 'form'],
  ] as const)
    expect(oldPathFault(path, CONTENT)).toBe(fault);
});

it('an address leads to a page of the site or to another site, and never to another old address', () => {
  for (const [href, target] of [
    ['/story/', '/story/'],
    ['/story/#unknown', '/story/'],
    ['https://tickets.example/?a=1', 'https://tickets.example/?a=1'],
    ['http://tickets.example/', undefined],
    ['mailto:a@cinema.example', undefined],
    ['/nowhere/', undefined],
    ['/about/', undefined],
    ['/fr/about/', undefined],
    ['https://cinema.example/story/', '/story/'],
    ['https://cinema.example/about/', undefined],
    ['', undefined],
  ] as const)
    expect(redirectTarget(href, CONTENT)).toBe(target);
});

it('an address to which another one leads cannot lead elsewhere itself', () => {
  const content = withValue(CONTENT, '/site/config/options/redirects/~1x', '/gone/');
  expect(oldPathFault('/gone/', content)).toBe('target');
  expect(oldPathFault('/fr/gone', content)).toBe('target');
});

it('a page that gets another address takes along what leads to it, and its new address leads nowhere else', () => {
  const content = withValue(CONTENT, '/site/config/options/redirects', { '/x': '/story/', '/Saga': '/movies/' });
  const changes = renamedPage(content, content, '/story/', '/saga/');
  expect(changes).toContainEqual({ pointer: '/site/config/options/redirects/~1x', to: '/saga/' });
  expect(changes).toContainEqual({ pointer: '/site/config/options/redirects/~1Saga', to: undefined });
});
