import type { TheaterPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Suspense } from 'react';
import { useStarted } from '../../../state/clock.ts';
import { runtimeText, usePage, type Page } from '../../../state/page.ts';
import { Poster } from '../card/Poster.tsx';
import { bookable, joined, reason, showName, stateOf, versionText } from '../time/show-text.ts';
import { Half } from '../time/Time.tsx';
import { hoursOf, split, type Hour, type Start } from './by-time.ts';
import css from './HourList.module.css';

const THUMB = '64px';

/** The day by time: one row a start, under sticky hours. */
export function HourList({ page, narrowOnly }: { page: TheaterPage; narrowOnly: boolean }) {
  const { m } = usePage();
  const hours = hoursOf(page);
  const { earlier, later } = page.today ? split(hours) : { earlier: [], later: hours };
  return (
    <section className={cx(css.list, narrowOnly && css.narrow)} aria-label={m.timetable.tableByTime()}>
      {earlier.length > 0 ? (
        <details className={css.early} open={later.length === 0} suppressHydrationWarning>
          <summary>
            {m.timetable.earlier()}
            <Icon name="down" size="s" />
          </summary>
          <Hours hours={earlier} />
        </details>
      ) : null}
      <Hours hours={later} />
    </section>
  );
}

function Hours({ hours }: { hours: readonly Hour[] }) {
  return hours.map((hour) => (
    <section key={hour.minute} className={css.hour}>
      <h2>{hour.name}</h2>
      <ul>
        <Suspense>
          {hour.starts.map((start) => (
            <Slot key={start.show.id} start={start} />
          ))}
        </Suspense>
      </ul>
    </section>
  ));
}

function Slot({ start: { film, show } }: { start: Start }) {
  const page = usePage();
  const state = stateOf(show, useStarted(show.at, page.site.lateBookingMinutes));
  const note = slotNote(page, { film, show, minute: 0 }, state);
  const face = (
    <>
      <span className={css.time}>
        {show.time}
        <Half show={show} />
      </span>{' '}
      <Poster film={film} loading="lazy" sizes={THUMB} className={css.poster} />
      <span className={css.what}>
        <b>{film.title}</b> {note === '' ? null : <small>{note}</small>}
      </span>
    </>
  );
  if (!bookable(show, state))
    return (
      <li className={cx(css.slot, css.closed, (state === 'soldOut' || state === 'cancelled') && css.struck)}>
        {face}
      </li>
    );
  return (
    <li>
      <a
        className={cx(css.slot, state === 'few' && css.few)}
        href={show.href}
        target="_self"
        aria-label={showName(page, show, film.title, state, joined(' ', film.title, note))}
      >
        {face}
        <Icon name="right" size="s" />
      </a>
    </li>
  );
}

function slotNote(page: Page, { film, show }: Start, state: ReturnType<typeof stateOf>): string {
  if (state !== 'open') return reason(page, state, false);
  const versions = versionText(page, show);
  return versions === '' ? joined(' · ', runtimeText(page.m, film.runtime), show.screen ?? '') : versions;
}
