// The members' menu of the settings. It may be any value (LOYC-09); only valid links in a list are shown (ROLE-10).

import { field, text } from '@marquee/api/json.ts';

/** An entry of the menu. Without an address it is a disabled element (LINK-01). */
export interface MenuLink {
  readonly label: string;
  /** Empty if it is missing or unsafe. */
  readonly href: string;
  /** Whether it leads to another site. */
  readonly external: boolean;
}

/** Maximum number of entries. */
const MAX_ENTRIES = 12;

/** Allowed addresses: no scripts, and no protocol-relative URLs. */
const SAFE = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|[#?])/i;
const EXTERNAL = /^https?:\/\//i;

/** The valid links of a menu. */
export function menuOf(menu: unknown): readonly MenuLink[] {
  return Array.isArray(menu) ? menu.flatMap((entry: unknown) => linkOf(entry)).slice(0, MAX_ENTRIES) : [];
}

function linkOf(entry: unknown): MenuLink[] {
  const label = text(field(entry, 'label')).trim();
  if (label === '') return [];
  const address = text(field(entry, 'href')).trim();
  const href = SAFE.test(address) ? address : '';
  return [{ label, href, external: EXTERNAL.test(href) }];
}
