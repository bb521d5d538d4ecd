// The orders and the transactions of members (CALL-19 to CALL-21).

import type { FromService } from '@marquee/api/call.ts';
import type {
  LoyaltyOrder,
  MoneyAmount,
  OrdersResponse,
  PointsTransaction,
  OrderLine as ServiceLine,
  TransactionsResponse,
} from '@marquee/api/loyalty/types.gen.ts';
import { instantOf } from '../calls/responses.ts';
import { type Money, isCurrency, moneyOf } from './money.ts';

export interface OrderLine {
  readonly name: string;
  readonly quantity: number;
}

/** `other` is for example a membership. */
export type OrderKind = 'show' | 'reward' | 'other';

export type OrderStatus = 'completed' | 'pending' | 'refunded' | 'canceled';

/** An order; missing texts are empty and missing instants undefined. */
export interface Order {
  readonly id: string;
  readonly kind: OrderKind;
  readonly reference: string;
  /** The film, else the first extra or ticket. */
  readonly title: string;
  readonly orderedAt: string | undefined;
  readonly showtimeAt: string | undefined;
  readonly cinemaId: string;
  readonly cinema: string;
  readonly screen: string;
  readonly tickets: readonly OrderLine[];
  readonly extras: readonly OrderLine[];
  readonly total: Money | undefined;
  readonly status: OrderStatus;
  /** The ids of the tickets, which admission and passes use. */
  readonly ticketIds: readonly string[];
  /** What has become of the show, see changed-shows.ts; undefined if it plays as ordered. */
  readonly change?: ShowChange;
}

/** What has become of the show of an order; `from` is the start that was ordered. */
export type ShowChange = { readonly kind: 'canceled' } | { readonly kind: 'moved'; readonly from: string };

/** A change of a balance, for example of points. */
export interface Transaction {
  readonly id: string;
  readonly at: string | undefined;
  readonly balanceType: string;
  readonly amount: number;
  /** The balance after it; undefined if the service does not send it. */
  readonly after: number | undefined;
  readonly description: string;
  readonly orderId: string;
}

/** How long after its start a show still counts as upcoming, because latecomers need the code; in ms. */
const LATE_MS = 45 * 60_000;

/** The orders of a response, in its order. */
export const ordersOf = ({ orders }: FromService<OrdersResponse>): readonly Order[] => (orders ?? []).flatMap(orderOf);

/** The transactions of a response, newest first: a point of sale may report an older one late. */
export const transactionsOf = ({ transactions }: FromService<TransactionsResponse>): readonly Transaction[] =>
  (transactions ?? []).flatMap(transactionOf).toSorted((a, b) => timeOf(b) - timeOf(a));

const timeOf = ({ at }: Transaction): number => (at === undefined ? 0 : Date.parse(at));

function orderOf(entry: FromService<LoyaltyOrder>): Order[] {
  const id = entry.orderId ?? '';
  if (id === '') return [];
  const tickets = linesOf(entry.tickets);
  const extras = linesOf(entry.concessions);
  const film = entry.movieTitle ?? '';
  return [
    {
      id,
      kind: film !== '' ? 'show' : entry.kind === 'REWARD' ? 'reward' : 'other',
      reference: entry.bookingReference ?? '',
      title: film === '' ? (extras[0]?.name ?? tickets[0]?.name ?? '') : film,
      orderedAt: instantOf(entry.orderedAt),
      showtimeAt: instantOf(entry.showtimeAt),
      cinemaId: entry.cinemaId ?? '',
      cinema: entry.cinemaName ?? '',
      screen: entry.screenName ?? '',
      tickets,
      extras,
      total: totalOf(entry.total),
      status: statusOf(entry.status),
      ticketIds: (entry.ticketIds ?? []).filter((ticket) => ticket !== ''),
    },
  ];
}

function transactionOf({
  transactionId,
  occurredAt,
  balanceType,
  amount,
  balanceAfter,
  description,
  orderId,
}: FromService<PointsTransaction>): Transaction[] {
  const id = transactionId ?? '';
  if (id === '' || typeof amount !== 'number') return [];
  return [
    {
      id,
      at: instantOf(occurredAt),
      balanceType: balanceType ?? '',
      amount,
      after: balanceAfter ?? undefined,
      description: description ?? '',
      orderId: orderId ?? '',
    },
  ];
}

function statusOf(status: FromService<LoyaltyOrder>['status']): OrderStatus {
  switch (status) {
    case 'PENDING':
      return 'pending';
    case 'REFUNDED':
      return 'refunded';
    case 'CANCELLED':
      return 'canceled';
    default:
      return 'completed';
  }
}

/** The number of seats of an order: the sum of its tickets, else the number of ticket ids. */
export const seatsOf = ({ tickets, ticketIds }: Order): number =>
  tickets.reduce((sum, { quantity }) => sum + quantity, 0) || ticketIds.length;

/** Whether the show of an order is upcoming or has just started. */
export function isUpcoming({ status, showtimeAt }: Order, now: number): boolean {
  return (status === 'completed' || status === 'pending') && showtimeAt !== undefined && Date.parse(showtimeAt) + LATE_MS > now;
}

/** Orders as they are shown: upcoming ones, the next first, and past ones, the latest first. */
export function sortedOrders(
  orders: readonly Order[],
  now: number,
): { readonly upcoming: readonly Order[]; readonly past: readonly Order[] } {
  const sortTime = ({ showtimeAt, orderedAt }: Order): number => Date.parse(showtimeAt ?? orderedAt ?? '') || 0;
  return {
    upcoming: orders.filter((order) => isUpcoming(order, now)).toSorted((a, b) => sortTime(a) - sortTime(b)),
    past: orders.filter((order) => !isUpcoming(order, now)).toSorted((a, b) => sortTime(b) - sortTime(a)),
  };
}

/** The sum of the transactions of a balance, by order. */
export function amountsByOrder(transactions: readonly Transaction[], balanceType: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { orderId, balanceType: type, amount } of transactions) {
    if (orderId !== '' && type === balanceType) sums.set(orderId, (sums.get(orderId) ?? 0) + amount);
  }
  return sums;
}

/** The total of an order; undefined without a currency, or for zero points: the cost of a reward is in the transactions. */
function totalOf(value: FromService<MoneyAmount> | null | undefined): Money | undefined {
  const total = moneyOf(value);
  return total === undefined || total.currency === '' || (total.amount === 0 && !isCurrency(total.currency)) ? undefined : total;
}

function linesOf(lines: readonly FromService<ServiceLine>[] | null | undefined): readonly OrderLine[] {
  return (lines ?? []).flatMap(({ name, quantity }) =>
    name === undefined || name === null || name === '' ? [] : [{ name, quantity: quantity ?? 1 }],
  );
}
