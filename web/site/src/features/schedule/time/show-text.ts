// The texts of a showtime: its note and its accessible name.

import type { AttributeName, Show, ShowState } from '@marquee/api/schema.gen.ts';
import { SUBTITLES } from '@marquee/rules/shared.gen.ts';
import { attributesOf, type Page } from '../../../state/page.ts';

/**
 * Where a showtime is shown, which determines its note: `card` has tags, `hero` the version in words, `axis` in short words, `film`
 * the end and the screen (the version is the group's heading), `day` (the lists of the following days) the version.
 */
export type Look = 'card' | 'hero' | 'axis' | 'film' | 'day';

/** The state of a show; `started` is by the visitor's clock. A canceled show stays canceled. */
export function stateOf(show: Show, started: boolean): ShowState {
  const state = show.state ?? 'open';
  return started && state !== 'cancelled' ? 'started' : state;
}

/** Whether the show can be booked online. Requires a booking link. */
export function isBookable(show: Show, state: ShowState): boolean {
  return (state === 'open' || state === 'few') && show.href !== undefined && show.href !== '';
}

/** The shows that have not started. If all have started, returns all of them, so that the film still lists its times. */
export function upcomingShows(shows: readonly Show[]): readonly Show[] {
  const upcoming = shows.filter((show) => show.state !== 'started');
  return upcoming.length > 0 ? upcoming : shows;
}

/** The text of a state; empty for `open`. */
export function stateText(page: Page, state: ShowState, short: boolean): string {
  const texts = page.messages.show;
  switch (state) {
    case 'open':
      return '';
    case 'few':
      return short ? texts.few() : texts.fewSeats();
    case 'soldOut':
      return texts.soldOut();
    case 'started':
      return texts.started();
    case 'boxOffice':
      return short ? texts.boxOfficeShort() : texts.boxOffice();
    case 'cancelled':
      return texts.cancelled();
  }
}

/** `6:10 PM`, with the time zone if it is not the page's: `4:15 PM CET`. */
export function startText(page: Page, { time, half, zone = '' }: Show): string {
  return joinNonEmpty(' ', half === undefined || half === '' ? time : page.messages.show.start({ time, half }), zone);
}

/** That a show was announced for another time; empty if it was not. */
function movedText(page: Page, { movedFrom = '' }: Show): string {
  return movedFrom === '' ? '' : page.messages.show.movedFrom({ time: movedFrom });
}

/** The attributes of a show that have a tag. */
export function taggedAttributes(page: Page, show: Show): AttributeName[] {
  return attributesOf(page, show.tags).filter((attribute) => attribute.short !== '');
}

/** The tag of an attribute of a show. Some locales have a separate tag for a subtitled original version. */
export function tagOf({ short, subtitled }: AttributeName, show: Show): string {
  return subtitled !== undefined && show.tags?.includes(SUBTITLES) === true ? subtitled : short;
}

/** The tags of a show, for example `OV OC`. */
export function tagText(page: Page, show: Show): string {
  return taggedAttributes(page, show)
    .map((attribute) => tagOf(attribute, show))
    .join(' ');
}

/** The version of a show in words, for example `Original version, Open captions`. */
export function versionText(page: Page, show: Show): string {
  return taggedAttributes(page, show)
    .map(({ label }) => label)
    .join(', ');
}

/** A single attribute by its full name, several by their short names: `Original, Captions`. */
const namesText = (names: readonly AttributeName[]): string => (names.length > 1 ? shortNamesText(names) : (names[0]?.label ?? ''));

const shortNamesText = (names: readonly AttributeName[], separator: string = ', '): string =>
  names.map(({ word, label }) => word ?? label).join(separator);

/** A comma that wraps together with the next word, because the axis shows only the first line. */
const WRAPPING_COMMA = '\u200B,\u00A0';

/** The note under the time; may be empty. In the hero, the theater replaces the version if several theaters are listed. */
export function noteText(page: Page, show: Show, state: ShowState, look: Look): string {
  const theater = show.theater ?? '';
  if (look === 'card') {
    const tags = state === 'open' || state === 'few' ? tagText(page, show) : '';
    return joinNonEmpty(' · ', theater, tags === '' ? stateText(page, state, true) : tags);
  }
  const moved = look === 'film' || look === 'day' ? movedText(page, show) : '';
  if (state !== 'open') return joinNonEmpty(' · ', stateText(page, state, look === 'hero' || look === 'axis'), moved, theater);
  const versions = versionText(page, show);
  const screen = show.screen ?? '';
  switch (look) {
    case 'hero':
      return theater === '' ? namesText(taggedAttributes(page, show)) : theater;
    case 'day':
      return joinNonEmpty(' · ', moved, versions === '' ? screen : versions, theater);
    case 'axis':
      return versions === '' ? screen : shortNamesText(taggedAttributes(page, show), WRAPPING_COMMA);
    case 'film':
      return joinNonEmpty(
        ' · ',
        moved,
        show.ends === undefined ? '' : page.messages.show.ends({ time: show.ends }),
        screen,
        theater,
      );
  }
}

/** The accessible name of a bookable show. Begins with the visible text: "6:10 PM Few left, The Salt Cartographer, Original version, English subtitles, tickets". */
export function showName(page: Page, show: Show, title: string, state: ShowState, note: string): string {
  const rest = [
    title,
    ...attributesOf(page, show.tags).map((attribute) => attribute.label),
    // Omitted if the visible note has the short form.
    state === 'few' && note.includes(stateText(page, state, true)) ? '' : stateText(page, state, false),
    show.theater ?? '',
    movedText(page, show),
    page.messages.show.tickets(),
  ].filter((text) => text !== '' && !note.includes(text));
  return [joinNonEmpty(' ', startText(page, show), note), ...rest].join(', ');
}

/** Joins the texts that are not empty. */
export function joinNonEmpty(separator: string, ...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(separator);
}
