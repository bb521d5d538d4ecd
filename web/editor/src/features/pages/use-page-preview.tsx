// Connects the blocks of the open page with the preview: outlines, clicks, keys and texts that are edited on the page.

import type { EditorKey, PageMessage } from '@marquee/rules/preview-editing.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StageEditing } from '../../parts/Stage.tsx';
import type { Block } from '../../state/content/blocks.ts';
import { blocksIn, pageAt } from '../../state/content/pages.ts';
import { blockPointers, shownPage } from '../../state/content/saved-blocks.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { isSame } from '../../state/pointer.ts';
import { textsOnPage } from '../../state/preview/block-texts.ts';
import { PreviewChannel } from '../../state/preview/channel.ts';
import { ShownTexts } from '../../state/preview/shown-texts.ts';
import { can } from '../../state/roles.ts';
import { useBlockName } from './block-words.ts';
import type { EditedPage } from './PageEditor.tsx';
import { PageTools } from './PageTools.tsx';
import type { BlockActions } from './use-block-actions.ts';

export type TextState = Extract<PageMessage, { type: 'textState' }>;

interface PagePreviewOptions {
  readonly edited: EditedPage;
  readonly actions: BlockActions;
  readonly selected: number | undefined;
  readonly onSelect: (index: number | undefined) => void;
  /** Shows the types of blocks. */
  readonly onAdd: () => void;
}

export interface PagePreview {
  readonly stage: StageEditing;
  /** Outlines a block lightly. */
  readonly hover: (index: number | undefined) => void;
}

export function usePagePreview(options: PagePreviewOptions): PagePreview {
  const { selected, edited } = options;
  const { page, languages, language } = edited;
  const [channel] = useState(() => new PreviewChannel());
  const [texts] = useState(() => new ShownTexts());
  const [report, setReport] = useState<{ readonly of: number | undefined; readonly state: TextState }>();
  const [isLinking, setLinking] = useState(false);
  useConnection(options, channel, texts, {
    onState: (state) => setReport({ of: selected, state }),
    onLink: () => setLinking(true),
  });
  const state = report?.of === selected ? report?.state : undefined;
  const tools = (scale: number) => (
    <PageTools
      scale={scale}
      state={state}
      content={edited.state.content}
      isLinking={isLinking}
      onLinking={setLinking}
      onFormat={(format) => channel.send({ type: 'format', format })}
      onLink={(href) => channel.send({ type: 'link', href })}
    />
  );
  return {
    hover: (index) => channel.send({ type: 'hoverBlock', position: index }),
    stage: {
      channel,
      isHeld: state?.field !== undefined,
      shown: (before, after) =>
        texts.shown(before, after, (content) => {
          const current = pageAt(content, page.path);
          return current === undefined ? [] : blockPointers(content, current, languages, language);
        }),
      overlay: tools,
    },
  };
}

interface ConnectionListener {
  readonly onState: (state: TextState) => void;
  /** The selected text shall become a link. */
  readonly onLink: () => void;
}

/** A block of the page as visitors would see it. */
function shownBlockAt(content: unknown, { page, languages, language }: EditedPage, index: number): Block | undefined {
  const current = pageAt(content, page.path);
  return current === undefined ? undefined : blocksIn(shownPage(content, current), languages, language).blocks[index];
}

/** Sends the selected block and its texts to the page, and carries out what the page sends. */
function useConnection(options: PagePreviewOptions, channel: PreviewChannel, texts: ShownTexts, on: ConnectionListener): void {
  const { edited, actions, selected, onSelect } = options;
  const { language } = edited;
  const { site, draft } = useOpenSite();
  const nameOf = useBlockName(edited.state.content);
  /** The block that was selected on the page, which does not scroll then. */
  const clicked = useRef<number>(undefined);
  const block = selected === undefined ? undefined : actions.shown[selected];
  // The draft as it is now, not as it was rendered.
  const currentBlock = (index: number): Block | undefined => shownBlockAt(draft.state()?.content, edited, index);
  const select = useEffectEvent((position: number | undefined, isScrolled: boolean): void => {
    const current = position === undefined ? undefined : currentBlock(position);
    const list = current === undefined || !can(site, 'editSite') ? [] : textsOnPage(current);
    texts.select(list);
    const label = current === undefined || position === undefined ? '' : nameOf(actions.blocks[position] ?? current);
    channel.send({ type: 'selectBlock', position, label, texts: list, isScrolled });
  });
  const edit = ({ position, text, from }: Extract<PageMessage, { type: 'blockText' }>): void => {
    const current = currentBlock(position);
    const before = current === undefined ? undefined : textsOnPage(current).find(({ field }) => field === text.field);
    if (before === undefined || position !== selected || !can(site, 'editSite')) return;
    const isCurrent = isSame(before.value, from);
    texts.set(isCurrent ? text : before);
    if (isCurrent) actions.change(position, text.field, text.value);
    // The text has changed elsewhere since: the page shows that.
    else channel.send({ type: 'blockText', position, text: before });
  };
  const press = useKeys(options, on.onLink);
  const receive = useEffectEvent((message: PageMessage): void => {
    switch (message.type) {
      case 'block':
        clicked.current = message.position;
        if (message.position !== selected) onSelect(message.position);
        break;
      case 'blockText':
        edit(message);
        break;
      case 'textState':
        on.onState(message);
        if (selected !== undefined) texts.connect(selected, message.fields);
        break;
      case 'key':
        press(message.key);
        break;
      case 'contentFailed':
      // The frame loads a new document.
    }
  });
  const start = useEffectEvent((): void => {
    texts.reset();
    select(selected, false);
  });
  useEffect(() => channel.listen({ onReady: start, onMessage: receive }), [channel]);
  // Another block at the same place, or in another language, or the block has become a saved one.
  const own = selected === undefined ? undefined : actions.blocks[selected];
  const identity = `${selected ?? ''} ${String(own?.['type'])} ${String(own?.['id'])} ${language}`;
  useEffect(() => {
    const [place = ''] = identity.split(' ');
    const position = place === '' ? undefined : Number(place);
    select(position, clicked.current !== position);
    clicked.current = undefined;
  }, [identity]);
  const sendChanges = useEffectEvent((): void => {
    const current = selected === undefined ? undefined : currentBlock(selected);
    if (selected === undefined || current === undefined) return;
    for (const text of textsOnPage(current)) {
      if (texts.has(text)) continue;
      texts.set(text);
      channel.send({ type: 'blockText', position: selected, text });
    }
  });
  // Texts that have changed elsewhere: in the panel, by undo, by somebody else. The draft may be newer than what was rendered.
  useEffect(() => {
    if (block !== undefined) sendChanges();
  }, [block]);
}

/** What keys do that are pressed in the page. */
function useKeys({ actions, selected, onSelect, onAdd }: PagePreviewOptions, onLink: () => void): (key: EditorKey) => void {
  const { site, draft } = useOpenSite();
  return (key) => {
    if (key === 'undo') draft.undo();
    else if (key === 'redo') draft.redo();
    else if (key === 'publish' || key === 'palette') openDialog(key);
    else if (key === 'Escape') onSelect(undefined);
    else if (!can(site, 'editSite')) return;
    else if (key === 'link') onLink();
    else if (key === 'add') onAdd();
    else if (selected === undefined) return;
    else if (key === 'Delete') actions.remove(selected);
    else if (key === 'duplicate') actions.duplicate(selected);
    else if (key === 'moveUp' && selected > 0) actions.move(selected, selected - 1);
    else if (key === 'moveDown' && selected < actions.blocks.length - 1) actions.move(selected, selected + 1);
  };
}
