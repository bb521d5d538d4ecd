import { describe, expect, it } from 'vitest';
import { changedShowsOf, mayHaveChanged, withShowChange } from './changed-shows.ts';
import { type Order, ordersOf, sortedOrders } from './orders.ts';

const AT = '2026-11-21T03:00:00Z';
const LATER = '2026-11-21T05:00:00Z';

const order = (fields: Partial<Order> = {}): Order => {
  const [first] = ordersOf({ orders: [{ orderId: '1', movieTitle: 'Kestrel', cinemaId: 'T1', showtimeAt: AT }] });
  if (first === undefined) throw new Error('no order');
  return { ...first, ...fields };
};
const shows = (entry: object) =>
  changedShowsOf({
    shows: [{ theater: 'T1', titles: ['Turmfalke', 'Kestrel'], announced: ['2026-11-20T20:00:00Z', AT], ...entry }],
  });

describe('the show of an order', () => {
  it('is canceled, or has a new start', () => {
    expect(withShowChange(order(), shows({})).change).toEqual({ kind: 'canceled' });
    expect(withShowChange(order(), shows({ nowAt: LATER }))).toMatchObject({
      showtimeAt: LATER,
      change: { kind: 'moved', from: AT },
    });
    const inDetroit = order({ showtimeAt: '2026-11-20T22:00:00-05:00' });
    expect(withShowChange(inDetroit, shows({})).change).toEqual({ kind: 'canceled' });
  });

  it('is upcoming until its new start', () => {
    const now = Date.parse('2026-11-21T04:30:00Z');
    expect(sortedOrders([order()], now).upcoming).toEqual([]);
    expect(mayHaveChanged(order(), now)).toBe(true);
    expect(sortedOrders([withShowChange(order(), shows({ nowAt: LATER }))], now).upcoming).toHaveLength(1);
    expect(mayHaveChanged(order(), now + 2 * 86_400_000)).toBe(false);
    expect(mayHaveChanged(order({ kind: 'reward' }), now)).toBe(false);
  });

  it('plays as ordered if theater, film or start is another', () => {
    for (const other of [{ cinemaId: 'T2' }, { title: 'Low Tide' }, { showtimeAt: LATER }, { showtimeAt: undefined }])
      expect(withShowChange(order(other), shows({}))).toEqual(order(other));
  });

  it('ignores invalid entries', () => {
    for (const invalid of [{ theater: 1 }, { announced: ['soon', 7] }, { announced: AT }, { nowAt: 'later' }, { nowAt: 7 }])
      expect(withShowChange(order(), shows(invalid))).toEqual(order());
    for (const response of [undefined, 'text', {}, { shows: {} }, { shows: [null, 'x'] }])
      expect(changedShowsOf(response)).toEqual([]);
    expect(withShowChange(order(), shows({ titles: [7, 'Kestrel'] })).change).toEqual({ kind: 'canceled' });
  });
});
