import { type FormEvent, useState } from 'react';
import { text } from '@marquee/api/json.ts';
import { MAX_SAVED_BLOCKS } from '@marquee/rules/shared.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { focusItem } from '../../parts/Sortable.tsx';
import { workStyles } from '../../parts/WorkSurface.tsx';
import type { Block } from '../../state/content/blocks.ts';
import type { PageRecord } from '../../state/content/pages.ts';
import { pagesWith } from '../../state/content/saved-blocks.ts';
import { MAX_SAVED_NAME, type SavedBlock, savedBlocksOf, savedIdOf, savedPointer } from '../../state/content/saved-records.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { refusalOf } from '../../state/refusal.ts';
import type { BlockActions } from './use-block-actions.ts';
import styles from './PageEditor.module.css';

const titleOf = ({ title, path }: PageRecord): string => (title === '' ? path : title);

/** How many pages a change of the block changes, and which. */
export function SharedNote({ content, saved }: { readonly content: unknown; readonly saved: SavedBlock }) {
  const { savedBlocks: words } = useMessages();
  const { list } = useFormats();
  const pages = pagesWith(content, saved.id);
  return (
    <div className={styles['shared']}>
      <b>{words.changesOn({ count: pages.length })}</b>
      <p>{list(pages.map(titleOf))}</p>
    </div>
  );
}

/** The name of a saved block, and what else can be done with it. */
export function SavedTools({
  state,
  saved,
  index,
  actions,
}: {
  readonly state: DraftState;
  readonly saved: SavedBlock;
  readonly index: number;
  readonly actions: BlockActions;
}) {
  const { savedBlocks: words } = useMessages();
  const { draft } = useOpenSite();
  const pointer = savedPointer(saved.id, 'name');
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className={workStyles['section']}>
      <h2>{words.single()}</h2>
      <div className={styles['saved']}>
        <TextField
          label={words.name()}
          value={text(valueAt(state.content, pointer))}
          maxLength={MAX_SAVED_NAME}
          error={refusalOf(state, pointer)}
          onChange={(name) => draft.edit([{ pointer, to: name }])}
        />
        <div>
          <Button size="small" icon="copy" onPress={() => actions.detach(index)}>
            {words.detach()}
          </Button>
          <p className={styles['hint']}>{words.detachHint()}</p>
        </div>
        <Button size="small" icon="trash" onPress={() => setDeleting(true)}>
          {words.delete()}
        </Button>
      </div>
      {isDeleting && (
        <DeleteDialog
          content={state.content}
          saved={saved}
          onDelete={() => {
            actions.deleteSaved(saved);
            // The outline is shown again, without the block.
            const isLeft = (block: Block): boolean => savedIdOf(block) !== saved.id;
            const before = actions.blocks.slice(0, index).filter(isLeft).length;
            focusItem({ list: 'blocks', index: Math.min(before, actions.blocks.filter(isLeft).length - 1) });
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}

/** Offers to save a block for other pages. */
export function SaveForOthers({
  content,
  proposedName,
  onSave,
}: {
  readonly content: unknown;
  readonly proposedName: string;
  readonly onSave: (name: string) => void;
}) {
  const { savedBlocks: words } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const isFull = savedBlocksOf(content).length >= MAX_SAVED_BLOCKS;
  return (
    <div className={workStyles['section']}>
      <Button size="small" icon="star" isDisabled={isFull} onPress={() => setAsking(true)}>
        {words.save()}
      </Button>
      <p className={styles['hint']}>{isFull ? words.full({ count: MAX_SAVED_BLOCKS }) : words.hint()}</p>
      {isAsking && (
        <SaveDialog
          proposedName={proposedName.slice(0, MAX_SAVED_NAME)}
          onSave={(name) => {
            setAsking(false);
            onSave(name);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function SaveDialog({
  proposedName,
  onSave,
  onClose,
}: {
  readonly proposedName: string;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { savedBlocks: words, common } = useMessages();
  const [name, setName] = useState(proposedName);
  const isReady = name.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) onSave(name.trim());
  };
  return (
    <Dialog
      title={words.save()}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" type="submit" form="save-block" isDisabled={!isReady}>
            {words.saveShort()}
          </Button>
        </>
      }
    >
      <form id="save-block" onSubmit={submit}>
        <TextField
          label={words.name()}
          value={name}
          onChange={setName}
          autoFocus
          maxLength={MAX_SAVED_NAME}
          hint={words.nameHint()}
        />
      </form>
    </Dialog>
  );
}

/** Names the pages that use a saved block, before it is deleted. */
export function DeleteDialog({
  content,
  saved,
  onDelete,
  onClose,
}: {
  readonly content: unknown;
  readonly saved: SavedBlock;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}) {
  const { savedBlocks: words, common } = useMessages();
  const pages = pagesWith(content, saved.id);
  return (
    <Dialog
      title={words.deleteTitle({ name: saved.name })}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button
            isDanger
            onPress={() => {
              onClose();
              onDelete();
            }}
          >
            {words.delete()}
          </Button>
        </>
      }
    >
      <p>{words.deleteText({ count: pages.length })}</p>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>{titleOf(page)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
