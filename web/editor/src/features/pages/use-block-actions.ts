// What can be done with the blocks of a page, by buttons and keys.

import { useEffect, useEffectEvent } from 'react';
import { type Block, type BlockType, newBlock } from '../../state/content/blocks.ts';
import { blocksIn, duplicatedBlock, insertedBlock, movedBlock, pageAt, removedBlock } from '../../state/content/pages.ts';
import { changedShown, detached, removedSaved, savedFrom, shownPage } from '../../state/content/saved-blocks.ts';
import type { SavedBlock } from '../../state/content/saved-records.ts';
import { undoneChanges } from '../../state/draft/machine.ts';
import { focusItem } from '../../parts/Sortable.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { isTyping } from '../../state/keys.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { useBlockName } from './block-words.ts';
import type { EditedPage } from './PageEditor.tsx';

export interface BlockActions extends SavedActions {
  /** The list of the page, with references to saved blocks. */
  readonly blocks: readonly Block[];
  /** The same blocks as visitors see them. */
  readonly shown: readonly Block[];
  readonly move: (from: number, to: number) => void;
  readonly duplicate: (index: number) => void;
  readonly remove: (index: number) => void;
  /** Adds a block after the selected one, or at the end; returns its place. */
  readonly add: (type: BlockType) => number;
  /** Adds a saved block at the same place. */
  readonly addSaved: (id: string) => number;
  /** Back to the outline. */
  readonly close: () => void;
  readonly change: (index: number, name: string, value: unknown) => void;
}

export function useBlockActions(
  edited: EditedPage,
  selected: number | undefined,
  select: (index: number | undefined) => void,
): BlockActions {
  const { blocks: words, common } = useMessages();
  const { draft } = useOpenSite();
  const { page, languages, language } = edited;
  const { content } = edited.state;
  const nameOf = useBlockName(content);
  const { blocks } = blocksIn(page, languages, language);
  const insert = (block: Block): number => {
    const index = selected === undefined ? blocks.length : selected + 1;
    draft.edit(insertedBlock(page, languages, language, index, block));
    return index;
  };
  const actions: BlockActions = {
    blocks,
    shown: blocksIn(shownPage(content, page), languages, language).blocks,
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
    add: (type) => insert(newBlock(type)),
    addSaved: (id) => insert({ type: 'saved', id }),
    ...useSavedActions(edited, select),
    close() {
      if (selected !== undefined) focusItem({ list: 'blocks', index: selected });
      select(undefined);
    },
    change: (index, name, value) => draft.edit(changedShown({ content, page, languages, language, index }, name, value)),
  };
  useBlockKeys(actions, selected);
  return actions;
}

interface SavedActions {
  /** Saves a block for other pages (PAGE-16). */
  readonly save: (index: number, name: string) => void;
  /** Puts a copy in place of a saved block. */
  readonly detach: (index: number) => void;
  /** Deletes a saved block from the site and all pages. */
  readonly deleteSaved: (saved: SavedBlock) => void;
}

function useSavedActions({ state, ...place }: EditedPage, select: (index: number | undefined) => void): SavedActions {
  const { savedBlocks, common } = useMessages();
  const { draft } = useOpenSite();
  const { content } = state;
  return {
    save(index, name) {
      const saved = savedFrom({ ...place, content, index }, name);
      if (saved === undefined) return;
      draft.edit(saved.changes);
      showToast(savedBlocks.saved({ name }));
    },
    detach(index) {
      const changes = detached({ ...place, content, index });
      draft.edit(changes);
      showToast(savedBlocks.detached(), { label: common.undo(), onAction: () => draft.edit(undoneChanges(content, changes)) });
    },
    deleteSaved({ id, name }) {
      const changes = removedSaved(content, id);
      draft.edit(changes);
      select(undefined);
      showToast(savedBlocks.deleted({ name }), {
        label: common.undo(),
        onAction: () => draft.edit(undoneChanges(content, changes)),
      });
    },
  };
}

/** Keys for the selected block, or for that of the focused row of the outline. */
function useBlockKeys(actions: BlockActions, selected: number | undefined): void {
  const { site } = useOpenSite();
  const run = useEffectEvent((event: KeyboardEvent): boolean => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-sort-index]') : null;
    const isInPanel = event.target === document.body || (event.target instanceof Element && event.target.closest('#main') !== null);
    const index = row === null ? selected : Number(row.dataset['sortIndex']);
    const isOutline = row === null || row.dataset['sortList'] === 'blocks';
    if (index === undefined || !isInPanel || !isOutline) return false;
    const mayEdit = can(site, 'editSite');
    if (mayEdit && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') actions.duplicate(index);
    else if (isTyping(event.target)) return false;
    else if (event.key === 'Escape' && row === null) actions.close();
    else if (!mayEdit) return false;
    else if (event.key === 'Delete') actions.remove(index);
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
