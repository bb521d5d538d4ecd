import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { Call } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import { favoriteTheatersMachine } from '@marquee/rules/loyalty/favorites/favorite-theaters-machine.ts';
import type { Session } from '@marquee/rules/loyalty/session/session.ts';
import { watchlistMachine } from '@marquee/rules/loyalty/favorites/watchlist-machine.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { setEventListener } from '../events.ts';
import { setHeart } from './hearts.ts';

const IRIS: Session = { kind: 'signed-in', record: { kind: 'opaque', cypherVersion: 3 }, member: { memberId: 'm1' } };
const FILMS = { peachCode: 0, externalFilmIds: ['f1'] };
const theaters = (...ids: string[]) => ({
  peachCode: 0,
  favoriteCinemas: ids.map((boxofficeCinemaId) => ({ boxofficeCinemaId, subscribeToNewsletter: true })),
});

/** The lists of a member with the film f1 and the theater t1. `respond` responds to changes. */
async function lists(respond: (call: Call) => unknown) {
  const context = { version: 3, circuitId: 'C1', cinemaId: 'T1' } as const;
  const initial = new Map<string, unknown>([
    ['GetFavoriteFilms', FILMS],
    ['GetFavoriteCinemas', theaters('t1')],
  ]);
  const send = fakeService((call) => {
    const [, loaded] = [...initial].find(([name]) => call.route.includes(name)) ?? [];
    return loaded ?? respond(call);
  });
  const log = () => undefined;
  const watchlist = watchlistMachine({ context, send, log });
  const cinemas = favoriteTheatersMachine({ context, endpoint: '/api/cypher', send, refreshUser: () => Promise.resolve(), log });
  await Promise.all([watchlist.setSession(IRIS), cinemas.setSession(IRIS)]);
  return { watchlist, cinemas };
}

const networkError = () => {
  throw new TypeError('Failed to fetch');
};

describe('a heart', () => {
  it('LOYC-19, FAV-07 is turned on and off if the service accepts the change', async () => {
    const on = await lists(({ route }) => (route.includes('Cinema') ? theaters('t1', 't2') : { peachCode: 0 }));
    expect([await setHeart(on, 'f2', true), await setHeart(on, 'theater/t2', true)]).toEqual([undefined, undefined]);
    expect([on.watchlist.get().films, on.cinemas.get().list.length]).toEqual([['f1', 'f2'], 2]);
    const off = await lists(({ route }) => (route.includes('Cinema') ? theaters() : { peachCode: 0 }));
    expect([await setHeart(off, 'f1', false), await setHeart(off, 'theater/t1', false)]).toEqual([undefined, undefined]);
  });

  it('WATCH-06, FAV-06 that is refused returns what failed and why', async () => {
    const refused = await lists(() => ({ peachCode: 72 }));
    const failure = { kind: 'refused', response: { peachCode: 72 } };
    expect(await setHeart(refused, 'f2', true)).toEqual({ list: 'watchlist', adds: true, failure });
    expect(await setHeart(refused, 'f1', false)).toEqual({ list: 'watchlist', adds: false, failure });
    expect(await setHeart(refused, 'theater/t2', true)).toEqual({ list: 'theaters', adds: true, failure });
    expect(await setHeart(refused, 'theater/t1', false)).toEqual({ list: 'theaters', adds: false, failure });
    expect(await setHeart(await lists(networkError), 'f2', true)).toEqual({
      list: 'watchlist',
      adds: true,
      failure: { kind: 'unreachable' },
    });
  });

  it('fails if nobody is signed in', async () => {
    const signedOut = await lists(networkError);
    await signedOut.watchlist.setSession({ kind: 'signed-out' });
    expect(await setHeart(signedOut, 'f2', true)).toEqual({ list: 'watchlist', adds: true, failure: { kind: 'unreachable' } });
  });
});

describe('ANLY-07 a heart', () => {
  let events: SiteEvent[] = [];

  beforeEach(() => {
    setEventListener((event) => void events.push(event));
    // Removes the events that other tests emitted.
    events = [];
  });

  it('emits an event for a film that was added or removed', async () => {
    await setHeart(await lists(() => ({ peachCode: 0 })), 'f2', true);
    await setHeart(await lists(() => ({ peachCode: 0 })), 'f1', false);
    expect(events).toEqual([
      { name: 'watchlist_changed', filmId: 'f2', added: true },
      { name: 'watchlist_changed', filmId: 'f1', added: false },
    ]);
  });

  it('emits no event for a failure, a film that was in the list already, or a theater', async () => {
    await setHeart(await lists(() => ({ peachCode: 7 })), 'f2', true);
    await setHeart(await lists(() => ({ peachCode: 0 })), 'f1', true);
    await setHeart(await lists(() => theaters('t1', 't2')), 'theater/t2', true);
    expect(events).toEqual([]);
  });
});
