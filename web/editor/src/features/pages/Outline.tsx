import { useMemo } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { Empty, Note, Tag } from '../../parts/Surface.tsx';
import { workStyles } from '../../parts/WorkSurface.tsx';
import { type Block, blockFaults, typeOf } from '../../state/content/blocks.ts';
import { blocksIn, isBlockUntranslated } from '../../state/content/pages.ts';
import { pagesWith, shownPage } from '../../state/content/saved-blocks.ts';
import { isMissing, savedOf } from '../../state/content/saved-records.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { isDescribed } from '../../state/media/details.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { BLOCK_ICONS, excerptOf, useBlockName } from './block-words.ts';
import type { EditedPage } from './PageEditor.tsx';
import type { BlockActions } from './use-block-actions.ts';
import styles from './PageEditor.module.css';

/** The blocks of the page in their order. */
export function Outline({
  edited,
  actions,
  onSelect,
  onHover,
  onAdd,
}: {
  readonly edited: EditedPage;
  readonly actions: BlockActions;
  readonly onSelect: (index: number) => void;
  /** The pointer is on a block of the list, or has left it. */
  readonly onHover: (index: number | undefined) => void;
  readonly onAdd: () => void;
}) {
  const { blocks: words } = useMessages();
  const { language: languageName } = useFormats();
  const { page, languages, language } = edited;
  const { blocks, move } = actions;
  const mayEdit = can(useOpenSite().site, 'editSite');
  const { isAligned } = useMemo(() => blocksIn(page, languages, language), [page, languages, language]);
  if (page.kind !== 'content' && page.kind !== 'home') return <Empty title={words.fromProgram()}>{words.fromProgramText()}</Empty>;
  if (blocks.length === 0)
    return (
      <Empty title={words.empty()} action={mayEdit && <Button onPress={onAdd}>{words.addFirst()}</Button>}>
        {page.kind === 'home' ? words.homeHint() : words.emptyText()}
      </Empty>
    );
  return (
    <div className={workStyles['section']}>
      {page.kind === 'home' && <p className={styles['hint']}>{words.homeHint()}</p>}
      {!isAligned && (
        <Note mood="warn" title={words.different({ language: languageName(language), main: languageName(languages.main) })}>
          {words.differentText({ language: languageName(language) })}
        </Note>
      )}
      <SortArea
        onMove={(from, to) => move(from.index, to.index)}
        stepFrom={({ list, index }, step) => (blocks[index + step] === undefined ? undefined : { list, index: index + step })}
        isFixed={!mayEdit}
      >
        <SortList id="blocks" label={words.title()} count={blocks.length}>
          {blocks.map((block, index) => (
            <BlockRow
              // oxlint-disable-next-line react/no-array-index-key -- blocks have no identity
              key={index}
              edited={edited}
              block={block}
              shown={actions.shown[index] ?? block}
              index={index}
              onSelect={() => onSelect(index)}
              onHover={(isHovered) => onHover(isHovered ? index : undefined)}
            />
          ))}
        </SortList>
      </SortArea>
      {mayEdit && <p className={styles['keys']}>{words.keysHint()}</p>}
    </div>
  );
}

function BlockRow({
  edited: { state, page, languages, language },
  block,
  shown,
  index,
  onSelect,
  onHover,
}: {
  readonly edited: EditedPage;
  /** The block in the list of the page. */
  readonly block: Block;
  /** The same block as visitors see it. */
  readonly shown: Block;
  readonly index: number;
  readonly onSelect: () => void;
  readonly onHover: (isHovered: boolean) => void;
}) {
  const { blocks: words, savedBlocks } = useMessages();
  const { language: languageName, list } = useFormats();
  const { content } = state;
  const nameOf = useBlockName(content);
  const saved = savedOf(content, block);
  const type = typeOf(shown);
  const faults = blockFaults(shown, (picture) => isDescribed(content, picture));
  const seen = language === languages.main ? languages.others : [language];
  const missing = seen.filter((code) => isBlockUntranslated(shownPage(content, page), languages, code, index));
  const excerpt = excerptOf(shown);
  return (
    <SortItem place={{ list: 'blocks', index }} name={nameOf(block)} className={styles['block']}>
      <AriaButton className={styles['blockButton'] ?? ''} onPress={onSelect} onHoverChange={onHover}>
        <Icon name={type === undefined ? 'warning' : BLOCK_ICONS[type]} />
        <span>
          <b>{nameOf(block)}</b>
          {excerpt !== '' && excerpt !== saved?.name && <small>{excerpt}</small>}
          {saved !== undefined && <Tag>{savedBlocks.inOutline({ count: pagesWith(content, saved.id).length })}</Tag>}
          {isMissing(content, block) && <Tag mood="warn">{savedBlocks.missing()}</Tag>}
          {faults.includes('empty') && <Tag mood="warn">{words.isEmpty()}</Tag>}
          {faults.includes('alt') && <Tag mood="warn">{words.noAlt()}</Tag>}
          {missing.length > 0 && <Tag>{words.untranslated({ languages: list(missing.map(languageName)) })}</Tag>}
        </span>
        <Icon name="right" small />
      </AriaButton>
    </SortItem>
  );
}
