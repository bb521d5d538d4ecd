// A rich text editor on an element: Tiptap with paragraphs, one level of headings, quotes, lists of one level, bold, italic and
// links. Everything else that is pasted loses its structure and keeps its words.

import { Editor, Extension, type JSONContent } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';

/** The level of headings: below that of the block. */
const LEVEL = 3;

export const RICH_TEXT_FORMATS = [
  'paragraph',
  'heading',
  'bold',
  'italic',
  'bulletList',
  'numberedList',
  'quote',
  'clear',
] as const;
export type RichTextFormat = (typeof RICH_TEXT_FORMATS)[number];

/** A node of a document of ProseMirror, as JSON. */
export interface RichTextNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichTextNode[];
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly text?: string;
}

/** What is selected. */
export interface RichTextSelection {
  readonly isFocused: boolean;
  readonly formats: readonly RichTextFormat[];
  /** The destination of the selected link; empty for none. */
  readonly href: string;
}

export interface RichTextOptions {
  readonly element: HTMLElement;
  readonly content: RichTextNode;
  /** The accessible name of the text. */
  readonly label: string;
  readonly onChange: (content: RichTextNode) => void;
  readonly onSelection: (selection: RichTextSelection) => void;
  /** Returns whether a key was handled elsewhere. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** Undo and redo belong to the editor. False if somebody else keeps the history. */
  readonly hasHistory?: boolean;
  /** Classes of the element that has the text. */
  readonly className?: string | undefined;
}

export interface RichTextEditor {
  readonly apply: (format: RichTextFormat) => void;
  /** Makes the selected text, or the link around the cursor, a link; an empty address removes the link. */
  readonly link: (href: string) => void;
  /** Replaces the content, and keeps the cursor where it was as far as possible. */
  readonly replace: (content: RichTextNode) => void;
  readonly focus: (at?: 'start' | 'end') => void;
  /** Whether the line of the cursor is empty. */
  readonly isInEmptyLine: () => boolean;
  readonly destroy: () => void;
}

export function createRichText(options: RichTextOptions): RichTextEditor {
  const { element, content, label, onChange, onSelection, onKey, hasHistory = true, className } = options;
  const select = ({ editor }: { editor: Editor }): void => onSelection(selectionOf(editor));
  const editor = new Editor({
    element,
    injectCSS: false,
    content: jsonOf(content),
    extensions: [
      Document,
      Paragraph,
      Text,
      Bold,
      Italic,
      HardBreak,
      Heading.configure({ levels: [LEVEL] }),
      Blockquote.extend({ content: 'paragraph+' }),
      ListItem.extend({ content: 'paragraph' }),
      BulletList,
      OrderedList,
      Link.extend({ inclusive: false }).configure({
        openOnClick: false,
        autolink: false,
        linkOnPaste: true,
        defaultProtocol: 'https',
        isAllowedUri: isLinkAddress,
        HTMLAttributes: { target: null, rel: null, class: 'link' },
      }),
      ...(hasHistory ? [UndoRedo] : []),
      Extension.create({ name: 'keys', addKeyboardShortcuts: () => ({ 'Mod-k': () => true }) }),
    ],
    editorProps: {
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        role: 'textbox',
        ...(className === undefined ? {} : { class: className }),
      },
      handleKeyDown(view, event) {
        readSelection(view.dom);
        return onKey?.(event) ?? false;
      },
    },
    onUpdate: ({ editor: updated }) => onChange(updated.state.doc.toJSON()),
    onSelectionUpdate: select,
    onTransaction: select,
    onFocus: select,
    onBlur: select,
  });
  return {
    apply: (format) => apply(editor, format),
    link(href) {
      const chain = editor.chain().focus().extendMarkRange('link');
      if (href === '') chain.unsetLink().run();
      else if (editor.state.selection.empty && !editor.isActive('link'))
        chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
      else chain.setLink({ href }).run();
    },
    replace(next) {
      readSelection(editor.view.dom);
      const { from, to } = editor.state.selection;
      editor.commands.setContent(jsonOf(next), { emitUpdate: false });
      const end = editor.state.doc.content.size;
      editor.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) });
    },
    focus: (at) => void editor.commands.focus(at),
    isInEmptyLine: () => editor.state.selection.empty && editor.state.selection.$from.parent.content.size === 0,
    destroy: () => editor.destroy(),
  };
}

/**
 * Makes the editor read the selection of the browser. The browser tells of a selection later than it makes it, in a task that comes
 * after keys that were pressed meanwhile: on a busy machine Enter after End would split the text where the cursor was before.
 */
const readSelection = (element: HTMLElement): void => void element.ownerDocument.dispatchEvent(new Event('selectionchange'));

/** The type of Tiptap has mutable lists. */
const jsonOf = ({ type, attrs, content, marks, text }: RichTextNode): JSONContent => ({
  type,
  ...(attrs === undefined ? {} : { attrs }),
  ...(content === undefined ? {} : { content: content.map(jsonOf) }),
  ...(marks === undefined ? {} : { marks: marks.map((mark) => ({ type: mark.type, ...(mark.attrs && { attrs: mark.attrs }) })) }),
  ...(text === undefined ? {} : { text }),
});

const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'ticketing']);

/** Whether an address has no scheme, or a harmless one. The server decides which links visitors get. */
export function isLinkAddress(href: string): boolean {
  // Browsers ignore white space and control characters in a scheme.
  // oxlint-disable-next-line no-control-regex -- they are looked for
  const scheme = /^([^/?#:]*):/.exec(href.replaceAll(/[\u0000-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u2029\u205f\u3000]/g, ''));
  return scheme === null || SCHEMES.has((scheme[1] ?? '').toLowerCase());
}

function apply(editor: Editor, format: RichTextFormat): void {
  const chain = editor.chain().focus();
  switch (format) {
    case 'paragraph':
      chain.clearNodes().run();
      return;
    case 'heading':
      chain.clearNodes().setHeading({ level: LEVEL }).run();
      return;
    case 'bold':
      chain.toggleBold().run();
      return;
    case 'italic':
      chain.toggleItalic().run();
      return;
    case 'bulletList':
      chain.toggleBulletList().run();
      return;
    case 'numberedList':
      chain.toggleOrderedList().run();
      return;
    case 'quote':
      chain.toggleBlockquote().run();
      return;
    case 'clear':
      chain.unsetAllMarks().clearNodes().run();
  }
}

function selectionOf(editor: Editor): RichTextSelection {
  const names = {
    heading: 'heading',
    bold: 'bold',
    italic: 'italic',
    bulletList: 'bulletList',
    numberedList: 'orderedList',
    quote: 'blockquote',
  } as const;
  const formats = RICH_TEXT_FORMATS.filter((format) => Object.hasOwn(names, format) && editor.isActive(Reflect.get(names, format)));
  const href: unknown = editor.getAttributes('link')['href'];
  return { isFocused: editor.isFocused, formats, href: typeof href === 'string' ? href : '' };
}
