// Texts of a block that are edited on the page (PREV-12, PREV-13): headings, sentences and labels as plain text, the paragraphs of a
// text block as rich text.

import { editorDocument, type RichText, richTextFrom } from '@marquee/rules/rich-text.ts';
import type { BlockText, Format, TextField } from '@marquee/rules/preview-editing.ts';
import type { RichTextEditor, RichTextOptions, RichTextSelection } from '@marquee/ui/RichText/rich-text.ts';
import { elementsOf } from './blocks.ts';

export interface EditedText {
  readonly field: TextField;
  /** Replaces the text, unless it is the same. */
  readonly replace: (value: string | RichText) => void;
  readonly apply: (format: Format) => void;
  readonly link: (href: string) => void;
  /** Whether a slash would be the first character of an empty line. */
  readonly isInEmptyLine: () => boolean;
}

export interface TextListener {
  readonly onChange: (text: BlockText, from: string | RichText) => void;
  readonly onSelection: (field: TextField, selection: RichTextSelection) => void;
}

const NOTHING: RichTextSelection = { isFocused: false, formats: [], href: '' };

let createRichText: ((options: RichTextOptions) => RichTextEditor) | undefined;

/** Loads the editor of paragraphs. */
export async function loadRichText(): Promise<void> {
  createRichText ??= (await import('@marquee/ui/RichText/rich-text.ts')).createRichText;
}

/** Makes a text of a block editable; undefined if the page does not show it. Paragraphs need {@link loadRichText} before. */
export function editText(position: number, { field, value }: BlockText, listener: TextListener): EditedText | undefined {
  const element = elementOf(position, field);
  if (element === undefined) return undefined;
  return typeof value === 'string' ? plainText(element, field, value, listener) : richText(element, value, listener);
}

function elementOf(position: number, field: TextField): HTMLElement | undefined {
  const find = (selector: string): HTMLElement | undefined => {
    for (const element of elementsOf(position)) {
      const found = element.matches(selector) ? element : element.querySelector<HTMLElement>(selector);
      if (found !== null) return found;
    }
    return undefined;
  };
  const heading = find('h1, h2');
  switch (field) {
    case 'title':
      return heading;
    case 'text': {
      const next = heading?.nextElementSibling;
      return next instanceof HTMLParagraphElement ? next : undefined;
    }
    case 'label':
      return find('a');
    case 'paragraphs':
      return find('[data-text]');
  }
}

function plainText(element: HTMLElement, field: TextField, initial: string, { onChange, onSelection }: TextListener): EditedText {
  let current = initial;
  const replace = (value: string | RichText): void => {
    if (typeof value !== 'string') return;
    current = value;
    if (textOf(element) !== value) element.textContent = value;
  };
  replace(initial);
  element.contentEditable = 'plaintext-only';
  const onInput = (): void => {
    const from = current;
    current = textOf(element);
    if (current !== from) onChange({ field, value: current }, from);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') event.preventDefault();
  };
  const onFocus = (): void => onSelection(field, { ...NOTHING, isFocused: document.activeElement === element });
  element.addEventListener('input', onInput);
  element.addEventListener('keydown', onKey);
  element.addEventListener('focus', onFocus);
  element.addEventListener('blur', () => setTimeout(onFocus));
  return {
    field,
    replace,
    apply: () => undefined,
    link: () => undefined,
    isInEmptyLine: () => false,
  };
}

const textOf = (element: HTMLElement): string => element.textContent.replaceAll(/[\n\r]+/g, ' ');

/** Styles of the edited paragraphs; those of visitors' pages depend on classes. */
const STYLES = `
  [data-rich] { display: contents; }
  [data-rich] > div { display: grid; gap: 14px; outline: 0; white-space: pre-wrap; min-block-size: 1.5em; }
  [data-rich] ul { padding-inline-start: 1.2em; list-style: disc; }
  [data-rich] ol { padding-inline-start: 1.2em; list-style: decimal; }
  [data-rich] blockquote { color: var(--quiet); }
`;
let areStylesAdded = false;

function richText(element: HTMLElement, initial: RichText, { onChange, onSelection }: TextListener): EditedText | undefined {
  if (createRichText === undefined) return undefined;
  if (!areStylesAdded) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    document.adoptedStyleSheets.push(sheet);
    areStylesAdded = true;
  }
  const host = document.createElement('div');
  host.dataset['rich'] = '';
  const title = element.querySelector(':scope > [contenteditable]');
  // The title keeps its place, and with it the focus.
  const others = [...element.childNodes].filter((child) => child !== title);
  for (const child of others) child.remove();
  element.append(host);
  let current = initial;
  const editor: RichTextEditor = createRichText({
    element: host,
    content: editorDocument(initial),
    label: element.closest('section')?.textContent.slice(0, 40) ?? '',
    hasHistory: false,
    onChange(content) {
      const from = current;
      current = richTextFrom(content);
      if (!isSame(from, current)) onChange({ field: 'paragraphs', value: current }, from);
    },
    onSelection: (selection) => onSelection('paragraphs', selection),
  });
  return {
    field: 'paragraphs',
    replace(value) {
      if (typeof value === 'string' || isSame(value, current)) return;
      current = value;
      editor.replace(editorDocument(value));
    },
    apply: (format) => editor.apply(format),
    link: (href) => editor.link(href),
    isInEmptyLine: () => editor.isInEmptyLine(),
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
