// What visitors would miss in the content of a draft: dead links and pictures without words.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { linksOf, richTextOf } from '@marquee/rules/rich-text.ts';
import { isDescribed } from '../media/details.ts';
import { valueAt } from '../pointer.ts';
import { type Block, blockFaults } from './blocks.ts';
import { linkFault } from './links.ts';
import { menuListsOf } from './menus.ts';
import type { PageRecord } from './pages.ts';
import { pagesWithMissing, shownPages } from './saved-blocks.ts';

export interface ContentChecks {
  /** Labels of links of menus that lead nowhere. */
  readonly deadLinks: readonly string[];
  /** Titles of pages with a link of a block or text that leads nowhere. */
  readonly deadPages: readonly string[];
  /** Titles of pages with a picture without alternative text. */
  readonly noAlt: readonly string[];
  /** Titles of pages with a saved block that does not exist. */
  readonly missingBlocks: readonly string[];
}

export function contentChecks(content: unknown): ContentChecks {
  const isDead = (item: unknown): boolean => linkFault(text(valueAt(item, '/href')), content) !== undefined;
  const described = (picture: string): boolean => isDescribed(content, picture);
  const isDeadBlock = (block: Block): boolean =>
    isDead(block) || linksOf(richTextOf(block['paragraphs']) ?? []).some((href) => linkFault(href, content) !== undefined);
  const nameOf = ({ title, path }: PageRecord): string => (title === '' ? path : title);
  const pages = shownPages(content).map((page) => ({
    name: nameOf(page),
    blocks: list(page.record['blocks']).filter(isRecord),
  }));
  return {
    deadLinks: menuListsOf(content)
      .flatMap(({ items }) => items.filter(({ link }) => isDead(link)))
      .map(({ link }) => text(link['label'])),
    deadPages: pages.filter(({ blocks }) => blocks.some(isDeadBlock)).map(({ name }) => name),
    noAlt: pages
      .filter(({ blocks }) => blocks.some((block) => blockFaults(block, described).includes('alt')))
      .map(({ name }) => name),
    missingBlocks: pagesWithMissing(content).map(nameOf),
  };
}
