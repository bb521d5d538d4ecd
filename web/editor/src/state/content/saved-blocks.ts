// Saved blocks on pages: one block on several pages, which a change of it changes all (PAGE-16).

import { isRecord, list } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { isSame, pointerOf, valueAt } from '../pointer.ts';
import { type Block, settingOf, withBlockField } from './blocks.ts';
import type { SiteLanguages } from './languages.ts';
import { type PageRecord, blocksIn, blocksPointer, changedField, pagePointer, pagesOf, replacedBlock } from './pages.ts';
import { changedSaved, isMissing, savedAt, savedIdOf, savedOf, savedPointer, shownBlock } from './saved-records.ts';
import { freeName, slugOf } from './slug.ts';

/** A page as visitors see it: with saved blocks in place of references, in every language. */
export function shownPage(content: unknown, page: PageRecord): PageRecord {
  const main = list(page.record['blocks']).filter(isRecord);
  const saved = main.flatMap((block) => savedOf(content, block) ?? []);
  const shown = (blocks: readonly Block[], language: string): readonly Block[] =>
    blocks.map((block) => shownBlock(content, block, language));
  const own = isRecord(page.record['localizations']) ? page.record['localizations'] : {};
  const languages = new Set([...Object.keys(own), ...saved.flatMap(({ localizations }) => Object.keys(localizations))]);
  const localizations = [...languages].map((language) => {
    const texts = isRecord(own[language]) ? own[language] : {};
    const isOwn = Array.isArray(texts['blocks']);
    const isSaved = saved.some((block) => block.localizations[language] !== undefined);
    const blocks = isOwn ? list(texts['blocks']).filter(isRecord) : main;
    return [language, isOwn || isSaved ? { ...texts, blocks: shown(blocks, language) } : texts] as const;
  });
  const record = {
    ...page.record,
    blocks: shown(main, ''),
    ...(localizations.length === 0 ? {} : { localizations: Object.fromEntries(localizations) }),
  };
  return { ...page, record };
}

/** The pages as visitors see them, by address. */
export const shownPages = (content: unknown): readonly PageRecord[] => pagesOf(content).map((page) => shownPage(content, page));

/** The lists of blocks of a page in all languages, with their pointers. */
function blockListsOf({ path, record }: PageRecord): readonly { readonly pointer: string; readonly blocks: readonly Block[] }[] {
  const localizations = isRecord(record['localizations']) ? Object.entries(record['localizations']) : [];
  const lists = [
    { pointer: pagePointer(path, 'blocks'), value: record['blocks'] },
    ...localizations.map(([language, texts]) => ({
      pointer: pagePointer(path, 'localizations', language, 'blocks'),
      value: valueAt(texts, '/blocks'),
    })),
  ];
  return lists.map(({ pointer, value }) => ({ pointer, blocks: list(value).filter(isRecord) }));
}

/** The pages that show a saved block, in any language. */
export const pagesWith = (content: unknown, id: string): readonly PageRecord[] =>
  pagesOf(content).filter((page) => blockListsOf(page).some(({ blocks }) => blocks.some((block) => savedIdOf(block) === id)));

/** The pages with a block that does not exist, each with the pointer of the first one. */
export const pagesWithMissing = (content: unknown): readonly { readonly page: PageRecord; readonly pointer: string }[] =>
  pagesOf(content).flatMap((page) => {
    const missing = blockListsOf(page).flatMap(({ pointer, blocks }) =>
      blocks.flatMap((block, index) => (isMissing(content, block) ? pointer + pointerOf(index) : [])),
    );
    return missing.slice(0, 1).map((pointer) => ({ page, pointer }));
  });

/** Where the blocks that a page shows are stored, in their order. */
export function blockPointers(content: unknown, page: PageRecord, languages: SiteLanguages, language: string): readonly string[] {
  const pointer = blocksPointer(page.path, languages, blocksIn(page, languages, language).isOwn ? language : languages.main);
  return blocksIn(page, languages, language).blocks.map((block, index) => {
    const saved = savedOf(content, block);
    if (saved === undefined) return pointer + pointerOf(index);
    return saved.localizations[language] === undefined
      ? savedPointer(saved.id, 'block')
      : savedPointer(saved.id, 'localizations', language);
  });
}

/** The place of a block on a page in a language. */
export interface BlockPlace {
  readonly content: unknown;
  readonly page: PageRecord;
  readonly languages: SiteLanguages;
  readonly language: string;
  readonly index: number;
}

/** Changes a field of the block at a place: of a saved block for all pages, except its anchor. */
export function changedShown(place: BlockPlace, name: string, value: unknown): readonly PartChange[] {
  const { content, page, languages, language, index } = place;
  const block = blocksIn(page, languages, language).blocks[index];
  const saved = block && savedOf(content, block);
  if (block === undefined || saved === undefined) return changedField(page, languages, language, index, name, value);
  if (name !== 'settings') return changedSaved(saved, languages, language, name, value);
  const { anchor, ...shared } = isRecord(value) ? value : {};
  const before = (saved.localizations[language] ?? saved.block)['settings'];
  const next = Object.keys(shared).length === 0 ? undefined : shared;
  const isAnchorChanged = !isSame(anchor, settingOf(block, 'anchor'));
  return [
    ...(isSame(before, next) ? [] : changedSaved(saved, languages, language, 'settings', next)),
    ...(isAnchorChanged
      ? changedField(page, languages, language, index, 'settings', anchor === undefined ? undefined : { anchor })
      : []),
  ];
}

/** The languages of a page whose lists have the same block at a place, the main one first; only `language` if it differs. */
function languagesAt({ page, languages, language }: BlockPlace): readonly string[] {
  if (!blocksIn(page, languages, language).isAligned) return [language];
  const follows = (other: string): boolean => {
    const { isOwn, isAligned } = blocksIn(page, languages, other);
    return isOwn && isAligned;
  };
  return [languages.main, ...languages.others.filter(follows)];
}

/** Saves the block of a page for other pages, which keeps a reference to it and its anchor. */
export function savedFrom(
  place: BlockPlace,
  name: string,
): { readonly id: string; readonly changes: readonly PartChange[] } | undefined {
  const { content, page, languages, index } = place;
  const [first, ...others] = languagesAt(place).flatMap((language) => {
    const block = blocksIn(page, languages, language).blocks[index];
    return block === undefined ? [] : [{ language, block }];
  });
  if (first === undefined) return undefined;
  const id = freeName(slugOf(name).slice(0, 60) || 'block', (candidate) => savedAt(content, candidate) !== undefined);
  const anchor = settingOf(first.block, 'anchor');
  const localized = others.map(({ language, block }) => [language, withoutAnchor(block)]);
  const saved = {
    name,
    block: withoutAnchor(first.block),
    ...(localized.length === 0 ? {} : { localizations: Object.fromEntries(localized) }),
  };
  const reference: Block = { type: 'saved', id, ...(anchor === undefined ? {} : { settings: { anchor } }) };
  const replaced = [first, ...others].map(({ language }) => replacedBlock(page, languages, language, index, reference));
  return { id, changes: [{ pointer: savedPointer(id), to: saved }, ...replaced] };
}

function withoutAnchor(block: Block): Block {
  const settings = withBlockField(isRecord(block['settings']) ? block['settings'] : {}, 'anchor', undefined);
  return withBlockField(block, 'settings', Object.keys(settings).length === 0 ? undefined : settings);
}

/** Puts a copy of the saved block at a place, in all languages: it does not change with the saved one any more. */
export function detached(place: BlockPlace): readonly PartChange[] {
  const { content, page, languages, index } = place;
  const own = languagesAt(place);
  const isMain = own.includes(languages.main);
  const saved = savedOf(content, blocksIn(page, languages, place.language).blocks[index] ?? {});
  // A page without blocks of its own in a language gets some, so that the texts of the saved block stay.
  const added = languages.others.filter(
    (language) => isMain && saved?.localizations[language] !== undefined && !blocksIn(page, languages, language).isOwn,
  );
  return [...own, ...added].flatMap((language) => {
    const block = blocksIn(page, languages, language).blocks[index];
    return block === undefined ? [] : [replacedBlock(page, languages, language, index, shownBlock(content, block, language))];
  });
}

/** Deletes a saved block from the site and from all pages. */
export const removedSaved = (content: unknown, id: string): readonly PartChange[] => [
  ...pagesOf(content).flatMap((page) =>
    blockListsOf(page).flatMap(({ pointer, blocks }) => {
      const rest = blocks.filter((block) => savedIdOf(block) !== id);
      return rest.length === blocks.length ? [] : [{ pointer, to: rest }];
    }),
  ),
  { pointer: savedPointer(id), to: undefined },
];
