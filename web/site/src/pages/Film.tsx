import type { FilmPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Suspense } from 'react';
import { ListBar } from '../features/schedule/bar/ListBar.tsx';
import { FilmList } from '../features/schedule/card/FilmList.tsx';
import { Legend } from '../features/schedule/Legend.tsx';
import { EmptyNote } from '../features/schedule/EmptyNote.tsx';
import { LeadNote } from '../features/schedule/days/LeadNote.tsx';
import { Credits } from '../features/schedule/film/Credits.tsx';
import { FilmHead } from '../features/schedule/film/FilmHead.tsx';
import { NextDays, ShowGroups, TheaterCards } from '../features/schedule/film/ShowGroups.tsx';
import { HeadAd } from '../parts/ads/AdSlot.tsx';
import { dayInSentence, usePage } from '../state/page.ts';
import css from './Film.module.css';
import list from './List.module.css';
import { SectionHead } from './SectionHead.tsx';

/** The page of a film: all showtimes of a day, by version or by theater. */
export function Film({ page }: { page: FilmPage }) {
  const data = usePage();
  const { messages } = data;
  const day = page.days.find(({ selected }) => selected);
  const { title } = page.film;
  return (
    <article>
      <FilmHead film={page} />
      <HeadAd />
      {page.days.length === 0 ? null : (
        <div className={css.bar}>
          <ListBar days={page.days} week={page.weekBar} filters={page.filters} filterButton />
        </div>
      )}
      <div className={cx('wrap', css.columns)}>
        <section
          id="showtimes"
          tabIndex={-1}
          aria-label={
            day === undefined
              ? messages.film.showtimesOf({ title })
              : messages.film.showtimes({ day: dayInSentence(data, day.label) })
          }
        >
          <LeadNote note={page.lead} week={page.week} />
          <Suspense>
            <ShowGroups groups={page.groups} title={title} level={2} languages={page.languages} />
            <TheaterCards theaters={page.theaters} title={title} today={day?.today === true} />
            {page.empty === undefined ? null : <EmptyNote note={page.empty} shows />}
            <NextDays days={page.nextDays} title={title} />
          </Suspense>
        </section>
        <Credits film={page} />
      </div>
      {page.also.length > 0 ? (
        <Suspense>
          <section className={list.section} aria-labelledby="also">
            <div className={cx('wrap', css.also)}>
              <SectionHead id="also" title={messages.film.also()} />
              <FilmList films={page.also} first="lazy" />
              <Legend />
            </div>
          </section>
        </Suspense>
      ) : null}
    </article>
  );
}
