import type { Show } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useStarted } from '../../../state/clock.ts';
import { labelsOf, usePage } from '../../../state/page.ts';
import { isBookable, joinNonEmpty, noteText, showName, stateOf, type Look } from './show-text.ts';
import css from './Time.module.css';

/** The half of the day (`PM`), and the time zone if it differs from the page's. */
export function DayPeriod({ show: { half, zone } }: { show: Show }) {
  const text = joinNonEmpty(' ', half ?? '', zone ?? '');
  return text === '' ? null : <i>{` ${text}`}</i>;
}

/** Class of the list that contains the times. */
export const timesClass = css.times ?? '';

/** A showtime as a list item: a labeled link, or text if it cannot be booked. At most four elements, because a page has hundreds of them. */
export function Time({
  show,
  title,
  look,
  lead = false,
  className,
}: {
  show: Show;
  /** The film's title, for the accessible name. */
  title: string;
  look: Look;
  /** Whether it is filled, as the first time of the hero. */
  lead?: boolean;
  className?: string | undefined;
}) {
  const page = usePage();
  const state = stateOf(show, useStarted(show.at, page.site.lateBookingMinutes));
  const note = noteText(page, show, state, look);
  const isStruck = state === 'soldOut' || state === 'cancelled';
  const period = <DayPeriod show={show} />;
  const content = (
    <>
      {isStruck ? (
        <s>
          {show.time}
          {period}
        </s>
      ) : (
        <>
          {show.time}
          {period}
        </>
      )}
      {note === '' ? null : ' '}
      {note === '' ? null : look === 'card' && (state === 'open' || state === 'few') ? (
        <abbr title={labelsOf(page, show.tags)}>{note}</abbr>
      ) : (
        <small>{note}</small>
      )}
    </>
  );
  const timeClass = cx(css.time, css[look], css[state], lead && css.lead);
  if (!isBookable(show, state))
    return (
      <li className={className}>
        <span className={timeClass}>{content}</span>
      </li>
    );
  return (
    <li className={className}>
      <a className={timeClass} href={show.href} target="_self" aria-label={showName(page, show, title, state, note)}>
        {content}
      </a>
    </li>
  );
}
