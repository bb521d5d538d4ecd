import { describe, expect, it } from 'vitest';
import { getMembershipList } from '@marquee/api/loyalty/membership.gen.ts';
import { benefitsOf, firstChoice, isFree, offersOf as shownOffers } from './offers.ts';

const offersOf = (response: unknown) =>
  shownOffers(getMembershipList({ version: 3, circuitId: 'C1', cinemaId: 'T1' }).read(response));

const FREE = {
  code: 'M1',
  name: 'Club',
  description: 'Points for every visit, a seat on your birthday.',
  price: { amount: 0, currency: 'USD' },
  memberLevelId: '1',
  pointsPerUnit: 12,
  clubId: 'c',
  durationMonths: 12,
};
const GOLD = { ...FREE, code: 'M2', name: 'Gold', price: { amount: 6000, currency: 'USD' }, memberLevelId: '2' };
const response = (...groups: readonly (readonly object[])[]) => ({
  peachCode: 0,
  listConcessionGrouping: groups.map((items) => ({ name: 'Club', items })),
});

describe('the offered memberships', () => {
  it('CALL-28 are those of all groups, in their order', () => {
    expect(offersOf(response([GOLD], [FREE])).map(({ name }) => name)).toEqual(['Gold', 'Club']);
    expect(offersOf(response([FREE]))).toEqual([
      {
        item: { code: 'M1', memberLevelId: 1 },
        name: 'Club',
        benefits: ['Points for every visit', 'A seat on your birthday'],
        price: FREE.price,
        clubId: 'c',
        months: 12,
        pointsPerUnit: 12,
      },
    ]);
  });

  it('ACT-08 leave out items without a code or level', () => {
    expect(offersOf(response([{ name: 'X' }, { ...FREE, memberLevelId: null }]))).toEqual([]);
  });

  it.each([undefined, null, 'x', [], {}, { listConcessionGrouping: [null, { items: 'x' }] }])('are empty for %j', (malformed) => {
    expect(offersOf(malformed)).toEqual([]);
  });

  it('have defaults for missing fields: free, unlimited, the code as the name', () => {
    expect(offersOf(response([{ code: 'M1', memberLevelId: 1 }]))).toEqual([
      {
        item: { code: 'M1', memberLevelId: 1 },
        name: 'M1',
        benefits: [],
        price: { amount: 0, currency: '' },
        clubId: '',
        months: 0,
        pointsPerUnit: 0,
      },
    ]);
  });

  it('are unlimited and earn no points if the service does not send finite numbers', () => {
    expect(offersOf(response([{ ...FREE, durationMonths: Infinity, pointsPerUnit: '12' }]))).toMatchObject([
      { months: 0, pointsPerUnit: 0 },
    ]);
  });

  it('have as default the first free one, else the first', () => {
    const [gold, free] = offersOf(response([GOLD, FREE]));
    expect([gold, free].map((offer) => offer && isFree(offer))).toEqual([false, true]);
    expect(firstChoice(offersOf(response([GOLD, FREE])))).toEqual(free);
    expect(firstChoice(offersOf(response([GOLD])))).toEqual(gold);
    expect(firstChoice([])).toBeUndefined();
  });
});

it.each([
  ['', []],
  ['Points for every visit.', ['Points for every visit']],
  ['Half as many points again, and previews before anybody else.', ['Half as many points again', 'Previews before anybody else']],
  [
    'Everything in Club. 2 free tickets, any day. $2 off every seat. A poster.',
    ['Everything in Club', '2 free tickets, any day', '$2 off every seat'],
  ],
  ['1 point for every $1\nWatchlist', ['1 point for every $1', 'Watchlist']],
  ['Save $1,000, or 2.5 percent', ['Save $1,000', 'Or 2.5 percent']],
  ['Punkte bei jedem Besuch, und ein Platz.', ['Punkte bei jedem Besuch', 'Ein Platz']],
  ['Puntos en cada visita, y una butaca.', ['Puntos en cada visita', 'Una butaca']],
  [' Points for food and drink ,  and  a seat ', ['Points for food and drink', 'A seat']],
  ['Points •  Watchlist.   A poster ; \n previews', ['Points', 'Watchlist', 'A poster']],
  ['Des points à chaque séance, et une place à l’anniversaire.', ['Des points à chaque séance', 'Une place à l’anniversaire']],
])('benefits of %j', (description, benefits) => {
  expect(benefitsOf(description)).toEqual(benefits);
});
