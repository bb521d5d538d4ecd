// The blocks of content pages: their fields, and what they lack.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { plainLines, richTextOf } from '@marquee/rules/rich-text.ts';
import { hasPlainHost } from '@marquee/rules/web-address.ts';
import { isSame } from '../pointer.ts';

export type Block = Readonly<Record<string, unknown>>;

export const BLOCK_TYPES = [
  'hero',
  'text',
  'image',
  'gallery',
  'list',
  'accordion',
  'filmRail',
  'showtimes',
  'callToAction',
  'mapLink',
  'contact',
  'video',
  'embed',
  'memberships',
  'rewards',
] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

export const typeOf = (block: Block): BlockType | undefined => BLOCK_TYPES.find((type) => type === block['type']);

/** How a field is edited. */
export type BlockFieldKind =
  | 'line'
  | 'text'
  | 'paragraphs'
  | 'lines'
  | 'picture'
  | 'color'
  | 'link'
  | 'window'
  | 'pictures'
  | 'questions'
  | 'films'
  | 'theater'
  | 'video'
  | 'webAddress'
  | 'height';

export interface BlockField {
  readonly name: BlockFieldName;
  readonly kind: BlockFieldKind;
  /** The block needs it: it is never left out, and missed if it is empty. */
  readonly isRequired?: boolean;
}

export type BlockFieldName =
  | 'title'
  | 'text'
  | 'paragraphs'
  | 'items'
  | 'picture'
  | 'alt'
  | 'label'
  | 'href'
  | 'target'
  | 'color'
  | 'pictures'
  | 'movieIds'
  | 'theaterId'
  | 'video'
  | 'url'
  | 'height'
  | 'phone'
  | 'email'
  | 'address';

const HEADING: BlockField = { name: 'title', kind: 'line' };
const NEEDED_HEADING: BlockField = { ...HEADING, isRequired: true };
const TEXT: BlockField = { name: 'text', kind: 'text' };
const COLOR: BlockField = { name: 'color', kind: 'color' };

const BLOCK_FIELDS: Readonly<Record<BlockType, readonly BlockField[]>> = {
  hero: [NEEDED_HEADING, TEXT, COLOR],
  text: [HEADING, { name: 'paragraphs', kind: 'paragraphs', isRequired: true }],
  list: [HEADING, { name: 'items', kind: 'lines', isRequired: true }],
  image: [
    { name: 'picture', kind: 'picture', isRequired: true },
    { name: 'alt', kind: 'line' },
  ],
  accordion: [{ name: 'items', kind: 'questions', isRequired: true }],
  callToAction: [
    NEEDED_HEADING,
    TEXT,
    { name: 'label', kind: 'line', isRequired: true },
    { name: 'href', kind: 'link', isRequired: true },
    { name: 'target', kind: 'window' },
    COLOR,
  ],
  gallery: [HEADING, { name: 'pictures', kind: 'pictures', isRequired: true }],
  filmRail: [NEEDED_HEADING, { name: 'movieIds', kind: 'films' }],
  showtimes: [NEEDED_HEADING, { name: 'theaterId', kind: 'theater' }],
  video: [HEADING, { name: 'video', kind: 'video', isRequired: true }, { name: 'picture', kind: 'picture' }],
  embed: [NEEDED_HEADING, { name: 'url', kind: 'webAddress', isRequired: true }, { name: 'height', kind: 'height' }],
  mapLink: [NEEDED_HEADING, { name: 'theaterId', kind: 'theater' }],
  memberships: [NEEDED_HEADING, TEXT],
  rewards: [NEEDED_HEADING, TEXT],
  contact: [
    NEEDED_HEADING,
    TEXT,
    { name: 'phone', kind: 'line' },
    { name: 'email', kind: 'line' },
    { name: 'address', kind: 'line' },
  ],
};

/** Fields that are the same in every language. */
const SHARED: ReadonlySet<string> = new Set([
  'picture',
  'href',
  'target',
  'color',
  'movieIds',
  'theaterId',
  'video',
  'url',
  'height',
  'phone',
  'email',
  'settings',
]);

/** Settings of blocks of content pages (PAGE-15). */
export type BlockSetting = 'anchor' | 'hiddenOnPhones' | 'membersOnly' | 'background' | 'width' | 'twoColumns';

const ON_EVERY_BLOCK: readonly BlockSetting[] = ['anchor', 'hiddenOnPhones', 'membersOnly'];
const OF_PICTURES: readonly BlockSetting[] = [...ON_EVERY_BLOCK, 'background', 'width'];
const OF_TEXTS: readonly BlockSetting[] = [...OF_PICTURES, 'twoColumns'];

/** The settings that a block has, as `BlockSettings::of_type` says for the server. */
export function settingsOf(block: Block): readonly BlockSetting[] {
  switch (typeOf(block)) {
    case undefined:
      return [];
    case 'hero':
      return ['anchor'];
    case 'text':
    case 'list':
      return OF_TEXTS;
    case 'image':
    case 'accordion':
    case 'gallery':
    case 'video':
    case 'embed':
      return OF_PICTURES;
    default:
      return ON_EVERY_BLOCK;
  }
}

export const settingOf = (block: Block, name: BlockSetting): unknown =>
  isRecord(block['settings']) ? block['settings'][name] : undefined;

/** The settings of a block with another value; undefined leaves one out, and undefined are no settings. */
export function changedSettings(block: Block, name: BlockSetting, value: unknown): Readonly<Record<string, unknown>> | undefined {
  const before = isRecord(block['settings']) ? block['settings'] : {};
  const next = withBlockField(before, name, value);
  return Object.keys(next).length === 0 ? undefined : next;
}

/** The anchors of blocks, in their order. */
export const anchorsOf = (blocks: readonly unknown[]): readonly string[] =>
  blocks.flatMap((block) => (isRecord(block) ? text(settingOf(block, 'anchor')) || [] : []));

/** What was typed as an anchor, in its form. */
export const typedAnchor = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^#/, '')
    .replaceAll(/[\s_]+/g, '-')
    .slice(0, 60);

/** Whether a text has the form of an anchor. */
export const isAnchor = (anchor: string): boolean => /^[a-z][a-z\d-]{0,59}$/.test(anchor);

export const fieldsOf = (block: Block): readonly BlockField[] => {
  const type = typeOf(block);
  return type === undefined ? [] : BLOCK_FIELDS[type];
};

const EMPTY: Readonly<Record<BlockFieldKind, unknown>> = {
  line: '',
  text: '',
  paragraphs: [],
  lines: '',
  picture: '',
  color: undefined,
  link: '',
  window: undefined,
  pictures: [{ picture: '', alt: '' }],
  questions: [{ title: '', text: '' }],
  films: undefined,
  theater: undefined,
  video: '',
  webAddress: '',
  height: undefined,
};

/** A new block with the fields that it needs. */
export const newBlock = (type: BlockType): Block => ({
  type,
  ...Object.fromEntries(BLOCK_FIELDS[type].filter(({ isRequired }) => isRequired).map(({ name, kind }) => [name, EMPTY[kind]])),
});

/** The block with another value of a field; undefined leaves the field out. */
export function withBlockField(block: Block, name: string, value: unknown): Block {
  if (value !== undefined) return { ...block, [name]: value };
  return Object.fromEntries(Object.entries(block).filter(([key]) => key !== name));
}

/** The same block in another language after a change of a field: fields without words follow if they were the same. */
export function followed(localized: Block, before: Block, name: string, value: unknown): Block {
  if (name === 'pictures') return { ...localized, pictures: followedPictures(localized, before, value) };
  if (!SHARED.has(name) || !isSame(localized[name], before[name])) return localized;
  return withBlockField(localized, name, value);
}

const refsOf = (pictures: unknown): readonly string[] => picturesOf(pictures).map(({ picture }) => picture);

/** The pictures of another language keep their alternative texts. */
function followedPictures(localized: Block, before: Block, value: unknown): unknown {
  if (!isSame(refsOf(localized['pictures']), refsOf(before['pictures']))) return localized['pictures'];
  const texts = new Map(picturesOf(localized['pictures']).map(({ picture, alt }) => [picture, alt]));
  const old = new Map(picturesOf(before['pictures']).map(({ picture, alt }) => [picture, alt]));
  return picturesOf(value).map(({ picture, alt }) => {
    const own = texts.get(picture);
    return { picture, alt: own === undefined || own === old.get(picture) ? alt : own };
  });
}

export interface BlockPicture {
  readonly picture: string;
  readonly alt: string;
}

export const picturesOf = (value: unknown): readonly BlockPicture[] =>
  list(value).map((entry) =>
    isRecord(entry) ? { picture: text(entry['picture']), alt: text(entry['alt']) } : { picture: '', alt: '' },
  );

export interface Question {
  readonly title: string;
  readonly text: string;
}

export const questionsOf = (value: unknown): readonly Question[] =>
  list(value).map((entry) =>
    isRecord(entry) ? { title: text(entry['title']), text: text(entry['text']) } : { title: '', text: '' },
  );

/** Items of a list are lines here, and separated by `|` in the record. */
export const linesText = (value: unknown): string =>
  text(value)
    .split('|')
    .map((item) => item.trim())
    .join('\n');
export const linesOf = (typed: string): string =>
  typed
    .split('\n')
    .map((item) => item.trim().replaceAll('|', '/'))
    .filter((item) => item !== '')
    .join('|');

/** Whether a block can show the page at an address, as `embedded_url` says for the server (PAGE-17). */
export function isEmbeddable(address: string): boolean {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
  return url?.protocol === 'https:' && hasPlainHost(url) && url.username === '' && url.password === '';
}

/** The words of a block, for the outline and to find out whether it is translated. */
export function wordsOf(block: Block): readonly string[] {
  const words = ['title', 'text', 'items', 'label', 'alt'].map((name) => text(block[name]));
  const rows = questionsOf(block['items']).flatMap(({ title, text: answer }) => [title, answer]);
  const pictures = picturesOf(block['pictures']).map(({ alt }) => alt);
  return [...words, ...plainLines(richTextOf(block['paragraphs']) ?? []), ...rows, ...pictures].filter(
    (word) => word.trim() !== '',
  );
}

/** What a block lacks: `empty` if visitors would see nothing or a hole, `alt` if a picture has no alternative text. */
export type BlockFault = 'empty' | 'alt';

/** The pictures that a block shows, with their texts at this place. */
export const shownPictures = (block: Block): readonly BlockPicture[] =>
  block['type'] === 'image' ? picturesOf([block]) : picturesOf(block['pictures']);

/** `isDescribed` tells whether a picture has a text of its own. */
export function blockFaults(block: Block, isDescribed: (picture: string) => boolean): readonly BlockFault[] {
  const isMissing = ({ name, kind, isRequired }: BlockField): boolean => {
    const value = block[name];
    if (isRequired !== true) return false;
    if (kind === 'pictures') return refsOf(value).every((ref) => ref === '');
    if (kind === 'questions') return questionsOf(value).every(({ title, text: answer }) => title === '' && answer === '');
    return Array.isArray(value) ? value.length === 0 : text(value).trim() === '';
  };
  const lacksAlt = shownPictures(block).some(({ picture, alt }) => picture !== '' && alt.trim() === '' && !isDescribed(picture));
  return [...(fieldsOf(block).some(isMissing) ? (['empty'] as const) : []), ...(lacksAlt ? (['alt'] as const) : [])];
}

/** Whether two lists have blocks of the same types, or the same saved blocks, in the same order. */
export const isAligned = (one: readonly Block[], other: readonly Block[]): boolean =>
  one.length === other.length &&
  one.every((block, index) => block['type'] === other[index]?.['type'] && block['id'] === other[index]?.['id']);

/** Whether the words of a block in another language are still those of the main one. */
export const isUntranslated = (localized: Block, main: Block): boolean =>
  wordsOf(main).length > 0 && isSame(wordsOf(localized), wordsOf(main));
