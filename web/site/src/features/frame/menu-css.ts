// Styles of links below entries of the header and of links for members, in the head of the sites that have them: others load nothing.

import type { MenuLink, SiteFrame } from '@marquee/api/schema.gen.ts';
import { MEMBERS_CSS } from '../../state/members-css.ts';

const BELOW_CSS =
  'header li:has(>details){position:relative;display:flex;align-items:center}' +
  'header li>details>summary{display:inline-flex;align-items:center;justify-content:center;gap:6px;min-inline-size:44px;' +
  'block-size:var(--navH,var(--headerH));font-size:.9375rem;font-weight:var(--weightBold);white-space:nowrap}' +
  // The header bar is as high as its links: outside of them, the ring of the focus would be cut.
  'header li>details>summary:focus-visible{outline-offset:-3px}' +
  'header li>a+details{margin-inline-end:-18px}' +
  'header li>details[open]>summary svg{rotate:180deg}' +
  'header li>details>ul{position:absolute;inset-block-start:100%;inset-inline-start:-16px;display:grid;gap:0;padding-block:8px;' +
  'min-inline-size:12rem;max-inline-size:20rem;inline-size:max-content;border:1px solid var(--line);border-radius:var(--rcs);' +
  'background:var(--background);box-shadow:var(--shadowHigh)}' +
  'header li:last-child:not(:first-child)>details>ul{inset-inline:auto -10px}' +
  'header li>details>ul a{display:flex;justify-content:flex-start;block-size:auto;min-block-size:44px;padding:8px 16px;white-space:normal}' +
  'header li>details>ul a::after{content:none}' +
  'header li>details>ul a:not([aria-disabled]):hover,header li>details>ul a.active{text-decoration:underline 2px ' +
  'var(--visibleHighlightOnBackground);text-underline-offset:5px}' +
  'nav [data-below]{padding-block-end:8px}' +
  'nav [data-below] a{min-block-size:44px;padding-inline-start:16px;font-family:var(--fontBody);font-style:normal;font-size:1.0625rem;' +
  'letter-spacing:normal}' +
  'nav [data-below] a[aria-current]{margin-inline-start:0}';

const forMembers = (links: readonly MenuLink[]): boolean =>
  links.some(({ membersOnly, below }) => membersOnly === true || forMembers(below?.links ?? []));

/** The styles that the menus of a site need. */
export function menuCss({ menu, footer }: Pick<SiteFrame, 'menu' | 'footer'>): string {
  const lists = [menu, footer.legal, footer.social?.links ?? [], ...footer.columns.map(({ links }) => links)];
  const hasBelow = menu.some(({ below }) => below !== undefined);
  return (lists.some(forMembers) ? MEMBERS_CSS : '') + (hasBelow ? BELOW_CSS : '');
}
