import type { Show } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { useStarted } from '../../../state/clock.ts';
import { labelsOf, usePage } from '../../../state/page.ts';
import { bookable, joined, noteText, showName, stateOf, type Look } from './show-text.ts';
import css from './Time.module.css';

/** `PM`, and the zone if it is not the page's own. */
export function Half({ show: { half, zone } }: { show: Show }) {
  const text = joined(' ', half ?? '', zone ?? '');
  return text === '' ? null : <i>{` ${text}`}</i>;
}

/** The list that times stand in. */
export const timesClass = css.times ?? '';

/**
 * A showtime, the atom of the product: a list item with a big labelled link, or with words where it cannot be booked.
 * Kept to four elements, because a page has hundreds of them.
 */
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
  /** The first time of the hero is filled. */
  lead?: boolean;
  className?: string | undefined;
}) {
  const page = usePage();
  const state = stateOf(show, useStarted(show.at, page.site.lateBookingMinutes));
  const note = noteText(page, show, state, look);
  const struck = state === 'soldOut' || state === 'cancelled';
  const half = <Half show={show} />;
  const face = (
    <>
      {struck ? (
        <s>
          {show.time}
          {half}
        </s>
      ) : (
        <>
          {show.time}
          {half}
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
  const name = cx(css.time, css[look], css[state], lead && css.lead);
  if (!bookable(show, state))
    return (
      <li className={className}>
        <span className={name}>{face}</span>
      </li>
    );
  return (
    <li className={className}>
      <a className={name} href={show.href} target="_self" aria-label={showName(page, show, title, state, note)}>
        {face}
      </a>
    </li>
  );
}
