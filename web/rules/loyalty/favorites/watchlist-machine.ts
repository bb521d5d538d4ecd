// The state machine of a member's watchlist: loads and changes the list of films (area watchlist).

import { type Observable, cell } from '../../cell.ts';
import type { Call, CallContext, Result } from '@marquee/api/call.ts';
import { addFavoriteFilm, getFavoriteFilms, removeFavoriteFilm } from '@marquee/api/loyalty/favorites.gen.ts';
import { type Failure, isSuccess } from '../calls/responses.ts';
import type { Send } from '../calls/transport.ts';
import { type Session, memberIdIn, memberIn, recordIn } from '../session/session.ts';
import { type SessionRecord, hasToken } from '../session/session-record.ts';
import { type WatchlistResponse, filmIds } from './watchlist.ts';

export interface Watchlist {
  readonly films: readonly string[];
  /** Whether loading is done: the list is loaded, could not be loaded, or the member has none. */
  readonly isLoaded: boolean;
  /** Number of requests in progress. */
  readonly pending: number;
  /** Why the last request failed; the list did not change. */
  readonly failure?: Failure | undefined;
}

const NOTHING: Watchlist = { films: [], isLoaded: false, pending: 0 };

/** Whether films are being fetched, added or removed (WATCH-07). */
export const isFetching = ({ pending }: Watchlist): boolean => pending > 0;

export interface WatchlistDependencies {
  readonly context: CallContext;
  /** Sends a call of the signed-in member. */
  readonly send: Send;
  readonly log: (message: string, reason: unknown) => void;
  /** Called after this tab changed the list, but not after it loaded it. */
  readonly onChange?: () => void;
}

export interface WatchlistMachine extends Observable<Watchlist> {
  /** Sets the session: loads its films if it is another one, or clears the list (WATCH-04, WATCH-05). */
  readonly setSession: (session: Session) => Promise<void>;
  /** Loads the list again. */
  readonly reload: () => Promise<void>;
  readonly add: (film: string) => Promise<void>;
  readonly remove: (film: string) => Promise<void>;
}

/** Applies a successful response to the list. */
type Change = (films: readonly string[], response: WatchlistResponse) => readonly string[];

type FilmsCall = Call<Result & WatchlistResponse>;

export function watchlistMachine({ context, send, log, onChange }: WatchlistDependencies): WatchlistMachine {
  const state = cell(NOTHING);
  let currentRecord: SessionRecord | undefined;
  let owner = '';
  /** Incremented when the session changes: responses for an earlier session are ignored. */
  let generation = 0;
  /** Requests run in sequence: a loaded list must not arrive after a change that it does not include. */
  let queue: Promise<unknown> = Promise.resolve();

  /** Queues a call; resolves to whether it succeeded. */
  function request(call: FilmsCall, change: Change): Promise<boolean> {
    if (currentRecord === undefined) return Promise.resolve(false);
    const requestGeneration = generation;
    state.set({ ...state.get(), pending: state.get().pending + 1, failure: undefined });
    const result = queue.then(() => requestNow(requestGeneration, call, change));
    queue = result;
    return result;
  }

  /** Sends a call. A failure is only logged (WATCH-06). */
  async function requestNow(requestGeneration: number, call: FilmsCall, change: Change): Promise<boolean> {
    if (requestGeneration !== generation) return false;
    let apply = (films: readonly string[]): readonly string[] => films;
    let failure: Failure | undefined;
    try {
      const response = await send(call);
      if (isSuccess(response)) apply = (films) => change(films, response);
      else {
        failure = { kind: 'refused', response };
        log('The watchlist was not changed', response);
      }
    } catch (error) {
      failure = { kind: 'unreachable' };
      log('The watchlist could not be reached', error);
    }
    if (requestGeneration !== generation) return false;
    const current = state.get();
    state.set({ films: apply(current.films), isLoaded: true, pending: current.pending - 1, failure: failure ?? current.failure });
    return failure === undefined;
  }

  const load = async (): Promise<void> => {
    await request(getFavoriteFilms(context), (_, response) => filmIds(response));
  };

  async function edit(
    film: string,
    makeCall: typeof addFavoriteFilm,
    apply: (films: readonly string[]) => readonly string[],
  ): Promise<void> {
    // CALL-38: both fields have the film's id.
    if (await request(makeCall(context, { externalFilmId: film, boxofficeId: film }), apply)) onChange?.();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    reload: load,
    setSession: async (session) => {
      const sessionRecord = recordIn(session);
      const record = context.circuitId !== '' && sessionRecord !== undefined && hasToken(sessionRecord) ? sessionRecord : undefined;
      if (record !== undefined && record === currentRecord) return;
      // A refresh creates another record of the same member; the list stays until it is loaded again.
      const isSame = record !== undefined && memberIdIn(session) !== '' && memberIdIn(session) === owner;
      currentRecord = record;
      owner = memberIdIn(session);
      generation += 1;
      queue = Promise.resolve();
      const hasNoRecord = record === undefined && memberIn(session) !== undefined;
      state.set(isSame ? { ...state.get(), pending: 0 } : { ...NOTHING, isLoaded: hasNoRecord });
      await load();
    },
    add: (film) => edit(film, addFavoriteFilm, (films) => (films.includes(film) ? films : [...films, film])),
    remove: (film) => edit(film, removeFavoriteFilm, (films) => films.filter((id) => id !== film)),
  };
}
