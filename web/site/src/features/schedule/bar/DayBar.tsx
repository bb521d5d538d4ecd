import type { Day, WeekBar } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { queryFields } from '../../../state/href.ts';
import { usePage } from '../../../state/page.ts';
import css from './DayBar.module.css';
import { FilterButton } from './FilterButton.tsx';

/** Query parameter of the day. */
const PARAMETER = 'day';

/** One link a day, with a separator line before the first day of a play week. */
export function DayBar({ days, week, filterButton }: { days: readonly Day[]; week: WeekBar | undefined; filterButton: boolean }) {
  const { messages } = usePage();
  return (
    <nav className={css.days} aria-label={messages.days.label()}>
      <ul>
        {days.map((day, index) => (
          <li key={day.date} className={cx(index > 0 && day.weekStart && css.week)}>
            <DayLink day={day} />
          </li>
        ))}
        {week === undefined ? null : (
          <li>
            <a
              className={cx(css.day, css.all)}
              href={week.href}
              aria-current={week.selected ? 'date' : undefined}
              data-keep-scroll=""
            >
              <span>{messages.days.all()}</span> <b>{messages.days.week()}</b>
            </a>
          </li>
        )}
        <li>
          <button className={css.day} type="button" popoverTarget="more-days" aria-label={messages.days.more()}>
            <Icon name="calendar" />
          </button>
        </li>
        {filterButton ? (
          <li className={css.filters}>
            <FilterButton />
          </li>
        ) : null}
      </ul>
      <MoreDays days={days} />
    </nav>
  );
}

function DayLink({ day }: { day: Day }) {
  const { messages } = usePage();
  const name = day.today ? messages.common.today() : day.weekday;
  const face = (
    <>
      <span>{name}</span> <b>{day.day}</b>
    </>
  );
  if (day.empty && !day.selected)
    return (
      <a className={cx(css.day, css.none)} role="link" aria-disabled="true" title={messages.days.noShows({ day: day.label })}>
        {face}
      </a>
    );
  return (
    <a className={css.day} href={day.href} title={day.label} aria-current={day.selected ? 'date' : undefined} data-keep-scroll="">
      {face}
    </a>
  );
}

/** Popover with a date field for other days. A form, so that it works without scripts. */
function MoreDays({ days }: { days: readonly Day[] }) {
  const { messages, context } = usePage();
  const selected = days.find((day) => day.selected) ?? days[0];
  if (selected === undefined) return null;
  return (
    <form id="more-days" className={css.more} popover="auto" method="get" action={context.pagePath}>
      <label htmlFor="day">{messages.days.more()}</label>
      {queryFields(selected.href, PARAMETER).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input id="day" type="date" name={PARAMETER} min={days[0]?.date} defaultValue={selected.date} required />
      <button className={buttonClass({ kind: 'primary' })}>{messages.filters.apply()}</button>
    </form>
  );
}
