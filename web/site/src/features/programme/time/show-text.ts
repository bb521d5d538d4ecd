// The words of a showtime: what stands on it, and what it is called.

import type { AttributeName, Show, ShowState } from '@marquee/api/schema.gen.ts';
import { SUBTITLES } from '@marquee/rules/constants.ts';
import { attributesOf, type Page } from '../../../state/page.ts';

/**
 * How a show looks: `card` has tags, `hero` the version in words, `axis` in short ones, `film` its end and screen (the version
 * is the group's heading), `day` the version on the lists of the following days.
 */
export type Look = 'card' | 'hero' | 'axis' | 'film' | 'day';

/** The state a show has for this visitor. A show that cannot be booked says why; nothing is a link without an address. */
export function stateOf(show: Show, started: boolean): ShowState {
  const state = show.state ?? 'open';
  return started && state !== 'cancelled' ? 'started' : state;
}

/** Whether the show is a link. */
export function bookable(show: Show, state: ShowState): boolean {
  return (state === 'open' || state === 'few') && show.href !== undefined && show.href !== '';
}

/** What has not started; all of it when everything has, so that a film never stands without a time. */
export function ahead(shows: readonly Show[]): readonly Show[] {
  const left = shows.filter((show) => show.state !== 'started');
  return left.length > 0 ? left : shows;
}

/** Why a show cannot be booked, or that few seats are left; empty for an ordinary one. */
export function reason(page: Page, state: ShowState, short: boolean): string {
  const words = page.m.show;
  switch (state) {
    case 'open':
      return '';
    case 'few':
      return short ? words.few() : words.fewSeats();
    case 'soldOut':
      return words.soldOut();
    case 'started':
      return words.started();
    case 'boxOffice':
      return short ? words.boxOfficeShort() : words.boxOffice();
    case 'cancelled':
      return words.cancelled();
  }
}

/** `6:10 PM`, with its zone if that is not the page's own: `4:15 PM CET`. */
export function startText(page: Page, { time, half, zone = '' }: Show): string {
  return joined(' ', half === undefined || half === '' ? time : page.m.show.start({ time, half }), zone);
}

/** The names of the attributes that carry a tag: what sets this show apart. */
export function telling(page: Page, show: Show): AttributeName[] {
  return attributesOf(page, show.tags).filter((attribute) => attribute.short !== '');
}

/** The tag of an attribute on a show; some languages have one of their own for a subtitled original version. */
export function tagOf({ short, subtitled }: AttributeName, show: Show): string {
  return subtitled !== undefined && show.tags?.includes(SUBTITLES) === true ? subtitled : short;
}

/** The tags of a show, for example `OV OC`. */
export function tagText(page: Page, show: Show): string {
  return telling(page, show)
    .map((attribute) => tagOf(attribute, show))
    .join(' ');
}

/** The version of a show in words, for example `Original version, Open captions`. */
export function versionText(page: Page, show: Show): string {
  return telling(page, show)
    .map(({ label }) => label)
    .join(', ');
}

/** One name in full, several by their shorter names: `Original, Captions`. */
const wordsOf = (names: readonly AttributeName[]): string => (names.length > 1 ? shortWordsOf(names) : (names[0]?.label ?? ''));

const shortWordsOf = (names: readonly AttributeName[], between: string = ', '): string => names.map(({ word, label }) => word ?? label).join(between);

/** A comma that goes to the next line with the word behind it: only the first line of a time on the axis is shown. */
const NEXT_WORD = '\u200B,\u00A0';

/** The line under the time; may be empty. A hero of several theaters has room for the theater, not for the version. */
export function noteText(page: Page, show: Show, state: ShowState, look: Look): string {
  const theater = show.theater ?? '';
  if (look === 'card') {
    const tags = state === 'open' || state === 'few' ? tagText(page, show) : '';
    return joined(' · ', theater, tags === '' ? reason(page, state, true) : tags);
  }
  if (state !== 'open') return joined(' · ', reason(page, state, look === 'hero' || look === 'axis'), theater);
  const versions = versionText(page, show);
  const screen = show.screen ?? '';
  switch (look) {
    case 'hero':
      return theater === '' ? wordsOf(telling(page, show)) : theater;
    case 'day':
      return joined(' · ', versions === '' ? screen : versions, theater);
    case 'axis':
      return versions === '' ? screen : shortWordsOf(telling(page, show), NEXT_WORD);
    case 'film':
      return joined(' · ', show.ends === undefined ? '' : page.m.show.ends({ time: show.ends }), screen, theater);
  }
}

/**
 * The accessible name of a bookable show. It begins with what is seen: "6:10 PM Few left, The Salt Cartographer,
 * Original version, English subtitles, tickets".
 */
export function showName(page: Page, show: Show, title: string, state: ShowState, note: string): string {
  const rest = [
    title,
    ...attributesOf(page, show.tags).map((attribute) => attribute.label),
    // The visible note may already say it in short.
    state === 'few' && note.includes(reason(page, state, true)) ? '' : reason(page, state, false),
    show.theater ?? '',
    page.m.show.tickets(),
  ].filter((text) => text !== '' && !note.includes(text));
  return [joined(' ', startText(page, show), note), ...rest].join(', ');
}

/** The texts that are not empty. */
export function joined(between: string, ...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(between);
}
