// The shows that a visitor may add to a calendar, as calendar events.

import type { FilmPage, Show, ShowGroup } from '@marquee/api/schema.gen.ts';
import type { CalendarEvent } from '@marquee/rules/calendar.ts';
import { labelsOf, type Page } from '../../../../state/page.ts';
import { joinNonEmpty } from '../../time/show-text.ts';

export interface CalendarShow {
  id: string;
  show: Show;
  /** The theater and the version, which distinguish the shows of a day. */
  note: string;
  event: CalendarEvent;
}

/** The upcoming shows of the page's day, by theater and start. */
export function calendarShowsOf(page: Page, film: FilmPage): CalendarShow[] {
  const { site, theater: selected } = page;
  const address = site.footer.contact?.address ?? '';
  const showsIn = (groups: readonly ShowGroup[], theater: string, location: string) =>
    groups
      .flatMap((group) => group.shows.flatMap((show) => calendarShowOf(page, film, { group, show, theater, location }) ?? []))
      .toSorted((a, b) => Date.parse(a.show.at) - Date.parse(b.show.at));
  return [
    ...showsIn(film.groups, '', joinNonEmpty(', ', site.name, address)),
    // The footer has the address of the selected theater; the page has no other addresses.
    ...film.theaters.flatMap(({ groups, name }) =>
      showsIn(groups, name, name === selected?.name ? joinNonEmpty(', ', name, address) : joinNonEmpty(', ', name, site.name)),
    ),
  ];
}

function calendarShowOf(
  page: Page,
  { film }: FilmPage,
  { group, show, theater, location }: { group: ShowGroup; show: Show; theater: string; location: string },
): CalendarShow | undefined {
  if (show.id === undefined || show.state === 'started' || show.state === 'cancelled') return undefined;
  const version = labelsOf(page, [...new Set([group.key, ...group.tags, ...(show.tags ?? [])])]);
  return {
    id: show.id,
    show,
    note: joinNonEmpty(' · ', theater, version),
    event: {
      title: film.title,
      at: show.at,
      runtime: film.runtime,
      location,
      details: [version, show.screen ?? '', page.head.canonical].filter((line) => line !== '').join('\n'),
    },
  };
}
