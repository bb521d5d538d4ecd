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
  /** When a scheduled publication brings the changes to visitors; undefined without changes, and without such a publication. */
  readonly scheduledAt: string | undefined;
}

export function pageStateOf({ server, content }: DraftState, path: string): PageState {
  const pointer = pagePointer(path);
  const live = valueAt(server.live, pointer);
  const own = server.changes.filter((change) => isWithin(change.pointer, pointer));
  const changes = differencesOf(live, valueAt(content, pointer)).length;
  return {
    isNew: live === undefined,
    changes,
    // It publishes whatever the draft then has.
    scheduledAt: changes === 0 ? undefined : server.scheduled?.at,
    last: own.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0],
  };
}
