// What films and shows are called where changes are listed.

import { useQueries } from '@tanstack/react-query';
import type { EditorProgram } from '@marquee/api/editor.gen.ts';
import { isRecord, text } from '@marquee/api/json.ts';
import { call } from '../api/client.ts';
import { useToday } from '../clock.ts';
import { recordsOf } from '../content/records.ts';
import { useDraft, useOpenSite } from '../drafts.ts';
import { useFormats } from '../messages.ts';
import { pointerOf, valueAt } from '../pointer.ts';
import { useSiteFilms } from './queries.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names that the content of a version does not have. */
export interface ProgramNames {
  /** The title of a film; undefined if it is not known. */
  readonly filmTitle: (id: string) => string | undefined;
  /** What is known of a show. */
  readonly show: (id: string) => Fields;
  /** `Mon, Nov 23, 6:00 PM`, for an instant, in a time zone. */
  readonly moment: (at: string, timeZone: string) => string;
}

/** The values that operators set for a film or show. */
export function editFields(content: unknown, kind: 'films' | 'shows', id: string): Fields {
  const fields = valueAt(content, pointerOf(kind, id, 'fields'));
  return isRecord(fields) ? fields : {};
}

/** A film by its title, or its id. */
export const filmName = (content: unknown, id: string, names: ProgramNames): string =>
  text(editFields(content, 'films', id)['title']) || names.filmTitle(id) || id;

/** A show by its film and its start: `Mother Tongue, Mon, Nov 23, 6:00 PM`. Parts that are not known are empty. */
export function showName(content: unknown, id: string, names: ProgramNames): { readonly film: string; readonly moment: string } {
  const show: Fields = { ...names.show(id), ...editFields(content, 'shows', id) };
  const [movieId, startsAt] = [text(show['movieId']), text(show['startsAt'])];
  const zone = text(valueAt(content, pointerOf('theaters', text(show['theaterId']), 'timeZone')));
  return {
    film: movieId === '' ? '' : filmName(content, movieId, names),
    moment: startsAt === '' ? '' : names.moment(startsAt, zone === '' ? 'UTC' : zone),
  };
}

const recordOf = (content: unknown, kind: string): Fields => {
  const records = valueAt(content, `/${kind}`);
  return isRecord(records) ? records : {};
};

/** The names for the changes of the draft. Requests them only if the draft has changes of films or shows. */
export function useProgramNames(isNeeded = true): ProgramNames {
  const { site } = useOpenSite();
  const { momentIn } = useFormats();
  const state = useDraft();
  const today = useToday();
  const [content, live] = [state?.content, state?.server.live];
  const shows: Fields = { ...recordOf(live, 'shows'), ...recordOf(content, 'shows') };
  const hasProgram = Object.keys({ ...recordOf(live, 'films'), ...recordOf(content, 'films'), ...shows }).length > 0;
  const { films } = useSiteFilms(isNeeded && hasProgram);
  // A change of a feed's show names neither its film nor its theater.
  const ofFeeds = Object.keys(shows).filter((id) => valueAt(shows[id], '/added') !== true);
  const ids = ofFeeds.toSorted().join(' ');
  const theaters = isNeeded && ids !== '' ? recordsOf(content, 'theaters') : [];
  const feedShows = useQueries({
    queries: theaters.map(({ id }) => ({
      queryKey: ['changed-shows', site.key, id, ids],
      queryFn: () => call<EditorProgram>('GET', `${site.key}/program?theater=${encodeURIComponent(id)}&from=${today}&days=1`),
      staleTime: 5 * 60_000,
      retry: false,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.shows ?? []),
  });
  return {
    filmTitle: (id) => text(editFields(live, 'films', id)['title']) || films.find((film) => film.id === id)?.title,
    show: (id) => ({ ...feedShows.find((show) => show.id === id), ...editFields(live, 'shows', id) }),
    moment: momentIn,
  };
}
