// Records that the draft has by id, with the order of their ids: events and theaters.

import { isRecord, list, text } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { pointerOf, valueAt } from '../pointer.ts';
import { inOrder, moved } from './sequence.ts';

export type RecordKind = 'events' | 'theaters';

/** The parts of the draft that have the order. */
export const ORDER_POINTERS: Readonly<Record<RecordKind, string>> = { events: '/eventOrder', theaters: '/theaterOrder' };

export interface ContentRecord {
  readonly id: string;
  /** The title of an event, the name of a theater. */
  readonly name: string;
  readonly record: Readonly<Record<string, unknown>>;
}

const nameOf = (record: Readonly<Record<string, unknown>>): string => text(record['name']) || text(record['title']);

/** The records in their order. */
export function recordsOf(content: unknown, kind: RecordKind): readonly ContentRecord[] {
  const records = valueAt(content, pointerOf(kind));
  if (!isRecord(records)) return [];
  const all = Object.entries(records).flatMap(([id, record]) => (isRecord(record) ? [{ id, name: nameOf(record), record }] : []));
  return inOrder(all, list(valueAt(content, ORDER_POINTERS[kind])).map(text));
}

export const recordPointer = (kind: RecordKind, id: string, ...names: readonly string[]): string => pointerOf(kind, id, ...names);

/** Moves a record within the order. */
export const movedRecord = (content: unknown, kind: RecordKind, from: number, to: number): readonly PartChange[] => [
  {
    pointer: ORDER_POINTERS[kind],
    to: moved(
      recordsOf(content, kind).map(({ id }) => id),
      from,
      to,
    ),
  },
];

/** Adds a record at a place of the order. */
export const addedRecord = (
  content: unknown,
  kind: RecordKind,
  record: Readonly<Record<string, unknown>>,
  index: number,
): readonly PartChange[] => {
  const id = text(record['id']);
  const ids = recordsOf(content, kind).map((entry) => entry.id);
  return [
    { pointer: recordPointer(kind, id), to: record },
    { pointer: ORDER_POINTERS[kind], to: ids.toSpliced(index, 0, id) },
  ];
};

export const removedRecord = (content: unknown, kind: RecordKind, id: string): readonly PartChange[] => [
  { pointer: recordPointer(kind, id), to: undefined },
  {
    pointer: ORDER_POINTERS[kind],
    to: recordsOf(content, kind)
      .map((entry) => entry.id)
      .filter((other) => other !== id),
  },
];
