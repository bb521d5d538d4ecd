// Between values and what is typed.

import { isSame } from '../pointer.ts';
import type { ChoiceShape, JsonShape, NumberShape, Shape, TextShape } from './schema.ts';

/** The text of a value in a field. */
export function typedText(shape: TextShape | NumberShape | JsonShape, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (shape.kind === 'json') return typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value, undefined, 2);
  return typeof value === 'string' ? value : String(value);
}

/** The value of a typed text; `invalid` if the text is not a value of this kind at all. */
export function typedValue(shape: TextShape | NumberShape | JsonShape, text: string): { readonly value: unknown } | 'invalid' {
  if (shape.kind === 'text') return { value: text === '' && shape.isNullable ? null : text };
  if (text.trim() === '') return shape.isNullable || shape.kind === 'json' ? { value: null } : 'invalid';
  if (shape.kind === 'number') {
    const value = Number(text.trim().replace(',', '.'));
    return Number.isFinite(value) ? { value } : 'invalid';
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return 'invalid';
  }
}

/** The key of the option for no value. */
export const NONE = '';

/** Options of a choice with keys, because values may be of any type. */
export function optionsOf({ options, isNullable }: ChoiceShape): readonly { readonly key: string; readonly value: unknown }[] {
  const keyed = options.map((value) => ({ key: JSON.stringify(value), value }));
  return isNullable ? [{ key: NONE, value: null }, ...keyed] : keyed;
}

export const optionKey = (value: unknown): string => (value === null || value === undefined ? NONE : JSON.stringify(value));

/** A value of a shape that may be missing. */
export const newValue = (shape: Shape): unknown => emptyValue({ ...shape, isNullable: false, default: undefined });

/** A new value of a shape, for a new row. */
export function emptyValue(shape: Shape): unknown {
  if (shape.default !== undefined) return shape.default;
  if (shape.isNullable) return null;
  switch (shape.kind) {
    case 'text':
      return '';
    case 'number':
      return shape.minimum ?? 0;
    case 'switch':
      return false;
    case 'choice':
      return shape.options[0];
    case 'list':
      return [];
    case 'map':
      return {};
    case 'group':
      return Object.fromEntries(
        shape.fields.filter(({ isRequired }) => isRequired).map(({ name, shape: inner }) => [name, emptyValue(inner)]),
      );
    case 'json':
      return null;
  }
}

/** Whether neither the value nor the published one is the default: then a reset does not lead to it. */
export function isAwayFromDefault({ default: usual }: Shape, value: unknown, live: unknown): boolean {
  const isOther = (one: unknown): boolean => one !== undefined && !isSame(one, usual);
  return usual !== undefined && isOther(value) && isOther(live);
}
