// Films of feeds that are, or may be, films that the site has from elsewhere, and the decision of a person.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FilmMatch, FilmMatchDecision, FilmMatches } from '@marquee/api/editor.gen.ts';
import { call } from '../api/client.ts';
import { useOpenSite } from '../drafts.ts';
import { errorText } from '../errors.ts';
import { useMessages } from '../messages.ts';
import { showToast } from '../toasts.ts';

/** What decided a match that a rule for titles made. */
export const OF_RULE = 'rule';
/** How long the feeds take to follow a decision, in milliseconds. */
const FEEDS_FOLLOW = 4_000;

const path = (site: string): string => `${site}/film-matches`;

/** The matches of the open site, those that wait for a decision first. */
export function useFilmMatches(): readonly FilmMatch[] {
  const { site } = useOpenSite();
  const { data } = useQuery({ queryKey: ['film-matches', site.key], queryFn: () => call<FilmMatches>('GET', path(site.key)) });
  return data?.matches ?? [];
}

/** Whether shows of the film are shows of the one that the site has. */
export const isSameFilm = ({ state }: FilmMatch): boolean => state === 'same' || state === 'automatic';

/** Says whether two films are the same. Everything is read again, and once more when the feeds have run. */
export function useMatchDecision() {
  const messages = useMessages();
  const { similar } = messages.films;
  const { site } = useOpenSite();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ film, isSame }: { readonly film: FilmMatch; readonly isSame: boolean }) =>
      call<FilmMatches>('PUT', `${path(site.key)}/${encodeURIComponent(film.film)}`, { isSame } satisfies FilmMatchDecision),
    onSuccess(_, { film, isSame }) {
      const title = film.targetTitle;
      const different = isSameFilm(film) ? similar.toastSplit : similar.toastDifferent;
      showToast(isSame ? similar.toastSame({ title }) : different({ title }));
      setTimeout(() => void client.invalidateQueries(), FEEDS_FOLLOW);
    },
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: () => client.invalidateQueries(),
  });
}
