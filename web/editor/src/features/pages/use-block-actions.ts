// What can be done with the blocks of a page, by buttons and keys.

import { useEffect, useEffectEvent } from 'react';
import { type Block, type BlockType, newBlock } from '../../state/content/blocks.ts';
import {
  blocksIn,
  changedField,
  duplicatedBlock,
  insertedBlock,
  movedBlock,
  pageAt,
  removedBlock,
} from '../../state/content/pages.ts';
import { focusItem } from '../../parts/Sortable.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { isTyping } from '../../state/keys.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import { useBlockName } from './block-words.ts';
import type { EditedPage } from './PageEditor.tsx';

export interface BlockActions {
  readonly blocks: readonly Block[];
  readonly move: (from: number, to: number) => void;
  readonly duplicate: (index: number) => void;
  readonly remove: (index: number) => void;
  /** Adds a block after the selected one, or at the end; returns its place. */
  readonly add: (type: BlockType) => number;
  /** Back to the outline. */
  readonly close: () => void;
  readonly change: (index: number, name: string, value: unknown) => void;
}

export function useBlockActions(
  { page, languages, language }: EditedPage,
  selected: number | undefined,
  select: (index: number | undefined) => void,
): BlockActions {
  const { blocks: words, common } = useMessages();
  const { draft } = useOpenSite();
  const nameOf = useBlockName();
  const { blocks } = blocksIn(page, languages, language);
  const actions: BlockActions = {
    blocks,
    move(from, to) {
      draft.edit(movedBlock(page, languages, language, from, to));
      if (selected === from) select(to);
    },
    duplicate(index) {
      draft.edit(duplicatedBlock(page, languages, language, index));
      if (selected !== undefined) select(index + 1);
    },
    remove(index) {
      const block = blocks[index];
      if (block === undefined) return;
      const { changes, restore } = removedBlock(page, languages, language, index);
      draft.edit(changes);
      select(undefined);
      focusItem({ list: 'blocks', index: Math.min(index, blocks.length - 2) });
      const undo = (): void => {
        const now = pageAt(draft.state()?.content, page.path);
        if (now !== undefined) draft.edit(restore(now));
      };
      showToast(words.removed({ block: nameOf(block) }), { label: common.undo(), onAction: undo });
    },
    add(type) {
      const index = selected === undefined ? blocks.length : selected + 1;
      draft.edit(insertedBlock(page, languages, language, index, newBlock(type)));
      return index;
    },
    close() {
      if (selected !== undefined) focusItem({ list: 'blocks', index: selected });
      select(undefined);
    },
    change: (index, name, value) => draft.edit(changedField(page, languages, language, index, name, value)),
  };
  useBlockKeys(actions, selected);
  return actions;
}

/** Keys for the selected block, or for that of the focused row of the outline. */
function useBlockKeys(actions: BlockActions, selected: number | undefined): void {
  const run = useEffectEvent((event: KeyboardEvent): boolean => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-sort-index]') : null;
    const isInPanel = event.target === document.body || (event.target instanceof Element && event.target.closest('#main') !== null);
    const index = row === null ? selected : Number(row.dataset['sortIndex']);
    const isOutline = row === null || row.dataset['sortList'] === 'blocks';
    if (index === undefined || !isInPanel || !isOutline) return false;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') actions.duplicate(index);
    else if (isTyping(event.target)) return false;
    else if (event.key === 'Delete') actions.remove(index);
    else if (event.key === 'Escape' && row === null) actions.close();
    else if (event.altKey && event.key === 'ArrowUp' && index > 0) actions.move(index, index - 1);
    else if (event.altKey && event.key === 'ArrowDown' && index < actions.blocks.length - 1) actions.move(index, index + 1);
    else return false;
    return true;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && document.querySelector('[role=dialog]') === null && run(event)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
