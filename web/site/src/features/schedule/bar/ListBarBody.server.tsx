import type { Day, Filter, WeekBar } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../../state/page.ts';
import { DayBar } from './DayBar.tsx';
import { Filters, menusOf } from './Filters.tsx';
import css from './ListBar.module.css';
import { fitOneLine } from './one-line.ts';

/** The content of the bar, see ListBar.tsx. */
export function ListBarBody({
  days,
  week,
  filters,
  filterButton,
}: {
  days: readonly Day[];
  week: WeekBar | undefined;
  filters: readonly Filter[];
  filterButton: boolean;
}) {
  const { messages } = usePage();
  const day = days.find(({ selected }) => selected);
  const layout = filters.length > 0 && (fitOneLine(messages, days, week !== undefined, menusOf(filters)) ? css.beside : css.below);
  return (
    <>
      {day === undefined ? null : <p className="onlyPrint wrap">{day.label}</p>}
      <div className={cx('wrap', css.row, layout)}>
        {days.length > 0 ? <DayBar days={days} week={week} filterButton={filterButton && filters.length > 0} /> : null}
        {filters.length > 0 ? <Filters filters={filters} /> : null}
      </div>
      {/* Shows the row, which is hidden as long as no element follows it. */}
      <span hidden />
    </>
  );
}
