// Saved blocks in the record of the site: reading and changing them, and what a reference to one shows (PAGE-16).

import { isRecord, text } from '@marquee/api/json.ts';
import { relinked as relinkedText, richTextOf } from '@marquee/rules/rich-text.ts';
import type { PartChange } from '../draft/machine.ts';
import { isSame, pointerOf, valueAt } from '../pointer.ts';
import { type Block, followed, settingOf, withBlockField } from './blocks.ts';
import type { SiteLanguages } from './languages.ts';
import { relinkedHref } from './links.ts';

export const SAVED_POINTER = '/site/config/options/savedBlocks';

/** Number of characters of a name. */
export const MAX_SAVED_NAME = 80;

export interface SavedBlock {
  readonly id: string;
  readonly name: string;
  /** In the main language. */
  readonly block: Block;
  /** In other languages. */
  readonly localizations: Readonly<Record<string, Block>>;
}

export const savedPointer = (id: string, ...names: readonly string[]): string => SAVED_POINTER + pointerOf(id, ...names);

function readSaved(id: string, record: unknown): SavedBlock | undefined {
  if (!isRecord(record) || !isRecord(record['block'])) return undefined;
  const localizations = isRecord(record['localizations']) ? Object.entries(record['localizations']) : [];
  const blocks = localizations.flatMap(([language, block]) => (isRecord(block) ? [[language, block] as const] : []));
  return { id, name: text(record['name']) || id, block: record['block'], localizations: Object.fromEntries(blocks) };
}

/** The saved blocks of a site by name. */
export function savedBlocksOf(content: unknown): readonly SavedBlock[] {
  const saved = valueAt(content, SAVED_POINTER);
  if (!isRecord(saved)) return [];
  return Object.entries(saved)
    .flatMap(([id, record]) => readSaved(id, record) ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

export const savedAt = (content: unknown, id: string): SavedBlock | undefined => readSaved(id, valueAt(content, savedPointer(id)));

/** The id of the saved block to which a block of a page refers; undefined for other blocks. */
export const savedIdOf = (block: Block): string | undefined => (block['type'] === 'saved' ? text(block['id']) : undefined);

/** The saved block to which a block of a page refers, if it exists. */
export function savedOf(content: unknown, block: Block): SavedBlock | undefined {
  const id = savedIdOf(block);
  return id === undefined ? undefined : savedAt(content, id);
}

/** Whether a block of a page refers to a saved block that does not exist. */
export const isMissing = (content: unknown, block: Block): boolean =>
  savedIdOf(block) !== undefined && savedOf(content, block) === undefined;

/** A block as visitors see it in a language: the saved one with the anchor of this page. What does not exist stays a reference. */
export function shownBlock(content: unknown, block: Block, language: string): Block {
  const saved = savedOf(content, block);
  if (saved === undefined) return block;
  const shown = saved.localizations[language] ?? saved.block;
  const settings = isRecord(shown['settings']) ? shown['settings'] : {};
  const own = withBlockField(settings, 'anchor', settingOf(block, 'anchor'));
  return withBlockField(shown, 'settings', Object.keys(own).length === 0 ? undefined : own);
}

/** Changes a field of a saved block in a language. Other languages follow in fields without words. */
export function changedSaved(
  { id, block, localizations }: SavedBlock,
  { main }: SiteLanguages,
  language: string,
  name: string,
  value: unknown,
): readonly PartChange[] {
  if (language !== main) {
    const localized = localizations[language];
    // The first text in another language begins with a copy.
    if (localized === undefined)
      return [{ pointer: savedPointer(id, 'localizations', language), to: withBlockField(block, name, value) }];
    return [{ pointer: savedPointer(id, 'localizations', language, name), to: value }];
  }
  const others = Object.entries(localizations).flatMap(([other, localized]): PartChange[] => {
    const next = followed(localized, block, name, value)[name];
    return isSame(next, localized[name]) ? [] : [{ pointer: savedPointer(id, 'localizations', other, name), to: next }];
  });
  return [{ pointer: savedPointer(id, 'block', name), to: value }, ...others];
}

/** The changes of saved blocks that link to an address which is another one now. */
export function relinkedSaved(content: unknown, from: string, to: string): readonly PartChange[] {
  const change = (href: string): string => relinkedHref(href, from, to);
  const fieldsOf = (block: Block): readonly { readonly name: string; readonly value: unknown }[] => {
    const href = text(block['href']);
    const parts = richTextOf(block['paragraphs']) ?? [];
    const changed = relinkedText(parts, change);
    return [
      ...(change(href) === href ? [] : [{ name: 'href', value: change(href) }]),
      ...(isSame(parts, changed) ? [] : [{ name: 'paragraphs', value: changed }]),
    ];
  };
  const relinked = (block: Block, ...place: readonly [string, ...string[]]): readonly PartChange[] =>
    fieldsOf(block).map(({ name, value }) => ({ pointer: savedPointer(...place, name), to: value }));
  return savedBlocksOf(content).flatMap(({ id, block, localizations }) =>
    relinked(block, id, 'block').concat(
      Object.entries(localizations).flatMap(([language, localized]) => relinked(localized, id, 'localizations', language)),
    ),
  );
}
