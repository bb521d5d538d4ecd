// Removals of the draft with a notice that offers to undo them (ux 5.0).

import { useMessages } from './messages.ts';
import { type OpenSite, useOpenSite } from './drafts.ts';
import { replacedAt } from './draft/machine.ts';
import { valueAt } from './pointer.ts';
import { showToast } from './toasts.ts';

/** Carries out an action and returns what undoes it, whatever else was edited since; undefined if it changed nothing. */
export function undoOf(draft: Pick<OpenSite['draft'], 'state' | 'edit'>, act: () => void): (() => void) | undefined {
  const before = draft.state()?.content;
  act();
  const after = draft.state();
  const content = after?.content;
  const step = after?.undo.at(-1);
  if (step === undefined || after?.content === before) return undefined;
  const parts = step.parts
    .map(({ pointer }) => ({ pointer, was: valueAt(before, pointer), is: valueAt(content, pointer) }))
    .toReversed();
  return () => {
    const now = draft.state();
    if (now === undefined) return;
    draft.edit(parts.map(({ pointer, was, is }) => ({ pointer, to: replacedAt(now, pointer, is, was) })));
  };
}

/** Carries out a removal of something with a name, and offers to undo it. */
export function useRemoval(): (name: string, remove: () => void) => void {
  const { common } = useMessages();
  const { draft } = useOpenSite();
  return (name, remove) => {
    const undo = undoOf(draft, remove);
    if (undo !== undefined) showToast(common.removed({ name }), { label: common.undo(), onAction: undo });
  };
}
