// The query parameters that mean something, and which of them are somebody's own; apart from what takes queries apart, because
// most pages need none of them.

import { UTM_PREFIX } from './constants.ts';
import { queryPairs } from './query.ts';

/** Query parameters with a meaning of their own (PAGE-07); every `utm_*` joins them. */
export const QUERY_PARAMETERS = [
  'return',
  'token_clubcgr',
  'userSessionId',
  'requestData',
  'email',
  'resetCode',
  'uid',
  'token',
  'theaterCode',
  'perfCode',
] as const;

/** Parameters that name a show, not a person. */
const HARMLESS: ReadonlySet<string> = new Set(['theaterCode', 'perfCode']);

const PERSONAL: ReadonlySet<string> = new Set(QUERY_PARAMETERS.filter((name) => !HARMLESS.has(name)).map((name) => name.toLowerCase()));

/** Whether a parameter says who somebody is, what they may do or where they were going, however its name is written. */
export const isPersonal = (name: string): boolean => PERSONAL.has(name.toLowerCase());

export type QueryValue = string | number | boolean;

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
