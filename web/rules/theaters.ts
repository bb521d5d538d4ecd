// Choosing a theater: its distance, the text of a distance, and the link that selects it.

import { pairName, rawPairs } from './query.ts';

/** Latitude and longitude in degrees. */
export type Point = readonly [latitude: number, longitude: number];

const EARTH_KM = 6371;
const MILE_KM = 1.609344;
/** Countries with road signs in miles (ISO 3166-1 alpha-2). */
const MILES: ReadonlySet<string> = new Set(['US', 'GB', 'LR', 'MM']);

/** The distance between two points on the globe in kilometers, by the haversine formula. */
export function distanceKm(from: Point, to: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (a: number, b: number): number => Math.sin(radians(b - a) / 2) ** 2;
  const between = half(from[0], to[0]) + Math.cos(radians(from[0])) * Math.cos(radians(to[0])) * half(from[1], to[1]);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(between)));
}

/**
 * A formatted distance, for example `0.4 mi` or `1,2 km`: in miles in countries that use them, with one decimal below ten, at least 0.1.
 * Not for the renderer, which has no `Intl`: only a visitor's device knows distances.
 */
export function distanceText(km: number, country: string, locale: string): string {
  const miles = MILES.has(country.toUpperCase());
  const amount = Math.max(miles ? km / MILE_KM : km, 0.1);
  const digits = Math.round(amount * 10) < 100 ? 1 : 0;
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount);
  return `${number}\u00a0${miles ? 'mi' : 'km'}`;
}

/** Theaters, nearest first; those without coordinates follow in their order. */
export function byDistance<T extends { readonly geo?: Point }>(
  theaters: readonly T[],
  from: Point,
): { theater: T; km: number | undefined }[] {
  return theaters
    .map((theater) => ({ theater, km: theater.geo === undefined ? undefined : distanceKm(from, theater.geo) }))
    .toSorted((a, b) => (a.km ?? Infinity) - (b.km ?? Infinity) || 0);
}

/** The parameter with the address to return to (PAGE-07). */
const RETURN = 'return';

/** The address that selects a theater and returns to `returnHref`. */
export function selectHref(href: string, returnHref: string): string {
  const [path = '', query = ''] = href.split('?');
  const otherPairs = rawPairs(query).filter((pair) => pairName(pair) !== RETURN);
  return `${path}?${[...otherPairs, `${RETURN}=${encodeURIComponent(returnHref)}`].join('&')}`;
}
