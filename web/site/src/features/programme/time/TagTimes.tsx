import type { Show } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useStarted } from '../../../state/clock.ts';
import { usePage } from '../../../state/page.ts';
import { bookable, joined, showName, stateOf, stateText, tagOf, tagText, taggedAttributes } from './show-text.ts';
import css from './TagTimes.module.css';
import time from './Time.module.css';
import { Half } from './Time.tsx';

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
  const isBookable = bookable(show, state);
  const start = (
    <>
      {show.time}
      <Half show={show} />
    </>
  );
  const isStruck = state === 'soldOut' || state === 'cancelled';
  const note = isBookable ? (show.theater ?? '') : stateText(page, state, true);
  const tags = isBookable ? taggedAttributes(page, show) : [];
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
  const className = cx(time.time, css.time, !isBookable && time[state]);
  return (
    <li>
      {isBookable ? (
        <a
          className={className}
          href={show.href}
          target="_self"
          aria-label={showName(page, show, title, state, joined(' ', tagText(page, show), note))}
        >
          {content}
        </a>
      ) : (
        <span className={className}>{content}</span>
      )}
    </li>
  );
}
