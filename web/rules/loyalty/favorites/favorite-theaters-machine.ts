// The state machine of a member's favorite theaters: loads and changes the list (area favorites).

import { type Observable, cell } from '../../cell.ts';
import type { Call, CallResponse, CallContext } from '@marquee/api/call.ts';
import { addFavoriteCinema, getFavoriteCinemas, removeFavoriteCinema } from '@marquee/api/loyalty/favorites.gen.ts';
import type { CinemasResponse } from '@marquee/api/loyalty/types.gen.ts';
import type { Failure } from '../calls/responses.ts';
import type { Send } from '../calls/transport.ts';
import { type FavoriteCinema, type FavoriteTheater, favoriteTheatersOf, favoriteTheatersRecord } from './favorite-theaters.ts';
import { type Session, memberIdIn, memberIn } from '../session/session.ts';
import type { SessionRecord } from '../session/session-record.ts';

/** The request in progress (FAV-04). */
export type RequestState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  /** A theater is being added or removed, or its newsletter changed. */
  | { readonly kind: 'changing'; readonly id: string };

export interface FavoriteTheaters {
  readonly list: readonly FavoriteTheater[];
  /** Whether loading is done: the list is loaded, could not be loaded, or the member has none. */
  readonly isLoaded: boolean;
  readonly requestState: RequestState;
  /** Why the last request failed (FAV-06). */
  readonly failure: Failure | undefined;
}

const NOTHING: FavoriteTheaters = { list: [], isLoaded: false, requestState: { kind: 'idle' }, failure: undefined };

const UNREACHABLE: Failure = { kind: 'unreachable' };

/** Whether a request is in progress (FAV-04). */
export const isLoading = ({ requestState }: FavoriteTheaters): boolean => requestState.kind !== 'idle';

/** The id of the theater that is being changed (FAV-04). */
export const changingId = ({ requestState }: FavoriteTheaters): string | undefined =>
  requestState.kind === 'changing' ? requestState.id : undefined;

export interface FavoriteTheatersDependencies {
  readonly context: CallContext;
  /** `options.loyaltyEndpoint`, `/api/cypher` by default; if it is empty there are no favorites (FAV-12). */
  readonly endpoint: string;
  /** Sends a call of the signed-in member. */
  readonly send: Send;
  readonly refreshUser: () => Promise<void>;
  readonly log: (message: string, reason: unknown) => void;
  /** Called after this tab changed the list, but not after it loaded it. */
  readonly onChange?: () => void;
}

export interface FavoriteTheatersMachine extends Observable<FavoriteTheaters> {
  /** Sets the session, and loads its list if it is another one (FAV-03). */
  readonly setSession: (session: Session) => Promise<void>;
  /** Loads the list again. */
  readonly reload: () => Promise<void>;
  readonly add: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Changes the newsletters of the listed theaters; `id` is the one that the member changed. */
  readonly subscribeTo: (list: readonly FavoriteCinema[], id: string) => Promise<void>;
}

/** Every call responds with the complete list. */
type CinemasCall = Call<CallResponse<CinemasResponse>>;

export function favoriteTheatersMachine({
  context,
  endpoint,
  send,
  refreshUser,
  log,
  onChange,
}: FavoriteTheatersDependencies): FavoriteTheatersMachine {
  const state = cell(NOTHING);
  let currentRecord: SessionRecord | undefined;
  let owner = '';
  /** Requests run in sequence, because each response is the complete list. */
  let queue: Promise<unknown> = Promise.resolve();

  /** Sends a call and replaces the list by the response's; returns whether it succeeded. Responses for an earlier session are ignored. */
  async function requestNow(record: SessionRecord, call: CinemasCall, requestState: RequestState): Promise<boolean> {
    if (record !== currentRecord) return false;
    state.set({ ...state.get(), requestState, failure: undefined });
    const response = await send(call).catch((error: unknown) => {
      log('The favorite theaters could not be reached', error);
      return undefined;
    });
    if (record !== currentRecord) return false;
    const list = response && favoriteTheatersOf(response);
    const failure: Failure = response === undefined ? UNREACHABLE : { kind: 'refused', response };
    state.set(
      list === undefined
        ? { ...state.get(), isLoaded: true, requestState: { kind: 'idle' }, failure }
        : { ...NOTHING, isLoaded: true, list },
    );
    return list !== undefined;
  }

  /** Queues a call; resolves to whether it succeeded. */
  function request(call: CinemasCall, requestState: RequestState): Promise<boolean> {
    const record = currentRecord;
    if (record === undefined) return Promise.resolve(false);
    const result = queue.then(() => requestNow(record, call, requestState));
    queue = result;
    return result;
  }

  const load = async (): Promise<void> => {
    await request(getFavoriteCinemas(context), { kind: 'loading' });
  };

  async function change(call: CinemasCall, id: string): Promise<void> {
    if (!(await request(call, { kind: 'changing', id }))) return;
    onChange?.();
    await refreshUser();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    setSession: async (session) => {
      const record = endpoint === '' ? undefined : favoriteTheatersRecord(session);
      if (record !== undefined && record === currentRecord) return;
      // A refresh creates another record of the same member; the list stays until it is loaded again.
      const isSame = record !== undefined && memberIdIn(session) !== '' && memberIdIn(session) === owner;
      currentRecord = record;
      owner = memberIdIn(session);
      queue = Promise.resolve();
      const hasNoRecord = record === undefined && memberIn(session) !== undefined;
      if (!isSame) state.set({ ...NOTHING, isLoaded: hasNoRecord });
      await load();
    },
    reload: load,
    // CALL-39: a theater is added with its newsletter (FAV-07).
    add: (id) =>
      change(addFavoriteCinema(context, { favoriteCinemas: { boxofficeCinemaId: id, subscribeToNewsletter: true } }), id),
    remove: (id) => change(removeFavoriteCinema(context, { boxofficeCinemaId: id }), id),
    // The complete list is sent by the call that adds (FAV-08, FAV-09).
    subscribeTo: async (list, id) => {
      if (await request(addFavoriteCinema(context, { favoriteCinemas: [...list] }), { kind: 'changing', id })) onChange?.();
    },
  };
}
