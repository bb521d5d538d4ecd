import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import { orderHistory, transactionHistory } from '@marquee/api/loyalty/history.gen.ts';
import { amountsByOrder, sortedOrders, ordersOf, transactionsOf } from '@marquee/rules/loyalty/payments/orders.ts';
import { useLaterMessages } from '../../state/later.ts';
import { useShowChanges } from '../../state/member/changed-shows.ts';
import { useFormats } from '../../state/member/formats.ts';
import { AreaSection, type AreaSectionProps } from '../../parts/member/AreaSection.tsx';
import { useMemberQuery } from '../../state/member/queries.ts';
import { Failed } from '../../parts/member/States.tsx';
import { useMember } from '../../state/member/use-member.ts';
import list from './List.module.css';
import { AllOrders } from './orders/AllOrders.tsx';
import { NoOrders } from './orders/NoOrders.tsx';
import { OrderRow } from './orders/OrderRow.tsx';
import { useUnit } from './orders/use-unit.ts';
import { SectionSkeleton } from './SectionSkeleton.tsx';

const ID = 'orders';
/** Number of orders in the overview. */
const OVERVIEW_COUNT = 3;
/** Number of orders requested for the overview: an order for an upcoming show may not be among the latest. */
const REQUESTED_COUNT = 12;

/** The member's orders and point transactions (CALL-19 to CALL-21). */
export function Orders({ page: { area }, view }: AreaSectionProps) {
  const { mine } = useLaterMessages();
  return (
    <AreaSection
      id={ID}
      title={mine.orders()}
      view={view}
      more={view === 'overview' ? { href: screenHref(area.href, 'orders'), label: mine.allOrders() } : undefined}
    >
      {view === 'full' ? <AllOrders /> : <Latest />}
    </AreaSection>
  );
}

function Latest() {
  const { context } = useMember();
  const { now } = useFormats();
  const { type } = useUnit();
  const orders = useMemberQuery('orders', orderHistory(context, { maxResults: REQUESTED_COUNT }), ordersOf);
  const changed = useShowChanges(orders.kind === 'ready' ? orders.data : [], now);
  const transactions = useMemberQuery('transactions', transactionHistory(context, { maxResults: REQUESTED_COUNT }), transactionsOf);
  if (orders.kind === 'loading') return <SectionSkeleton shape="rows" count={OVERVIEW_COUNT} />;
  if (orders.kind === 'failed') return <Failed text={orders.text} retry={orders.retry} />;
  if (orders.data.length === 0) return <NoOrders />;
  const { upcoming, past } = sortedOrders(changed, now);
  const amounts = transactions.kind === 'ready' ? amountsByOrder(transactions.data, type) : undefined;
  return (
    <ul className={list.list}>
      {[...upcoming, ...past].slice(0, OVERVIEW_COUNT).map((order) => (
        <OrderRow key={order.id} order={order} points={amounts?.get(order.id)} />
      ))}
    </ul>
  );
}
