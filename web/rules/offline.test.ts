import { describe, expect, it } from 'vitest';
import { isCacheable, isPage, cacheKey, isCacheableQuery, offlinePaths } from './offline.ts';

describe('SW-04 pages', () => {
  it.each([
    '/',
    '/movies/',
    '/fr',
    '/fr/',
    '/fr/movies/318204-night-train/',
    '/showtimes/',
    '/apiary/',
    '/launchpad/',
    '/offline.html',
    '/giftcards/',
  ])('%s', (path) => {
    expect(isPage(path)).toBe(true);
  });

  it.each([
    '/api/preview',
    '/api',
    '/API/preview',
    '/fr/api/x',
    '/cms-preview/home/',
    '/__third-party-proxy',
    '/startticketing/',
    '/startticketing/redirect',
    '/fr/startticketing/',
    '/launch/ticketing/',
    '/ticketing/',
    '/concessions/landing/',
    '/payreservation/',
  ])('do not include %s', (path) => {
    expect(isPage(path)).toBe(false);
  });
});

describe('security 6.10 the cache', () => {
  it.each(['', '?', '?day=2025-11-22', '?utm_source=mail&version=ov', '?theaterCode=T1&perfCode=9', '?tokens=1'])(
    'has a page with the query %j',
    (search) => {
      expect(isCacheableQuery(search)).toBe(true);
    },
  );

  it.each(['token', 'token_clubcgr', 'userSessionId', 'return', 'email', 'resetCode', 'uid', 'requestData'])(
    'has no page with the parameter %s',
    (name) => {
      expect(isCacheableQuery(`?${name}=x`)).toBe(false);
      expect(isCacheableQuery(`?day=2025-11-22&${name}`)).toBe(false);
      expect(isCacheableQuery(`?${name.toUpperCase()}=`)).toBe(false);
      expect(isCacheableQuery(`?%${name.charCodeAt(0).toString(16)}${name.slice(1)}=x`)).toBe(false);
    },
  );

  const page = { status: 200, redirected: false, cacheControl: 'no-cache', contentType: 'text/html; charset=utf-8' };
  it('has an ordinary page', () => {
    expect(isCacheable(page)).toBe(true);
    expect(isCacheable({ ...page, cacheControl: null })).toBe(true);
  });

  it.each([
    { status: 206 },
    { status: 302 },
    { status: 404 },
    { status: 500 },
    { status: 0 },
    { redirected: true },
    { cacheControl: 'private, no-store' },
    { cacheControl: 'No-Store' },
    { contentType: 'application/json' },
    { contentType: 'multipart/related; type="text/html"' },
    { contentType: null },
  ])('has no response with %j', (more) => {
    expect(isCacheable({ ...page, ...more })).toBe(false);
  });
});

describe('the cache key of a page', () => {
  it.each([
    ['https://a.example/movies/', 'https://a.example/movies/'],
    ['https://a.example/movies/?utm_source=mail&day=2025-11-22#showtimes', 'https://a.example/movies/?day=2025-11-22'],
    ['https://a.example/?fbclid=1&gclid=2', 'https://a.example/'],
    ['https://a.example/?dclid=1&gbraid=2&wbraid=3', 'https://a.example/'],
    ['https://a.example/?a=1&a=b?c', 'https://a.example/?a=1&a=b?c'],
  ])('%s is %s', (href, key) => {
    expect(cacheKey(href)).toBe(key);
  });
});

it.each([
  ['/', ['/offline.html']],
  ['/movies/', ['/offline.html']],
  ['/fr/movies/', ['/fr/offline.html', '/offline.html']],
  ['/fr', ['/fr/offline.html', '/offline.html']],
  ['/free/', ['/offline.html']],
])('SW-04 the paths of the offline page for %s are %j', (path, paths) => {
  expect(offlinePaths(path)).toEqual(paths);
});
