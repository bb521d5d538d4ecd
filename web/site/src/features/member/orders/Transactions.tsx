import type { Transaction } from '@marquee/rules/loyalty/payments/orders.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { useState } from 'react';
import { useLaterMessages } from '../../../state/later.ts';
import { useFormats } from '../../../state/member/formats.ts';
import type { QueryState } from '../../../state/member/queries.ts';
import { Failed } from '../../../parts/member/States.tsx';
import list from '../List.module.css';
import { SectionSkeleton } from '../SectionSkeleton.tsx';
import { useUnit } from './use-unit.ts';

/** Number of transactions shown at first and added by "Show more". */
const STEP = 10;

/** The point transactions with the balance after each (CALL-20). All are loaded at once: the call of version 3 has no limit parameter. */
export function Transactions({ transactions }: { transactions: QueryState<readonly Transaction[]> }) {
  const { mine } = useLaterMessages();
  return (
    <section aria-labelledby="orders-points">
      <h2 className={list.subheading} id="orders-points">
        {mine.points()}
      </h2>
      {transactions.kind === 'loading' ? <SectionSkeleton shape="rows" count={3} /> : null}
      {transactions.kind === 'failed' ? <Failed text={transactions.text} retry={transactions.retry} /> : null}
      {transactions.kind === 'ready' ? <Rows transactions={transactions.data} /> : null}
    </section>
  );
}

function Rows({ transactions }: { transactions: readonly Transaction[] }) {
  const { mine, common } = useLaterMessages();
  const formats = useFormats();
  const { amountOf } = useUnit();
  const [count, setCount] = useState(STEP);
  if (transactions.length === 0) return <p className="quiet">{mine.pointsEmpty()}</p>;
  return (
    <>
      <ul className={list.list}>
        {transactions.slice(0, count).map(({ id, at, amount, after, balanceType, description }) => (
          <li key={id}>
            <span className={list.text}>
              <b>{description === '' ? mine.points() : description}</b>
              {at === undefined ? null : <small>{formats.day(at)}</small>}
            </span>
            <span className={list.end}>
              <b>{amountOf(amount, balanceType, formats.signed)}</b>
              {after === undefined ? null : <small>{mine.balance({ amount: formats.number(after) })}</small>}
            </span>
          </li>
        ))}
      </ul>
      {transactions.length > count ? (
        <Button kind="line" size="s" onClick={() => setCount(count + STEP)}>
          {common.showMore()}
        </Button>
      ) : null}
    </>
  );
}
