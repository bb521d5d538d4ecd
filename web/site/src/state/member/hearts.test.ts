import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import { favouriteCinemasMachine } from '@marquee/rules/loyalty/favourite-cinemas-machine.ts';
import type { Session } from '@marquee/rules/loyalty/session-machine.ts';
import { watchlistMachine } from '@marquee/rules/loyalty/watchlist-machine.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { hearEvents } from '../events.ts';
import { turn } from './hearts.ts';

const SESSION: Session = { kind: 'signed-in', record: { kind: 'opaque', cypherVersion: 3 }, member: { memberId: 'm1' } };
const WHERE = { version: 3, circuitId: 'C1', cinemaId: 'T1' } as const;
let told: SiteEvent[];

/** A member with film 1 in the watchlist, whose next change is answered so. */
async function lists(answer: unknown) {
  let answers: unknown[] = [{ peachCode: 0, externalFilmIds: ['1'] }, answer];
  const send = async (): Promise<unknown> => {
    const [next] = answers;
    answers = answers.slice(1);
    return next;
  };
  const watchlist = watchlistMachine({ where: WHERE, send, log: () => undefined });
  await watchlist.follow(SESSION);
  const cinemas = favouriteCinemasMachine({ where: WHERE, endpoint: '/api/cypher', send: async () => ({ peachCode: 0 }), refreshUser: async () => undefined, log: () => undefined });
  return { watchlist, cinemas };
}

beforeEach(() => {
  told = [];
  hearEvents((event) => void told.push(event));
});

describe('ANLY-07 a heart', () => {
  it('tells of a film that was added, and of one that was removed', async () => {
    const { watchlist, cinemas } = await lists({ peachCode: 0 });
    await turn({ watchlist, cinemas }, '2', true);
    const other = await lists({ peachCode: 0 });
    await turn(other, '1', false);
    expect(told).toEqual([
      { name: 'watchlist_changed', filmId: '2', added: true },
      { name: 'watchlist_changed', filmId: '1', added: false },
    ]);
  });

  it('does not tell of what failed, nor of a film that was there already', async () => {
    await turn(await lists({ peachCode: 7 }), '2', true);
    await turn(await lists({ peachCode: 0 }), '1', true);
    expect(told).toEqual([]);
  });

  it('of a theater is no film', async () => {
    await turn(await lists({ peachCode: 0 }), 'theater/main', true);
    expect(told).toEqual([]);
  });
});
