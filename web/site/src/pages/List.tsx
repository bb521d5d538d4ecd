import type { ListPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { serverHtml } from '@marquee/ui/server-html.ts';
import { Suspense } from 'react';
import { ListBar } from '../features/schedule/bar/ListBar.tsx';
import { ListHead } from '../features/schedule/bar/ListHead.tsx';
import { FilmList } from '../features/schedule/card/FilmList.tsx';
import { LeadNote } from '../features/schedule/days/LeadNote.tsx';
import { EmptyNote } from '../features/schedule/EmptyNote.tsx';
import { Legend } from '../features/schedule/Legend.tsx';
import { Hero } from '../features/schedule/hero/Hero.tsx';
import { UpcomingShows } from '../features/schedule/hero/UpcomingShows.tsx';
import { HeadAd } from '../parts/ads/AdSlot.tsx';
import { usePage } from '../state/page.ts';
import css from './List.module.css';
import { ListEnd } from './ListEnd.server.tsx';

/** The home page and the film lists. */
export function List({ page }: { page: ListPage }) {
  const { messages } = usePage();
  const { hero } = page;
  const name = page.list === 'nowShowing' ? messages.tabs.nowShowing() : messages.tabs.comingSoon();
  return (
    <>
      {hero === undefined ? (
        <div className={cx('wrap', css.heading)}>
          <h1>{page.heading}</h1>
        </div>
      ) : (
        <Suspense>
          <Hero hero={hero}>
            <UpcomingShows soon={page.soon} day={page.soonDay} />
          </Hero>
        </Suspense>
      )}
      <HeadAd />
      <section aria-labelledby="list">
        <div className={cx('wrap', css.top)}>
          <h2 id="list" className="sr">
            {name}
          </h2>
          <ListHead tabs={page.tabs} filters={page.filters.length > 0} />
        </div>
        <ListBar days={page.days} week={page.weekBar} filters={page.filters} />
        <div className="wrap" id={hero === undefined ? 'showtimes' : undefined} tabIndex={hero === undefined ? -1 : undefined}>
          <LeadNote note={page.lead} week={page.week} />
          {page.films.length > 0 ? <FilmList films={page.films} first={hero === undefined ? 'first' : 'lazy'} /> : null}
          {page.empty === undefined ? null : <EmptyNote note={page.empty} />}
          <Legend />
        </div>
      </section>
      {page.events.length > 0 || page.band !== undefined ? <End page={page} /> : null}
    </>
  );
}

/** The part below the films. Static, so the browser reuses the server's markup. */
function End({ page }: { page: ListPage }) {
  return import.meta.env.SSR ? (
    <div data-end="">
      <ListEnd page={page} />
    </div>
  ) : (
    <div data-end="" {...serverHtml('[data-end]')} />
  );
}
