// Parses a member's favorite theaters, and has the texts of failures (area favorites).

import { type Failure, answerOf, field, isSuccess, text } from '../calls/answers.ts';
import type { FavoriteCinema } from '../calls/calls.ts';
import { type ErrorTextSettings, errorText } from '../calls/error-text.ts';
import { type Session, recordIn } from '../session/session.ts';
import { type SessionRecord, hasToken } from '../session/session-record.ts';

/** An entry, with all further fields of the service (FAV-01, FAV-02). */
export type FavoriteTheater = FavoriteCinema & Readonly<Record<string, unknown>>;

/** The record of a session that can have favorites: of version 3, with a token (ROLE-07, FAV-03). */
export function favoriteTheatersRecord(session: Session): SessionRecord | undefined {
  const record = recordIn(session);
  return record?.cypherVersion === 3 && hasToken(record) ? record : undefined;
}

/** The list in a successful answer; undefined if the call failed or there is no list (FAV-11). */
export function favoriteTheatersOf(answer: unknown): readonly FavoriteTheater[] | undefined {
  const list = field(answer, 'favoriteCinemas');
  return isSuccess(answer) && Array.isArray(list) ? list.flatMap((entry: unknown) => entryOf(entry)) : undefined;
}

function entryOf(entry: unknown): FavoriteTheater[] {
  const boxofficeCinemaId = text(field(entry, 'boxofficeCinemaId'));
  if (typeof entry !== 'object' || boxofficeCinemaId === '') return [];
  return [{ ...entry, boxofficeCinemaId, subscribeToNewsletter: field(entry, 'subscribeToNewsletter') === true }];
}

/** The displayed name of an entry: its own, else that of the site's theater, else its id (FAV-02). */
export function favoriteTheaterName(cinema: FavoriteTheater, theaters: readonly { readonly id: string; readonly name: string }[]): string {
  const { name, boxofficeCinemaId: id } = cinema;
  return typeof name === 'string' && name !== '' ? name : (theaters.find((theater) => theater.id === id)?.name ?? id);
}

/** The message of a failure: the answer's own, else the generic one (ERR-25); undefined for a network failure (ERR-26). */
export function favoriteTheatersError(failure: Failure | undefined, voice: ErrorTextSettings): { readonly main: string; readonly detail: string } | undefined {
  if (failure?.kind !== 'refused') return undefined;
  const { theaters, theatersDetail } = voice.words;
  return { main: theaters(), detail: errorText(answerOf(failure.answer), voice, theatersDetail()) };
}
