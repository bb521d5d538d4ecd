// Query strings, read and written without the URL classes, which the renderer lacks.

import { UTM_PREFIX } from './constants.ts';
import { QUERY_PARAMETERS } from './query-parameters.ts';

export type QueryValue = string | number | boolean;

/** Decodes a part of a query: `+` is a space, broken escapes stay as they are. */
export function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The decoded pairs of a query string, with or without its `?`. */
export function queryPairs(search: string): [name: string, value: string][] {
  return rawPairs(search).map((pair): [string, string] => {
    const [name = '', ...rest] = pair.split('=');
    return [decodePart(name), decodePart(rest.join('='))];
  });
}

/** The pairs of a query string as they are written. */
export function rawPairs(search: string): string[] {
  return search.replace(/^\?/, '').split('&').filter((pair) => pair !== '');
}

/** The name of a written pair, decoded. */
export const pairName = (pair: string): string => decodePart(pair.split('=', 1)[0] ?? '');

/**
 * The query of a location: booleans and numbers where a value reads as one (PAGE-05), text for identifiers, whose
 * zeros count (PAGE-06). Of a repeated name the first value counts.
 */
export function parseQuery(search: string): Readonly<Record<string, QueryValue>> {
  const read = queryPairs(search).map(([name, value]): [string, QueryValue] => [name, isIdentifier(name) ? value : convert(value)]);
  return Object.fromEntries(read.toReversed());
}

/** Whether a parameter is only decoded, never converted (PAGE-06). */
const isIdentifier = (name: string): boolean => name.startsWith(UTM_PREFIX) || QUERY_PARAMETERS.some((known) => known === name);

function convert(value: string): QueryValue {
  if (value === 'true') return true;
  if (value === 'false') return false;
  // A number that JavaScript cannot hold exactly is an identifier after all.
  const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}
