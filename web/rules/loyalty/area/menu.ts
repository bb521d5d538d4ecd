// The members' menu of the settings: any value (LOYC-09), of which what reads as a list of links is shown (ROLE-10).

import { field, text } from '../calls/answers.ts';

/** An entry of the menu. Without an address it is a disabled element (LINK-01). */
export interface MenuLink {
  readonly label: string;
  /** Empty for none. */
  readonly href: string;
  /** Whether it leaves the site. */
  readonly external: boolean;
}

/** Most entries that are shown: a list that is longer is no menu. */
const MOST = 12;

/** Addresses that a link may lead to; a script is none of them. */
const SAFE = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|[#?])/i;
const LEAVES = /^https?:\/\//i;

/** The links of a menu; whatever is none is left out. */
export function menuOf(menu: unknown): readonly MenuLink[] {
  return Array.isArray(menu) ? menu.flatMap((entry: unknown) => linkOf(entry)).slice(0, MOST) : [];
}

function linkOf(entry: unknown): MenuLink[] {
  const label = text(field(entry, 'label')).trim();
  if (label === '') return [];
  const given = text(field(entry, 'href')).trim();
  const href = SAFE.test(given) ? given : '';
  return [{ label, href, external: LEAVES.test(href) }];
}
