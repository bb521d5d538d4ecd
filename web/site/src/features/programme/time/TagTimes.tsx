import type { Show } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useStarted } from '../../../state/clock.ts';
import { usePage } from '../../../state/page.ts';
import { bookable, joined, reason, showName, stateOf, tagOf, tagText, telling } from './show-text.ts';
import css from './TagTimes.module.css';
import time from './Time.module.css';
import { Half } from './Time.tsx';

/** A film's next times in one line, each with its tags: beside what a search found. */
export function TagTimes({ shows, title }: { shows: readonly Show[]; title: string }) {
  return (
    <ul className={cx(time.times, css.times)}>
      {shows.map((show, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- these shows have no id and never move
        <TagTime key={place} show={show} title={title} />
      ))}
    </ul>
  );
}

function TagTime({ show, title }: { show: Show; title: string }) {
  const page = usePage();
  const state = stateOf(show, useStarted(show.at, page.site.lateBookingMinutes));
  const open = bookable(show, state);
  const clock = (
    <>
      {show.time}
      <Half show={show} />
    </>
  );
  const struck = state === 'soldOut' || state === 'cancelled';
  const note = open ? (show.theater ?? '') : reason(page, state, true);
  const tags = open ? telling(page, show) : [];
  const face = (
    <>
      {struck ? <s>{clock}</s> : clock}
      {tags.map((tag) => (
        <abbr key={tag.label} title={tag.label}>{` ${tagOf(tag, show)}`}</abbr>
      ))}
      {note === '' ? null : <small>{` ${note}`}</small>}
    </>
  );
  // Few seats are told in words only, for which one line has no room; the name says it.
  const name = cx(time.time, css.time, !open && time[state]);
  return (
    <li>
      {open ? (
        <a
          className={name}
          href={show.href}
          target="_self"
          aria-label={showName(page, show, title, state, joined(' ', tagText(page, show), note))}
        >
          {face}
        </a>
      ) : (
        <span className={name}>{face}</span>
      )}
    </li>
  );
}
