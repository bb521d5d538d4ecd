// Reads the click that early-click.ts stored on the previous page (ANLY-07).

import { type FollowedInside, eventsInside } from '@marquee/rules/analytics/clicks.ts';
import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import { field } from '@marquee/api/json.ts';
import { EARLY_CLICK_KEY } from '../../early-click.ts';

/** Removes the stored click and returns its events. */
export function takeEarlyClick(storage: () => Pick<Storage, 'getItem' | 'removeItem'>): readonly SiteEvent[] {
  try {
    const store = storage();
    const stored: unknown = JSON.parse(store.getItem(EARLY_CLICK_KEY) ?? 'null');
    store.removeItem(EARLY_CLICK_KEY);
    const [link, from] = [addressOf(stored), addressOf(field(stored, 'from'))];
    return link === undefined || from === undefined
      ? []
      : eventsInside({ ...link, keepsScroll: field(stored, 'keepsPlace') === true }, from);
  } catch {
    return [];
  }
}

function addressOf(value: unknown): Pick<FollowedInside, 'path' | 'search'> | undefined {
  const [path, search] = [field(value, 'path'), field(value, 'search')];
  return typeof path === 'string' && typeof search === 'string' ? { path, search } : undefined;
}
