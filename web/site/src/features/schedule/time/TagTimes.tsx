import type { Show } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useStarted } from '../../../state/clock.ts';
import { usePage } from '../../../state/page.ts';
import { isBookable, joinNonEmpty, showName, stateOf, stateText, tagOf, tagText, taggedAttributes } from './show-text.ts';
import css from './TagTimes.module.css';
import time from './Time.module.css';
import { DayPeriod } from './Time.tsx';

/** A film's next times in one line, each with its tags, for search results. */
export function TagTimes({ shows, title }: { shows: readonly Show[]; title: string }) {
  return (
    <ul className={cx(time.times, css.times)}>
      {shows.map((show, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- these shows have no id and a fixed order
        <TagTime key={index} show={show} title={title} />
      ))}
    </ul>
  );
}

function TagTime({ show, title }: { show: Show; title: string }) {
  const page = usePage();
  const state = stateOf(show, useStarted(show.at, page.site.lateBookingMinutes));
  const canBook = isBookable(show, state);
  const start = (
    <>
      {show.time}
      <DayPeriod show={show} />
    </>
  );
  const isStruck = state === 'soldOut' || state === 'cancelled';
  const note = canBook ? (show.theater ?? '') : stateText(page, state, true);
  const tags = canBook ? taggedAttributes(page, show) : [];
  const content = (
    <>
      {isStruck ? <s>{start}</s> : start}
      {tags.map((tag) => (
        <abbr key={tag.label} title={tag.label}>{` ${tagOf(tag, show)}`}</abbr>
      ))}
      {note === '' ? null : <small>{` ${note}`}</small>}
    </>
  );
  // "Few left" does not fit into the line; it is in the accessible name.
  const className = cx(time.time, css.time, !canBook && time[state]);
  return (
    <li>
      {canBook ? (
        <a
          className={className}
          href={show.href}
          target="_self"
          aria-label={showName(page, show, title, state, joinNonEmpty(' ', tagText(page, show), note))}
        >
          {content}
        </a>
      ) : (
        <span className={className}>{content}</span>
      )}
    </li>
  );
}
