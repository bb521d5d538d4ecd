// Theaters that operators add: what they need, and what keeps one from being removed.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { fold } from '@marquee/rules/fold.ts';
import type { PartChange } from '../draft/machine.ts';
import { featuresOf } from '../featured/plan.ts';
import { pointerOf, valueAt } from '../pointer.ts';
import { addedRecord, recordsOf, removedRecord } from './records.ts';
import { freeName } from './slug.ts';
import { SHOWN_POINTER, isSingleLocation } from './theaters.ts';

const SINGLE_POINTER = '/site/config/isSingleLocation';

/** What is asked for a new theater. */
export interface NewTheater {
  readonly name: string;
  /** Its part of addresses, `old-mill`. */
  readonly slug: string;
  readonly city: string;
  /** IANA name, `America/Detroit`. */
  readonly timeZone: string;
}

/** What is wrong with a new theater, and the theater that has the value already. */
export type TheaterFault =
  | { readonly kind: 'nameMissing' | 'slugMissing' | 'slugInvalid' }
  | { readonly kind: 'nameTaken' | 'slugTaken'; readonly other: string };

export function nameFault(content: unknown, name: string): TheaterFault | undefined {
  const folded = fold(name.trim());
  if (folded === '') return { kind: 'nameMissing' };
  const other = recordsOf(content, 'theaters').find((theater) => fold(theater.name.trim()) === folded);
  return other === undefined ? undefined : { kind: 'nameTaken', other: other.name };
}

export function slugFault(content: unknown, slug: string): TheaterFault | undefined {
  if (slug === '') return { kind: 'slugMissing' };
  if (!/^[a-z\d]+(-[a-z\d]+)*$/.test(slug)) return { kind: 'slugInvalid' };
  const other = recordsOf(content, 'theaters').find(({ record }) => record['slug'] === slug);
  return other === undefined ? undefined : { kind: 'slugTaken', other: other.name };
}

/** The time zone of the first theater, which that of a new one most likely is. */
export const usualTimeZone = (content: unknown): string =>
  text(recordsOf(content, 'theaters')[0]?.record['timeZone']) || new Intl.DateTimeFormat().resolvedOptions().timeZone;

const shownIds = (content: unknown): readonly unknown[] => list(valueAt(content, SHOWN_POINTER));

/** Whether a further theater turns a site of a single location into one of several. */
export const becomesCircuit = (content: unknown): boolean => isSingleLocation(content) && recordsOf(content, 'theaters').length > 0;

/** Ids of the theaters of the draft and of the published site. */
const takenIds = (content: unknown, live: unknown): ReadonlySet<string> =>
  new Set([content, live].flatMap((version) => recordsOf(version, 'theaters').map(({ id }) => id)));

/**
 * Adds a theater at the end of the order. A site that names its theaters names it too, and a site of a single location is one of
 * several from then on: visitors choose a theater.
 */
export function addedTheater(
  { content, live }: { readonly content: unknown; readonly live: unknown },
  { name, slug, city, timeZone }: NewTheater,
): { readonly id: string; readonly changes: readonly PartChange[] } {
  const taken = takenIds(content, live);
  const id = freeName(slug, (candidate) => taken.has(candidate));
  const country = text(valueAt(content, '/site/config/country/iso31661A2'));
  const record = {
    id,
    name: name.trim(),
    slug,
    timeZone,
    address: { street: '', city: city.trim(), region: '', postalCode: '', country },
    screens: [],
    closures: [],
    description: '',
  };
  const shown = shownIds(content);
  const changes = [
    ...addedRecord(content, 'theaters', record, recordsOf(content, 'theaters').length),
    ...(shown.length === 0 ? [] : [{ pointer: SHOWN_POINTER, to: [...shown, id] }]),
    ...(becomesCircuit(content) ? [{ pointer: SINGLE_POINTER, to: false }] : []),
  ];
  return { id, changes };
}

/** What names a theater, so that it cannot be removed. */
export interface TheaterUses {
  /** Shows that were typed in. */
  readonly shows: number;
  readonly events: number;
  /** Films that lead the home page there. */
  readonly features: number;
}

export function usesOf(content: unknown, id: string): TheaterUses {
  const shows = valueAt(content, '/shows');
  const typedIn = Object.values(isRecord(shows) ? shows : {}).filter((show) => valueAt(show, '/fields/theaterId') === id);
  return {
    shows: typedIn.length,
    events: recordsOf(content, 'events').filter(({ record }) => list(record['theaterIds']).includes(id)).length,
    features: featuresOf(content).filter(({ theater }) => theater === id).length,
  };
}

export const isUsed = ({ shows, events, features }: TheaterUses): boolean => shows + events + features > 0;

/** Removes a theater with its rules of the program. */
export function removedTheater(content: unknown, id: string): readonly PartChange[] {
  const shown = shownIds(content);
  const rules = pointerOf('programRules', id);
  return [
    ...removedRecord(content, 'theaters', id),
    ...(shown.includes(id) ? [{ pointer: SHOWN_POINTER, to: shown.filter((other) => other !== id) }] : []),
    ...(valueAt(content, rules) === undefined ? [] : [{ pointer: rules, to: undefined }]),
  ];
}
