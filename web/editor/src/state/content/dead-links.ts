// Links of menus and pages that lead nowhere, each with its place.

import { text } from '@marquee/api/json.ts';
import { linkSpansOf, richTextOf } from '@marquee/rules/rich-text.ts';
import { recordPath, screenPath } from '../location.ts';
import type { Block } from './blocks.ts';
import { languagesOf } from './languages.ts';
import { linkFault } from './links.ts';
import { type MenuList, menuListsOf } from './menus.ts';
import { type PageRecord, blocksIn, encodedPath, pagesOf } from './pages.ts';
import { shownPage } from './saved-blocks.ts';
import type { Place } from './sequence.ts';

/** A row of a list of links. */
export interface MenuPlace {
  readonly kind: 'menu';
  readonly menu: MenuList;
  readonly index: number;
}

/** A block of a page in a language. */
export interface PagePlace {
  readonly kind: 'page';
  readonly page: PageRecord;
  readonly index: number;
  /** The block of the page, which may refer to a saved one. */
  readonly block: Block;
  readonly language: string;
  readonly isMainLanguage: boolean;
}

export interface DeadLink {
  /** Its text; its address if it has none. */
  readonly label: string;
  readonly href: string;
  readonly place: MenuPlace | PagePlace;
}

/** The links of a block: its own, and those of its text. */
function linksIn(block: Block): readonly { readonly label: string; readonly href: string }[] {
  const own = text(block['href']);
  const spans = linkSpansOf(richTextOf(block['paragraphs']) ?? []);
  return [...(own === '' ? [] : [{ label: text(block['label']), href: own }]), ...spans];
}

/** The dead links of a page. Those that the main language has too are not repeated for others. */
function deadLinksOfPage(content: unknown, page: PageRecord): readonly DeadLink[] {
  const languages = languagesOf(content);
  const shown = shownPage(content, page);
  const found: DeadLink[] = [];
  for (const language of [languages.main, ...languages.others]) {
    const isMainLanguage = language === languages.main;
    const stored = blocksIn(page, languages, language).blocks;
    for (const [index, block] of blocksIn(shown, languages, language).blocks.entries()) {
      const isDead = (href: string): boolean =>
        linkFault(href, content) !== undefined && (isMainLanguage || found.every((link) => link.href !== href));
      const dead = linksIn(block).filter(({ href }) => isDead(href));
      const place: PagePlace = { kind: 'page', page, index, block: stored[index] ?? block, language, isMainLanguage };
      found.push(...dead.map(({ label, href }) => ({ label: label.trim() === '' ? href : label, href, place })));
    }
  }
  return found;
}

/** All links that lead nowhere: those of menus, then those of pages by address. */
export function deadLinksOf(content: unknown): readonly DeadLink[] {
  const menus = menuListsOf(content).flatMap((menu) =>
    menu.items.flatMap(({ link }, index): readonly DeadLink[] => {
      const [href, label] = [text(link['href']), text(link['label'])];
      if (linkFault(href, content) === undefined) return [];
      return [{ label: label === '' ? href : label, href, place: { kind: 'menu', menu, index } }];
    }),
  );
  return [...menus, ...pagesOf(content).flatMap((page) => deadLinksOfPage(content, page))];
}

/** The address at which the editor opens a row of a menu. */
export const menuRowPath = (site: string, list: string, index: number): string =>
  `${screenPath(site, 'menus')}?${new URLSearchParams({ list, link: String(index) }).toString()}`;

/** The address at which the editor opens a block of a page, in a language. */
export const blockPath = (site: string, page: string, index: number, language: string): string =>
  `${recordPath(site, 'pages', encodedPath(page))}?${new URLSearchParams({ block: String(index), language }).toString()}`;

/** The address at which the editor opens a place. */
export const placePath = (site: string, place: MenuPlace | PagePlace): string =>
  place.kind === 'menu'
    ? menuRowPath(site, place.menu.id, place.index)
    : blockPath(site, place.page.path, place.index, place.language);

const numberIn = (query: URLSearchParams, name: string): number | undefined => {
  const value = query.get(name) ?? '';
  return /^\d{1,4}$/.test(value) ? Number(value) : undefined;
};

/** The row of a menu that an address names. */
export function menuPlaceIn(search: string): Place | undefined {
  const query = new URLSearchParams(search);
  const [list, index] = [query.get('list'), numberIn(query, 'link')];
  return list === null || index === undefined ? undefined : { list, index };
}

/** The block of a page that an address names. */
export function blockPlaceIn(search: string): { readonly index: number; readonly language: string } | undefined {
  const query = new URLSearchParams(search);
  const index = numberIn(query, 'block');
  return index === undefined ? undefined : { index, language: query.get('language') ?? '' };
}
