// oxlint-disable import/no-unassigned-import -- the styles of the part that only the server renders

import type { Day, Filter, WeekBar } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { serverHtml } from '@marquee/ui/server-html.ts';
import './DayBar.module.css';
import './Filters.module.css';
import css from './ListBar.module.css';
import { ListBarBody } from './ListBarBody.server.tsx';

/** The sticky bar with days and filters; printed, the selected day in full. It has no event handlers, so the browser reuses the server's markup. */
export function ListBar({
  days,
  week,
  filters,
  borderless = false,
  filterButton = false,
}: {
  days: readonly Day[];
  week?: WeekBar | undefined;
  filters: readonly Filter[];
  /** Omits the line below. */
  borderless?: boolean;
  /** Whether the filter button for phones is at the end of the days. */
  filterButton?: boolean;
}) {
  if (days.length === 0 && filters.length === 0) return null;
  const frame = { className: cx(css.bar, borderless && css.borderless), 'data-bar': '' };
  return import.meta.env.SSR ? (
    <div {...frame}>
      <ListBarBody days={days} week={week} filters={filters} filterButton={filterButton} />
    </div>
  ) : (
    <div {...frame} {...serverHtml('[data-bar]')} />
  );
}
