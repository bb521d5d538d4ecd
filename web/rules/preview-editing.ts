// Messages between the editor and the page that it previews, about blocks, their texts, and parts of all pages (PREV-11 to PREV-13).
// Each side treats the other as untrusted: every field is validated, and a message with an invalid field is ignored.

import { isRecord } from '@marquee/api/json.ts';
import { type RichText, richTextOf } from './rich-text.ts';

/** The most characters of a text in a message. */
const MAX_LENGTH = 20_000;

/** The most blocks of a page. */
const MAX_POSITION = 1000;

/** Fields of a block whose texts can be edited on the page. */
export const TEXT_FIELDS = ['title', 'text', 'label', 'paragraphs'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** A text of a block: structured for `paragraphs`, one line for the others. */
export interface BlockText {
  readonly field: TextField;
  readonly value: string | RichText;
}

/** What the toolbar does with the selected text. */
export const FORMATS = ['paragraph', 'heading', 'bold', 'italic', 'bulletList', 'numberedList', 'quote', 'clear'] as const;
export type Format = (typeof FORMATS)[number];

/** Parts that all pages of a site have. */
export const PAGE_PARTS = ['header', 'footer'] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

/** Messages of the editor. */
export type EditorMessage =
  /** Outlines a block, by its position in the record, and makes its texts editable. Without a position, none. */
  | {
      readonly type: 'selectBlock';
      readonly position: number | undefined;
      readonly label: string;
      readonly texts: readonly BlockText[];
      /** Scrolls to the block. */
      readonly isScrolled: boolean;
    }
  /** Outlines a part that all pages have while it is designed. Without a part, none. */
  | {
      readonly type: 'outlinePart';
      readonly part: PagePart | undefined;
      readonly label: string;
      /** Scrolls to the part. */
      readonly isScrolled: boolean;
    }
  /** Outlines a block lightly, as if the pointer were on it. */
  | { readonly type: 'hoverBlock'; readonly position: number | undefined }
  /** Replaces a text that has changed elsewhere. */
  | { readonly type: 'blockText'; readonly position: number; readonly text: BlockText }
  | { readonly type: 'format'; readonly format: Format }
  /** Makes the selected text a link; an empty address removes it. */
  | { readonly type: 'link'; readonly href: string }
  /** The draft has changed: shows it in the document that is open. The page announces itself again, or answers `contentFailed`. */
  | { readonly type: 'content' };

/** Keys that the page leaves to the editor. */
export const EDITOR_KEYS = [
  'Escape',
  'Delete',
  'undo',
  'redo',
  'duplicate',
  'moveUp',
  'moveDown',
  'link',
  'add',
  'publish',
  'palette',
] as const;
export type EditorKey = (typeof EDITOR_KEYS)[number];

/** Where the selected block is in the window of the page, in CSS pixels. */
export interface BlockPlace {
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

/** Messages of the page. */
export type PageMessage =
  /** A block was clicked, or none. */
  | { readonly type: 'block'; readonly position: number | undefined }
  /** A text was edited on the page. `from` is the text before the change. */
  | { readonly type: 'blockText'; readonly position: number; readonly text: BlockText; readonly from: string | RichText }
  | { readonly type: 'key'; readonly key: EditorKey }
  /** The changed draft needs a new document. */
  | { readonly type: 'contentFailed' }
  /** The place of the selected block, and what is selected in its text. */
  | {
      readonly type: 'textState';
      readonly place: BlockPlace | undefined;
      /** The text that has the focus. */
      readonly field: TextField | undefined;
      readonly formats: readonly Format[];
      readonly href: string;
      /** Texts that can be edited on the page. Changes of them need no new document. */
      readonly fields: readonly TextField[];
    };

/** The `type` of a message: messages of one kind have one name, and their fields in `payload`. */
const payloadOf = (message: unknown, type: string): unknown =>
  isRecord(message) && message['type'] === type && isRecord(message['payload']) ? message['payload'][type] : undefined;

/** A message as it is sent. */
export const sentMessage = ({ type, ...fields }: EditorMessage | PageMessage): unknown => ({ type, payload: { [type]: fields } });

/** Parses a message of the editor; undefined if it is invalid. */
export function editorMessageOf(message: unknown): EditorMessage | undefined {
  if (!isRecord(message)) return undefined;
  const { type } = message;
  const fields = typeof type === 'string' ? payloadOf(message, type) : undefined;
  if (!isRecord(fields)) return undefined;
  switch (type) {
    case 'selectBlock': {
      const place = placeOf(fields['position']);
      const label = lineOf(fields['label']);
      const { isScrolled } = fields;
      if (place === undefined || label === undefined || typeof isScrolled !== 'boolean') return undefined;
      if (!Array.isArray(fields['texts']) || fields['texts'].length > TEXT_FIELDS.length) return undefined;
      const texts = fields['texts'].map(blockTextOf);
      const valid = texts.flatMap((text) => text ?? []);
      return valid.length === texts.length ? { type, ...place, label, texts: valid, isScrolled } : undefined;
    }
    case 'outlinePart': {
      const label = lineOf(fields['label']);
      const part = oneOf(PAGE_PARTS, fields['part']);
      const { isScrolled } = fields;
      if (label === undefined || typeof isScrolled !== 'boolean') return undefined;
      return (part === undefined) === (fields['part'] === undefined) ? { type, part, label, isScrolled } : undefined;
    }
    case 'hoverBlock': {
      const place = placeOf(fields['position']);
      return place && { type, ...place };
    }
    case 'blockText': {
      const position = positionOf(fields['position']);
      const text = blockTextOf(fields['text']);
      return position === undefined || text === undefined ? undefined : { type, position, text };
    }
    case 'format': {
      const format = oneOf(FORMATS, fields['format']);
      return format && { type, format };
    }
    case 'link': {
      const href = lineOf(fields['href']);
      return href === undefined ? undefined : { type, href };
    }
    case 'content':
      return { type };
    default:
      return undefined;
  }
}

/** Parses a message of the page; undefined if it is invalid. */
export function pageMessageOf(message: unknown): PageMessage | undefined {
  if (!isRecord(message)) return undefined;
  const { type } = message;
  const fields = typeof type === 'string' ? payloadOf(message, type) : undefined;
  if (!isRecord(fields)) return undefined;
  switch (type) {
    case 'block': {
      const place = placeOf(fields['position']);
      return place && { type, ...place };
    }
    case 'blockText': {
      const position = positionOf(fields['position']);
      const text = blockTextOf(fields['text']);
      const from = text && blockTextOf({ field: text.field, value: fields['from'] });
      return position === undefined || text === undefined || from === undefined
        ? undefined
        : { type, position, text, from: from.value };
    }
    case 'key': {
      const key = oneOf(EDITOR_KEYS, fields['key']);
      return key && { type, key };
    }
    case 'contentFailed':
      return { type };
    case 'textState': {
      const href = lineOf(fields['href']);
      const [fieldNames, formats] = [allOf(TEXT_FIELDS, fields['fields']), allOf(FORMATS, fields['formats'])];
      const textField = fields['field'] === undefined ? undefined : oneOf(TEXT_FIELDS, fields['field']);
      const place = fields['place'] === undefined ? undefined : blockPlaceOf(fields['place']);
      if (href === undefined || fieldNames === undefined || formats === undefined) return undefined;
      if (
        (textField === undefined) !== (fields['field'] === undefined) ||
        (place === undefined) !== (fields['place'] === undefined)
      )
        return undefined;
      return { type, place, field: textField, formats, href, fields: fieldNames };
    }
    default:
      return undefined;
  }
}

const positionOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MAX_POSITION ? value : undefined;

/** A position or none; undefined if it is invalid. */
function placeOf(value: unknown): { readonly position: number | undefined } | undefined {
  const position = positionOf(value);
  return value === undefined || value === null || position !== undefined ? { position } : undefined;
}

const lineOf = (value: unknown): string | undefined => (typeof value === 'string' && value.length <= 2000 ? value : undefined);

function blockTextOf(value: unknown): BlockText | undefined {
  if (!isRecord(value)) return undefined;
  const name = oneOf(TEXT_FIELDS, value['field']);
  if (name === undefined) return undefined;
  const text = value['value'];
  if (name !== 'paragraphs')
    return typeof text === 'string' && text.length <= MAX_LENGTH ? { field: name, value: text } : undefined;
  const parts = richTextOf(text);
  return parts === undefined ? undefined : { field: name, value: parts };
}

function blockPlaceOf(value: unknown): BlockPlace | undefined {
  if (!isRecord(value)) return undefined;
  const { top, left, width } = value;
  const isLength = (length: unknown): length is number => typeof length === 'number' && Math.abs(length) < 1e6;
  return isLength(top) && isLength(left) && isLength(width) ? { top, left, width } : undefined;
}

const oneOf = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value);

/** Values that are all options; undefined if one is not. */
function allOf<T extends string>(options: readonly T[], value: unknown): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length > options.length) return undefined;
  const valid = value.flatMap((entry) => oneOf(options, entry) ?? []);
  return valid.length === value.length ? valid : undefined;
}
