import { Button as AriaButton } from 'react-aria-components';
import { IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Note } from '../../parts/Surface.tsx';
import { type Block, blockFaults, fieldsOf } from '../../state/content/blocks.ts';
import { isBlockUntranslated, pagePointer } from '../../state/content/pages.ts';
import { commandKey } from '../../state/keys.ts';
import { isDescribed } from '../../state/media/details.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { pointerOf } from '../../state/pointer.ts';
import { refusalOf } from '../../state/refusal.ts';
import { BlockFieldControl } from './BlockFieldControl.tsx';
import { BlockLayout } from './BlockLayout.tsx';
import { useBlockName } from './block-words.ts';
import type { EditedPage } from './PageEditor.tsx';
import type { BlockActions } from './use-block-actions.ts';
import styles from './PageEditor.module.css';

/** The fields of the selected block. */
export function BlockSettings({
  edited,
  index,
  block,
  actions,
  onBack,
  onAdd,
}: {
  readonly edited: EditedPage;
  readonly index: number;
  readonly block: Block;
  readonly actions: BlockActions;
  readonly onBack: () => void;
  readonly onAdd: () => void;
}) {
  const { blocks: words } = useMessages();
  const { language: languageName, list } = useFormats();
  const nameOf = useBlockName();
  const { state, page, languages, language } = edited;
  const faults = blockFaults(block, (picture) => isDescribed(state.content, picture));
  const shown = language === languages.main ? languages.others : [language];
  const missing = shown.filter((code) => isBlockUntranslated(page, languages, code, index));
  const blocksPointer =
    language === languages.main ? pagePointer(page.path, 'blocks') : pagePointer(page.path, 'localizations', language, 'blocks');
  return (
    <>
      <header className={styles['blockHead']}>
        <AriaButton className={styles['all'] ?? ''} onPress={onBack} autoFocus={document.activeElement?.tagName !== 'IFRAME'}>
          <Icon name="left" small /> {words.all()}
        </AriaButton>
        <div className={styles['blockTitle']}>
          <h2>{nameOf(block)}</h2>
          <BlockTools index={index} actions={actions} />
        </div>
        {missing.length > 0 && (
          <p className={styles['hint']}>{words.untranslated({ languages: list(missing.map(languageName)) })}</p>
        )}
      </header>
      <div className={styles['fields']}>
        {faults.includes('empty') && <Note mood="warn" title={words.isEmptyText()} />}
        {faults.includes('alt') && <Note mood="warn" title={words.noAltText()} />}
        {fieldsOf(block).map((field) => (
          <BlockFieldControl
            key={field.name}
            field={field}
            value={block[field.name]}
            content={state.content}
            error={refusalOf(state, blocksPointer + pointerOf(index, field.name))}
            onChange={(value) => actions.change(index, field.name, value)}
            onAdd={onAdd}
          />
        ))}
      </div>
      {page.kind === 'content' && (
        <BlockLayout
          block={block}
          blocks={actions.blocks}
          errorOf={(name) => refusalOf(state, blocksPointer + pointerOf(index, 'settings', name))}
          onChange={(settings) => actions.change(index, 'settings', settings)}
        />
      )}
    </>
  );
}

/** Moves, copies and removes the block. */
function BlockTools({ index, actions }: { readonly index: number; readonly actions: BlockActions }) {
  const { blocks: words } = useMessages();
  const last = actions.blocks.length - 1;
  return (
    <>
      <IconButton
        icon="up"
        label={words.moveUp()}
        keys="Alt ↑"
        isDisabled={index === 0}
        onPress={() => actions.move(index, index - 1)}
      />
      <IconButton
        icon="downArrow"
        label={words.moveDown()}
        keys="Alt ↓"
        isDisabled={index === last}
        onPress={() => actions.move(index, index + 1)}
      />
      <IconButton icon="copy" label={words.duplicate()} keys={`${commandKey()} D`} onPress={() => actions.duplicate(index)} />
      <IconButton icon="trash" label={words.remove()} keys="Del" onPress={() => actions.remove(index)} />
    </>
  );
}
