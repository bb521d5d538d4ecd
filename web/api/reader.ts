// Readers of responses. A response may come from a service of the theater: a value of another type is read as null, numbers are accepted
// as text, and fields that are not known are kept. The generated files in loyalty/ say which fields a type has.

import { PEACH_CODES } from './peach-codes.gen.ts';
import type { CallResponse } from './call.ts';
import { isRecord } from './json.ts';

/** Reads a value; null if it is of another type. */
export type Read<Value> = (value: unknown) => Value;

/** The readers of an object's fields, by name. */
export type Fields = Readonly<Record<string, Read<unknown>>>;

/** A text; a number is one too. */
export const text: Read<string | null> = (value) =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : null;

export const number: Read<number | null> = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** A boolean, or the text of one (REG-09). */
export const flag: Read<boolean | null> = (value) =>
  value === 'True' ? true : value === 'False' ? false : typeof value === 'boolean' ? value : null;

/** A value of any type. */
export const anything: Read<unknown> = (value) => value;

/** An array without the items that cannot be read. */
export const list =
  <Item>(item: Read<Item>): Read<readonly NonNullable<Item>[] | null> =>
  (value) =>
    Array.isArray(value) ? value.map((entry) => item(entry)).filter((entry) => entry !== null && entry !== undefined) : null;

const strict: Read<string | null> = (value) => (typeof value === 'string' ? value : null);

/** The fields of every response (ENT-01, ENT-02): those of a success, a refusal and a problem report. */
const RESULT: Fields = {
  peachCode: number,
  statusCode: number,
  clientErrorMessage: strict,
  reauthenticate: flag,
  paymentUrl: text,
  status: number,
  title: text,
  field: text,
};

/** Reads the known fields of a record; a missing field stays missing. */
const fieldsOf = (fields: Fields, value: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, Object.hasOwn(fields, name) ? fields[name]?.(entry) : entry]),
  );

export const object =
  (fields: Fields): Read<object | null> =>
  (value) =>
    isRecord(value) ? fieldsOf(fields, value) : null;

/** Reads these fields of a response. One that is not an object has none. An array is a success with the field `bare` (WATCH-03). */
export function response<Value>(fields: Fields, bare?: string): Read<CallResponse<Value>> {
  const all = { ...RESULT, ...fields };
  return (value) => {
    const record = Array.isArray(value) && bare !== undefined ? { peachCode: PEACH_CODES.success, [bare]: value } : value;
    // oxlint-disable-next-line consistent-type-assertions -- the fields are generated with the type
    return (isRecord(record) ? fieldsOf(all, record) : {}) as CallResponse<Value>;
  };
}
