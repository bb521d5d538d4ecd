import type { SoonShow } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { timeLike, useMinute, useStarted } from '../../../state/clock.ts';
import { usePage, type Page } from '../../../state/page.tsx';
import { bookable, joined, reason, showName, startText, stateOf, telling } from '../time/show-text.ts';
import css from './Soon.module.css';

/** The next starts, and the time now: a panel over a bleed hero, a row of tickets otherwise, a swipe row on phones. */
export function Soon({ soon }: { soon: readonly SoonShow[] }) {
  const { m } = usePage();
  if (soon.length === 0) return null;
  return (
    <aside className={css.soon} aria-labelledby="soon">
      <header>
        <h2 id="soon">{m.soon.title()}</h2>
        <Now at={soon[0]?.show.at} />
      </header>
      <ol>
        {soon.map((one) => (
          <li key={one.show.id}>
            <Ticket one={one} />
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** `Now 5:48 PM`, moved on each minute. */
function Now({ at }: { at: string | undefined }) {
  const { m, now } = usePage();
  const minute = useMinute(now?.minute ?? 0, at);
  if (now === undefined) return null;
  const time = minute === now.minute ? now.text : timeLike(now.text, minute);
  return <span>{m.soon.now({ time })}</span>;
}

function Ticket({ one: { show, title, filmHref } }: { one: SoonShow }) {
  const page = usePage();
  const state = stateOf(show, useStarted(show.at, page.site.lateBookingMinutes));
  const note = soonNote(page, show, state);
  const face = (
    <>
      <span className={css.time}>
        {show.time}
        {show.half ? <i>{` ${show.half}`}</i> : null}
      </span>{' '}
      <span className={css.what}>
        <b>{title}</b> {note === '' ? null : <small className={cx(show.theater !== undefined && css.named)}>{note}</small>}
      </span>
    </>
  );
  const open = bookable(show, state);
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
  const versions = telling(page, show)
    .map((attribute) => attribute.label)
    .join(', ');
  return joined(' · ', show.theater ?? '', state === 'few' ? '' : reason(page, state, true), versions, show.theater ? '' : (show.screen ?? ''));
}
