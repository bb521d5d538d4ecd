import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Quiet } from '../../parts/Surface.tsx';
import { workStyles } from '../../parts/WorkSurface.tsx';
import { BLOCK_TYPES, type BlockType, typeOf } from '../../state/content/blocks.ts';
import { pagesWith } from '../../state/content/saved-blocks.ts';
import { type SavedBlock, savedBlocksOf } from '../../state/content/saved-records.ts';
import { useMessages } from '../../state/messages.ts';
import { BLOCK_ICONS } from './block-words.ts';
import type { EditedPage } from './PageEditor.tsx';
import { DeleteDialog } from './SavedBlock.tsx';
import type { BlockActions } from './use-block-actions.ts';
import styles from './PageEditor.module.css';

/** The types of blocks and the saved blocks. The home page shows a call to action only. */
export function AddBlock({
  edited: { state, page },
  actions,
  onAdded,
}: {
  readonly edited: EditedPage;
  readonly actions: BlockActions;
  /** Called with the place of the new block. */
  readonly onAdded: (index: number) => void;
}) {
  const { blocks } = useMessages();
  const types: readonly BlockType[] = page.kind === 'home' ? ['callToAction'] : BLOCK_TYPES;
  if (page.kind !== 'content' && page.kind !== 'home')
    return <Empty title={blocks.fromProgram()}>{blocks.fromProgramText()}</Empty>;
  const saved = savedBlocksOf(state.content).filter(({ block }) => types.some((type) => type === typeOf(block)));
  return (
    <>
      <div className={workStyles['section']}>
        {page.kind === 'home' && <p className={styles['hint']}>{blocks.homeHint()}</p>}
        <ul className={styles['palette']}>
          {types.map((type) => (
            <li key={type}>
              <AriaButton className={styles['type'] ?? ''} onPress={() => onAdded(actions.add(type))}>
                <Icon name={BLOCK_ICONS[type]} />
                <b>{blocks.types[type].name()}</b>
                <small>{blocks.types[type].text()}</small>
              </AriaButton>
            </li>
          ))}
        </ul>
      </div>
      <SavedList
        content={state.content}
        saved={saved}
        onAdd={(id) => onAdded(actions.addSaved(id))}
        onDelete={actions.deleteSaved}
      />
    </>
  );
}

/** The saved blocks of the site, with the number of their pages. */
function SavedList({
  content,
  saved,
  onAdd,
  onDelete,
}: {
  readonly content: unknown;
  readonly saved: readonly SavedBlock[];
  readonly onAdd: (id: string) => void;
  readonly onDelete: (saved: SavedBlock) => void;
}) {
  const { savedBlocks: words } = useMessages();
  const [deleting, setDeleting] = useState<SavedBlock>();
  const section = useRef<HTMLDivElement>(null);
  /** The place of the block that was deleted. Its button had the focus, which the next one gets, else the heading. */
  const gone = useRef<number>(undefined);
  useEffect(() => {
    if (gone.current === undefined) return;
    const rows = [...(section.current?.querySelectorAll('li') ?? [])];
    const next = rows[Math.min(gone.current, rows.length - 1)];
    gone.current = undefined;
    (next ?? section.current)?.querySelector<HTMLElement>('button, h2')?.focus();
  });
  return (
    <div ref={section} className={workStyles['section']}>
      <h2 tabIndex={-1}>
        {words.title()} <Quiet>{saved.length}</Quiet>
      </h2>
      {saved.length > 0 && (
        <ul aria-label={words.title()} className={styles['savedList']}>
          {saved.map((entry) => (
            <li key={entry.id}>
              <AriaButton className={styles['blockButton'] ?? ''} onPress={() => onAdd(entry.id)}>
                <Icon name={BLOCK_ICONS[typeOf(entry.block) ?? 'text']} />
                <span>
                  <b>{entry.name}</b>
                </span>
                <Quiet>{words.pages({ count: pagesWith(content, entry.id).length })}</Quiet>
              </AriaButton>
              <IconButton icon="trash" label={words.deleteNamed({ name: entry.name })} onPress={() => setDeleting(entry)} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles['hint']}>{saved.length === 0 ? words.none() : words.hint()}</p>
      {deleting !== undefined && (
        <DeleteDialog
          content={content}
          saved={deleting}
          onDelete={() => {
            gone.current = saved.findIndex(({ id }) => id === deleting.id);
            onDelete(deleting);
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  );
}
