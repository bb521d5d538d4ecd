// What visitors have of a page.

import { pagePointer } from '../../state/content/pages.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { differencesOf, isWithin, valueAt } from '../../state/pointer.ts';

export interface PageState {
  /** Visitors do not have the page yet. */
  readonly isNew: boolean;
  /** Number of parts that differ from what visitors see. */
  readonly changes: number;
  /** The last change that is not published. */
  readonly last: { readonly at: string; readonly actor: string } | undefined;
}

export function pageStateOf({ server, content }: DraftState, path: string): PageState {
  const pointer = pagePointer(path);
  const live = valueAt(server.live, pointer);
  const own = server.changes.filter((change) => isWithin(change.pointer, pointer));
  return {
    isNew: live === undefined,
    changes: differencesOf(live, valueAt(content, pointer)).length,
    last: own.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0],
  };
}
