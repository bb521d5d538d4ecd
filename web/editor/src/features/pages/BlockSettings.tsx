import { Button as AriaButton } from 'react-aria-components';
import { IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Restricted } from '../../parts/Restricted.tsx';
import { Note } from '../../parts/Surface.tsx';
import { type Block, blockFaults, fieldsOf, typeOf } from '../../state/content/blocks.ts';
import { blocksPointer, isBlockUntranslated } from '../../state/content/pages.ts';
import { blockPointers, shownPage } from '../../state/content/saved-blocks.ts';
import { isMissing, savedOf } from '../../state/content/saved-records.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { commandKey } from '../../state/keys.ts';
import { isDescribed } from '../../state/media/details.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { pointerOf } from '../../state/pointer.ts';
import { refusalOf } from '../../state/refusal.ts';
import { can } from '../../state/roles.ts';
import { BlockFieldControl } from './BlockFieldControl.tsx';
import { BlockLayout } from './BlockLayout.tsx';
import { excerptOf, useBlockName } from './block-words.ts';
import type { EditedPage } from './PageEditor.tsx';
import { SaveForOthers, SavedTools, SharedNote } from './SavedBlock.tsx';
import type { BlockActions } from './use-block-actions.ts';
import styles from './PageEditor.module.css';

/** The fields of the selected block; those of a saved block change all pages that use it. */
export function BlockSettings({
  edited,
  index,
  block,
  actions,
  onAdd,
}: {
  readonly edited: EditedPage;
  readonly index: number;
  readonly block: Block;
  readonly actions: BlockActions;
  readonly onAdd: () => void;
}) {
  const { blocks: words, savedBlocks } = useMessages();
  const { state, page, languages, language } = edited;
  const { content } = state;
  const nameOf = useBlockName(content);
  const shown = actions.shown[index] ?? block;
  const saved = savedOf(content, block);
  const faults = blockFaults(shown, (picture) => isDescribed(content, picture));
  const pointer = blockPointers(content, page, languages, language)[index] ?? '';
  // The anchor is that of the page.
  const ownPointer = blocksPointer(page.path, languages, language) + pointerOf(index);
  return (
    <>
      <Head edited={edited} index={index} name={nameOf(block)} actions={actions} />
      <Restricted permission="editSite">
        <div className={styles['fields']}>
          {saved !== undefined && <SharedNote content={content} saved={saved} />}
          {isMissing(content, block) && <Note mood="warn" title={savedBlocks.missingText()} />}
          {faults.includes('empty') && <Note mood="warn" title={words.isEmptyText()} />}
          {faults.includes('alt') && <Note mood="warn" title={words.noAltText()} />}
          {fieldsOf(shown).map((field) => (
            <BlockFieldControl
              key={field.name}
              field={field}
              value={shown[field.name]}
              content={content}
              error={refusalOf(state, pointer + pointerOf(field.name))}
              onChange={(value) => actions.change(index, field.name, value)}
              onAdd={onAdd}
            />
          ))}
        </div>
        {page.kind === 'content' && (
          <BlockLayout
            block={shown}
            blocks={actions.shown}
            errorOf={(name) => refusalOf(state, (name === 'anchor' ? ownPointer : pointer) + pointerOf('settings', name))}
            onChange={(settings) => actions.change(index, 'settings', settings)}
          />
        )}
        {saved !== undefined && <SavedTools state={state} saved={saved} index={index} actions={actions} />}
        {typeOf(block) !== undefined && (
          <SaveForOthers
            content={content}
            proposedName={excerptOf(block) || nameOf(block)}
            onSave={(name) => actions.save(index, name)}
          />
        )}
      </Restricted>
    </>
  );
}

/** The name of the block, what can be done with it, and languages without its words. */
function Head({
  edited: { state, page, languages, language },
  index,
  name,
  actions,
}: {
  readonly edited: EditedPage;
  readonly index: number;
  readonly name: string;
  readonly actions: BlockActions;
}) {
  const { blocks: words } = useMessages();
  const { site } = useOpenSite();
  const { language: languageName, list } = useFormats();
  const seen = language === languages.main ? languages.others : [language];
  const missing = seen.filter((code) => isBlockUntranslated(shownPage(state.content, page), languages, code, index));
  return (
    <header className={styles['blockHead']}>
      <AriaButton className={styles['all'] ?? ''} onPress={actions.close} autoFocus={document.activeElement?.tagName !== 'IFRAME'}>
        <Icon name="left" small /> {words.all()}
      </AriaButton>
      <div className={styles['blockTitle']}>
        <h2>{name}</h2>
        {can(site, 'editSite') && <BlockTools index={index} actions={actions} />}
      </div>
      {missing.length > 0 && <p className={styles['hint']}>{words.untranslated({ languages: list(missing.map(languageName)) })}</p>}
    </header>
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
