// The program of a theater for a week: what the screen shows, computed from the feed and the draft.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { isoDay } from '../../state/content/events.ts';
import { recordsOf } from '../../state/content/records.ts';
import { type Screen, screensOf } from '../../state/content/theaters.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { feedsOfShow, feedsOfTheater, useKnownFeeds } from '../../state/feeds/sources.ts';
import { useLanguage } from '../../state/messages.ts';
import { differencesOf, valueAt } from '../../state/pointer.ts';
import { type ShowAttribute, attributesOf } from '../../state/program/attributes.ts';
import { clockOf, daysOfWeek, laterDay, localTimeOf, playWeekStart, weekStart } from '../../state/program/clock.ts';
import { currencyOf } from '../../state/program/currency.ts';
import type { Theater } from '../../state/program/edits.ts';
import { useProgramFilms } from '../../state/program/film-list.ts';
import type { ProgramFilm } from '../../state/program/films.ts';
import {
  type ClosedDays,
  type PlacedShow,
  type ShowWarning,
  closedDaysOf,
  gridHours,
  placedShows,
  warningsOf,
} from '../../state/program/placement.ts';
import { changedDays } from '../../state/program/publishing.ts';
import { feedShowsQuery } from '../../state/program/queries.ts';
import { rulesOf } from '../../state/program/rules.ts';
import { type FeedShow, type ProgramShow, isPlayed, programShows, showsOfDays } from '../../state/program/shows.ts';
import { PROGRAM_VIEW, type ProgramView } from '../../state/program/view.ts';
import { canAt, ownTheater } from '../../state/roles.ts';

export interface Program {
  readonly view: ProgramView;
  readonly theater: Theater & { readonly name: string };
  readonly theaters: readonly { readonly id: string; readonly name: string }[];
  /** Whether the operator may change the program of the theater. */
  readonly mayEdit: boolean;
  readonly screens: readonly Screen[];
  readonly films: readonly ProgramFilm[];
  readonly attributes: readonly ShowAttribute[];
  /** The cinema day of now. */
  readonly today: string;
  /** The time of now, in minutes of the cinema day. */
  readonly minutes: number;
  /** The day of the focus; it is in the week. */
  readonly day: string;
  readonly days: readonly string[];
  /** Shows of the theater, those of last week too. */
  readonly shows: readonly ProgramShow[];
  /** Shows of the week. */
  readonly placed: readonly PlacedShow[];
  readonly warnings: readonly ShowWarning[];
  /** When the theater is open. */
  readonly opening: Pick<ClosedDays, 'hours'>;
  /** Days of the week that differ from what visitors see. */
  readonly changedDays: readonly string[];
  /** Hours of the grid. */
  readonly hours: { readonly from: number; readonly to: number };
  readonly feed: readonly FeedShow[];
  /** The feeds that bring shows of the theater; empty for those who may not see them. */
  readonly sources: readonly EditorFeed[];
  /** The feeds that a show can be from. */
  readonly sourcesOf: (show: ProgramShow) => readonly EditorFeed[];
  readonly currency: string;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The shows that feeds have for a week. */
function useFeedShows(theater: string, from: string) {
  const { site } = useOpenSite();
  return useQuery({ ...feedShowsQuery(site.key, theater, from), placeholderData: keepPreviousData });
}

const useProgramView = (): ProgramView => useSyncExternalStore(PROGRAM_VIEW.subscribe, PROGRAM_VIEW.value);

export const showView = (change: Partial<ProgramView>): void => PROGRAM_VIEW.set({ ...PROGRAM_VIEW.value(), ...change });

/** Screens of a theater; those that shows name if it has none. */
function screensWithShows(record: unknown, shows: readonly ProgramShow[]): readonly Screen[] {
  const known = screensOf(valueAt(record, '/screens'));
  const named = [...new Set(shows.map(({ fields }) => fields.screen))].filter((id) => known.every((screen) => screen.id !== id));
  const others = named.map((id) => ({ id, name: id, seats: undefined, attributes: [] }));
  const all = [...known, ...others.toSorted((a, b) => a.id.localeCompare(b.id))];
  return all.length === 0 ? [{ id: '', name: '', seats: undefined, attributes: [] }] : all;
}

/** The program of the theater and week on screen. `theaters` has at least one. */
export function useProgram({ content, server }: DraftState, now: Date): Program | undefined {
  const { attributes: names } = useLanguage();
  const { site } = useOpenSite();
  const view = useProgramView();
  const theaters = useMemo(() => recordsOf(content, 'theaters'), [content]);
  const chosen = useMemo(
    () => theaters.find(({ id }) => id === view.theater) ?? ownTheater(site, 'editProgram', theaters),
    [theaters, view.theater, site],
  );
  const id = chosen?.id ?? '';
  const clock = useMemo(() => clockOf(content, id), [content, id]);
  const { day: today, minutes } = localTimeOf(clock, now.toISOString()) ?? { day: isoDay(now), minutes: 0 };
  const day = view.day === '' ? today : view.day;
  const first = weekStart(day, playWeekStart(content, id));
  const days = useMemo(() => daysOfWeek(first), [first]);
  const query = useFeedShows(id, first);
  const before = useFeedShows(id, laterDay(first, -7));
  const feed = useMemo(() => {
    const all = [...(query.data ?? []), ...(before.data ?? [])];
    return [...new Map(all.map((show) => [show.id, show])).values()];
  }, [query.data, before.data]);
  const known = useKnownFeeds();
  const films = useProgramFilms(content);
  const shows = useMemo(
    () => programShows(feed, { content, live: server.live }, id, clock),
    [feed, content, server.live, id, clock],
  );
  const rules = useMemo(() => rulesOf(content, id), [content, id]);
  const placed = useMemo(() => placedShows(showsOfDays(shows, days), films, rules), [shows, days, films, rules]);
  const changed = useMemo(() => {
    const changes = differencesOf(valueAt(server.live, '/shows'), valueAt(content, '/shows'), '/shows');
    return changedDays({ content, live: server.live, changes }, feed, id, clock, days);
  }, [content, server.live, feed, id, clock, days]);
  const attributes = useMemo(() => attributesOf(content, names), [content, names]);
  if (chosen === undefined) return undefined;
  const closed = closedDaysOf(content, id);
  const sources = feedsOfTheater(known, id);
  return {
    view,
    theater: { id, name: chosen.name, clock, rules },
    theaters,
    mayEdit: canAt(site, 'editProgram', id),
    screens: screensWithShows(chosen.record, shows),
    films,
    attributes,
    today,
    minutes,
    day,
    days,
    shows,
    placed,
    warnings: warningsOf(placed, closed, rules.cleaningMinutes),
    opening: closed,
    changedDays: changed,
    hours: gridHours(view.kind === 'day' ? placed.filter(({ show }) => show.local.day === day) : placed),
    feed,
    sources,
    sourcesOf: (show) => feedsOfShow(known, sources, feed.find((other) => other.id === show.id)?.source),
    currency: knownCurrency(shows, content, id),
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** The currency of prices: that of other shows and rules, else of the site. */
function knownCurrency(shows: readonly ProgramShow[], content: unknown, theater: string): string {
  const known = rulesOf(content, theater).prices[0]?.price ?? shows.find(({ fields }) => fields.price !== undefined)?.fields.price;
  return known?.currency ?? currencyOf(content);
}

/** The name of a screen. */
export const screenName = ({ screens }: Program, id: string): string => screens.find((screen) => screen.id === id)?.name ?? id;

/** What is on a screen on a day. */
export const laneShows = ({ placed }: Program, day: string, screen: string): readonly PlacedShow[] =>
  placed.filter(({ show }) => show.local.day === day && show.fields.screen === screen);

/** Shows of a day that visitors can come to. */
export const dayShows = ({ shows }: Program, day: string): readonly ProgramShow[] => showsOfDays(shows, [day]).filter(isPlayed);
