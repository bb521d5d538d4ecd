import { describe, expect, it } from 'vitest';
import { changedShowsOf, showChange } from './changed-shows.ts';
import { type Order, ordersOf } from './orders.ts';

const AT = '2026-11-21T03:00:00Z';
const LATER = '2026-11-21T03:30:00Z';

const order = (fields: Partial<Order> = {}): Order => {
  const [first] = ordersOf({ orders: [{ orderId: '1', movieTitle: 'Kestrel', cinemaId: 'T1', showtimeAt: AT }] });
  if (first === undefined) throw new Error('no order');
  return { ...first, ...fields };
};
const shows = (entry: object) => changedShowsOf({ shows: [{ theater: 'T1', titles: ['Turmfalke', 'Kestrel'], at: AT, ...entry }] });

describe('the show of an order', () => {
  it('is canceled, or has a new start', () => {
    expect(showChange(order(), shows({}))).toEqual({ kind: 'canceled' });
    expect(showChange(order(), shows({ nowAt: LATER }))).toEqual({ kind: 'moved', at: LATER });
    expect(showChange(order({ showtimeAt: '2026-11-20T22:00:00-05:00' }), shows({}))).toEqual({ kind: 'canceled' });
  });

  it('plays as ordered if theater, film or start is another', () => {
    for (const other of [{ cinemaId: 'T2' }, { title: 'Low Tide' }, { showtimeAt: LATER }, { showtimeAt: undefined }])
      expect(showChange(order(other), shows({}))).toBeUndefined();
  });

  it('ignores invalid entries', () => {
    for (const invalid of [{ theater: 1 }, { at: 'soon' }, { nowAt: 'later' }, { nowAt: 7 }]) expect(shows(invalid)).toEqual([]);
    for (const response of [undefined, 'text', {}, { shows: {} }, { shows: [null, 'x'] }])
      expect(changedShowsOf(response)).toEqual([]);
    expect(showChange(order(), shows({ titles: [7, 'Kestrel'] }))).toEqual({ kind: 'canceled' });
  });
});
