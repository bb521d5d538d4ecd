// The films a member wants to see, as they are loaded and changed (area watchlist).

import { type Watched, cell } from '../../cell.ts';
import { type Failure, isSuccess } from '../calls/answers.ts';
import { type Call, type Where, changeFavoriteFilm, favoriteFilms } from '../calls/calls.ts';
import { type Session, memberIdIn, memberIn, recordIn } from '../session/session-machine.ts';
import { type SessionRecord, hasToken } from '../session/session-record.ts';
import { filmIds } from './watchlist.ts';

export interface Watchlist {
  readonly films: readonly string[];
  /** Whether `films` is the member's list: it has come, could not be had, or there is none to ask for. */
  readonly isLoaded: boolean;
  /** How many requests are under way. */
  readonly pending: number;
  /** Why the last request brought nothing; the list is what it was before. */
  readonly failure?: Failure | undefined;
}

const NOTHING: Watchlist = { films: [], isLoaded: false, pending: 0 };

/** Whether films are being fetched, added or removed (WATCH-07). */
export const isFetching = ({ pending }: Watchlist): boolean => pending > 0;

export interface WatchlistParts {
  readonly where: Where;
  /** Sends a call for who is signed in. */
  readonly send: (call: Call) => Promise<unknown>;
  readonly log: (message: string, reason: unknown) => void;
  /** Called after this tab changed the list, not after it was loaded. */
  readonly onChange?: () => void;
}

export interface WatchlistMachine extends Watched<Watchlist> {
  /** Loads the films of another session, or shows none (WATCH-04, WATCH-05). */
  readonly follow: (session: Session) => Promise<void>;
  /** Asks for the list again. */
  readonly reload: () => Promise<void>;
  readonly add: (film: string) => Promise<void>;
  readonly remove: (film: string) => Promise<void>;
}

/** What a good answer makes of the list. */
type Change = (films: readonly string[], answer: unknown) => readonly string[];

export function watchlistMachine({ where, send, log, onChange }: WatchlistParts): WatchlistMachine {
  const state = cell(NOTHING);
  let followed: SessionRecord | undefined;
  let owner = '';
  /** Whose films are shown: answers for somebody else count for nothing. */
  let visit = 0;
  /** Requests run one after the other: the whole list must not arrive after a change that it does not have. */
  let queue: Promise<unknown> = Promise.resolve();

  /** Asks once the requests before it have answers; whether it went well. */
  function ask(call: Call, change: Change): Promise<boolean> {
    if (followed === undefined) return Promise.resolve(false);
    const mine = visit;
    state.set({ ...state.get(), pending: state.get().pending + 1, failure: undefined });
    const asked = queue.then(() => askNow(mine, call, change));
    queue = asked;
    return asked;
  }

  /** Of a bad answer, or none, there is only a message in the log (WATCH-06). */
  async function askNow(mine: number, call: Call, change: Change): Promise<boolean> {
    if (mine !== visit) return false;
    let made = (now: readonly string[]): readonly string[] => now;
    let failure: Failure | undefined;
    try {
      const answer = await send(call);
      // A bare list of films has no code (WATCH-03).
      if (isSuccess(answer) || Array.isArray(answer)) made = (now) => change(now, answer);
      else {
        failure = { kind: 'refused', answer };
        log('The watchlist was not changed', answer);
      }
    } catch (error) {
      failure = { kind: 'unreachable' };
      log('The watchlist could not be reached', error);
    }
    if (mine !== visit) return false;
    const now = state.get();
    state.set({ films: made(now.films), isLoaded: true, pending: now.pending - 1, failure: failure ?? now.failure });
    return failure === undefined;
  }

  const load = async (): Promise<void> => {
    await ask(favoriteFilms(where), (_, answer) => filmIds(answer));
  };

  async function edit(film: string, action: 'Add' | 'Remove', made: (films: readonly string[]) => readonly string[]): Promise<void> {
    if (await ask(changeFavoriteFilm(where, action, film), made)) onChange?.();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    reload: load,
    follow: async (session) => {
      const found = recordIn(session);
      const record = where.circuitId !== '' && found !== undefined && hasToken(found) ? found : undefined;
      if (record !== undefined && record === followed) return;
      // A refresh brings another record of the same member; the list stays until it is there anew.
      const isSame = record !== undefined && memberIdIn(session) !== '' && memberIdIn(session) === owner;
      followed = record;
      owner = memberIdIn(session);
      visit += 1;
      queue = Promise.resolve();
      const isNone = record === undefined && memberIn(session) !== undefined;
      state.set(isSame ? { ...state.get(), pending: 0 } : { ...NOTHING, isLoaded: isNone });
      await load();
    },
    add: (film) => edit(film, 'Add', (films) => (films.includes(film) ? films : [...films, film])),
    remove: (film) => edit(film, 'Remove', (films) => films.filter((other) => other !== film)),
  };
}
