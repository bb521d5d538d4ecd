// JSON Pointers (RFC 6901) into JSON values, which are never changed in place.

import { isRecord } from '@marquee/api/json.ts';

/** The names of a pointer: `/a/b~1c` has `a` and `b/c`. */
export const namesOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The pointer of these names. */
export const pointerOf = (...names: readonly (string | number)[]): string =>
  names.map((name) => `/${`${name}`.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Whether `pointer` is `ancestor` or inside of it. */
export const isWithin = (pointer: string, ancestor: string): boolean => pointer === ancestor || pointer.startsWith(`${ancestor}/`);

function childOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The value at a pointer; undefined without one. */
export const valueAt = (document: unknown, pointer: string): unknown => namesOf(pointer).reduce(childOf, document);

/** The document with another value at a pointer; undefined removes the part. Missing objects are added. */
export const withValue = (document: unknown, pointer: string, value: unknown): unknown =>
  replaced(document, namesOf(pointer), value);

function replaced(document: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const child = rest.length === 0 ? value : replaced(childOf(document, name), rest, value);
  if (Array.isArray(document)) {
    const index = Number(name);
    return child === undefined ? document.toSpliced(index, 1) : [...document.slice(0, index), child, ...document.slice(index + 1)];
  }
  const record = isRecord(document) ? document : {};
  if (child !== undefined) return { ...record, [name]: child };
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

/** Whether two JSON values are the same; the order of fields does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]));
}

/** A part that differs between two documents. */
export interface Difference {
  readonly pointer: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** The smallest parts that differ. Lists are compared as a whole. */
export function differencesOf(from: unknown, to: unknown, pointer = ''): Difference[] {
  if (isSame(from, to)) return [];
  if (isRecord(from) && isRecord(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) => differencesOf(from[name], to[name], `${pointer}${pointerOf(name)}`));
  }
  return [{ pointer, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}
