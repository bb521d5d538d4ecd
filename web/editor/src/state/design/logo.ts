// The logo of a site in the draft.

import { valueAt } from '../pointer.ts';

/** Where the logo is. */
export const LOGO = '/site/settings/logo';

/** The reference of the logo; empty for none. */
export function logoOf(content: unknown): string {
  const source = valueAt(content, `${LOGO}/src`);
  return typeof source === 'string' ? source : '';
}

/** The edit that makes a picture the logo; without a reference, the name of the site is shown. */
export function withLogo(content: unknown, source: string): { readonly pointer: string; readonly to: unknown } {
  if (valueAt(content, LOGO) === undefined) return { pointer: LOGO, to: { src: source } };
  return { pointer: `${LOGO}/src`, to: source };
}
