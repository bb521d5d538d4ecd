import { messages as en } from 'virtual:messages/en.later';
import { describe, expect, it } from 'vitest';
import type { Call } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import { favoriteTheatersError } from './favorite-theaters.ts';
import { type FavoriteTheaters, favoriteTheatersMachine, isLoading, changingId } from './favorite-theaters-machine.ts';
import type { Session } from '../session/session.ts';

const listOf = (...ids: string[]) => ({
  peachCode: 0,
  favoriteCinemas: ids.map((boxofficeCinemaId) => ({ boxofficeCinemaId, subscribeToNewsletter: true })),
});
const member = (cypherVersion: 1 | 3 = 3, memberId = 'm1'): Session => ({
  kind: 'signed-in',
  record: { kind: 'opaque', cypherVersion },
  member: { memberId },
});
const OUT: Session = { kind: 'signed-out' };

/** A machine whose calls the test responds to in order. */
function setUp(endpoint = '/api/cypher') {
  const calls: Call[] = [];
  const log: string[] = [];
  const waiting: ((response: unknown) => void)[] = [];
  const machine = favoriteTheatersMachine({
    context: { version: 3, circuitId: 'C1', cinemaId: 'T1' },
    endpoint,
    send: fakeService(async (call) => {
      calls.push(call);
      const response = await new Promise((resolve) => waiting.push(resolve));
      if (response instanceof Error) throw response;
      return response;
    }),
    refreshUser: async () => void log.push('refreshed'),
    log: (message) => void log.push(message),
  });
  const flush = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  const respond = async (value: unknown): Promise<void> => {
    await flush();
    waiting.shift()?.(value);
    await flush();
  };
  const loaded = async (): Promise<void> => {
    void machine.setSession(member());
    await respond(listOf('C1', 'C2'));
  };
  return { machine, calls, log, respond, flush, loaded };
}

const ids = ({ list }: FavoriteTheaters): string[] => list.map(({ boxofficeCinemaId }) => boxofficeCinemaId);

describe('the favorite theaters', () => {
  it('FAV-03 FAV-12 load when the session changes, by the route of version 3', async () => {
    const { machine, calls, respond, loaded, flush } = setUp();
    await loaded();
    expect([ids(machine.get()), calls.map(({ route }) => route)]).toEqual([
      ['C1', 'C2'],
      ['/Member/v3/GetFavoriteCinemas?boxofficeCircuitId=C1'],
    ]);
    void machine.setSession(member());
    expect(ids(machine.get())).toEqual(['C1', 'C2']);
    await respond(listOf('C3'));
    expect([ids(machine.get()), calls.length]).toEqual([['C3'], 2]);
    // Other details of the member do not change the session.
    const session = member();
    void machine.setSession(session);
    await respond(listOf('C4'));
    void machine.setSession(session.kind === 'signed-in' ? { ...session, member: { city: 'Detroit' } } : session);
    await flush();
    expect(calls.length).toBe(3);
  });

  it('FAV-03 are empty without a session of version 3', async () => {
    for (const session of [OUT, member(1), { kind: 'loading', record: undefined } as const]) {
      const { machine, calls, loaded, flush } = setUp();
      await loaded();
      void machine.setSession(session);
      await flush();
      // A member of another version has no list to load.
      const none = { list: [], isLoaded: session.kind === 'signed-in', requestState: { kind: 'idle' }, failure: undefined };
      expect([machine.get(), calls.length]).toEqual([none, 1]);
      const first = setUp();
      await first.machine.setSession(session);
      expect([first.machine.get(), first.calls]).toEqual([none, []]);
    }
  });

  it('FAV-12 are empty without an endpoint, and no call is made', async () => {
    const { machine, calls, log, flush } = setUp('');
    void machine.setSession(member());
    void machine.add('C1');
    await flush();
    expect([machine.get().list, calls, log]).toEqual([[], [], []]);
  });

  it('FAV-04 have the request in progress, and the theater that is changed', async () => {
    const { machine, respond, flush } = setUp();
    const state = (): unknown[] => [isLoading(machine.get()), changingId(machine.get())];
    expect(state()).toEqual([false, undefined]);
    void machine.setSession(member());
    await flush();
    expect(state()).toEqual([true, undefined]);
    expect(machine.get()).toEqual({ list: [], isLoaded: false, requestState: { kind: 'loading' }, failure: undefined });
    await respond(listOf('C1'));
    expect(state()).toEqual([false, undefined]);
    expect(machine.get()).toEqual({
      list: [{ boxofficeCinemaId: 'C1', subscribeToNewsletter: true }],
      isLoaded: true,
      requestState: { kind: 'idle' },
      failure: undefined,
    });
    void machine.remove('C1');
    await flush();
    expect(state()).toEqual([true, 'C1']);
    await respond(listOf());
    expect(state()).toEqual([false, undefined]);
  });

  it('FAV-05 are those in the response to an add or a remove, and the user is refreshed', async () => {
    const { machine, calls, log, respond, loaded } = setUp();
    await loaded();
    void machine.add('C7');
    await respond(listOf('C1', 'C7'));
    expect([ids(machine.get()), log]).toEqual([['C1', 'C7'], ['refreshed']]);
    void machine.remove('C1');
    await respond(listOf('C7'));
    expect([ids(machine.get()), log]).toEqual([['C7'], ['refreshed', 'refreshed']]);
    expect(calls.slice(1).map(({ route }) => /v3\/(\w+)/.exec(route)?.[1])).toEqual(['AddFavoriteCinema', 'RemoveFavoriteCinema']);
  });

  it('FAV-07 CALL-39 a theater is added with its newsletter, and removed by its id', async () => {
    const { machine, calls, respond, loaded } = setUp();
    await loaded();
    void machine.add('C3');
    await respond(listOf('C1', 'C2', 'C3'));
    expect(calls.at(-1)?.payload).toEqual({ favoriteCinemas: { boxofficeCinemaId: 'C3', subscribeToNewsletter: true } });
    void machine.remove('C3');
    await respond(listOf('C1', 'C2'));
    expect(calls.at(-1)?.payload).toEqual({ boxofficeCinemaId: 'C3' });
  });

  it('FAV-05 FAV-08 are those in the response to a subscription, and the user is not refreshed', async () => {
    const { machine, calls, log, respond, loaded, flush } = setUp();
    await loaded();
    const list = [{ boxofficeCinemaId: 'C1', subscribeToNewsletter: false }];
    void machine.subscribeTo(list, 'C1');
    await flush();
    expect([changingId(machine.get()), calls.at(-1)?.payload]).toEqual(['C1', { favoriteCinemas: list }]);
    await respond({ peachCode: 0, favoriteCinemas: list });
    expect([machine.get().list, log]).toEqual([list, []]);
  });

  it.each([[{ peachCode: 30 }], [{ title: 'Unavailable' }], [{ peachCode: 0 }]])(
    'FAV-06 FAV-11 do not change after a response like %j, and have the failure',
    async (refused) => {
      const { machine, log, respond, loaded } = setUp();
      await loaded();
      void machine.add('C7');
      await respond(refused);
      expect([ids(machine.get()), machine.get().requestState, machine.get().failure, log]).toEqual([
        ['C1', 'C2'],
        { kind: 'idle' },
        { kind: 'refused', response: refused },
        [],
      ]);
      void machine.add('C7');
      await respond(listOf('C7'));
      expect(machine.get().failure).toBeUndefined();
    },
  );

  it('FAV-06 ERR-26 do not change without a connection; the failure is logged, and the page shows no message', async () => {
    const { machine, log, respond, loaded } = setUp();
    await loaded();
    void machine.remove('C1');
    await respond(new TypeError('Failed to fetch'));
    expect([ids(machine.get()), machine.get().failure, log]).toEqual([
      ['C1', 'C2'],
      { kind: 'unreachable' },
      ['The favorite theaters could not be reached'],
    ]);
    expect(favoriteTheatersError(machine.get().failure, { texts: en.calls, provider: 'NONE', original: false })).toBeUndefined();
  });

  it('FAV-03 can be loaded again after a failure', async () => {
    const { machine, calls, respond, flush } = setUp();
    void machine.setSession(member());
    await respond({ peachCode: 30 });
    expect(machine.get()).toEqual({
      list: [],
      isLoaded: true,
      requestState: { kind: 'idle' },
      failure: { kind: 'refused', response: { peachCode: 30 } },
    });
    void machine.reload();
    await flush();
    expect(isLoading(machine.get())).toBe(true);
    await respond(listOf('C1'));
    expect([ids(machine.get()), machine.get().failure, calls.length]).toEqual([['C1'], undefined, 2]);
  });

  it('are changed in sequence', async () => {
    const { machine, calls, respond, loaded } = setUp();
    await loaded();
    void machine.add('C7');
    void machine.add('C8');
    await respond(listOf('C7'));
    expect([calls.length, changingId(machine.get())]).toEqual([3, 'C8']);
    await respond(listOf('C7', 'C8'));
    expect(ids(machine.get())).toEqual(['C7', 'C8']);
  });

  it('FAV-03 are never those of the previous member', async () => {
    const other = setUp();
    await other.loaded();
    void other.machine.setSession(member(3, 'm2'));
    expect(other.machine.get().list).toEqual([]);
    const { machine, log, respond, loaded } = setUp();
    await loaded();
    void machine.add('C7');
    await Promise.resolve();
    void machine.setSession(OUT);
    await respond(listOf('C7'));
    expect([machine.get().list, log]).toEqual([[], []]);
  });

  it('FAV-03 are cleared immediately for another session of members without ids', async () => {
    const { machine, respond } = setUp();
    void machine.setSession(member(3, ''));
    await respond(listOf('C1'));
    void machine.setSession(member(3, ''));
    expect(machine.get()).toEqual({ list: [], isLoaded: false, requestState: { kind: 'idle' }, failure: undefined });
  });

  it('FAV-03 a queued change is not sent for the next member', async () => {
    const { machine, calls, log, respond, flush, loaded } = setUp();
    await loaded();
    void machine.add('C7');
    void machine.add('C8');
    await flush();
    void machine.setSession(member(3, 'm2'));
    await respond(listOf('C7'));
    await respond(listOf('C5'));
    expect([ids(machine.get()), calls.length, log]).toEqual([['C5'], 3, []]);
  });
});
