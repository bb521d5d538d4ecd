// Whether the notice is a bar across the end of the window or a card in its corner (ux 4: it lies over no time of the hero and
// nothing that starts soon). The card has room beside the hero of the home page only; on every other page lists of times begin there.

import { useSyncExternalStore } from 'react';
import { type Page, usePage } from '../../state/page.ts';

/** In low windows the hero's times reach the card. */
const LOW = '(width >= 40em) and (height < 35em)';
/** Where the page is boxed, what starts soon fills the window's width unless the window is tall. */
const BOXED = '(width >= 40em) and (width < 64em), (width >= 40em) and (height < 60em)';
const WIDER_THAN_PHONES = '(width >= 40em)';

function barAt({ page, site }: Page): string {
  if (page.kind !== 'list' || !page.home) return WIDER_THAN_PHONES;
  return site.theme.roundContent === 'NONE' ? LOW : BOXED;
}

/** Follows the size of the window. */
export function useBar(): boolean {
  const query = barAt(usePage());
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
