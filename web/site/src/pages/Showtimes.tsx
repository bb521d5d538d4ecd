import type { FilmShowtimes, ShowtimesPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Suspense } from 'react';
import { ListBar } from '../features/schedule/bar/ListBar.tsx';
import { LeadNote } from '../features/schedule/days/LeadNote.tsx';
import { EmptyNote } from '../features/schedule/EmptyNote.tsx';
import { Legend } from '../features/schedule/Legend.tsx';
import { FilmRow, rowsClass } from '../features/schedule/row/FilmRow.tsx';
import { TheaterLines } from '../features/schedule/row/TheaterLines.tsx';
import { dayHeading, usePage } from '../state/page.ts';
import head from './Theater.module.css';

/** A day at all theaters of a circuit: films as rows, each with one line for each theater. */
export function Showtimes({ page }: { page: ShowtimesPage }) {
  const data = usePage();
  const { site, messages } = data;
  const heading = page.today
    ? messages.timetable.today()
    : dayHeading(data, messages.film.showtimes, page.dayLabel, page.week !== undefined);
  return (
    <>
      <div className={cx('wrap', head.head)}>
        <div>
          <a className={head.switch} href={site.theatersHref}>
            <Icon name="pin" size="s" />
            {messages.theater.all()}
            <Icon name="right" size="s" />
          </a>
          <h1>{heading}</h1>
        </div>
      </div>
      <ListBar days={page.days} week={page.weekBar} filters={page.filters} borderless filterButton />
      <div className="wrap" id="showtimes" tabIndex={-1}>
        <LeadNote note={page.lead} week={page.week} />
        {page.films.length > 0 ? (
          <ul className={rowsClass}>
            {page.films.map((item) => (
              <Suspense key={item.film.id}>
                <Film item={item} />
              </Suspense>
            ))}
          </ul>
        ) : null}
        {page.empty === undefined ? null : <EmptyNote note={page.empty} shows />}
        <Legend />
      </div>
    </>
  );
}

function Film({ item: { film, theaters } }: { item: FilmShowtimes }) {
  return (
    <FilmRow film={film} level={2}>
      <TheaterLines theaters={theaters} title={film.title} />
    </FilmRow>
  );
}
