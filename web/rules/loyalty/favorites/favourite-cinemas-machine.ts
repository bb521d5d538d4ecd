// The favourite cinemas of who is signed in, as they are loaded and changed (area favourites).

import { type Watched, cell } from '../../cell.ts';
import type { Failure } from '../calls/answers.ts';
import { type Call, type FavoriteCinema, type Where, addFavoriteCinema, favoriteCinemas, removeFavoriteCinema, subscribe } from '../calls/calls.ts';
import { type FavouriteCinema, cinemasOf, cinemasRecord } from './favourite-cinemas.ts';
import { type Session, memberIdIn, memberIn } from '../session/session-machine.ts';
import type { SessionRecord } from '../session/session-record.ts';

/** What is being asked for (FAV-04). */
export type Busy =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  /** One cinema is added, removed or subscribed to. */
  | { readonly kind: 'changing'; readonly id: string };

export interface FavouriteCinemas {
  readonly list: readonly FavouriteCinema[];
  /** Whether `list` is the member's: it has come, could not be had, or there is none to ask for. */
  readonly isLoaded: boolean;
  readonly busy: Busy;
  /** Why the last request brought nothing (FAV-06). */
  readonly failure: Failure | undefined;
}

const NOTHING: FavouriteCinemas = { list: [], isLoaded: false, busy: { kind: 'idle' }, failure: undefined };

const UNREACHABLE: Failure = { kind: 'unreachable' };

/** Whether a request is under way (FAV-04). */
export const isLoading = ({ busy }: FavouriteCinemas): boolean => busy.kind !== 'idle';

/** The cinema that is being changed (FAV-04). */
export const processedId = ({ busy }: FavouriteCinemas): string | undefined => (busy.kind === 'changing' ? busy.id : undefined);

export interface CinemasParts {
  readonly where: Where;
  /** `options.loyaltyEndpoint`, `/api/cypher` by default; without one there are no favourites (FAV-12). */
  readonly endpoint: string;
  /** Sends a call for who is signed in. */
  readonly send: (call: Call) => Promise<unknown>;
  readonly refreshUser: () => Promise<void>;
  readonly log: (message: string, reason: unknown) => void;
  /** Called after this tab changed the list, not after it was loaded. */
  readonly onChange?: () => void;
}

export interface CinemasMachine extends Watched<FavouriteCinemas> {
  /** Loads the list of another session (FAV-03). */
  readonly follow: (session: Session) => Promise<void>;
  /** Asks for the list again. */
  readonly reload: () => Promise<void>;
  readonly add: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Changes the newsletters of the listed cinemas; `id` is the one the member touched. */
  readonly subscribeTo: (list: readonly FavoriteCinema[], id: string) => Promise<void>;
}

export function favouriteCinemasMachine({ where, endpoint, send, refreshUser, log, onChange }: CinemasParts): CinemasMachine {
  const state = cell(NOTHING);
  let followed: SessionRecord | undefined;
  let owner = '';
  /** Requests run one after the other: each answer is the whole list. */
  let queue: Promise<unknown> = Promise.resolve();

  /** Asks, and replaces the list by the answer's; whether it went well. Answers for an earlier session count for nothing. */
  async function askNow(record: SessionRecord, call: Call, busy: Busy): Promise<boolean> {
    if (record !== followed) return false;
    state.set({ ...state.get(), busy, failure: undefined });
    const answer = await send(call).catch((error: unknown) => {
      log('The favorite theaters could not be reached', error);
      return UNREACHABLE;
    });
    if (record !== followed) return false;
    const list = cinemasOf(answer);
    const failure: Failure = answer === UNREACHABLE ? UNREACHABLE : { kind: 'refused', answer };
    state.set(list === undefined ? { ...state.get(), isLoaded: true, busy: { kind: 'idle' }, failure } : { ...NOTHING, isLoaded: true, list });
    return list !== undefined;
  }

  function ask(call: Call, busy: Busy): Promise<boolean> {
    const record = followed;
    if (record === undefined) return Promise.resolve(false);
    const asked = queue.then(() => askNow(record, call, busy));
    queue = asked;
    return asked;
  }

  const load = async (): Promise<void> => {
    await ask(favoriteCinemas(where), { kind: 'loading' });
  };

  async function change(call: Call, id: string): Promise<void> {
    if (!(await ask(call, { kind: 'changing', id }))) return;
    onChange?.();
    await refreshUser();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    follow: async (session) => {
      const record = endpoint === '' ? undefined : cinemasRecord(session);
      if (record !== undefined && record === followed) return;
      // A refresh brings another record of the same member; the list stays until it is there anew.
      const isSame = record !== undefined && memberIdIn(session) !== '' && memberIdIn(session) === owner;
      followed = record;
      owner = memberIdIn(session);
      queue = Promise.resolve();
      const isNone = record === undefined && memberIn(session) !== undefined;
      if (!isSame) state.set({ ...NOTHING, isLoaded: isNone });
      await load();
    },
    reload: load,
    add: (id) => change(addFavoriteCinema(where, id), id),
    remove: (id) => change(removeFavoriteCinema(where, id), id),
    subscribeTo: async (list, id) => {
      if (await ask(subscribe(where, list), { kind: 'changing', id })) onChange?.();
    },
  };
}
