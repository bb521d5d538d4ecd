import type { RenderTime, TheaterPage, TimetableRow } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Suspense } from 'react';
import { timeLike, useMinute } from '../../../state/clock.ts';
import { runtimeText, usePage } from '../../../state/page.ts';
import { Poster } from '../card/Poster.tsx';
import { joinNonEmpty } from '../time/show-text.ts';
import { Time } from '../time/Time.tsx';
import { axesOf, hourClass, isPast, placeClass, rowClass } from './axis.ts';
import css from './Timetable.module.css';

const POSTER_SIZES = '64px';
/** Minutes covered by the label of the current time, per hour of the axis: 56 minutes on an axis of eight hours. */
const NOW_LABEL_MINUTES_PER_HOUR = 7;

/** The day on an hour axis with films as rows, for wide screens. Shows that have started are folded into "Earlier today". */
export function Timetable({ page }: { page: TheaterPage }) {
  const { messages, now } = usePage();
  const today = page.today ? now : undefined;
  const axes = axesOf(page, today?.minute);
  const end = axes.all.from + axes.all.hours * 60;
  return (
    <section className={cx('onlyWide', css.frame)} aria-label={messages.timetable.tableByFilm()}>
      {axes.folded ? (
        <details className={css.early} suppressHydrationWarning>
          <summary>
            {messages.timetable.earlier()}
            <Icon name="down" size="s" />
          </summary>
        </details>
      ) : null}
      <div className={css.table}>
        <div className={css.axis} aria-hidden="true">
          {page.hours
            .filter(([minute]) => minute >= axes.all.from && minute < end && !isUnderNow(minute, today?.minute, axes.later.hours))
            .map(([minute, name]) => (
              <span
                key={minute}
                className={cx(
                  hourClass(minute),
                  minute < axes.later.from && css.past,
                  isUnderNow(minute, today?.minute, axes.all.hours) && css.under,
                )}
              >
                {name}
              </span>
            ))}
        </div>
        <div className={css.body}>
          {today === undefined || today.minute < axes.all.from || today.minute > end ? null : <NowLine {...today} />}
          <ul>
            {page.rows.map((row) => (
              <Suspense key={row.film.id}>
                <Row row={row} />
              </Suspense>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** Whether the label of the current time would cover an hour label, on an axis of `hours` hours. */
function isUnderNow(minute: number, now: number | undefined, hours: number): boolean {
  return now !== undefined && Math.abs(minute - now) < (NOW_LABEL_MINUTES_PER_HOUR * hours) / 2;
}

/** Line at the current time. Its position stays at the time of rendering; its text is updated. */
function NowLine({ text, minute, offset }: RenderTime) {
  const { messages } = usePage();
  const current = useMinute(minute, offset);
  const time = current === minute ? text : timeLike(text, current);
  return (
    <div className={css.now}>
      <span aria-hidden="true">{time}</span>
      <span className="sr">{messages.timetable.now({ time })}</span>
    </div>
  );
}

function Row({ row: { film, shows } }: { row: TimetableRow }) {
  const { messages } = usePage();
  return (
    <li className={cx(css.row, rowClass(shows), shows.every(isPast) && css.past)}>
      <Poster film={film} loading="lazy" sizes={POSTER_SIZES} className={css.poster} />
      <h2>
        <a href={film.href}>{film.title}</a>
      </h2>
      <p>{joinNonEmpty(' · ', film.certificate ?? '', runtimeText(messages, film.runtime))}</p>
      <ul className={css.lanes} aria-label={film.title}>
        {shows.map((item) => (
          <Time
            key={item.show.id}
            show={item.show}
            title={film.title}
            look="axis"
            className={cx(placeClass(item), isPast(item) && css.past)}
          />
        ))}
      </ul>
    </li>
  );
}
