// Texts with formatting as records have them (PAGE-13), and the same texts as the nodes of a rich text editor (ProseMirror).

import { isRecord } from '@marquee/api/json.ts';

/** A piece of text with the same formatting throughout; a string has none. */
export type Span = string | { readonly text: string; readonly bold?: boolean; readonly italic?: boolean; readonly href?: string };

/** A part of a text; a string is a paragraph without formatting. */
export type TextPart =
  | string
  | { readonly type: 'paragraph' | 'heading' | 'quote'; readonly content: readonly Span[] }
  | { readonly type: 'bulletList' | 'numberedList'; readonly items: readonly (readonly Span[])[] };

export type RichText = readonly TextPart[];

/** Limits of a text in a message: characters and pieces. A longer one is edited in parts. */
const MAX_LENGTH = 200_000;
const MAX_PIECES = 20_000;

/** Parses a text; undefined if it is not one. */
export function richTextOf(value: unknown): RichText | undefined {
  if (!Array.isArray(value)) return undefined;
  const budget = { length: MAX_LENGTH, pieces: MAX_PIECES };
  return allValid(value, (part) => partOf(part, budget));
}

interface Budget {
  length: number;
  pieces: number;
}

/** The parsed entries; undefined if one is invalid. */
function allValid<T>(values: readonly unknown[], parse: (value: unknown) => T | undefined): readonly T[] | undefined {
  const parsed: T[] = [];
  for (const value of values) {
    const entry = parse(value);
    if (entry === undefined) return undefined;
    parsed.push(entry);
  }
  return parsed;
}

function isAffordable(text: string, budget: Budget): boolean {
  budget.length -= text.length;
  budget.pieces -= 1;
  return budget.length >= 0 && budget.pieces >= 0;
}

const hasOnly = (value: object, names: readonly string[]): boolean => Object.keys(value).every((name) => names.includes(name));

function partOf(value: unknown, budget: Budget): TextPart | undefined {
  if (typeof value === 'string') return isAffordable(value, budget) ? value : undefined;
  if (!isRecord(value)) return undefined;
  const { type, content, items } = value;
  if (
    (type === 'paragraph' || type === 'heading' || type === 'quote') &&
    Array.isArray(content) &&
    hasOnly(value, ['type', 'content'])
  ) {
    const spans = allValid(content, (entry) => spanOf(entry, budget));
    return spans && { type, content: spans };
  }
  if ((type === 'bulletList' || type === 'numberedList') && Array.isArray(items) && hasOnly(value, ['type', 'items'])) {
    const lines = allValid(items, (item) =>
      Array.isArray(item) && isAffordable('', budget) ? allValid(item, (entry) => spanOf(entry, budget)) : undefined,
    );
    return lines && { type, items: lines };
  }
  return undefined;
}

function spanOf(value: unknown, budget: Budget): Span | undefined {
  if (typeof value === 'string') return isAffordable(value, budget) ? value : undefined;
  if (!isRecord(value) || !hasOnly(value, ['text', 'bold', 'italic', 'href'])) return undefined;
  const { text, bold = false, italic = false, href } = value;
  if (typeof text !== 'string' || typeof bold !== 'boolean' || typeof italic !== 'boolean') return undefined;
  if ((href !== undefined && typeof href !== 'string') || !isAffordable(`${text}${href ?? ''}`, budget)) return undefined;
  return span(text, bold, italic, href);
}

function span(text: string, bold: boolean, italic: boolean, href: string | undefined): Span {
  if (!bold && !italic && (href === undefined || href === '')) return text;
  return {
    text,
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(href === undefined || href === '' ? {} : { href }),
  };
}

/** The words of a text without formatting; one line for each part and item. */
export const plainLines = (parts: RichText): readonly string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    const lines = 'items' in part ? part.items : [part.content];
    return lines.map((line) => line.map((entry) => (typeof entry === 'string' ? entry : entry.text)).join(''));
  });

/** The links of a text. */
export const linkSpansOf = (parts: RichText): readonly { readonly label: string; readonly href: string }[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    const lines = 'items' in part ? part.items : [part.content];
    return lines
      .flat()
      .flatMap((entry) => (typeof entry === 'string' || entry.href === undefined ? [] : [{ label: entry.text, href: entry.href }]));
  });

/** The destinations of the links of a text. */
export const linksOf = (parts: RichText): readonly string[] => linkSpansOf(parts).map(({ href }) => href);

/** The text with changed addresses of links. */
export const relinked = (parts: RichText, change: (href: string) => string): RichText =>
  parts.map((part): TextPart => {
    if (typeof part === 'string') return part;
    const line = (spans: readonly Span[]): readonly Span[] =>
      spans.map((entry) =>
        typeof entry === 'string' || entry.href === undefined ? entry : { ...entry, href: change(entry.href) },
      );
    return 'items' in part ? { ...part, items: part.items.map(line) } : { ...part, content: line(part.content) };
  });

/** A node of a rich text editor. */
export interface EditorNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly EditorNode[];
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly text?: string;
}

/** A text as a document of a rich text editor. It has at least one paragraph. */
export function editorDocument(parts: RichText): EditorNode {
  const content = parts.map(editorNode);
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

function editorNode(part: TextPart): EditorNode {
  const paragraph = (line: readonly Span[]): EditorNode => ({ type: 'paragraph', content: inlineNodes(line) });
  if (typeof part === 'string') return paragraph([part]);
  switch (part.type) {
    case 'paragraph':
      return paragraph(part.content);
    case 'heading':
      return { type: 'heading', attrs: { level: 3 }, content: inlineNodes(part.content) };
    case 'quote':
      return { type: 'blockquote', content: [paragraph(part.content)] };
    case 'bulletList':
    case 'numberedList':
      return {
        type: part.type === 'bulletList' ? 'bulletList' : 'orderedList',
        content: (part.items.length === 0 ? [[]] : part.items).map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
      };
  }
}

/** Text nodes must not be empty; a line break is a node of its own. */
const inlineNodes = (line: readonly Span[]): readonly EditorNode[] =>
  line.flatMap((entry) => {
    const { text, bold = false, italic = false, href } = typeof entry === 'string' ? { text: entry } : entry;
    const marks = [
      ...(href === undefined ? [] : [{ type: 'link', attrs: { href } }]),
      ...(bold ? [{ type: 'bold' }] : []),
      ...(italic ? [{ type: 'italic' }] : []),
    ];
    const withMarks = (node: EditorNode): EditorNode => (marks.length === 0 ? node : { ...node, marks });
    const nodes: EditorNode[] = [];
    for (const [index, words] of text.split('\n').entries()) {
      if (index > 0) nodes.push(withMarks({ type: 'hardBreak' }));
      if (words !== '') nodes.push(withMarks({ type: 'text', text: words }));
    }
    return nodes;
  });

/** The text of a document of a rich text editor, without empty parts. */
export function richTextFrom(document: EditorNode): RichText {
  const isEmpty = (part: TextPart): boolean => plainLines([part]).join('').trim() === '';
  return (document.content ?? []).flatMap(partsFrom).filter((part) => !isEmpty(part));
}

function partsFrom(node: EditorNode): readonly TextPart[] {
  switch (node.type) {
    case 'paragraph':
      return [paragraphFrom(spansFrom(node))];
    case 'heading':
      return [{ type: 'heading', content: spansFrom(node) }];
    case 'blockquote':
      return (node.content ?? []).map((inner): TextPart => ({ type: 'quote', content: spansFrom(inner) }));
    case 'bulletList':
    case 'orderedList':
      return [
        {
          type: node.type === 'bulletList' ? 'bulletList' : 'numberedList',
          items: (node.content ?? []).map(spansFrom).filter((item) => plainLines([{ type: 'paragraph', content: item }])[0] !== ''),
        },
      ];
    default:
      return [];
  }
}

/** A paragraph without formatting is a string. */
function paragraphFrom(content: readonly Span[]): TextPart {
  const [only, ...rest] = content;
  if (only === undefined) return '';
  return rest.length === 0 && typeof only === 'string' ? only : { type: 'paragraph', content };
}

/** The spans of a node and of the nodes in it. Neighbors with the same formatting become one. */
function spansFrom(node: EditorNode): readonly Span[] {
  const pieces = leavesOf(node).map(({ type, text = '', marks = [] }) => {
    const href = marks.find((mark) => mark.type === 'link')?.attrs?.['href'];
    const has = (name: string): boolean => marks.some((mark) => mark.type === name);
    return span(type === 'hardBreak' ? '\n' : text, has('bold'), has('italic'), typeof href === 'string' ? href : undefined);
  });
  const spans: Span[] = [];
  for (const piece of pieces) {
    const last = spans.at(-1);
    const joined = last === undefined ? undefined : joinedSpan(last, piece);
    if (joined === undefined) spans.push(piece);
    else spans[spans.length - 1] = joined;
  }
  return spans;
}

const leavesOf = (node: EditorNode): readonly EditorNode[] =>
  node.content === undefined ? (node.type === 'text' || node.type === 'hardBreak' ? [node] : []) : node.content.flatMap(leavesOf);

function joinedSpan(one: Span, other: Span): Span | undefined {
  if (typeof one === 'string' || typeof other === 'string')
    return typeof one === 'string' && typeof other === 'string' ? one + other : undefined;
  return one.bold === other.bold && one.italic === other.italic && one.href === other.href
    ? { ...one, text: one.text + other.text }
    : undefined;
}
