// Merges what two people made of the same value, each without knowing of the other (decision 0084).

import { isRecord } from '@marquee/api/json.ts';
import { diff3MergeRegions } from 'node-diff3';
import { isSame } from '../pointer.ts';

/** A merged value; an undefined value means that the part is removed. */
export interface Merged {
  readonly value: unknown;
}

/** What both made of `base`; undefined if that is not clear, because they changed the same part of it. */
export function merge(base: unknown, ours: unknown, theirs: unknown): Merged | undefined {
  if (isSame(ours, theirs) || isSame(base, theirs)) return { value: ours };
  if (isSame(base, ours)) return { value: theirs };
  if (isRecord(base) && isRecord(ours) && isRecord(theirs)) return mergeRecords(base, ours, theirs);
  if (Array.isArray(base) && Array.isArray(ours) && Array.isArray(theirs)) return mergeLists(base, ours, theirs);
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that name a record of a list, which has each name once. */
const NAMES = ['id', 'key', 'path'];
/** Fields that say what a record is. */
const KINDS = ['type', 'kind'];
/** Fields that are one value together. */
const PAIRS = [
  ['from', 'to'],
  ['amount', 'currency'],
  ['opens', 'closes'],
  ['startsAt', 'endsAt'],
  ['lat', 'lon'],
];

function mergeRecords(base: Fields, ours: Fields, theirs: Fields): Merged | undefined {
  const isOther = (name: string): boolean => !isSame(base[name], ours[name]) || !isSame(base[name], theirs[name]);
  if ([...NAMES, ...KINDS].some(isOther)) return undefined;
  const differs = (record: Fields, names: readonly string[]): boolean => names.some((name) => !isSame(base[name], record[name]));
  const isSplit = (pair: readonly string[]): boolean =>
    differs(ours, pair) && differs(theirs, pair) && pair.some((name) => !isSame(ours[name], theirs[name]));
  if (PAIRS.some(isSplit)) return undefined;
  const fields: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours), ...Object.keys(base)])) {
    const merged = merge(base[name], ours[name], theirs[name]);
    if (merged === undefined) return undefined;
    if (merged.value !== undefined) fields.push([name, merged.value]);
  }
  return { value: Object.fromEntries(fields) };
}

type List = readonly unknown[];

/** Items of the same place in lists in which both have changed something; undefined if that is not clear. */
type MergeRegion = (base: List, ours: List, theirs: List) => List | undefined;

/** Both lists as one: where both changed the same, the items of both, theirs first. Undefined for what is no list of records or words. */
export function withBoth(base: unknown, ours: unknown, theirs: unknown): Merged | undefined {
  if (!Array.isArray(base) || !Array.isArray(ours) || !Array.isArray(theirs)) return undefined;
  return mergeLists(base, ours, theirs, (...lists) => mergeRegion(...lists) ?? bothOf(...lists));
}

/** What both have, and what each has made. What one left as it was, and the other removed or changed, is gone. */
function bothOf(base: List, ours: List, theirs: List): List {
  const kept = theirs.filter((item) => !has(base, item) || has(ours, item));
  return [...kept, ...ours.filter((item) => !has(base, item) && !has(theirs, item))];
}

const has = (list: List, item: unknown): boolean => list.some((other) => isSame(item, other));

/** Numbers belong together, such as the two of a focal point. */
const isDivisible = (list: List): boolean => list.every((item) => typeof item === 'string' || typeof item === 'object');

function mergeLists(base: List, ours: List, theirs: List, mergeItems: MergeRegion = mergeRegion): Merged | undefined {
  if (![base, ours, theirs].every(isDivisible)) return undefined;
  const moved = withMoved(base, ours, theirs) ?? withMoved(base, theirs, ours);
  if (moved !== undefined) return { value: moved };
  const lists = { a: ours, o: base, b: theirs };
  const value: unknown[] = [];
  for (const region of diff3MergeRegions(ours.map(textOf), base.map(textOf), theirs.map(textOf))) {
    const items = region.stable
      ? lists[region.buffer].slice(region.bufferStart, region.bufferStart + region.bufferLength)
      : mergeItems(
          base.slice(region.oStart, region.oStart + region.oLength),
          ours.slice(region.aStart, region.aStart + region.aLength),
          theirs.slice(region.bStart, region.bStart + region.bLength),
        );
    if (items === undefined) return undefined;
    value.push(...items);
  }
  // An item that one of them moved and the other changed, or that both added, would be there twice.
  return hasTwins(value) && ![base, ours, theirs].some(hasTwins) ? undefined : { value };
}

/** The items that one has changed, in the order of the other; undefined if it is not the same items in another order. */
function withMoved(base: List, changed: List, moved: List): List | undefined {
  if (changed.length !== base.length || moved.length !== base.length || hasTwins(base) || hasMoved(base, changed)) return undefined;
  const places = moved.map((item) => base.findIndex((other) => isSame(item, other)));
  return places.includes(-1) || hasTwins(places) ? undefined : places.map((place) => changed[place]);
}

/** Items as texts that are equal if the items are. */
const textOf = (item: unknown): string =>
  JSON.stringify(item, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  );

/** The name of an item, else all of it. */
function nameOf(item: unknown): string {
  const name = isRecord(item) ? NAMES.find((field) => typeof item[field] === 'string') : undefined;
  return isRecord(item) && name !== undefined ? `${name} ${String(item[name])}` : textOf(item);
}

/** Whether two items are the same, or have the same name. */
const hasTwins = (list: List): boolean => new Set(list.map(nameOf)).size < list.length;

/** Parts of lists in which both have changed something. */
function mergeRegion(base: List, ours: List, theirs: List): List | undefined {
  if (isSame(ours, theirs)) return ours;
  // Both have added something at the same place.
  if (base.length === 0) return [...theirs, ...ours.filter((item) => !has(theirs, item))];
  if (ours.length === base.length && theirs.length === base.length) return withChanges(base, ours, theirs);
  if (ours.length === base.length) return withAdded(base, ours, theirs);
  return theirs.length === base.length ? withAdded(base, theirs, ours) : undefined;
}

function withChanges(base: List, ours: List, theirs: List): List | undefined {
  if (hasMoved(base, ours) || hasMoved(base, theirs)) return undefined;
  const items = base.flatMap((item, index) => mergeItem(item, ours[index], theirs[index]) ?? []);
  return items.length === base.length ? items.map(({ value }) => value) : undefined;
}

/** What both made of an item, if both have it: one of them may have put another in its place. */
function mergeItem(base: unknown, ours: unknown, theirs: unknown): Merged | undefined {
  const areBoth = !isSame(base, ours) && !isSame(base, theirs) && !isSame(ours, theirs);
  return areBoth && !(isVersion(base, ours) && isVersion(base, theirs)) ? undefined : merge(base, ours, theirs);
}

/** Whether an item is certainly the other one with changes: it has its name, or something else of it beside its kind. */
function isVersion(base: unknown, item: unknown): boolean {
  if (!isRecord(base) || !isRecord(item)) return false;
  if (NAMES.some((name) => base[name] !== undefined)) return nameOf(base) === nameOf(item);
  return Object.keys(base).some((name) => !KINDS.includes(name) && isKept(base[name], item[name]));
}

/** Whether something of a value is left. */
const isKept = (base: unknown, value: unknown): boolean =>
  Array.isArray(base) && Array.isArray(value) ? base.some((item) => has(value, item)) : isSame(base, value);

/** Whether a list has an item of the other at another place. */
const hasMoved = (base: List, list: List): boolean => list.some((item, index) => !isSame(item, base[index]) && has(base, item));

/** The items that one has changed, with those that the other has added between them. */
function withAdded(base: List, changed: List, added: List): List | undefined {
  if (hasMoved(base, changed)) return undefined;
  let next = 0;
  const items = added.map((item) => {
    if (!isSame(item, base[next])) return item;
    next += 1;
    return changed[next - 1];
  });
  return next === base.length ? items : undefined;
}
