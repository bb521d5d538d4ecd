// Reads JSON of unknown shape, for example from a storage or a message.

/** Whether a value is an object and not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of a value; undefined if the value is not an object. */
export const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** A string or number as text; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

/** An array; empty for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
