import type { TheaterPage } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Suspense } from 'react';
import { useStarted } from '../../../state/clock.ts';
import { runtimeText, usePage, type Page } from '../../../state/page.ts';
import { Poster } from '../card/Poster.tsx';
import { isBookable, joinNonEmpty, showName, stateOf, stateText, versionText } from '../time/show-text.ts';
import { DayPeriod } from '../time/Time.tsx';
import { hoursOf, splitStarted, type Hour, type Start } from './by-time.ts';
import css from './HourList.module.css';

const POSTER_SIZES = '64px';

/** The day by time: one row for each start, under sticky hour headings. */
export function HourList({ page, narrowOnly }: { page: TheaterPage; narrowOnly: boolean }) {
  const { messages } = usePage();
  const hours = hoursOf(page);
  const { earlier, later } = page.today ? splitStarted(hours) : { earlier: [], later: hours };
  return (
    <section className={cx(css.list, narrowOnly && css.narrow)} aria-label={messages.timetable.tableByTime()}>
      {earlier.length > 0 ? (
        <details className={css.early} suppressHydrationWarning>
          <summary>
            {messages.timetable.earlier()}
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
  const content = (
    <>
      <span className={css.time}>
        {show.time}
        <DayPeriod show={show} />
      </span>{' '}
      <Poster film={film} loading="lazy" sizes={POSTER_SIZES} className={css.poster} />
      <span className={css.text}>
        <b>{film.title}</b> {note === '' ? null : <small>{note}</small>}
      </span>
    </>
  );
  if (!isBookable(show, state))
    return <li className={cx(css.slot, css.closed, (state === 'soldOut' || state === 'cancelled') && css.struck)}>{content}</li>;
  return (
    <li>
      <a
        className={cx(css.slot, state === 'few' && css.few)}
        href={show.href}
        target="_self"
        aria-label={showName(page, show, film.title, state, joinNonEmpty(' ', film.title, note))}
      >
        {content}
        <Icon name="right" size="s" />
      </a>
    </li>
  );
}

function slotNote(page: Page, { film, show }: Start, state: ReturnType<typeof stateOf>): string {
  if (state !== 'open') return stateText(page, state, false);
  const versions = versionText(page, show);
  return versions === '' ? joinNonEmpty(' · ', runtimeText(page.messages, film.runtime), show.screen ?? '') : versions;
}
