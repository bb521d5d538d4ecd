// The page that presents the loyalty program: the one with memberships or rewards.

import { list, text } from '@marquee/api/json.ts';
import { valueAt } from '../pointer.ts';
import { type PageRecord, pagesOf } from './pages.ts';
import { shownPage } from './saved-blocks.ts';

const CLUB_BLOCKS: ReadonlySet<string> = new Set(['memberships', 'rewards']);

/** Whether a page has memberships or rewards, also in a saved block. */
export const hasClubBlock = (content: unknown, page: PageRecord): boolean =>
  list(shownPage(content, page).record['blocks']).some((block) => CLUB_BLOCKS.has(text(valueAt(block, '/type'))));

/** The first such page; undefined if no page has it. */
export const clubPageOf = (content: unknown): PageRecord | undefined =>
  pagesOf(content).find((page) => hasClubBlock(content, page));
