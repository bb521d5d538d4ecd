import { type Order, isUpcoming, seatsOf } from '@marquee/rules/loyalty/payments/orders.ts';
import { filmByTitle } from '@marquee/rules/loyalty/favorites/watchlist-films.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { GIFT_ICON, RECEIPT_ICON, TICKET_ICON } from '@marquee/ui/Icon/member-icons.ts';
import type { LaterMessages } from '../../../messages/messages.ts';
import { useLaterMessages } from '../../../state/later.ts';
import { type Formats, useFormats } from '../../../state/member/formats.ts';
import { useSchedule } from '../../../state/member/schedule.ts';
import { Poster } from '../../../parts/Poster.tsx';
import list from '../List.module.css';
import css from './OrderRow.module.css';
import { useUnit } from './use-unit.ts';

/** An order: film, date, price and points earned. With `full`, also the theater and all ordered items. */
export function OrderRow({ order, points, full = false }: { order: Order; points: number | undefined; full?: boolean }) {
  const { mine } = useLaterMessages();
  const formats = useFormats(order.cinemaId);
  const { type, amountOf, totalOf } = useUnit();
  const note =
    statusText(mine, order) ??
    changeText(mine, formats, order) ??
    (isUpcoming(order, formats.now) ? mine.eTicket() : points === undefined ? undefined : amountOf(points, type, formats.signed));
  // An order without a price shows its points instead.
  const [main, ...more] = [order.total === undefined ? undefined : totalOf(order.total, formats), note].filter(
    (text) => text !== undefined,
  );
  return (
    <li className={css.row}>
      <OrderPoster order={order} />
      <span className={list.text}>
        <b>{order.title}</b>
        <small>{factsOf(mine, formats, order).join(' · ')}</small>
        {full ? <OrderLines order={order} /> : null}
      </span>
      <span className={list.end}>
        {main === undefined ? null : <b>{main}</b>}
        {more.map((text) => (
          <small key={text}>{text}</small>
        ))}
      </span>
    </li>
  );
}

/** The theater, all ordered items and the booking reference. */
export function OrderLines({ order: { title, tickets, extras, cinema, screen, reference } }: { order: Order }) {
  const { mine } = useLaterMessages();
  const items = [...tickets, ...extras];
  // A single item that gives the order its title is not repeated.
  const lines =
    items.length === 1 && items[0]?.name === title && items[0].quantity === 1
      ? []
      : items.map(({ name, quantity }) => mine.line({ quantity, name }));
  const venue = [cinema, screen].filter((part) => part !== '').join(' · ');
  return (
    <>
      {venue === '' ? null : <small>{venue}</small>}
      {lines.length === 0 ? null : <small>{lines.join(', ')}</small>}
      {reference === '' ? null : <small>{mine.reference({ reference })}</small>}
    </>
  );
}

const KIND_ICONS = { show: TICKET_ICON, reward: GIFT_ICON, other: RECEIPT_ICON };

/** The poster of the film if the site still has it, else an icon for the kind of order. */
export function OrderPoster({ order: { kind, title }, large = false }: { order: Order; large?: boolean }) {
  const schedule = useSchedule();
  const picture = schedule.kind === 'ready' && kind === 'show' ? filmByTitle(title, schedule.entries)?.picture : undefined;
  return (
    <Poster picture={picture} sizes={large ? '120px' : '44px'} className={large ? css.large : css.poster}>
      {schedule.kind === 'loading' && kind === 'show' ? null : <Glyph path={KIND_ICONS[kind]} />}
    </Poster>
  );
}

function factsOf(mine: LaterMessages['mine'], formats: Formats, order: Order): string[] {
  const { showtimeAt, orderedAt } = order;
  const seats = seatsOf(order);
  const time = showtimeAt === undefined ? orderedAt : showtimeAt;
  return [
    time === undefined ? '' : isUpcoming(order, formats.now) ? formats.start(time) : formats.day(time),
    seats === 0 ? '' : mine.seats({ count: seats }),
  ].filter((fact) => fact !== '');
}

/** What has become of the show of an order; undefined if it plays as ordered. */
export function changeText(mine: LaterMessages['mine'], formats: Formats, { change, showtimeAt }: Order): string | undefined {
  if (change === undefined || showtimeAt === undefined) return undefined;
  return change.kind === 'canceled' ? mine.showCanceled() : mine.showMoved({ time: formats.start(showtimeAt) });
}

/** The status of an order; undefined for a completed one. */
export function statusText(mine: LaterMessages['mine'], { status }: Order): string | undefined {
  switch (status) {
    case 'pending':
      return mine.pending();
    case 'refunded':
      return mine.refunded();
    case 'canceled':
      return mine.cancelled();
    case 'completed':
      return undefined;
  }
}
