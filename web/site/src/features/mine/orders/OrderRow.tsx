import { type Order, isUpcoming, seatsOf } from '@marquee/rules/loyalty/orders.ts';
import { filmNamed } from '@marquee/rules/loyalty/watched-films.ts';
import type { LaterMessages } from '../../../messages/messages.ts';
import { useLater } from '../../../state/later.tsx';
import { type Formats, useFormats } from '../../../state/member/formats.ts';
import { useProgramme } from '../../../state/member/programme.ts';
import { Poster } from '../../../state/Poster.tsx';
import list from '../List.module.css';
import css from './OrderRow.module.css';
import { useUnit } from './unit.ts';

/** An order: what was seen and when, what it cost and what it brought. With `full` also where, and all of what was ordered. */
export function OrderRow({ order, points, full = false }: { order: Order; points: number | undefined; full?: boolean }) {
  const { mine } = useLater();
  const formats = useFormats(order.cinemaId);
  const { type, amountOf, totalOf } = useUnit();
  const note = standingText(mine, order) ?? (isUpcoming(order, formats.now) ? mine.eTicket() : points === undefined ? undefined : amountOf(points, type, formats.signed));
  return (
    <li>
      <OrderPoster title={order.title} />
      <span className={list.words}>
        <b>{order.title}</b>
        <small>{factsOf(mine, formats, order).join(' · ')}</small>
        {full ? <OrderLines order={order} /> : null}
      </span>
      <span className={list.end}>
        {order.total === undefined ? null : <b>{totalOf(order.total, formats)}</b>}
        {note === undefined ? null : <small>{note}</small>}
      </span>
    </li>
  );
}

/** All of what was ordered, and by which reference it is found. */
export function OrderLines({ order: { tickets, extras, cinema, screen, reference } }: { order: Order }) {
  const { mine } = useLater();
  const lines = [...tickets, ...extras].map(({ name, quantity }) => mine.line({ quantity, name }));
  const place = [cinema, screen].filter((part) => part !== '').join(' · ');
  return (
    <>
      {place === '' ? null : <small>{place}</small>}
      {lines.length === 0 ? null : <small>{lines.join(', ')}</small>}
      {reference === '' ? null : <small>{mine.reference({ reference })}</small>}
    </>
  );
}

/** The poster of a film that the site still knows; what else there was has an empty box. */
export function OrderPoster({ title, large = false }: { title: string; large?: boolean }) {
  const programme = useProgramme();
  const picture = programme.kind === 'ready' ? filmNamed(title, programme.entries)?.picture : undefined;
  return <Poster picture={picture} sizes={large ? '120px' : '44px'} className={large ? css.large : css.poster} />;
}

function factsOf(mine: LaterMessages['mine'], formats: Formats, order: Order): string[] {
  const { showtimeAt, orderedAt } = order;
  const seats = seatsOf(order);
  const when = showtimeAt === undefined ? orderedAt : showtimeAt;
  return [when === undefined ? '' : isUpcoming(order, formats.now) ? formats.start(when) : formats.day(when), seats === 0 ? '' : mine.seats({ count: seats })].filter((fact) => fact !== '');
}

/** What is to be known of an order that is not simply good. */
export function standingText(mine: LaterMessages['mine'], { standing }: Order): string | undefined {
  switch (standing) {
    case 'pending':
      return mine.pending();
    case 'refunded':
      return mine.refunded();
    case 'cancelled':
      return mine.cancelled();
    case 'good':
      return undefined;
  }
}
