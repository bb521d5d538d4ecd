// Stores events that were not delivered when a page was left, for the next page of the tab (ANLY-07).

import { field, list, text } from '@marquee/api/json.ts';
import type { TrackedEvent } from './events.ts';

/** An event, and the plugins that have not received it; without a list, no plugin has. */
export interface UndeliveredEvent {
  readonly event: TrackedEvent;
  readonly to?: readonly string[];
  /** Number of pages on which it has waited. */
  readonly pages?: number;
}

/** Maximum number of pages on which an event waits, because a script may be blocked permanently. */
export const MAX_PAGES = 5;

/** Maximum number of events that wait: more than a visitor causes before analytics has loaded. */
export const MAX_UNDELIVERED = 50;

const NAMES: ReadonlySet<unknown> = new Set([
  'click',
  'film_opened',
  'showtime_chosen',
  'trailer_played',
  'search',
  'day_chosen',
  'filter_used',
  'theater_chosen',
  'watchlist_changed',
  'sign_in',
  'join',
] satisfies TrackedEvent['name'][]);
const isName = (value: unknown): value is TrackedEvent['name'] => NAMES.has(value);
const isValue = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Serializes events. */
export const serializeUndelivered = (events: readonly UndeliveredEvent[]): string => JSON.stringify(events.slice(-MAX_UNDELIVERED));

/** Parses serialized events; skips those that this version of the site does not have. */
export function parseUndelivered(stored: string | null): readonly UndeliveredEvent[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
  return list(parsed)
    .slice(-MAX_UNDELIVERED)
    .flatMap((entry): UndeliveredEvent[] => {
      const event = field(entry, 'event');
      const name = field(event, 'name');
      if (!isName(name)) return [];
      const properties = Object.fromEntries(
        Object.entries(field(event, 'properties') ?? {}).filter((pair): pair is [string, string | number | boolean] =>
          isValue(pair[1]),
        ),
      );
      const to = field(entry, 'to');
      const pages = Number(text(field(entry, 'pages')));
      return [
        {
          event: { name, properties },
          pages: Number.isSafeInteger(pages) ? pages : 0,
          ...(Array.isArray(to) ? { to: to.map(text) } : {}),
        },
      ];
    });
}
