// The pages of a site in its draft: reading, addresses, blocks in each language.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { linksOf, relinked as relinkedText, richTextOf } from '@marquee/rules/rich-text.ts';
import type { PartChange } from '../draft/machine.ts';
import { pointerOf, valueAt } from '../pointer.ts';
import { type Block, followed, isAligned, isUntranslated, withBlockField } from './blocks.ts';
import { type SiteLanguages, missingLanguages } from './languages.ts';
import { REDIRECTS_POINTER, isBuiltIn, relinkedHref, relinkedMenus, relinkedRedirects, typedRedirects } from './links.ts';
import { relinkedSaved } from './saved-records.ts';
import { moved } from './sequence.ts';
import { freeName, slugOf } from './slug.ts';

export const PAGE_KINDS = ['content', 'home', 'showtimes', 'events', 'theaters'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export interface PageRecord {
  readonly path: string;
  readonly kind: PageKind;
  readonly title: string;
  readonly description: string;
  readonly record: Readonly<Record<string, unknown>>;
}

function readPage(path: string, record: unknown): PageRecord | undefined {
  if (!isRecord(record)) return undefined;
  const kind = PAGE_KINDS.find((name) => name === record['kind']) ?? 'content';
  return { path, kind, title: text(record['title']), description: text(record['description']), record };
}

/** The pages by address, the home page first. */
export function pagesOf(content: unknown): readonly PageRecord[] {
  const pages = valueAt(content, '/pages');
  if (!isRecord(pages)) return [];
  return Object.entries(pages)
    .flatMap(([path, record]) => readPage(path, record) ?? [])
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export const pageAt = (content: unknown, path: string): PageRecord | undefined =>
  readPage(path, valueAt(content, pagePointer(path)));

export const pagePointer = (path: string, ...names: readonly string[]): string => pointerOf('pages', path, ...names);

/** A page's path as one segment of an address of the editor: `/visit/cafe/` is `visit~cafe`, the home page `~`. */
export const encodedPath = (path: string): string => (path === '/' ? '~' : path.slice(1, -1).replaceAll('/', '~'));
export const decodedPath = (segment: string): string => (segment === '~' ? '/' : `/${segment.replaceAll('~', '/')}/`);

/** A free address for a page with this title below another address; `/page/` if the title has no usable letters. */
export const proposedPath = (title: string, content: unknown, parent: string = '/'): string =>
  `${parent}${freeName(slugOf(title) || 'page', (name) => pathFault(`${parent}${name}/`, content) !== undefined)}/`;

/** A title for a page with this address, of the words of its last segment. */
export function proposedTitle(path: string): string {
  const words = path.split('/').at(-2)?.replaceAll('-', ' ').trim() ?? '';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The typed address with its slashes. */
export const typedPath = (typed: string): string => {
  const inner = typed
    .trim()
    .toLowerCase()
    .replaceAll(/\/+/g, '/')
    .replaceAll(/^\/|\/$/g, '');
  return inner === '' ? '/' : `/${inner}/`;
};

export type PathFault = 'form' | 'taken' | 'reserved';

/** Why a page cannot have an address. */
export function pathFault(path: string, content: unknown): PathFault | undefined {
  if (!/^\/([a-z\d-]+\/)+$/.test(path)) return 'form';
  if (valueAt(content, pagePointer(path)) !== undefined) return 'taken';
  return isBuiltIn(path, content) ? 'reserved' : undefined;
}

/** Whether the address of a page is fixed: that of the home page, and of the privacy page, which settings name. */
export const isFixedPath = (path: string, content: unknown): boolean =>
  path === '/' || path === `/${text(valueAt(content, '/site/settings/privacyPolicyPage/slug'))}/`;

/** Earlier addresses of a page, which forward to it. */
export const formerPathsOf = (record: unknown): readonly string[] =>
  list(valueAt(record, '/formerPaths'))
    .map(text)
    .filter((path) => path !== '');

/** The record with other earlier addresses. */
function forwarding(record: Readonly<Record<string, unknown>>, paths: readonly string[]): Readonly<Record<string, unknown>> {
  const { formerPaths: _, ...rest } = record;
  return paths.length === 0 ? rest : { ...rest, formerPaths: [...new Set(paths)] };
}

/** Changes after which no page but `except` has had an address, and none leads elsewhere: another page takes it. */
export const withoutFormerPath = (content: unknown, path: string, except?: string): readonly PartChange[] => [
  ...typedRedirects(content)
    .filter(([from]) => from.replace(/\/*$/, '/').toLowerCase() === path)
    .map(([from]) => ({ pointer: REDIRECTS_POINTER + pointerOf(from), to: undefined })),
  ...pagesOf(content)
    .filter((page) => page.path !== except && formerPathsOf(page.record).includes(path))
    .map(({ path: holder, record }) => {
      const rest = formerPathsOf(record).filter((former) => former !== path);
      return { pointer: pagePointer(holder, 'formerPaths'), to: rest.length === 0 ? undefined : rest };
    }),
];

/**
 * Gives a page another address. Links of menus, blocks and texts follow, and the old address forwards if visitors know it, which is
 * if it is one of `live`, the published content.
 */
export function renamedPage(content: unknown, live: unknown, from: string, to: string): readonly PartChange[] {
  const page = pageAt(content, from);
  if (page === undefined) return [];
  const links = relinkedPages(content, from, to);
  const own = links.find(({ path }) => path === from)?.record ?? page.record;
  const known = valueAt(live, pagePointer(from)) === undefined ? formerPathsOf(own) : [...formerPathsOf(own), from];
  const former = known.filter((path) => path !== to);
  return [
    { pointer: pagePointer(from), to: undefined },
    { pointer: pagePointer(to), to: forwarding({ ...own, path: to }, former) },
    ...withoutFormerPath(content, to, from),
    ...links
      .filter(({ path }) => path !== from)
      .flatMap(({ path, record, names }) =>
        names.map((name) => ({ pointer: pagePointer(path) + name, to: valueAt(record, name) })),
      ),
    ...relinkedSaved(content, from, to),
    ...relinkedMenus(content, from, to),
    ...relinkedRedirects(content, from, to),
  ];
}

/** The pages with blocks that link to an address, with the pointers of those lists. */
function relinkedPages(content: unknown, from: string, to: string) {
  const change = (href: string): string => relinkedHref(href, from, to);
  const leads = (href: string): boolean => change(href) !== href;
  const relinked = (block: unknown): unknown => {
    if (!isRecord(block)) return block;
    const parts = linksIn(block).some(leads) ? relinkedText(richTextOf(block['paragraphs']) ?? [], change) : undefined;
    return {
      ...block,
      ...(leads(text(block['href'])) ? { href: change(text(block['href'])) } : {}),
      ...(parts === undefined ? {} : { paragraphs: parts }),
    };
  };
  const leadsThere = (block: unknown): boolean => isRecord(block) && (leads(text(block['href'])) || linksIn(block).some(leads));
  return pagesOf(content).flatMap(({ path, record }) => {
    const names: string[] = [];
    const changeBlocks = (value: unknown, name: string): unknown => {
      const blocks = list(value);
      if (!blocks.some(leadsThere)) return value;
      names.push(name);
      return blocks.map(relinked);
    };
    const localizations = isRecord(record['localizations']) ? record['localizations'] : {};
    const changed = {
      ...record,
      blocks: changeBlocks(record['blocks'], '/blocks'),
      localizations: Object.fromEntries(
        Object.entries(localizations).map(([language, texts]) => [
          language,
          isRecord(texts) && Array.isArray(texts['blocks'])
            ? { ...texts, blocks: changeBlocks(texts['blocks'], pointerOf('localizations', language, 'blocks')) }
            : texts,
        ]),
      ),
    };
    return names.length === 0 ? [] : [{ path, record: changed, names }];
  });
}

const linksIn = (block: Block): readonly string[] => linksOf(richTextOf(block['paragraphs']) ?? []);

/** A new page: empty, or with the content of another one. */
export function newPage(path: string, title: string, source: PageRecord | undefined): Readonly<Record<string, unknown>> {
  const copy = source === undefined ? { description: '', blocks: [] } : forwarding(source.record, []);
  const localizations = isRecord(copy['localizations']) ? copy['localizations'] : {};
  const texts = Object.entries(localizations).map(([language, entry]) => [
    language,
    isRecord(entry) ? withBlockField(entry, 'title', undefined) : entry,
  ]);
  return {
    ...copy,
    path,
    kind: 'content',
    title,
    ...(texts.length === 0 ? {} : { localizations: Object.fromEntries(texts) }),
  };
}

const blockList = (value: unknown): readonly Block[] => list(value).filter(isRecord);

export interface LanguageBlocks {
  readonly blocks: readonly Block[];
  /** Whether the language has blocks of its own. */
  readonly isOwn: boolean;
  /** Whether they correspond to those of the main language one by one. */
  readonly isAligned: boolean;
}

/** The blocks that visitors see in a language: those of the main language if it has none. */
export function blocksIn({ record }: PageRecord, { main }: SiteLanguages, language: string): LanguageBlocks {
  const blocks = blockList(record['blocks']);
  const own = valueAt(record, pointerOf('localizations', language, 'blocks'));
  if (language === main || !Array.isArray(own)) return { blocks, isOwn: language === main, isAligned: true };
  const localized = blockList(own);
  return { blocks: localized, isOwn: true, isAligned: isAligned(localized, blocks) };
}

export const blocksPointer = (path: string, { main }: SiteLanguages, language: string): string =>
  language === main ? pagePointer(path, 'blocks') : pagePointer(path, 'localizations', language, 'blocks');

/** A change of the order or number of blocks. It applies to all languages whose blocks correspond to those of the main one. */
function changedOrder(
  page: PageRecord,
  languages: SiteLanguages,
  language: string,
  change: (blocks: readonly Block[]) => readonly Block[],
): readonly PartChange[] {
  const edit = (name: string): PartChange => ({
    pointer: blocksPointer(page.path, languages, name),
    to: change(blocksIn(page, languages, name).blocks),
  });
  const current = blocksIn(page, languages, language);
  if (!current.isAligned) return [edit(language)];
  const others = languages.others.filter((name) => {
    const { isOwn, isAligned: follows } = blocksIn(page, languages, name);
    return isOwn && follows;
  });
  return [edit(languages.main), ...others.map(edit)];
}

export const movedBlock = (page: PageRecord, languages: SiteLanguages, language: string, from: number, to: number) =>
  changedOrder(page, languages, language, (blocks) => moved(blocks, from, to));

export const duplicatedBlock = (page: PageRecord, languages: SiteLanguages, language: string, index: number) =>
  changedOrder(page, languages, language, (blocks) => blocks.slice(0, index + 1).concat(blocks.slice(index)));

export const insertedBlock = (page: PageRecord, languages: SiteLanguages, language: string, index: number, block: Block) =>
  changedOrder(page, languages, language, (blocks) => blocks.toSpliced(index, 0, block));

/** Puts another block in place of one, in one language. */
export const replacedBlock = (
  page: PageRecord,
  languages: SiteLanguages,
  language: string,
  index: number,
  block: Block,
): PartChange => ({
  pointer: blocksPointer(page.path, languages, language),
  to: blocksIn(page, languages, language).blocks.with(index, block),
});

/** A removed block in each language, to put it back. */
export interface RemovedBlock {
  readonly changes: readonly PartChange[];
  /** The changes that put it back into the page as it is then. */
  readonly restore: (page: PageRecord) => readonly PartChange[];
}

export function removedBlock(page: PageRecord, languages: SiteLanguages, language: string, index: number): RemovedBlock {
  const before = new Map(
    [languages.main, ...languages.others].map((name) => [
      blocksPointer(page.path, languages, name),
      blocksIn(page, languages, name).blocks[index],
    ]),
  );
  return {
    changes: changedOrder(page, languages, language, (blocks) => blocks.toSpliced(index, 1)),
    restore: (now) =>
      changedOrder(now, languages, language, (blocks) => blocks).map(({ pointer, to }) => {
        const block = before.get(pointer);
        return { pointer, to: block === undefined ? to : list(to).toSpliced(index, 0, block) };
      }),
  };
}

/** Changes a field of a block in a language. Other languages follow in fields without words. */
export function changedField(
  page: PageRecord,
  languages: SiteLanguages,
  language: string,
  index: number,
  name: string,
  value: unknown,
): readonly PartChange[] {
  const { blocks } = blocksIn(page, languages, language);
  const before = blocks[index];
  if (before === undefined) return [];
  const own = {
    pointer: blocksPointer(page.path, languages, language),
    to: blocks.with(index, withBlockField(before, name, value)),
  };
  if (language !== languages.main) return [own];
  const others = languages.others.flatMap((other): PartChange[] => {
    const { blocks: localized, isOwn, isAligned: follows } = blocksIn(page, languages, other);
    const block = localized[index];
    if (!isOwn || !follows || block === undefined) return [];
    const next = followed(block, before, name, value);
    return next === block ? [] : [{ pointer: blocksPointer(page.path, languages, other), to: localized.with(index, next) }];
  });
  return [own, ...others];
}

/** The other languages in which a page lacks its title, its description or words of a block. */
export function untranslated(page: PageRecord, languages: SiteLanguages): readonly string[] {
  const lacksTexts = missingLanguages(page.record, languages, ['title', 'description']);
  const { blocks } = blocksIn(page, languages, languages.main);
  return languages.others.filter(
    (language) => lacksTexts.includes(language) || blocks.some((_, index) => isBlockUntranslated(page, languages, language, index)),
  );
}

/** Whether a block has no words of its own in another language. */
export function isBlockUntranslated(page: PageRecord, languages: SiteLanguages, language: string, index: number): boolean {
  const main = blocksIn(page, languages, languages.main).blocks[index];
  const { blocks, isOwn, isAligned: follows } = blocksIn(page, languages, language);
  const block = blocks[index];
  if (language === languages.main || !follows || main === undefined || block === undefined) return false;
  return isUntranslated(block, main) && (!isOwn || main['type'] !== 'contact');
}
