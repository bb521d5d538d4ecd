import { describe, expect, it } from 'vitest';
import { orderHistory, transactionHistory } from '@marquee/api/loyalty/history.gen.ts';
import {
  type Order,
  amountsByOrder,
  sortedOrders,
  isUpcoming,
  ordersOf as shownOrders,
  seatsOf,
  transactionsOf as shownTransactions,
} from './orders.ts';

const CONTEXT = { version: 3, circuitId: 'C1', cinemaId: 'T1' } as const;
const ordersOf = (response: unknown) => shownOrders(orderHistory(CONTEXT).read(response));
const transactionsOf = (response: unknown) => shownTransactions(transactionHistory(CONTEXT).read(response));

const NOW = Date.parse('2026-11-22T12:00:00Z');
const KESTREL = {
  orderId: 'o1',
  bookingReference: 'MER-1041',
  orderedAt: '2026-11-19T09:26:41Z',
  cinemaId: 'T1',
  cinemaName: 'Acme Downtown',
  movieTitle: 'Kestrel',
  showtimeAt: '2026-11-22T19:30:00Z',
  screenName: 'Screen 1',
  tickets: [
    { name: 'Adult', quantity: 2, price: { amount: 1450, currency: 'USD' } },
    { name: 'Child', quantity: 1, price: { amount: 990, currency: 'USD' } },
  ],
  concessions: [{ name: 'Lemonade', quantity: 2, price: { amount: 450, currency: 'USD' } }],
  total: { amount: 4690, currency: 'USD' },
  status: 'COMPLETED',
  ticketIds: ['t1', 't2', 't3'],
};

const orders = (...list: unknown[]): readonly Order[] => ordersOf({ peachCode: 0, orders: list });
const only = (entry: unknown): Order | undefined => orders(entry)[0];

describe('CALL-19 orders', () => {
  it('are parsed with all shown fields', () => {
    expect(only(KESTREL)).toEqual({
      id: 'o1',
      kind: 'show',
      reference: 'MER-1041',
      title: 'Kestrel',
      orderedAt: '2026-11-19T09:26:41Z',
      showtimeAt: '2026-11-22T19:30:00Z',
      cinemaId: 'T1',
      cinema: 'Acme Downtown',
      screen: 'Screen 1',
      tickets: [
        { name: 'Adult', quantity: 2 },
        { name: 'Child', quantity: 1 },
      ],
      extras: [{ name: 'Lemonade', quantity: 2 }],
      total: { amount: 4690, currency: 'USD' },
      status: 'completed',
      ticketIds: ['t1', 't2', 't3'],
    });
  });

  it('may be of another service: invalid fields and orders without an id are left out', () => {
    expect(orders({ orderId: 7, total: 12, tickets: 'two', ticketIds: [4, null] }, { movieTitle: 'Kestrel' }, null)).toEqual([
      {
        id: '7',
        kind: 'other',
        reference: '',
        title: '',
        orderedAt: undefined,
        showtimeAt: undefined,
        cinemaId: '',
        cinema: '',
        screen: '',
        tickets: [],
        extras: [],
        total: undefined,
        status: 'completed',
        ticketIds: ['4'],
      },
    ]);
    expect([null, {}, { orders: {} }, 'no'].map(ordersOf)).toEqual([[], [], [], []]);
  });

  it('have lines with a name, and quantity one if it is not a number', () => {
    expect(
      only({ ...KESTREL, tickets: [{ name: 'Adult', quantity: '2' }, { quantity: 2 }, { name: '' }, { name: null }, null] })
        ?.tickets,
    ).toEqual([{ name: 'Adult', quantity: 1 }]);
  });

  it('have the tickets with an id', () => {
    expect(only({ ...KESTREL, ticketIds: ['t1', '', 't2'] })?.ticketIds).toEqual(['t1', 't2']);
    expect(only({ ...KESTREL, ticketIds: null })?.ticketIds).toEqual([]);
  });

  it('are completed unless they are pending, refunded or canceled', () => {
    const withStatus = (status: string) => ({ ...KESTREL, status });
    expect(
      orders(KESTREL, withStatus('PENDING'), withStatus('REFUNDED'), withStatus('CANCELLED'), withStatus('LOST')).map(
        ({ status }) => status,
      ),
    ).toEqual(['completed', 'pending', 'refunded', 'canceled', 'completed']);
  });

  it('without a film have the title of an extra or a ticket', () => {
    expect(only({ ...KESTREL, movieTitle: null })?.title).toBe('Lemonade');
    expect(only({ ...KESTREL, movieTitle: null, concessions: [] })?.title).toBe('Adult');
  });

  it('have the kind show, reward or other', () => {
    const ofKind = (kind: string | null) => ({ ...KESTREL, movieTitle: null, kind });
    expect(orders(KESTREL, ofKind('REWARD'), ofKind('MEMBERSHIP'), ofKind(null)).map(({ kind }) => kind)).toEqual([
      'show',
      'reward',
      'other',
      'other',
    ]);
  });

  it('have a total with a currency; a total of zero points is omitted', () => {
    const totalOf = (amount: number, currency: string) => only({ ...KESTREL, total: { amount, currency } })?.total;
    expect([totalOf(0, 'USD'), totalOf(150, 'POINTS'), totalOf(0, 'POINTS'), totalOf(12, '')]).toEqual([
      { amount: 0, currency: 'USD' },
      { amount: 150, currency: 'POINTS' },
      undefined,
      undefined,
    ]);
  });

  it('have the number of seats', () => {
    expect(
      orders({ ...KESTREL, ticketIds: ['t1'] }, { orderId: 'o2', ticketIds: ['a', 'b'] }, { orderId: 'o3' }).map(seatsOf),
    ).toEqual([3, 2, 0]);
  });

  it.each([
    ['2026-11-22T12:00:01Z', 'COMPLETED', true],
    ['2026-11-22T11:30:00Z', 'COMPLETED', true],
    ['2026-11-22T11:15:00Z', 'COMPLETED', false],
    ['2026-11-22T19:30:00Z', 'REFUNDED', false],
    ['2026-11-22T19:30:00Z', 'CANCELLED', false],
    ['2026-11-22T19:30:00Z', 'PENDING', true],
    [null, 'COMPLETED', false],
  ])('of a show at %s with status %s are upcoming: %s', (showtimeAt, status, expected) => {
    expect(orders({ ...KESTREL, showtimeAt, status }).map((order) => isUpcoming(order, NOW))).toEqual([expected]);
  });

  it('are sorted: the next upcoming one first, then the latest past one', () => {
    const at = (orderId: string, showtimeAt: string | null) => ({ orderId, showtimeAt, orderedAt: '2026-11-10T00:00:00Z' });
    const { upcoming, past } = sortedOrders(
      orders(
        { orderId: 'undated' },
        at('later', '2026-12-01T00:00:00Z'),
        at('old', '2026-10-01T00:00:00Z'),
        at('next', '2026-11-23T00:00:00Z'),
        at('bought', null),
        at('new', '2026-11-20T00:00:00Z'),
      ),
      NOW,
    );
    expect([upcoming, past].map((list) => list.map(({ id }) => id))).toEqual([
      ['next', 'later'],
      ['new', 'bought', 'old', 'undated'],
    ]);
  });
});

describe('CALL-20 transactions', () => {
  const EARNED = {
    transactionId: 'a',
    occurredAt: '2026-11-19T09:26:41Z',
    kind: 'EARN',
    balanceType: 'POINTS',
    amount: 562,
    balanceAfter: 2523,
    description: 'Kestrel',
    orderId: 'o1',
  };

  it('are parsed with their amount and the balance after them', () => {
    expect(
      transactionsOf({
        transactions: [EARNED, { transactionId: 'b', amount: -150, balanceAfter: '9' }, { transactionId: 'c' }, { amount: 1 }],
      }),
    ).toEqual([
      {
        id: 'a',
        at: '2026-11-19T09:26:41Z',
        balanceType: 'POINTS',
        amount: 562,
        after: 2523,
        description: 'Kestrel',
        orderId: 'o1',
      },
      { id: 'b', at: undefined, balanceType: '', amount: -150, after: undefined, description: '', orderId: '' },
    ]);
  });

  it('are sorted by date, the newest first and those without one last', () => {
    const at = (transactionId: string, occurredAt?: string) => ({ ...EARNED, transactionId, occurredAt });
    const list = transactionsOf({
      transactions: [
        at('old', '2026-10-01T00:00:00Z'),
        at('undated'),
        at('new', '2026-11-20T00:00:00Z'),
        at('late', '2026-11-01T00:00:00Z'),
      ],
    });
    expect(list.map(({ id }) => id)).toEqual(['new', 'late', 'old', 'undated']);
  });

  it('are added up by order, separately for each balance', () => {
    const list = transactionsOf({
      transactions: [
        EARNED,
        { ...EARNED, transactionId: 'b', amount: -62 },
        { ...EARNED, transactionId: 'c', balanceType: 'STARS', amount: 3 },
        { ...EARNED, transactionId: 'd', orderId: null },
      ],
    });
    expect([...amountsByOrder(list, 'POINTS')]).toEqual([['o1', 500]]);
    expect([...amountsByOrder(list, 'STARS')]).toEqual([['o1', 3]]);
  });
});
