// Styles of settings of blocks (PAGE-15), in the head of pages that have some: others load nothing.

import type { BlockSettings } from '@marquee/api/schema.gen.ts';
import { MEMBERS_CSS } from '../../state/members-css.ts';

const WIDTHS_CSS =
  '[data-width=text] .wrap>*{max-inline-size:68ch}' +
  '[data-width=page] .wrap>*,[data-width=full] .wrap>*,[data-width=full] .wrap{max-inline-size:none}' +
  '[data-width=full] .wrap:has(>picture){padding-inline:0}' +
  '[data-width=full] .wrap>picture{border-radius:0}';

// The heading is beside the text; a text without heading, and the items of a list, are in columns.
const COLUMNS_CSS =
  '[data-columns] .wrap>*{max-inline-size:none}' +
  '@media(width>=48em){' +
  '[data-columns] [data-text]:has(>h2:first-child){grid-template-columns:1fr 1fr;gap:0 48px}' +
  '[data-columns] [data-text]>h2:first-child{grid-row:1/span 99}' +
  '[data-columns] [data-text]>h2:first-child~*{grid-column:2;margin-block-end:14px}' +
  '[data-columns] [data-text]:not(:has(>h2:first-child)){display:block;columns:2;column-gap:48px}' +
  '[data-columns] [data-text]:not(:has(>h2:first-child))>*{margin-block-end:14px}' +
  '[data-columns] .wrap>div:not([data-text])>ul{columns:2;column-gap:48px}' +
  '}';

// Inside of a block with a background, the names of the page's colors have values that are legible on it.
const BACKGROUNDS_CSS =
  '[data-back]{margin-block:16px;padding-block:24px}' +
  '[data-back=panel]{background:var(--panel)}' +
  '[data-back=accent]{background:var(--accent);color:var(--text);--background:var(--accent);--panel:var(--accent);' +
  '--field:var(--accent);--backgroundWithOffset:var(--accent);--text:var(--readableOnAccent);--textAlt:var(--readableOnAccent);' +
  '--quiet:var(--readableOnAccent);--line:var(--readableOnAccent);--lineStrong:var(--readableOnAccent);' +
  '--focus:var(--readableOnAccent);--visiblePrimaryOnBackground:var(--readableOnAccent);' +
  '--visibleHighlightOnBackground:var(--readableOnAccent)}';

const SCREENS_CSS = '@media(width<48em){[data-screens]{display:none}}';

/** The styles that the settings of the blocks of a page need. */
export function blockCss(settings: Readonly<Record<string, BlockSettings>> = {}): string {
  const all = Object.values(settings);
  const css: readonly (readonly [isUsed: boolean, css: string])[] = [
    [all.some(({ width }) => width !== undefined), WIDTHS_CSS],
    [all.some(({ twoColumns }) => twoColumns), COLUMNS_CSS],
    [all.some(({ background }) => background !== undefined), BACKGROUNDS_CSS],
    [all.some(({ hiddenOnPhones }) => hiddenOnPhones), SCREENS_CSS],
    [all.some(({ membersOnly }) => membersOnly), MEMBERS_CSS],
  ];
  return css.map(([isUsed, rules]) => (isUsed ? rules : '')).join('');
}
