import { useLaterMessages } from '../../../state/later.ts';
import { SeeFilms } from '../../../parts/member/SeeFilms.tsx';
import { Empty } from '../../../parts/member/States.tsx';

/** Shown if the member has no orders. */
export function NoOrders() {
  const { mine } = useLaterMessages();
  return (
    <Empty title={mine.ordersEmpty()} text={mine.ordersHint()}>
      <SeeFilms />
    </Empty>
  );
}
