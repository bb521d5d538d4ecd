import { describe, expect, it } from 'vitest';
import { queryPairs } from './query.ts';
import { byDistance, distanceKm, distanceText, type Point, selectHref } from './theaters.ts';

describe('ux 10: the distance', () => {
  it.each([
    ['nowhere', [41.796, -86.7422], [41.796, -86.7422], 0],
    ['Paris to Lyon', [48.8566, 2.3522], [45.764, 4.8357], 391.5],
    ['London to New York', [51.5074, -0.1278], [40.7128, -74.006], 5570.2],
    ['across the date line', [-17.8, 179.5], [-17.8, -179.5], 105.9],
    ['to the other side of the globe', [0, 0], [0, 180], 20015.1],
    ['from pole to pole', [90, 0], [-90, 77], 20015.1],
  ] satisfies [string, Point, Point, number][])('%s', (_, from, to, km) => {
    expect(distanceKm(from, to)).toBeCloseTo(km, 0);
    expect(distanceKm(to, from)).toBeCloseTo(distanceKm(from, to), 9);
  });

  it.each([
    [0.65, 'US', 'en', '0.4 mi'],
    [0.65, 'us', 'en', '0.4 mi'],
    [0.65, 'GB', 'en', '0.4 mi'],
    [0.65, 'FR', 'fr', '0,7 km'],
    [0.65, 'FR', 'en', '0.7 km'],
    [0.65, 'US', 'fr', '0,4 mi'],
    [3, 'LR', 'en', '1.9 mi'],
    [3, 'MM', 'en', '1.9 mi'],
    [3, '', 'en', '3.0 km'],
    [0, 'US', 'en', '0.1 mi'],
    [9.94, 'DE', 'en', '9.9 km'],
    [9.96, 'DE', 'en', '10 km'],
    [10.4, 'DE', 'en', '10 km'],
    [5570.2, 'FR', 'fr', '5\u202f570 km'],
    [5570.2, 'US', 'en', '3,461 mi'],
    [12345.6, 'DE', 'en', '12,346 km'],
  ])('%d km in %s, %s: %s', (km, country, locale, text) => {
    expect(distanceText(km, country, locale)).toBe(text.replace(/ (?=\w+$)/, '\u00a0'));
  });

  it('the nearest theater is first, those without coordinates are last, in their order', () => {
    const theaters: { name: string; geo?: Point }[] = [
      { name: 'b' },
      { name: 'far', geo: [48, 2] },
      { name: 'a' },
      { name: 'near', geo: [41, 2] },
    ];
    const sorted = byDistance(theaters, [40, 2]);
    expect(sorted.map(({ theater }) => theater.name)).toEqual(['near', 'far', 'b', 'a']);
    expect(sorted.map(({ km }) => km === undefined)).toEqual([false, false, true, true]);
  });
});

describe('THEAT-01 the address that selects a theater', () => {
  it.each([
    [
      '/api/select-theater?theater=T2&return=%2F',
      '/movies/?day=2025-11-21&utm_source=x',
      'theater=T2&return=%2Fmovies%2F%3Fday%3D2025-11-21%26utm_source%3Dx',
    ],
    ['/api/select-theater?return=%2Ffr%2F&theater=T2', '/fr/', 'theater=T2&return=%2Ffr%2F'],
    ['/api/select-theater?theater=a%26b', '/', 'theater=a%26b&return=%2F'],
    ['/api/select-theater', '/', 'return=%2F'],
  ])('%s returns to %s', (href, back, query) => {
    const selectedHref = selectHref(href, back);
    expect(selectedHref).toBe(`/api/select-theater?${query}`);
    expect(queryPairs(selectedHref.slice(selectedHref.indexOf('?')))).toContainEqual(['return', back]);
  });
});
