// The analytics events of a click on a link (ANLY-06, ANLY-07), from its address and the page data; components need no code for it.

import { filmIdOf } from '../film-address.ts';
import { queryPairs } from '../query.ts';
import { SELECT_THEATER_PATH } from '../paths.gen.ts';
import { reportedTarget } from './addresses.ts';
import { FILTERS, type SiteEvent } from './events.ts';
import { type Schedule, providerOf, showOf, trailerOf } from './schedule.ts';

/** A link that is followed. */
export interface FollowedLink {
  /** The `href` attribute. */
  readonly href: string;
  /** The absolute URL. */
  readonly address: string;
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
  readonly search: string;
  /** Whether it changes the view of the page: its day, a filter, a tab. */
  readonly keepsScroll: boolean;
  /** Whether the link is followed in this window: no modifier key or other button. */
  readonly isPlain: boolean;
}

/** The part of a followed link within the site that its events need. */
export type FollowedInside = Pick<FollowedLink, 'path' | 'search' | 'keepsScroll'>;

/** The page with the link. */
export interface ClickedPage {
  readonly host: string;
  readonly path: string;
  readonly search: string;
  readonly schedule: Schedule;
}

/** The event of a link to another site (ANLY-06). */
const outboundClick = (address: string): SiteEvent => ({
  name: 'click',
  category: 'Navigation',
  label: `out: ${reportedTarget(address)}`,
});

/** The events of a followed link. */
export function eventsOfLink(link: FollowedLink, page: ClickedPage): SiteEvent[] {
  if (!/^https?:$/.test(link.protocol)) return [];
  const show = showOf(link.href, page.schedule);
  const trailer = show === undefined ? trailerOf(link.href, page.schedule) : undefined;
  // A trailer plays on the page, unless it opens in another window.
  const leaves = link.host !== page.host && (trailer === undefined || !link.isPlain);
  const events: SiteEvent[] = leaves ? [outboundClick(link.address)] : [];
  const ticketingProvider = show && providerOf(show, page.schedule);
  if (show !== undefined)
    events.push({ name: 'showtime_chosen', ...show, ...(ticketingProvider === undefined ? {} : { ticketingProvider }) });
  else if (trailer !== undefined) events.push({ name: 'trailer_played', ...trailer });
  else if (link.host === page.host) events.push(...eventsInside(link, page));
  return events;
}

/** The events of a followed link within the site that do not need the page data. */
export function eventsInside(
  { path, search, keepsScroll }: FollowedInside,
  page: Pick<ClickedPage, 'path' | 'search'>,
): SiteEvent[] {
  if (path === page.path) return keepsScroll ? choicesBetween(page.search, search) : [];
  if (path.replace(/\/$/, '') === SELECT_THEATER_PATH) return theaterChosen(search);
  const filmId = filmIdOf(path);
  return filmId === undefined ? [] : [{ name: 'film_opened', filmId }];
}

function theaterChosen(search: string): SiteEvent[] {
  const theaterId = valueOf(search, 'theater');
  return theaterId === '' ? [] : [{ name: 'theater_chosen', theaterId }];
}

/** The day and the filters that differ between two addresses of a page. */
export function choicesBetween(before: string, after: string): SiteEvent[] {
  const changed = (name: string): boolean => valueOf(before, name) !== valueOf(after, name);
  const filters = FILTERS.filter(changed).map((filter): SiteEvent => ({
    name: 'filter_used',
    filter,
    value: valueOf(after, filter),
  }));
  return changed('day') ? [{ name: 'day_chosen', day: valueOf(after, 'day') }, ...filters] : filters;
}

const valueOf = (search: string, name: string): string =>
  queryPairs(search)
    .flatMap(([key, value]) => (key === name ? [value] : []))
    .join(',');
