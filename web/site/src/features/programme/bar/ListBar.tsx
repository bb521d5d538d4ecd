import type { Day, Filter } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { DayBar } from './DayBar.tsx';
import { Filters } from './Filters.tsx';
import css from './ListBar.module.css';

/** As many filters stand beside the days. */
const ONE_LINE = 3;

/** The sticky bar: days and filters. On paper, the day in full. */
export function ListBar({
  days,
  filters,
  plain = false,
  filterButton = false,
}: {
  days: readonly Day[];
  filters: readonly Filter[];
  /** Without the line under it. */
  plain?: boolean;
  /** Whether the filters' button for phones stands at the end of the days. */
  filterButton?: boolean;
}) {
  if (days.length === 0 && filters.length === 0) return null;
  const many = filters.filter(({ joined }) => !joined).length > ONE_LINE;
  const day = days.find((one) => one.selected);
  return (
    <div className={cx(css.bar, plain && css.plain, many && css.many)}>
      {day === undefined ? null : <p className="onlyPrint wrap">{day.label}</p>}
      <div className={cx('wrap', css.row)}>
        {days.length > 0 ? <DayBar days={days} filterButton={filterButton && filters.length > 0} /> : null}
        {filters.length > 0 ? <Filters filters={filters} /> : null}
      </div>
    </div>
  );
}
