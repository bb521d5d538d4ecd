// The texts of a block that can be edited on the page (PREV-12).

import { text } from '@marquee/api/json.ts';
import type { BlockText, TextField } from '@marquee/rules/preview-editing.ts';
import { richTextOf } from '@marquee/rules/rich-text.ts';
import { type Block, fieldsOf } from '../content/blocks.ts';

/** The page shows other words than the record has: `[theaterName]`, `[siteName]`, `{0}`. */
const PLACEHOLDER = /\[\w+\]|\{\d\}/;

const isOnPage = (name: string): name is TextField =>
  name === 'title' || name === 'text' || name === 'label' || name === 'paragraphs';

/** Texts that the page shows as the record has them. An empty text has no place on the page yet. */
export function textsOnPage(block: Block): readonly BlockText[] {
  return fieldsOf(block).flatMap(({ name }): readonly BlockText[] => {
    if (!isOnPage(name)) return [];
    const value = name === 'paragraphs' ? richTextOf(block[name]) : text(block[name]);
    if (value === undefined || PLACEHOLDER.test(JSON.stringify(value))) return [];
    return name !== 'paragraphs' && value === '' ? [] : [{ field: name, value }];
  });
}
