import type { SoonShow } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { timeLike, useMinute, useStarted } from '../../../state/clock.ts';
import { usePage, type Page } from '../../../state/page.ts';
import { DayPeriod } from '../time/Time.tsx';
import { isBookable, joinNonEmpty, showName, startText, stateOf, stateText, versionText } from '../time/show-text.ts';
import css from './UpcomingShows.module.css';

/** The next shows and the current time: a panel over a full-bleed hero, else a row of tickets, which scrolls sideways on phones. */
export function UpcomingShows({ soon, day }: { soon: readonly SoonShow[]; day: string | undefined }) {
  const { messages } = usePage();
  if (soon.length === 0) return null;
  return (
    <section className={css.shows} aria-labelledby="soon">
      <header>
        <h2 id="soon">{day === undefined ? messages.soon.title() : messages.soon.first()}</h2>
        {day === undefined ? <CurrentTime /> : <span>{day}</span>}
      </header>
      <ol>
        {soon.map((item) => (
          <li key={item.show.id}>
            <Ticket item={item} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** `Now 5:48 PM`, updated each minute. */
function CurrentTime() {
  const { messages, now } = usePage();
  const minute = useMinute(now?.minute ?? 0, now?.offset ?? 0);
  if (now === undefined) return null;
  const time = minute === now.minute ? now.text : timeLike(now.text, minute);
  return <span>{messages.soon.now({ time })}</span>;
}

function Ticket({ item: { show, title, filmHref, day = '' } }: { item: SoonShow }) {
  const page = usePage();
  const state = stateOf(show, useStarted(show.at, page.site.lateBookingMinutes));
  const canBook = isBookable(show, state);
  const hasPlaceOrDay = show.theater !== undefined || day !== '';
  const note = joinNonEmpty(' · ', day, soonNote(page, show, state));
  const content = (
    <>
      <span className={css.time}>
        {show.time}
        <DayPeriod show={show} />
      </span>{' '}
      <span className={css.text}>
        <b>{title}</b>{' '}
        {note === '' ? null : <small className={cx(hasPlaceOrDay ? css.named : !canBook && css.closed)}>{note}</small>}
      </span>
    </>
  );
  const visibleText = joinNonEmpty(' ', title, note);
  const label = canBook ? showName(page, show, title, state, visibleText) : `${startText(page, show)} ${visibleText}`;
  return (
    <a className={css.ticket} href={canBook ? show.href : filmHref} target="_self" aria-label={label}>
      {content}
      <Icon name="right" size="s" />
    </a>
  );
}

function soonNote(page: Page, show: SoonShow['show'], state: ReturnType<typeof stateOf>): string {
  const status = state === 'few' ? '' : stateText(page, state, true);
  // In a list of several theaters, the theater's name replaces the version, which is still in the accessible name.
  if (show.theater !== undefined) return joinNonEmpty(' · ', show.theater, status);
  return joinNonEmpty(' · ', status, versionText(page, show), show.screen ?? '');
}
