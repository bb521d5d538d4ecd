// The badge of a film: derived from its dates, or chosen.

import { list } from '@marquee/api/json.ts';

export type Badge = 'automatic' | 'NEW' | 'PREVIEW';

/** The chosen badge. */
export const badgeOf = (badges: unknown): Badge => {
  const chosen = list(badges);
  return chosen.includes('NEW') ? 'NEW' : chosen.includes('PREVIEW') ? 'PREVIEW' : 'automatic';
};

/** The badges of the record. */
export const badgesOf = (badge: Badge): readonly string[] => (badge === 'automatic' ? [] : [badge]);
