import { orderHistory, transactionHistory } from '@marquee/api/loyalty/history.gen.ts';
import { amountsByOrder, sortedOrders, ordersOf, transactionsOf } from '@marquee/rules/loyalty/payments/orders.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { useShowChanges } from '../../../state/member/changed-shows.ts';
import { useFormats } from '../../../state/member/formats.ts';
import { useMemberQuery } from '../../../state/member/queries.ts';
import { Failed } from '../../../parts/member/States.tsx';
import { useMember } from '../../../state/member/use-member.ts';
import list from '../List.module.css';
import { SectionSkeleton } from '../SectionSkeleton.tsx';
import { NoOrders } from './NoOrders.tsx';
import { OrderRow } from './OrderRow.tsx';
import { Tickets } from './Tickets.tsx';
import { Transactions } from './Transactions.tsx';
import { useUnit } from './use-unit.ts';

/** Number of orders shown at first and added by "Show more". */
const STEP = 10;

/** All orders: the tickets of upcoming shows, earlier orders, and the point transactions. */
export function AllOrders() {
  const { mine, common } = useLaterMessages();
  const { context } = useMember();
  const { now } = useFormats();
  const { type } = useUnit();
  const [count, setCount] = useState(STEP);
  // Requests one order more than shown, to know whether there are more.
  const orders = useMemberQuery('orders', orderHistory(context, { maxResults: count + 1 }), ordersOf);
  const changed = useShowChanges(orders.kind === 'ready' ? orders.data : [], now);
  const transactions = useMemberQuery('transactions', transactionHistory(context), transactionsOf);
  if (orders.kind === 'loading') return <SectionSkeleton shape="rows" count={4} />;
  if (orders.kind === 'failed') return <Failed text={orders.text} retry={orders.retry} />;
  const { upcoming, past } = sortedOrders(changed.slice(0, count), now);
  const amounts = transactions.kind === 'ready' ? amountsByOrder(transactions.data, type) : undefined;
  return (
    <>
      {orders.data.length === 0 ? <NoOrders /> : null}
      {upcoming.length === 0 ? null : <Tickets orders={upcoming} />}
      {past.length === 0 ? null : (
        <section aria-labelledby="orders-earlier">
          <h2 className={list.subheading} id="orders-earlier">
            {mine.earlier()}
          </h2>
          <ul className={list.list}>
            {past.map((order) => (
              <OrderRow key={order.id} order={order} points={amounts?.get(order.id)} full />
            ))}
          </ul>
        </section>
      )}
      {orders.data.length > count ? (
        <Button kind="line" size="s" busy={orders.isFetching} onClick={() => setCount(count + STEP)}>
          {common.showMore()}
        </Button>
      ) : null}
      <Transactions transactions={transactions} />
    </>
  );
}
