// Analytics events (ANLY-06, ANLY-07). They do not identify anybody: their properties are ids of films and theaters, choices that are
// in the address, and counts.

import type { SignInMethod } from '../loyalty/session/session.ts';

/** An event with its properties. Unknown properties are absent. */
export type SiteEvent =
  /** A link leads to another site (ANLY-06). */
  | { readonly name: 'click'; readonly category: 'Navigation'; readonly label: string }
  | { readonly name: 'film_opened'; readonly filmId: string }
  /** `start` as ISO 8601 with its offset; the provider is that of the theater (THEAT-06). */
  | {
      readonly name: 'showtime_chosen';
      readonly filmId?: string;
      readonly theaterId?: string;
      readonly ticketingProvider?: string;
      readonly start: string;
    }
  | { readonly name: 'trailer_played'; readonly filmId?: string }
  /** The length of the searched text in code points, never the text, and the number of results. */
  | { readonly name: 'search'; readonly length: number; readonly results: number }
  /** An ISO date; empty for today. */
  | { readonly name: 'day_chosen'; readonly day: string }
  /** Several values are joined by commas; empty for a filter that was removed. */
  | { readonly name: 'filter_used'; readonly filter: FilterName; readonly value: string }
  | { readonly name: 'theater_chosen'; readonly theaterId: string }
  | { readonly name: 'watchlist_changed'; readonly filmId: string; readonly added: boolean }
  | { readonly name: 'sign_in'; readonly way: SignInMethod }
  | { readonly name: 'join' };

/** Filters of the lists, by the name of their query parameter. */
export const FILTERS = ['time', 'before', 'version', 'access', 'theater'] as const;
export type FilterName = (typeof FILTERS)[number];

/** An event as trackers receive it: its name and its properties (ANLY-07). */
export interface TrackedEvent {
  readonly name: SiteEvent['name'];
  readonly properties: Readonly<Record<string, string | number | boolean>>;
}

/** Separates the name of an event from its properties (ANLY-07). */
export function toTrackedEvent({ name, ...properties }: SiteEvent): TrackedEvent {
  return { name, properties };
}
