import { getETicket } from '@marquee/api/loyalty/cards.gen.ts';
import type { Order } from '@marquee/rules/loyalty/payments/orders.ts';
import { passUrl } from '@marquee/rules/loyalty/club/passes.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { WALLET_ICON } from '@marquee/ui/Icon/member-icons.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState } from 'react';
import { CodePlate } from '../../../parts/code/CodePlate.tsx';
import { useLaterMessages } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { useAction } from '../../../state/member/queries.ts';
import { useArea, useMember } from '../../../state/member/use-member.ts';
import list from '../List.module.css';
import { OrderLines, OrderPoster, changeText, statusText } from './OrderRow.tsx';
import css from './Tickets.module.css';
import { useUnit } from './use-unit.ts';

/** The orders of upcoming shows, with their ticket codes. */
export function Tickets({ orders }: { orders: readonly Order[] }) {
  const { mine } = useLaterMessages();
  return (
    <section aria-labelledby="orders-upcoming">
      <h2 className={list.subheading} id="orders-upcoming">
        {mine.upcoming()}
      </h2>
      <ul className={css.orders}>
        {orders.map((order) => (
          <OrderTickets key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}

function OrderTickets({ order }: { order: Order }) {
  const { mine } = useLaterMessages();
  const formats = useFormats(order.cinemaId);
  const { totalOf } = useUnit();
  const { title, showtimeAt, total, ticketIds } = order;
  const changed = changeText(mine, formats, order);
  const ordered = order.change?.kind === 'moved' ? order.change.from : showtimeAt;
  const note = statusText(mine, order);
  return (
    <li className={css.order}>
      <OrderPoster order={order} large />
      <div className={css.text}>
        <h3>{title}</h3>
        {ordered === undefined ? null : (
          <p className={css.when}>{changed === undefined ? formats.start(ordered) : <s>{formats.start(ordered)}</s>}</p>
        )}
        {changed === undefined ? null : <p className={css.changed}>{changed}</p>}
        <OrderLines order={order} />
        {total === undefined ? null : <small>{totalOf(total, formats)}</small>}
        {note === undefined ? null : <small>{note}</small>}
      </div>
      {ticketIds.length === 0 ? null : (
        <ul className={css.tickets}>
          {ticketIds.map((id, index) => (
            <Ticket key={id} id={id} number={index + 1} count={ticketIds.length} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A ticket: its code, also as text in case the scanner fails, and a button for its wallet pass (WALLET-02, WALLET-04). */
function Ticket({ id, number, count }: { id: string; number: number; count: number }) {
  const { mine, common } = useLaterMessages();
  const { context } = useMember();
  const { walletPrefix, walletSaveUrl } = useArea();
  const { run, state } = useAction();
  const [isUnavailable, setIsUnavailable] = useState(false);
  const save = async (): Promise<void> => {
    setIsUnavailable(false);
    const response = await run(getETicket(context, { ticketId: id, fullJwt: 'true', walletPrefix }));
    const url = passUrl(walletSaveUrl, response);
    if (url !== undefined) location.assign(url);
    else setIsUnavailable(true);
  };
  return (
    <li className={css.ticket}>
      <figure aria-label={mine.ticketCode({ code: id })}>
        <CodePlate value={id} format="QR_CODE" />
        <figcaption>
          <b>{mine.ticketCount({ place: number, count })}</b>
          <span>{id}</span>
        </figcaption>
      </figure>
      <Button
        kind="line"
        size="s"
        icon={<Glyph path={WALLET_ICON} />}
        busy={state.kind === 'busy'}
        aria-label={mine.addTicketToWallet({ place: number })}
        onClick={() => void save()}
      >
        {common.addToWallet()}
      </Button>
      {isUnavailable ? <Message kind="error">{mine.noPass()}</Message> : null}
    </li>
  );
}
