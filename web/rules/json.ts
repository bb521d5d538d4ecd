// Reads JSON of unknown shape, for example from a storage or a message.

import { isRecord } from '@marquee/api/record.ts';

export { isRecord };

/** A field of a value; undefined if the value is not an object. */
export const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** A string or number as text; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

/** An array; empty for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
