// What visitors would miss in the content of a draft: dead links and pictures without words.

import { isRecord, list } from '@marquee/api/json.ts';
import { isDescribed } from '../media/details.ts';
import { blockFaults } from './blocks.ts';
import { type DeadLink, deadLinksOf } from './dead-links.ts';
import type { PageRecord } from './pages.ts';
import { pagesWithMissing, shownPages } from './saved-blocks.ts';

export interface ContentChecks {
  readonly deadLinks: readonly DeadLink[];
  /** Titles of pages with a picture without alternative text. */
  readonly noAlt: readonly string[];
  /** Titles of pages with a saved block that does not exist. */
  readonly missingBlocks: readonly string[];
}

export function contentChecks(content: unknown): ContentChecks {
  const described = (picture: string): boolean => isDescribed(content, picture);
  const nameOf = ({ title, path }: PageRecord): string => (title === '' ? path : title);
  const pages = shownPages(content).map((page) => ({
    name: nameOf(page),
    blocks: list(page.record['blocks']).filter(isRecord),
  }));
  return {
    deadLinks: deadLinksOf(content),
    noAlt: pages
      .filter(({ blocks }) => blocks.some((block) => blockFaults(block, described).includes('alt')))
      .map(({ name }) => name),
    missingBlocks: pagesWithMissing(content).map(nameOf),
  };
}
