import type { SoonShow } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { timeLike, useMinute, useStarted } from '../../../state/clock.ts';
import { usePage, type Page } from '../../../state/page.ts';
import { Half } from '../time/Time.tsx';
import { bookable, joined, reason, showName, startText, stateOf, versionText } from '../time/show-text.ts';
import css from './Soon.module.css';

/** The next starts, and the time now: a panel over a bleed hero, a row of tickets otherwise, a swipe row on phones. */
export function Soon({ soon, day }: { soon: readonly SoonShow[]; day: string | undefined }) {
  const { m } = usePage();
  if (soon.length === 0) return null;
  return (
    <section className={css.soon} aria-labelledby="soon">
      <header>
        <h2 id="soon">{day === undefined ? m.soon.title() : m.soon.first()}</h2>
        {day === undefined ? <Now /> : <span>{day}</span>}
      </header>
      <ol>
        {soon.map((one) => (
          <li key={one.show.id}>
            <Ticket one={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** `Now 5:48 PM`, moved on each minute. */
function Now() {
  const { m, now } = usePage();
  const minute = useMinute(now?.minute ?? 0, now?.offset ?? 0);
  if (now === undefined) return null;
  const time = minute === now.minute ? now.text : timeLike(now.text, minute);
  return <span>{m.soon.now({ time })}</span>;
}

function Ticket({ one: { show, title, filmHref, day = '' } }: { one: SoonShow }) {
  const page = usePage();
  const state = stateOf(show, useStarted(show.at, page.site.lateBookingMinutes));
  const open = bookable(show, state);
  const named = show.theater !== undefined || day !== '';
  const note = joined(' · ', day, soonNote(page, show, state));
  const face = (
    <>
      <span className={css.time}>
        {show.time}
        <Half show={show} />
      </span>{' '}
      <span className={css.what}>
        <b>{title}</b> {note === '' ? null : <small className={cx(named ? css.named : !open && css.closed)}>{note}</small>}
      </span>
    </>
  );
  const seen = joined(' ', title, note);
  const label = open ? showName(page, show, title, state, seen) : `${startText(page, show)} ${seen}`;
  return (
    <a className={css.ticket} href={open ? show.href : filmHref} target="_self" aria-label={label}>
      {face}
      <Icon name="right" size="s" />
    </a>
  );
}

function soonNote(page: Page, show: SoonShow['show'], state: ReturnType<typeof stateOf>): string {
  const why = state === 'few' ? '' : reason(page, state, true);
  // If theaters mix, the name of one takes the line; the version is in the accessible name.
  if (show.theater !== undefined) return joined(' · ', show.theater, why);
  return joined(' · ', why, versionText(page, show), show.screen ?? '');
}
