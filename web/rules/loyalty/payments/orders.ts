// What members ordered, and how their points came and went, as answers say it (CALL-19 to CALL-21).

import { field, instantOf, list, text } from '../calls/answers.ts';
import { type Money, isCurrency, moneyOf } from './money.ts';

/** A line of an order. */
export interface OrderLine {
  readonly name: string;
  readonly quantity: number;
}

/** What was ordered: a show, a reward, or something else such as a membership. */
export type Kind = 'show' | 'reward' | 'other';

/** How an order stands with the member. */
export type Standing = 'good' | 'pending' | 'refunded' | 'cancelled';

/** An order; texts are empty and instants absent where an answer says nothing. */
export interface Order {
  readonly id: string;
  readonly kind: Kind;
  readonly reference: string;
  /** The film, else the first of what was ordered. */
  readonly title: string;
  readonly orderedAt: string | undefined;
  readonly showtimeAt: string | undefined;
  readonly cinemaId: string;
  readonly cinema: string;
  readonly screen: string;
  readonly tickets: readonly OrderLine[];
  readonly extras: readonly OrderLine[];
  readonly total: Money | undefined;
  readonly standing: Standing;
  /** By which the tickets are let in, and passes made. */
  readonly ticketIds: readonly string[];
}

/** A booking of points, or of what else a member collects. */
export interface Transaction {
  readonly id: string;
  readonly at: string | undefined;
  readonly balanceType: string;
  readonly amount: number;
  /** What was left; unknown where the service does not say. */
  readonly after: number | undefined;
  readonly description: string;
  readonly orderId: string;
}

/** Who comes late is let in still, and needs the code: ms after the beginning. */
const LATE_MS = 45 * 60_000;

/** The orders of an answer, as they come. */
export const ordersOf = (answer: unknown): readonly Order[] => list(field(answer, 'orders')).flatMap(orderOf);

/** The bookings in a response, sorted by date, newest first: a till may report an older one late. */
export const transactionsOf = (answer: unknown): readonly Transaction[] => list(field(answer, 'transactions')).flatMap(transactionOf).toSorted((one, other) => timeOf(other) - timeOf(one));

const timeOf = ({ at }: Transaction): number => (at === undefined ? 0 : Date.parse(at));

function orderOf(entry: unknown): Order[] {
  const id = text(field(entry, 'orderId'));
  if (id === '') return [];
  const tickets = linesOf(field(entry, 'tickets'));
  const extras = linesOf(field(entry, 'concessions'));
  const film = text(field(entry, 'movieTitle'));
  return [
    {
      id,
      kind: film !== '' ? 'show' : text(field(entry, 'kind')) === 'REWARD' ? 'reward' : 'other',
      reference: text(field(entry, 'bookingReference')),
      title: film === '' ? (extras[0]?.name ?? tickets[0]?.name ?? '') : film,
      orderedAt: instantOf(field(entry, 'orderedAt')),
      showtimeAt: instantOf(field(entry, 'showtimeAt')),
      cinemaId: text(field(entry, 'cinemaId')),
      cinema: text(field(entry, 'cinemaName')),
      screen: text(field(entry, 'screenName')),
      tickets,
      extras,
      total: totalOf(field(entry, 'total')),
      standing: standingOf(text(field(entry, 'status'))),
      ticketIds: list(field(entry, 'ticketIds')).map(text).filter((ticket) => ticket !== ''),
    },
  ];
}

function transactionOf(entry: unknown): Transaction[] {
  const [amount, after] = [field(entry, 'amount'), field(entry, 'balanceAfter')];
  const id = text(field(entry, 'transactionId'));
  if (id === '' || typeof amount !== 'number') return [];
  return [
    {
      id,
      at: instantOf(field(entry, 'occurredAt')),
      balanceType: text(field(entry, 'balanceType')),
      amount,
      after: typeof after === 'number' ? after : undefined,
      description: text(field(entry, 'description')),
      orderId: text(field(entry, 'orderId')),
    },
  ];
}

function standingOf(status: string): Standing {
  switch (status) {
    case 'PENDING':
      return 'pending';
    case 'REFUNDED':
      return 'refunded';
    case 'CANCELLED':
      return 'cancelled';
    default:
      return 'good';
  }
}

/** How many seats an order has; tickets that are only numbered count as well. */
export const seatsOf = ({ tickets, ticketIds }: Order): number => tickets.reduce((sum, { quantity }) => sum + quantity, 0) || ticketIds.length;

/** Whether an order's show is still to come, or has only just begun. */
export function isUpcoming({ standing, showtimeAt }: Order, now: number): boolean {
  return (standing === 'good' || standing === 'pending') && showtimeAt !== undefined && Date.parse(showtimeAt) + LATE_MS > now;
}

/** Orders as they are shown: what is to come, the next first, and then the others, the latest first. */
export function arranged(orders: readonly Order[], now: number): { readonly upcoming: readonly Order[]; readonly past: readonly Order[] } {
  const at = ({ showtimeAt, orderedAt }: Order): number => Date.parse(showtimeAt ?? orderedAt ?? '') || 0;
  return {
    upcoming: orders.filter((order) => isUpcoming(order, now)).toSorted((one, other) => at(one) - at(other)),
    past: orders.filter((order) => !isUpcoming(order, now)).toSorted((one, other) => at(other) - at(one)),
  };
}

/** What each order brought or cost of a balance. */
export function amountsByOrder(transactions: readonly Transaction[], balanceType: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { orderId, balanceType: type, amount } of transactions) {
    if (orderId !== '' && type === balanceType) sums.set(orderId, (sums.get(orderId) ?? 0) + amount);
  }
  return sums;
}

/** What an order cost; a number without a currency says nothing. What a reward cost is in the bookings of points. */
function totalOf(value: unknown): Money | undefined {
  const total = moneyOf(value);
  return total === undefined || total.currency === '' || (total.amount === 0 && !isCurrency(total.currency)) ? undefined : total;
}

function linesOf(value: unknown): readonly OrderLine[] {
  return list(value).flatMap((line) => {
    const [name, quantity] = [text(field(line, 'name')), field(line, 'quantity')];
    return name === '' ? [] : [{ name, quantity: typeof quantity === 'number' ? quantity : 1 }];
  });
}
