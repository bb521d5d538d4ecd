// What operators do with shows: each is one action for undo, and screen readers hear it.

import { useMutation } from '@tanstack/react-query';
import type { PublishRequest, PublishResponse } from '@marquee/api/editor.gen.ts';
import { useMemo } from 'react';
import { call } from '../../state/api/client.ts';
import type { DraftState, PartChange } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { daysBetween, laterDay } from '../../state/program/clock.ts';
import {
  type NewShow,
  addedShow,
  changedShow,
  copiedShows,
  movedShow,
  removedShow,
  repeatOffsets,
  resetShow,
  unhiddenShow,
} from '../../state/program/edits.ts';
import { newShowId } from '../../state/program/films.ts';
import { nearestFreeStart, nextFreeStart, placedShow } from '../../state/program/placement.ts';
import { pointersOfDays } from '../../state/program/publishing.ts';
import { type ProgramShow, type ShowFields, showsOfDays } from '../../state/program/shows.ts';
import { showToast } from '../../state/toasts.ts';
import type { Program } from './use-program.ts';
import { type ProgramWords, useWords } from './use-words.ts';

export interface ProgramActions {
  /** The result is the id of the new show. */
  readonly add: (show: NewShow) => string;
  readonly change: (show: ProgramShow, values: Partial<ShowFields>) => void;
  readonly move: (moves: readonly ShowMove[]) => void;
  readonly remove: (shows: readonly ProgramShow[]) => void;
  readonly reset: (show: ProgramShow) => void;
  readonly unhide: (show: ProgramShow) => void;
  /** Types shows in again at the next free times. */
  readonly duplicate: (shows: readonly ProgramShow[]) => readonly string[];
  /** Types shows in again, the first of them on a day. */
  readonly paste: (shows: readonly ProgramShow[], day: string) => void;
  readonly copyDay: (from: string, to: string) => void;
  /** Removes the shows of a day that were typed in. Those of a feed stay. */
  readonly removeDay: (day: string) => void;
  readonly copyLastWeek: () => void;
  readonly repeat: (show: ProgramShow, weekdays: readonly number[], until: string) => void;
}

export interface ShowMove {
  readonly show: ProgramShow;
  readonly day: string;
  readonly minutes: number;
  readonly screen: string;
}

/** The actions on the program. `announce` says what happened. */
export function useActions(state: DraftState, program: Program, announce: (text: string) => void): ProgramActions {
  const { program: words, common, restricted } = useMessages();
  const wordsOf = useWords();
  const { draft } = useOpenSite();
  return useMemo(() => {
    if (!program.mayEdit) return refusedActions(() => showToast(restricted.title()));
    const { content } = state;
    const { theater } = program;
    /** Edits with a toast that undoes exactly this action. */
    const edit = (changes: readonly PartChange[], text: string): void => {
      const before = changes.map(({ pointer }) => ({ pointer, to: valueAt(content, pointer) }));
      draft.edit(changes);
      showToast(text, { label: common.undo(), onAction: () => draft.edit(before) });
    };
    const copy = (changes: readonly PartChange[]): void => {
      if (changes.length === 0) showToast(words.nothingCopied());
      else edit(changes, words.copied({ count: changes.length }));
    };
    const remove = (shows: readonly ProgramShow[]): void => {
      if (shows.length === 0) return;
      const isAllAdded = shows.every(({ feed }) => feed === undefined);
      const count = shows.length;
      edit(
        shows.map((show) => removedShow(show, content)),
        isAllAdded ? words.removed({ count }) : words.hiddenToast({ count }),
      );
    };
    return {
      add(show) {
        const id = newShowId();
        draft.edit([addedShow(theater, show, id)]);
        announce(words.added({ show: lineOf(program, wordsOf, show) }));
        return id;
      },
      change: (show, values) => draft.edit(changedShow(show, values)),
      move(moves) {
        draft.edit(moves.flatMap(({ show, day, minutes, screen }) => movedShow(theater.clock, show, { day, minutes }, screen)));
        const [first] = moves;
        if (first === undefined) return;
        const { show, day, minutes, screen } = first;
        const { start, end } = placedShow(show, program.films, theater.rules);
        announce(wordsOf.slot(program, { day, screen, start: minutes, length: end - start }));
      },
      remove,
      removeDay: (day) => remove(showsOfDays(program.shows, [day]).filter(({ feed }) => feed === undefined)),
      reset: (show) => edit([resetShow(show)], words.resetDone()),
      unhide: (show) => draft.edit([unhiddenShow(show)]),
      duplicate(shows) {
        const copies = shows.map((show) => duplicateOf(program, show));
        draft.edit(copies.map(({ change }) => change));
        announce(words.copied({ count: copies.length }));
        return copies.map(({ id }) => id);
      },
      paste(shows, day) {
        const [first] = shows.map(({ local }) => local.day).toSorted();
        if (first === undefined) return;
        copy(copiedShows(theater, shows, daysBetween(first, day), program.shows));
      },
      copyDay(from, to) {
        copy(copiedShows(theater, showsOfDays(program.shows, [from]), daysBetween(from, to), program.shows));
      },
      copyLastWeek() {
        const days = program.days.map((day) => laterDay(day, -7));
        copy(copiedShows(theater, showsOfDays(program.shows, days), 7, program.shows));
      },
      repeat(show, weekdays, until) {
        copy(copiedShows(theater, [show], repeatOffsets(show.local.day, weekdays, until), program.shows));
      },
    };
  }, [state, program, announce, words, common, restricted, wordsOf, draft]);
}

/** What keys and drags do in a program that the operator may not change: they say so. */
function refusedActions(refuse: () => void): ProgramActions {
  return {
    add() {
      refuse();
      return '';
    },
    change: refuse,
    move: refuse,
    remove: refuse,
    reset: refuse,
    unhide: refuse,
    duplicate() {
      refuse();
      return [];
    },
    paste: refuse,
    copyDay: refuse,
    removeDay: refuse,
    copyLastWeek: refuse,
    repeat: refuse,
  };
}

/** A new show where a film was put, in words. */
const lineOf = (program: Program, words: ProgramWords, { movieId, local, screen }: NewShow): string => {
  const film = program.films.find(({ id }) => id === movieId);
  const length = program.theater.rules.trailerMinutes + (film?.runtime ?? 0);
  return `${film?.title ?? movieId}, ${words.slot(program, { day: local.day, screen, start: local.minutes, length })}`;
};

/** The same show again, at the next free time of its screen. */
function duplicateOf(program: Program, show: ProgramShow): { readonly id: string; readonly change: PartChange } {
  const { start, end, clean } = placedShow(show, program.films, program.theater.rules);
  const { day } = show.local;
  const { movieId, screen, attributes, price } = show.fields;
  const slot = { day, screen, start: clean, length: end - start };
  const minutes = nextFreeStart(program.placed, slot) ?? nearestFreeStart(program.placed, slot) ?? clean;
  const id = newShowId();
  return { id, change: addedShow(program.theater, { movieId, local: { day, minutes }, screen, attributes, price }, id) };
}

/** Publishes the changes of days of the theater, and nothing else. */
export function usePublishDays(program: Program) {
  const messages = useMessages();
  const { program: words, nav } = messages;
  const { time } = useFormats();
  const { site, draft } = useOpenSite();
  return useMutation({
    mutationFn: async (days: readonly string[]) => {
      await draft.flush();
      const server = draft.state()?.server;
      if (server === undefined) return undefined;
      const { theater, feed } = program;
      const pointers = pointersOfDays(server, feed, theater.id, theater.clock, days);
      const request: PublishRequest = { version: server.version, pointers: [...pointers] };
      const response = await call<PublishResponse>('POST', `${site.key}/publish`, request);
      await draft.load();
      return { count: days.length, at: response.revision?.at };
    },
    onSuccess(result) {
      if (result?.at !== undefined)
        showToast(words.publishedDays({ count: result.count, time: time(result.at) }), {
          label: nav.openSite(),
          href: site.origin,
        });
    },
    onError(error) {
      void draft.load();
      showToast(errorText(error, messages));
    },
  });
}
