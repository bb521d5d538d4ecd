// oxlint-disable import/no-unassigned-import -- the styles of what the server alone renders

import type { Day, Filter, WeekBar } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { kept } from '@marquee/ui/kept.ts';
import './DayBar.module.css';
import './Filters.module.css';
import css from './ListBar.module.css';
import { ListBarBody } from './ListBarBody.server.tsx';

/** As many filters stand beside the days. */
const ONE_LINE = 3;

/**
 * The sticky bar: days and filters. On paper, the day in full. All of it is links and the browser's own disclosures, so
 * the browser keeps what the server wrote.
 */
export function ListBar({
  days,
  week,
  filters,
  plain = false,
  filterButton = false,
}: {
  days: readonly Day[];
  week?: WeekBar | undefined;
  filters: readonly Filter[];
  /** Without the line under it. */
  plain?: boolean;
  /** Whether the filters' button for phones stands at the end of the days. */
  filterButton?: boolean;
}) {
  if (days.length === 0 && filters.length === 0) return null;
  const many = filters.filter(({ joined }) => !joined).length > ONE_LINE;
  const frame = { className: cx(css.bar, plain && css.plain, many && css.many), 'data-bar': '' };
  return import.meta.env.SSR ? (
    <div {...frame}>
      <ListBarBody days={days} week={week} filters={filters} filterButton={filterButton} />
    </div>
  ) : (
    <div {...frame} {...kept('[data-bar]')} />
  );
}
