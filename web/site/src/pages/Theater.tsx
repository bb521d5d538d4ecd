import type { TheaterPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { ListBar } from '../features/schedule/bar/ListBar.tsx';
import { LeadNote } from '../features/schedule/days/LeadNote.tsx';
import { EmptyNote } from '../features/schedule/EmptyNote.tsx';
import { Legend } from '../features/schedule/Legend.tsx';
import { HourList } from '../features/schedule/timetable/HourList.tsx';
import { Timetable } from '../features/schedule/timetable/Timetable.tsx';
import { Plan } from '../features/theaters/Plan.tsx';
import { HeadAd } from '../parts/ads/AdSlot.tsx';
import { TheaterHeart } from '../parts/Heart.tsx';
import { dayHeading, usePage } from '../state/page.ts';
import css from './Theater.module.css';

/** The page of a theater, or the showtimes of a single location: the day's timetable, then how to get there. */
export function Theater({ page }: { page: TheaterPage }) {
  const data = usePage();
  const { site, context, messages } = data;
  const heading = page.today
    ? messages.timetable.todayAt({ theater: page.name })
    : dayHeading(data, ({ day }) => messages.timetable.dayAt({ day, theater: page.name }), page.dayLabel, page.week !== undefined);
  return (
    <>
      <div className={cx('wrap', css.head)}>
        <div>
          {context.isSingleLocation ? (
            <p className="small quiet">{page.contact.address}</p>
          ) : (
            <a className={css.switch} href={site.theatersHref} data-open="picker">
              <Icon name="pin" size="s" />
              {page.name}
              <Icon name="down" size="s" />
              <span className="sr">, {messages.menu.change()}</span>
            </a>
          )}
          <div className={css.title}>
            <h1>{heading}</h1>
            <TheaterHeart id={page.id} name={page.name} />
          </div>
        </div>
        {page.week === undefined ? (
          <nav className={cx(css.order, 'onlyWide')} aria-label={messages.timetable.order()}>
            <a href={page.byFilmHref} aria-current={page.view === 'film' ? 'true' : undefined} data-keep-scroll="">
              <Icon name="rows" size="s" />
              {messages.timetable.byFilm()}
            </a>
            <a href={page.byTimeHref} aria-current={page.view === 'time' ? 'true' : undefined} data-keep-scroll="">
              <Icon name="clock" size="s" />
              {messages.timetable.byTime()}
            </a>
          </nav>
        ) : null}
      </div>
      <HeadAd />
      <ListBar days={page.days} week={page.weekBar} filters={page.filters} borderless filterButton />
      <div className="wrap" id="showtimes" tabIndex={-1}>
        {page.closed === '' ? null : (
          <p className={css.closed}>
            <b>{messages.timetable.closed()}</b> {page.closed}
          </p>
        )}
        <LeadNote note={page.lead} week={page.week} />
        {page.empty === undefined ? null : <EmptyNote note={page.empty} shows />}
        {page.rows.length > 0 ? (
          <>
            {page.view === 'film' ? <Timetable page={page} /> : null}
            <HourList page={page} narrowOnly={page.view === 'film'} />
          </>
        ) : null}
        {page.week === undefined ? null : <Legend />}
      </div>
      <Plan theater={page} />
    </>
  );
}
