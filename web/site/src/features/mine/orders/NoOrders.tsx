import { useLater } from '../../../state/later.ts';
import { SeeFilms } from '../../../parts/member/SeeFilms.tsx';
import { Empty } from '../../../parts/member/States.tsx';

/** Nothing was ordered yet. */
export function NoOrders() {
  const { mine } = useLater();
  return (
    <Empty title={mine.ordersEmpty()} text={mine.ordersHint()}>
      <SeeFilms />
    </Empty>
  );
}
