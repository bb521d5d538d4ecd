// Favorite theaters of a member, and the messages of failed requests (area favorites).

import type { CallResponse, FromService } from '@marquee/api/call.ts';
import type { CinemasResponse, FavoriteCinema as ServiceCinema } from '@marquee/api/loyalty/types.gen.ts';
import { type Failure, errorOf, isSuccess } from '../calls/responses.ts';
import { type ErrorTextSettings, errorText } from '../calls/error-text.ts';
import { type Session, recordIn } from '../session/session.ts';
import { type SessionRecord, hasToken } from '../session/session-record.ts';

/** A theater and whether the member subscribed to its newsletter. */
export interface FavoriteCinema {
  readonly boxofficeCinemaId: string;
  readonly subscribeToNewsletter: boolean;
}

/** An entry, with all further fields of the service (FAV-01, FAV-02). */
export interface FavoriteTheater extends FavoriteCinema {
  readonly name?: string | null;
}

/** The record of a session that can have favorites: of version 3, with a token (ROLE-07, FAV-03). */
export function favoriteTheatersRecord(session: Session): SessionRecord | undefined {
  const record = recordIn(session);
  return record?.cypherVersion === 3 && hasToken(record) ? record : undefined;
}

/** The list in a successful response; undefined if the call failed or there is no list (FAV-11). */
export const favoriteTheatersOf = (response: CallResponse<CinemasResponse>): readonly FavoriteTheater[] | undefined =>
  isSuccess(response) ? response.favoriteCinemas?.flatMap((entry) => entryOf(entry)) : undefined;

function entryOf(entry: FromService<ServiceCinema>): FavoriteTheater[] {
  const boxofficeCinemaId = entry.boxofficeCinemaId ?? '';
  return boxofficeCinemaId === ''
    ? []
    : [{ ...entry, boxofficeCinemaId, subscribeToNewsletter: entry.subscribeToNewsletter === true }];
}

/** The displayed name of an entry: its own, else that of the site's theater, else its id (FAV-02). */
export function favoriteTheaterName(
  cinema: FavoriteTheater,
  theaters: readonly { readonly id: string; readonly name: string }[],
): string {
  const { name, boxofficeCinemaId: id } = cinema;
  return name || (theaters.find((theater) => theater.id === id)?.name ?? id);
}

/** The message of a failure: the response's own, else the generic one (ERR-25); undefined for a network failure (ERR-26). */
export function favoriteTheatersError(
  failure: Failure | undefined,
  settings: ErrorTextSettings,
): { readonly main: string; readonly detail: string } | undefined {
  if (failure?.kind !== 'refused') return undefined;
  const { theaters, theatersDetail } = settings.texts;
  return { main: theaters(), detail: errorText(errorOf(failure.response), settings, theatersDetail()) };
}
