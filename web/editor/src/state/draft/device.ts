// Unsent edits in the browser's storage, for each site and operator.

import { field, isRecord, list } from '@marquee/api/json.ts';
import type { PendingEdit } from './machine.ts';

const keyOf = (site: string, operator: string): string => `marquee-editor-draft:${site}:${operator}`;

/** The used functions of `localStorage`. */
export type Device = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The kept edits; unreadable ones are left out. */
export function storedEdits(device: Device, site: string, operator: string): readonly PendingEdit[] {
  const json = device.getItem(keyOf(site, operator));
  if (json === null) return [];
  try {
    const stored: unknown = JSON.parse(json);
    return list(field(stored, 'edits')).flatMap((edit): PendingEdit[] => {
      if (!isRecord(edit) || typeof edit['pointer'] !== 'string') return [];
      const { pointer, from, to } = edit;
      return [{ pointer, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
    });
  } catch {
    return [];
  }
}

export function storeEdits(device: Device, site: string, operator: string, edits: readonly PendingEdit[]): void {
  if (edits.length === 0) device.removeItem(keyOf(site, operator));
  else
    device.setItem(keyOf(site, operator), JSON.stringify({ edits: edits.map(({ pointer, from, to }) => ({ pointer, from, to })) }));
}
