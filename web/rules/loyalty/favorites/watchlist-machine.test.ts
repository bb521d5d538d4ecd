import { describe, expect, it } from 'vitest';
import type { Call } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import type { Session } from '../session/session.ts';
import { isFetching, watchlistMachine } from './watchlist-machine.ts';

const member = (memberId = 'm1'): Session => ({
  kind: 'signed-in',
  record: { kind: 'opaque', cypherVersion: 1 },
  member: { memberId },
});
const OUT: Session = { kind: 'signed-out' };
const filmsOf = (...externalFilmIds: string[]) => ({ peachCode: 0, externalFilmIds });

/** A machine whose calls the test responds to in order. */
function setUp(circuitId = 'C1') {
  const calls: Call[] = [];
  const log: string[] = [];
  const changes: (readonly string[])[] = [];
  const waiting: ((response: unknown) => void)[] = [];
  const machine = watchlistMachine({
    context: { version: 1, circuitId, cinemaId: 'T1' },
    send: fakeService(async (call) => {
      calls.push(call);
      const response = await new Promise((resolve) => waiting.push(resolve));
      if (response instanceof Error) throw response;
      return response;
    }),
    log: (message) => void log.push(message),
    onChange: () => void changes.push(machine.get().films),
  });
  const flush = async (): Promise<void> => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  const respond = async (value: unknown): Promise<void> => {
    await flush();
    waiting.shift()?.(value);
    await flush();
  };
  const loaded = async (): Promise<void> => {
    void machine.setSession(member());
    await respond(filmsOf('1', '2'));
  };
  return { machine, calls, log, changes, respond, flush, loaded };
}

describe('the watchlist', () => {
  it.each([
    [filmsOf('1', '2'), ['1', '2']],
    [{ peachCode: 0, productIds: [12] }, ['12']],
    [[12], ['12']],
    [{ peachCode: 7 }, []],
    [new TypeError('Failed to fetch'), []],
  ])('WATCH-04 WATCH-03 loads for a member: %o is %j', async (response, films) => {
    const { machine, calls, respond } = setUp();
    void machine.setSession(member());
    await respond(response);
    expect([machine.get(), calls.map(({ route }) => route)]).toMatchObject([
      { films, isLoaded: true, pending: 0 },
      ['/Member/v3/GetFavoriteFilms?boxofficeCircuitId=C1'],
    ]);
  });

  it('WATCH-04 does not load without a circuit, a member or a token', async () => {
    const empty: Session = {
      kind: 'signed-in',
      record: { kind: 'held', cypherVersion: 3, token: '', refreshToken: '' },
      member: {},
    };
    for (const [circuit, session] of [
      ['', member()],
      ['C1', OUT],
      ['C1', { kind: 'loading', record: undefined }],
      ['C1', empty],
    ] as const) {
      const { machine, calls, changes } = setUp(circuit);
      await machine.setSession(session);
      await machine.add('1');
      // A member without a token has no list to load.
      expect([calls, changes, machine.get()]).toEqual([[], [], { films: [], isLoaded: session.kind === 'signed-in', pending: 0 }]);
    }
  });

  it('WATCH-05 is empty when no member is signed in', async () => {
    const { machine, loaded } = setUp();
    await loaded();
    expect(machine.get().films).toEqual(['1', '2']);
    await machine.setSession(OUT);
    expect(machine.get()).toEqual({ films: [], isLoaded: false, pending: 0 });
  });

  it('WATCH-05 is never that of the previous member', async () => {
    const { machine, respond, loaded } = setUp();
    await loaded();
    void machine.add('3');
    void machine.setSession(OUT);
    await respond({ peachCode: 0 });
    expect(machine.get()).toEqual({ films: [], isLoaded: false, pending: 0 });
  });

  it('stays while a refreshed session loads it again', async () => {
    const { machine, respond, loaded } = setUp();
    await loaded();
    void machine.setSession(member());
    expect(machine.get()).toEqual({ films: ['1', '2'], isLoaded: true, pending: 1 });
    await respond(filmsOf('3'));
    expect(machine.get()).toEqual({ films: ['3'], isLoaded: true, pending: 0 });
    void machine.setSession(member('m2'));
    expect(machine.get()).toEqual({ films: [], isLoaded: false, pending: 1 });
  });

  it('WATCH-04 does not load again for the same session with other details of the member', async () => {
    const { machine, calls, respond, flush } = setUp();
    const session = member();
    void machine.setSession(session);
    await respond(filmsOf('1'));
    void machine.setSession(session.kind === 'signed-in' ? { ...session, member: { city: 'Detroit' } } : session);
    await flush();
    expect([machine.get(), calls.length]).toEqual([{ films: ['1'], isLoaded: true, pending: 0 }, 1]);
  });

  it.each([
    [
      'that has lost its token',
      'm1',
      { kind: 'held', cypherVersion: 1, token: '', refreshToken: '' },
      { films: [], isLoaded: true, pending: 0 },
    ],
    ['of members without ids', '', { kind: 'opaque', cypherVersion: 1 }, { films: [], isLoaded: false, pending: 1 }],
  ] as const)('WATCH-05 is cleared immediately for a session %s', async (_, memberId, record, expected) => {
    const { machine, respond } = setUp();
    void machine.setSession(member(memberId));
    await respond(filmsOf('1', '2'));
    void machine.setSession({ kind: 'signed-in', record, member: { memberId } });
    expect(machine.get()).toEqual(expected);
  });

  it('WATCH-06 changes when the call succeeds', async () => {
    const { machine, calls, log, changes, respond, loaded } = setUp();
    await loaded();
    void machine.add('3');
    expect([machine.get().films, changes]).toEqual([['1', '2'], []]);
    await respond({ peachCode: 0 });
    void machine.remove('1');
    await respond({ peachCode: 0 });
    void machine.add('3');
    await respond({ peachCode: 0 });
    // onChange runs after each change, with the new list.
    expect([machine.get().films, log, changes]).toEqual([
      ['2', '3'],
      [],
      [
        ['1', '2', '3'],
        ['2', '3'],
        ['2', '3'],
      ],
    ]);
    expect(calls.slice(1).map(({ route, payload }) => [route.split('?')[0], payload])).toEqual([
      ['/Member/v3/AddFavoriteFilm', { externalFilmId: '3', boxofficeId: '3' }],
      ['/Member/v3/RemoveFavoriteFilm', { externalFilmId: '1', boxofficeId: '1' }],
      ['/Member/v3/AddFavoriteFilm', { externalFilmId: '3', boxofficeId: '3' }],
    ]);
  });

  it.each([[{ peachCode: 72 }], [{ title: 'Unavailable' }], [new TypeError('Failed to fetch')]])(
    'WATCH-06 does not change after a failure, which is logged: %o',
    async (response) => {
      const { machine, log, changes, respond, loaded } = setUp();
      await loaded();
      void machine.add('3');
      await respond(response);
      void machine.remove('1');
      await respond(response);
      const failure = response instanceof Error ? { kind: 'unreachable' } : { kind: 'refused', response };
      const message = response instanceof Error ? 'The watchlist could not be reached' : 'The watchlist was not changed';
      expect([machine.get(), log, changes]).toEqual([
        { films: ['1', '2'], isLoaded: true, pending: 0, failure },
        [message, message],
        [],
      ]);
      void machine.add('3');
      await respond({ peachCode: 0 });
      expect(machine.get()).toEqual({ films: ['1', '2', '3'], isLoaded: true, pending: 0 });
    },
  );

  it('WATCH-04 can be loaded again after a failure', async () => {
    const { machine, calls, respond } = setUp();
    void machine.setSession(member());
    await respond(new TypeError('Failed to fetch'));
    expect(machine.get()).toEqual({ films: [], isLoaded: true, pending: 0, failure: { kind: 'unreachable' } });
    void machine.reload();
    expect(machine.get()).toEqual({ films: [], isLoaded: true, pending: 1 });
    await respond(filmsOf('1'));
    expect([machine.get(), calls.length]).toEqual([{ films: ['1'], isLoaded: true, pending: 0 }, 2]);
  });

  it('WATCH-06 a film that is added while the list loads is added after it', async () => {
    const { machine, calls, respond } = setUp();
    void machine.setSession(member());
    void machine.add('3');
    await respond(filmsOf('1'));
    expect([machine.get(), calls.length]).toEqual([{ films: ['1'], isLoaded: true, pending: 1 }, 2]);
    await respond({ peachCode: 0 });
    expect(machine.get()).toEqual({ films: ['1', '3'], isLoaded: true, pending: 0 });
  });

  it('WATCH-05 a queued change is not sent for the next member', async () => {
    const { machine, calls, changes, respond, flush, loaded } = setUp();
    await loaded();
    void machine.add('3');
    void machine.add('4');
    await flush();
    void machine.setSession(member('m2'));
    await respond({ peachCode: 0 });
    await respond(filmsOf('5'));
    expect([machine.get(), calls.length, changes]).toEqual([{ films: ['5'], isLoaded: true, pending: 0 }, 3, []]);
  });

  it('WATCH-07 has whether it is being fetched or changed', async () => {
    const { machine, respond, loaded } = setUp();
    expect(isFetching(machine.get())).toBe(false);
    void machine.setSession(member());
    expect(isFetching(machine.get())).toBe(true);
    await respond(filmsOf());
    expect(isFetching(machine.get())).toBe(false);
    await loaded();
    void machine.add('3');
    void machine.remove('1');
    expect(isFetching(machine.get())).toBe(true);
    await respond({ peachCode: 0 });
    expect(isFetching(machine.get())).toBe(true);
    await respond({ peachCode: 72 });
    expect(isFetching(machine.get())).toBe(false);
  });
});
