// The shows that a visitor may put into a calendar, as calendars know them.

import type { FilmPage, Show, ShowGroup } from '@marquee/api/schema.gen.ts';
import type { CalendarEvent } from '@marquee/rules/calendar.ts';
import { labelsOf, type Page } from '../../../../state/page.ts';
import { joined } from '../../time/show-text.ts';

export interface Choice {
  id: string;
  show: Show;
  /** What sets this show apart from the others of the day. */
  note: string;
  event: CalendarEvent;
}

/** The shows of the page's day that are still to come, by theater and start. */
export function choicesOf(page: Page, film: FilmPage): Choice[] {
  const { site, theater: selected } = page;
  const address = site.footer.contact?.address ?? '';
  const of = (groups: readonly ShowGroup[], theater: string, place: string) =>
    groups
      .flatMap((group) => group.shows.flatMap((show) => choiceOf(page, film, { group, show, theater, place }) ?? []))
      .toSorted((a, b) => Date.parse(a.show.at) - Date.parse(b.show.at));
  return [
    ...of(film.groups, '', joined(', ', site.name, address)),
    // The footer's address is the selected theater's; the page knows no other.
    ...film.theaters.flatMap(({ groups, name }) => of(groups, name, name === selected?.name ? joined(', ', name, address) : joined(', ', name, site.name))),
  ];
}

function choiceOf(
  page: Page,
  { film }: FilmPage,
  { group, show, theater, place }: { group: ShowGroup; show: Show; theater: string; place: string },
): Choice | undefined {
  if (show.id === undefined || show.state === 'started' || show.state === 'cancelled') return undefined;
  const version = labelsOf(page, [...new Set([group.key, ...group.tags, ...(show.tags ?? [])])]);
  return {
    id: show.id,
    show,
    note: joined(' · ', theater, version),
    event: {
      title: film.title,
      at: show.at,
      runtime: film.runtime,
      location: place,
      details: [version, show.screen ?? '', page.head.canonical].filter((line) => line !== '').join('\n'),
    },
  };
}
