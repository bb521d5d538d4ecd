// The page's side of editing blocks: outlines, clicks, keys and texts (PREV-11 to PREV-13). Loaded once an allowed editor asks for it.

import type { BlockText, PageMessage, TextField } from '@marquee/rules/preview-editing.ts';
import type { RichTextSelection } from '@marquee/ui/RichText/rich-text.ts';
import { boxOf, elementsOf, positionOfTarget, reveal } from './blocks.ts';
import { editorKeyOf } from './editor-keys.ts';
import type { BlockMessage } from './preview.ts';
import { type Outlines, createOutlines } from './outlines.ts';
import { type EditedText, editText, loadRichText } from './texts.ts';

const NOTHING: RichTextSelection = { isFocused: false, formats: [], href: '' };

/** Returns a function that carries out the messages of the editor. */
export function createBlockEditing(post: (message: PageMessage) => void): (message: BlockMessage) => void {
  const editing = new BlockEditing(post, createOutlines());
  return (message) => void editing.receive(message);
}

class BlockEditing {
  readonly #post: (message: PageMessage) => void;
  readonly #outlines: Outlines;
  /** The texts of the blocks that were selected so far, by position. They stay editable. */
  readonly #texts = new Map<number, EditedText[]>();
  #selected: number | undefined;
  /** Texts that the editor has sent while what edits them was loaded. */
  readonly #waiting = new Map<number, Map<TextField, BlockText>>();
  /** The text that had the focus last. */
  #active: { readonly field: TextField; readonly selection: RichTextSelection } | undefined;

  constructor(post: (message: PageMessage) => void, outlines: Outlines) {
    this.#post = post;
    this.#outlines = outlines;
    this.#listen();
  }

  async receive(message: BlockMessage): Promise<void> {
    switch (message.type) {
      case 'selectBlock':
        await this.#select(message);
        break;
      case 'hoverBlock':
        this.#outlines.hover(message.position);
        break;
      case 'blockText':
        this.#replace(message.position, message.text);
        this.#outlines.update();
        break;
      case 'format':
        this.#formatted()?.apply(message.format);
        break;
      case 'link':
        this.#formatted()?.link(message.href);
        break;
      case 'content':
        // The elements of the texts are gone. The editor selects the block again.
        this.#texts.clear();
        this.#waiting.clear();
        this.#active = undefined;
        this.#update();
    }
  }

  async #select({ position, label, texts, isScrolled }: Extract<BlockMessage, { type: 'selectBlock' }>): Promise<void> {
    if (position !== this.#selected) this.#active = undefined;
    this.#selected = position;
    this.#outlines.select(position === undefined ? undefined : () => boxOf(elementsOf(position)), label);
    if (position === undefined) leaveText();
    else {
      if (isScrolled) reveal(boxOf(elementsOf(position)));
      if (this.#texts.has(position)) for (const text of texts) this.#replace(position, text);
      else await this.#edit(position, texts);
    }
    this.#update();
  }

  /** Shows another value of a text. */
  #replace(position: number, text: BlockText): void {
    const edited = this.#texts.get(position)?.find(({ field }) => field === text.field);
    if (edited === undefined) this.#waiting.get(position)?.set(text.field, text);
    else edited.replace(text.value);
  }

  /** Makes the texts of a block editable. Paragraphs follow once their editor is loaded. */
  async #edit(position: number, list: readonly BlockText[]): Promise<void> {
    const edited: EditedText[] = [];
    const waiting = new Map(list.map((text) => [text.field, text]));
    this.#texts.set(position, edited);
    this.#waiting.set(position, waiting);
    const start = (text: BlockText): void => {
      const next = editText(position, text, {
        onChange: (value, from) => {
          this.#post({ type: 'blockText', position, text: value, from });
          this.#outlines.update();
        },
        onSelection: (field, selection) => {
          if (!selection.isFocused && this.#active?.field !== field) return;
          this.#active = { field, selection };
          this.#report();
        },
      });
      if (next !== undefined) edited.push(next);
    };
    for (const text of list) if (text.field !== 'paragraphs') start(text);
    this.#update();
    if (!waiting.has('paragraphs')) return;
    await loadRichText();
    const current = waiting.get('paragraphs');
    if (current !== undefined) start(current);
  }

  /** The texts of the selected block. */
  #shown(): readonly EditedText[] {
    return this.#selected === undefined ? [] : (this.#texts.get(this.#selected) ?? []);
  }

  /** The text that the toolbar works on: the one that had the focus last, else the paragraphs. */
  #formatted(): EditedText | undefined {
    const field = this.#active?.field ?? 'paragraphs';
    return this.#shown().find((text) => text.field === field);
  }

  #update(): void {
    this.#outlines.update();
    this.#report();
  }

  #report(): void {
    const box = this.#selected === undefined ? undefined : boxOf(elementsOf(this.#selected));
    const { selection = NOTHING, field } = this.#active ?? {};
    this.#post({
      type: 'textState',
      place: box && { top: box.top, left: box.left, width: box.width },
      field: selection.isFocused ? field : undefined,
      formats: selection.formats,
      href: selection.href,
      fields: this.#shown().map((text) => text.field),
    });
  }

  #listen(): void {
    const update = (): void => this.#update();
    addEventListener('click', ({ target }) => this.#post({ type: 'block', position: positionOfTarget(target) }), { capture: true });
    addEventListener('pointerover', ({ target }) => this.#outlines.hover(positionOfTarget(target)));
    document.documentElement.addEventListener('pointerleave', () => this.#outlines.hover(undefined));
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    new ResizeObserver(update).observe(document.body);
    addEventListener('keydown', (event) => this.#press(event), { capture: true });
  }

  #press(event: KeyboardEvent): void {
    const text = this.#active?.selection.isFocused === true ? this.#formatted() : undefined;
    const key = editorKeyOf(event, text === undefined ? undefined : { isInEmptyLine: text.isInEmptyLine() });
    if (key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // The first Escape leaves the text, the second one the block.
    if (key === 'Escape' && text !== undefined) leaveText();
    else this.#post({ type: 'key', key });
  }
}

function leaveText(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.isContentEditable) focused.blur();
}
