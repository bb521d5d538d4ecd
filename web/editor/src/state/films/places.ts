// Where a film does not appear, although the site shows it (SITE-12).

import { isRecord, list, text } from '@marquee/api/json.ts';
import { namesOf, pointerOf } from '../pointer.ts';

/** Where the draft has the places of films, by film. */
export const PLACES_POINTER = '/site/config/options/filmPlaces';

export const placesPointer = (film: string): string => pointerOf(...namesOf(PLACES_POINTER), film);

/** Parts of the site that a film can be left out of, as the record names them. */
export const PLACES = ['notOnHome', 'notInStartingSoon', 'notInSearchEngines'] as const;
export type Place = (typeof PLACES)[number];

/** The places that leave out a film, and the ids of the theaters whose shows of it are hidden. */
export interface LeftOut {
  readonly places: readonly Place[];
  readonly theaters: readonly string[];
}

/** What a part of the draft says. */
export function leftOutOf(value: unknown): LeftOut {
  const record = isRecord(value) ? value : {};
  return { places: PLACES.filter((place) => record[place] === true), theaters: list(record['hiddenAt']).map(text) };
}

/** The part of the draft; undefined for a film that appears everywhere. */
export function partOf({ places, theaters }: LeftOut): Readonly<Record<string, unknown>> | undefined {
  if (places.length === 0 && theaters.length === 0) return undefined;
  return { ...Object.fromEntries(places.map((place) => [place, true])), ...(theaters.length > 0 && { hiddenAt: theaters }) };
}

/** A list without a value, or with it at its end. */
export const toggled = <Value>(values: readonly Value[], value: Value, isIn: boolean): readonly Value[] =>
  isIn ? [...values.filter((other) => other !== value), value] : values.filter((other) => other !== value);
