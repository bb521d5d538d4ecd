// Checks values against their shapes, as the server does.

import { isRecord } from '@marquee/api/json.ts';
import { pointerOf } from '../pointer.ts';
import type { GroupShape, ListShape, NumberShape, Shape, TextShape } from './schema.ts';

/** What is wrong with a value. */
export type Fault =
  | { readonly rule: 'required' }
  | { readonly rule: 'type'; readonly expected: Shape['kind'] }
  | { readonly rule: 'pattern' }
  | { readonly rule: 'tooLong'; readonly limit: number }
  | { readonly rule: 'range'; readonly minimum: number | undefined; readonly maximum: number | undefined }
  | { readonly rule: 'whole' }
  | { readonly rule: 'choice' }
  | { readonly rule: 'tooFew'; readonly limit: number }
  | { readonly rule: 'tooMany'; readonly limit: number }
  | { readonly rule: 'unknown' };

export interface FaultAt {
  readonly pointer: string;
  readonly fault: Fault;
}

/** All faults of a value and its parts. */
export function faultsOf(shape: Shape, value: unknown, pointer = ''): FaultAt[] {
  if (value === undefined || (value === null && shape.isNullable)) return [];
  const own = (fault: Fault | undefined): FaultAt[] => (fault === undefined ? [] : [{ pointer, fault }]);
  const wrongType: Fault = { rule: 'type', expected: shape.kind };
  switch (shape.kind) {
    case 'text':
      return own(typeof value === 'string' ? textFault(shape, value) : wrongType);
    case 'number':
      return own(typeof value === 'number' ? numberFault(shape, value) : wrongType);
    case 'switch':
      return own(typeof value === 'boolean' ? undefined : wrongType);
    case 'choice':
      return own(shape.options.includes(value) ? undefined : { rule: 'choice' });
    case 'list':
      return Array.isArray(value)
        ? [...own(countFault(shape, value.length)), ...itemFaults(shape, value, pointer)]
        : own(wrongType);
    case 'map':
      if (!isRecord(value)) return own(wrongType);
      return Object.entries(value).flatMap(([name, entry]) => faultsOf(shape.value, entry, pointer + pointerOf(name)));
    case 'group':
      return isRecord(value) ? groupFaults(shape, value, pointer) : own(wrongType);
    case 'json':
      return [];
  }
}

function textFault({ pattern, maxLength }: TextShape, value: string): Fault | undefined {
  if (maxLength !== undefined && [...value].length > maxLength) return { rule: 'tooLong', limit: maxLength };
  return pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? { rule: 'pattern' } : undefined;
}

function numberFault({ isInteger, minimum, maximum }: NumberShape, value: number): Fault | undefined {
  if (isInteger && !Number.isInteger(value)) return { rule: 'whole' };
  return value < (minimum ?? -Infinity) || value > (maximum ?? Infinity) ? { rule: 'range', minimum, maximum } : undefined;
}

function countFault({ minItems, maxItems }: ListShape, count: number): Fault | undefined {
  if (minItems !== undefined && count < minItems) return { rule: 'tooFew', limit: minItems };
  return maxItems !== undefined && count > maxItems ? { rule: 'tooMany', limit: maxItems } : undefined;
}

const itemFaults = ({ item }: ListShape, values: readonly unknown[], pointer: string): FaultAt[] =>
  values.flatMap((value, index) => faultsOf(item, value, pointer + pointerOf(index)));

function groupFaults({ fields }: GroupShape, value: Readonly<Record<string, unknown>>, pointer: string): FaultAt[] {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(value)
    .filter((name) => !known.has(name))
    .map((name): FaultAt => ({ pointer: pointer + pointerOf(name), fault: { rule: 'unknown' } }));
  const faults = fields.flatMap(({ name, shape, isRequired }): FaultAt[] => {
    const own = pointer + pointerOf(name);
    if (value[name] === undefined) return isRequired ? [{ pointer: own, fault: { rule: 'required' } }] : [];
    return faultsOf(shape, value[name], own);
  });
  return [...unknown, ...faults];
}
