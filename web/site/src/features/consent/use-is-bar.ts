// Whether the notice is a bar across the bottom of the window or a card in its corner (ux 4: it covers neither the hero's times
// nor the shows that start soon). Only the home page has space for the card, beside the hero.

import { useSyncExternalStore } from 'react';
import { type Page, usePage } from '../../state/page.ts';

/** In low windows the card would cover the hero's times. */
const LOW = '(width >= 40em) and (height < 35em)';
/** On sites with round corners, the shows that start soon take the full width unless the window is tall. */
const BOXED = '(width >= 40em) and (width < 64em), (width >= 40em) and (height < 60em)';
const WIDER_THAN_PHONES = '(width >= 40em)';

function barQuery({ page, site }: Page): string {
  if (page.kind !== 'list' || !page.home) return WIDER_THAN_PHONES;
  return site.theme.roundContent === 'NONE' ? LOW : BOXED;
}

/** Whether the notice is a bar; re-renders when the size of the window changes. */
export function useIsBar(): boolean {
  const query = barQuery(usePage());
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
